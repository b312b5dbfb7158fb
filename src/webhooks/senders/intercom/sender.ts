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
  signatures: [rule({ header: 'x-hub-signature', prefix: 'sha1=', hash: 'sha1' })],
  secret: {},
  deliveryId: 'body:/id',
  handshake: { method: 'HEAD', challenge: () => 'OK' },
  mapping: {
    preset: 'intercom',
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
