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
  enterAt:
    'In ActiveCampaign, open Settings, Developer, Manage webhooks, Add, and choose “Subscribes”. ActiveCampaign does not sign, so keep the URL secret.',
  deliveryId: 'body:/contact/id',
  sendsForm: 'urlencoded',
  mapping: {
    preset: 'activecampaign',
    description: 'People who subscribe to a list, with their fields. Other events are skipped.',
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
