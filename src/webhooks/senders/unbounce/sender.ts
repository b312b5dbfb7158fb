import { ANY_HEADER, type Sender } from '../shared/contract.ts'
import { at, person, phone, place, tracking } from '../shared/mapping.ts'

/**
 * https://documentation.unbounce.com/hc/en-us/articles/203510044-Using-a-Webhook: a urlencoded form, with the answers as JSON
 * in data.json, each in a list, and headers of your own. Unbounce does not sign.
 */
export const unbounce: Sender = {
  name: 'unbounce',
  label: 'Unbounce',
  group: 'Forms and bookings',
  token: ANY_HEADER,
  secret: { isOptional: true },
  sendsForm: 'urlencoded',
  mapping: {
    preset: 'unbounce',
    answers: [place('/data.json')],
    fields: {
      ...person(),
      phone,
      ...tracking,
      form: at('/data.json/page_name', '/page_name'),
      landing_page: at('/data.json/page_url', '/page_url'),
    },
  },
}
