import {
  ATTRIBUTION_FIELDS,
  contactExample,
  EMAIL_MAX,
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  ExtraSchema,
  eachField,
  FIELD_SPECS,
  STATUS_KEYS,
  TAG_MAX,
  TAGS_MAX,
  TEXT_MAX,
} from '../contact-fields.ts'
import { maybeId, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { TOUCHES_SHOWN, touch } from './touch.ts'

/** Whether the sender has confirmed the address. */
export const CONFIRMATIONS = ['pending', 'confirmed'] as const

const shownFields = eachField((name) => {
  const { isRequired, shownAs } = FIELD_SPECS[name]
  const about = shownAs === undefined ? {} : { description: shownAs }
  return isRequired ? S.string(about) : S.nullable('string', about)
})

const contactFields = {
  id: Uuid,
  ...shownFields,
  extra: S.record(ExtraSchema, 'Every other field that was sent.'),
  status: S.oneOf(STATUS_KEYS, 'How far the work on it is. A workspace may show them under other names.'),
  owner_id: maybeId('The person of the team who looks after it.'),
  tags: S.array(S.string(), 'In small letters.'),
  webhook_id: maybeId('The webhook that brought it, when it was made from a delivery.'),
  delivery_id: maybeId('The delivery that it was made from.'),
  link_id: maybeId('The link that led to it, by the code that was sent as `dp`.'),
  post_id: maybeId('The post of that link.'),
  form_id: maybeId('The form that it was sent through.'),
  confirmation: S.oneOfOrNull(
    CONFIRMATIONS,
    'Whether the sender has confirmed the address, if the form asks for that by mail. Null if it does not.',
  ),
  created_at: Timestamp,
  updated_at: { ...Timestamp, description: 'When it was last changed, by anyone. Notes do not count as changes.' },
  version: S.integer('Grows with every change. It is the `ETag`, for `If-Match`.'),
}

export const contact = { schema: S.output('Contact', contactFields), example: contactExample }
export const CONTACT_COLUMNS = Object.keys(contactFields) as Array<keyof typeof contactFields>

const AttributionSchema = S.output(
  'Attribution',
  {
    first: S.orNull(touch.schema),
    last: S.orNull(touch.schema),
    touches: S.array(touch.schema, {
      maxItems: TOUCHES_SHOWN,
      description: `Oldest first; the newest ${TOUCHES_SHOWN}.`,
    }),
  },
  'First and last touch of the person; of a contact, the last touch is the latest up to it.',
)
const attributionExample = { first: touch.example, last: touch.example, touches: [touch.example] }

export const mergedExample = { ...contactExample, id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9019', company: null }

/** The most merged contacts that a contact shows. */
export const MERGED_SHOWN = 100

const MergedContactSchema = S.extended(
  'MergedContact',
  contact.schema,
  { merged_at: Timestamp },
  'A record of the person that was merged, as it was then.',
)

export const contactDetail = {
  schema: S.extended('ContactDetail', contact.schema, {
    attribution: AttributionSchema,
    merged_into: maybeId(
      'Set if the id that was asked for is that of a merged contact: this is the one that it was merged into.',
    ),
    merged: S.array(MergedContactSchema, {
      maxItems: MERGED_SHOWN,
      description: `What was merged into it, newest first; the newest ${MERGED_SHOWN}.`,
    }),
  }),
  example: { ...contactExample, attribution: attributionExample, merged_into: null, merged: [] },
}

const sentFields = (required: (schema: S.Schema) => S.Schema) =>
  eachField((name) => {
    const { isRequired, isEmail, description } = FIELD_SPECS[name]
    if (isRequired) return required(S.string({ minLength: 1, maxLength: TEXT_MAX, description }))
    return S.optional(
      isEmail
        ? S.nullable('string', { maxLength: EMAIL_MAX, format: 'idn-email', description })
        : S.nullable('string', { maxLength: TEXT_MAX, description }),
    )
  })

const EXTRA_RULES =
  `at most ${EXTRA_FIELDS_MAX} (besides ${ATTRIBUTION_FIELDS.map((name) => `\`${name}\``).join(', ')}), names up to ${EXTRA_NAME_MAX} characters, values that are strings up to ` +
  `${groupDigits(EXTRA_VALUE_MAX)} characters, numbers or booleans.`

export const sentLead = {
  status: S.oneOf(STATUS_KEYS),
  owner_id: maybeId('A member of the team; null for no owner.'),
  tags: S.array(S.string({ minLength: 1, maxLength: TAG_MAX }), {
    maxItems: TAGS_MAX,
    description: 'All of them. Without commas and semicolons; stored in small letters.',
  }),
}

export const NewContactSchema = S.input(
  'NewContact',
  {
    ...sentFields((schema) => schema),
    status: S.optional({
      ...S.string(),
      description:
        `With a key or a session: ${STATUS_KEYS.join(', ')}. Any other value, and one that a form sends, is an additional ` +
        'field like any other.',
    }),
    tags: S.optional({ ...sentLead.tags, description: 'Only with a key or a session.' }),
  },
  { description: `Any other field is kept in \`extra\`: ${EXTRA_RULES}`, additionalProperties: true },
)

export const ContactPatchSchema = S.input(
  'ContactPatch',
  {
    ...sentFields((schema) => S.optional({ ...schema, description: 'Cannot be cleared.' })),
    ...S.allOptional(sentLead),
  },
  {
    description:
      'Only what changes. A field that is sent replaces the stored one, `null` clears it. Any other field goes into ' +
      `\`extra\` beside those that are there (\`null\` removes it; \`"extra": null\` removes all): ${EXTRA_RULES}`,
    additionalProperties: true,
  },
)

const OWNER_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'

export const authorExample = { kind: 'user', id: OWNER_ID, name: 'Ben Ode' }

const AuthorSchema = S.output(
  'Author',
  {
    kind: S.oneOf(['user', 'key']),
    id: Uuid,
    name: S.nullable('string', 'The name of the person or the key at that time.'),
  },
  'Who did it.',
)

export const maybeAuthor = (description: string) => ({ anyOf: [AuthorSchema, { type: 'null' }], description })

const NOBODY = 'Who did it; null for Doorpost itself, as when an owner leaves the team.'

const told = (name: string, from: S.Schema, to: S.Schema) =>
  S.extended(name, contact.schema, { from, to, by: maybeAuthor(NOBODY) })

export const leadsInEvents = {
  merged: {
    schema: S.output('ContactMerged', {
      id: Uuid,
      merged_into: { ...Uuid, description: 'The contact that survives.' },
      by: maybeAuthor('Who did it.'),
    }),
    example: { id: mergedExample.id, merged_into: contactExample.id, by: authorExample },
  },
  statusChanged: {
    schema: told(
      'ContactStatusChange',
      S.oneOf(STATUS_KEYS, 'The status before.'),
      S.oneOf(STATUS_KEYS, 'The status now.'),
    ),
    example: { ...contactExample, status: 'contacted', from: 'new', to: 'contacted', by: authorExample },
  },
  assigned: {
    schema: told('ContactAssignment', maybeId('The owner before.'), maybeId('The owner now.')),
    example: { ...contactExample, owner_id: OWNER_ID, from: null, to: OWNER_ID, by: authorExample },
  },
}
