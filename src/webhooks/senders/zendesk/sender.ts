import { rule, type Sender } from '../shared/contract.ts'
import { at, membersAt, names, orNameOfAddress } from '../shared/mapping.ts'

/**
 * https://developer.zendesk.com/documentation/webhooks/verifying/ for the signature, whose time is in ISO 8601,
 * https://developer.zendesk.com/api-reference/webhooks/event-types/user-events/ for the payload (user created), without a name.
 */
export const zendesk: Sender = {
  name: 'zendesk',
  label: 'Zendesk',
  group: 'Newsletters and customers',
  signatures: [
    rule({
      header: 'x-zendesk-webhook-signature',
      encoding: 'base64',
      template: '{timestamp}{body}',
      timestamp_header: 'x-zendesk-webhook-signature-timestamp',
    }),
  ],
  secret: {},
  deliveryId: 'body:/id',
  mapping: {
    preset: 'zendesk',
    when: { pointer: '/type', equals: ['zen:event-type:user.created'] },
    answers: [],
    rest: false,
    fields: orNameOfAddress({
      ...names([], at('/detail/first_name'), at('/detail/last_name')),
      email: at('/detail/email'),
      ...membersAt('/detail', 'role', 'organization_id'),
      zendesk_id: at('/detail/id'),
    }),
  },
}
