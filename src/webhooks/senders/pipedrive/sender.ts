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
  token: ['basic'],
  secret: { isOptional: true },
  deliveryId: 'body:/meta/id',
  mapping: {
    preset: 'pipedrive',
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
