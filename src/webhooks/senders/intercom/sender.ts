import { rule, type Sender } from '../shared/contract.ts'
import { at, names, orNameOfAddress, place } from '../shared/mapping.ts'

const CONTACT = '/data/item'

/**
 * https://developers.intercom.com/docs/webhooks/setting-up-webhooks for the signature and the HEAD request that checks the URL,
 * https://developers.intercom.com/docs/references/webhooks/webhook-models for the payload (contact.lead.created).
 */
export const intercom: Sender = {
  name: 'intercom',
  label: 'Intercom',
  group: 'Newsletters and customers',
  enterAt:
    'In the Developer Hub of Intercom, open your app, then Webhooks, enter the URL, and choose contact.lead.created and contact.user.created.',
  signatures: [rule({ header: 'x-hub-signature', prefix: 'sha1=', hash: 'sha1' })],
  secret: { is: 'the client secret in the basic information of your app at Intercom' },
  deliveryId: 'body:/id',
  handshake: { method: 'HEAD', challenge: () => 'OK' },
  mapping: {
    preset: 'intercom',
    description: 'New leads and users of Intercom, with their attributes. Other topics are skipped.',
    when: {
      pointer: '/topic',
      equals: ['contact.lead.created', 'contact.user.created', 'contact.created', 'contact.lead.signed_up'],
    },
    answers: [place(`${CONTACT}/custom_attributes`)],
    fields: orNameOfAddress({
      ...names(at(`${CONTACT}/name`)),
      email: at(`${CONTACT}/email`),
      phone: at(`${CONTACT}/phone`),
      utm_source: at(`${CONTACT}/utm_source`),
      role: at(`${CONTACT}/role`),
      intercom_id: at(`${CONTACT}/id`),
    }),
  },
}
