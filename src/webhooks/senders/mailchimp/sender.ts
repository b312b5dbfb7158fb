import type { Sender } from '../shared/contract.ts'
import { at, company, names, orNameOfAddress, phone, place } from '../shared/mapping.ts'

/**
 * https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/: a urlencoded form, which is not signed.
 * Mailchimp asks with GET whether there is anything at the URL.
 */
export const mailchimp: Sender = {
  name: 'mailchimp',
  label: 'Mailchimp',
  group: 'Newsletters and customers',
  deliveryId: 'body:/data/id',
  handshake: { method: 'GET', challenge: () => 'OK' },
  sendsForm: 'urlencoded',
  mapping: {
    preset: 'mailchimp',
    when: { pointer: '/type', equals: ['subscribe'] },
    answers: [place('/data/merges')],
    fields: orNameOfAddress({
      ...names([]),
      email: at('/data/email', '/data/merges/EMAIL'),
      company,
      phone,
      utm_source: [{ constant: 'mailchimp' }],
      list_id: at('/data/list_id'),
    }),
  },
}
