import type { Sender } from '../shared/contract.ts'
import { at, names, orNameOfAddress, place } from '../shared/mapping.ts'

/**
 * https://pipedrive.readme.io/docs/guide-for-webhooks-v2: not signed, but with HTTP Basic if you enter a user and a password.
 * The payload is that of create.person.
 */
export const pipedrive: Sender = {
  name: 'pipedrive',
  label: 'Pipedrive',
  group: 'Newsletters and customers',
  enterAt:
    'In Pipedrive, open Tools and apps, Webhooks, Create new webhook: version 2, event “create person”. Pipedrive does not sign. Enter any HTTP auth user, and the secret of this webhook as the password.',
  token: ['basic'],
  secret: { is: 'the HTTP auth password that you enter at the webhook in Pipedrive', isOptional: true },
  deliveryId: 'body:/meta/id',
  mapping: {
    preset: 'pipedrive',
    description: 'People of Pipedrive. Deals, organisations and the like are skipped.',
    when: { pointer: '/meta/entity', equals: ['person'] },
    answers: [place('/data/custom_fields')],
    fields: orNameOfAddress({
      ...names(at('/data/name'), at('/data/first_name'), at('/data/last_name')),
      email: at('/data/emails/[primary=true]/value', '/data/emails/0/value'),
      phone: at('/data/phones/[primary=true]/value', '/data/phones/0/value'),
      job_title: at('/data/job_title'),
      pipedrive_id: at('/data/id'),
    }),
  },
}
