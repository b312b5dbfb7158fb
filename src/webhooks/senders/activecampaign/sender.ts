import type { Sender } from '../shared/contract.ts'
import { at, named, orNameOfAddress, person, phone, place } from '../shared/mapping.ts'

/**
 * https://developers.activecampaign.com/page/webhooks: a urlencoded form with names in brackets. ActiveCampaign documents no
 * signature and no headers of your own.
 */
export const activecampaign: Sender = {
  name: 'activecampaign',
  label: 'ActiveCampaign',
  group: 'Newsletters and customers',
  deliveryId: 'body:/contact/id',
  sendsForm: 'urlencoded',
  mapping: {
    preset: 'activecampaign',
    when: { pointer: '/type', equals: ['subscribe'] },
    answers: [place('/contact')],
    fields: orNameOfAddress({
      ...person(at('/contact/email')),
      company: [...at('/contact/customer_acct_name', '/contact/orgname'), ...named('company')],
      phone,
      utm_source: [{ constant: 'activecampaign' }],
      list_id: at('/list'),
    }),
  },
}
