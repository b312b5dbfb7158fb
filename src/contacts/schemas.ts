import {
  ATTRIBUTION_FIELDS,
  contactExample,
  EMAIL_MAX,
  EXTRA_FIELDS_MAX,
  EXTRA_NAME_MAX,
  EXTRA_VALUE_MAX,
  eachField,
  FIELD_SPECS,
  LEAD_STATUSES,
  STATUS_KEYS,
  TAG_MAX,
  TAGS_MAX,
  TEXT_MAX,
} from '../contact-fields.ts'
import { maybeId, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { UTM_NAMES } from '../links/target.ts'
import { TOUCHES_SHOWN } from './attribution.ts'

export const ExtraValue = { type: ['string', 'number', 'boolean'] }

const shownFields = eachField((name) => {
  const { isRequired, shownAs } = FIELD_SPECS[name]
  const about = shownAs === undefined ? {} : { description: shownAs }
  return isRequired ? S.string(about) : S.nullable('string', about)
})

const contactFields = {
  id: Uuid,
  ...shownFields,
  extra: S.record(ExtraValue, 'Every other field that was sent.'),
  status: S.oneOf(STATUS_KEYS, 'How far the work on it is. A workspace may show them under other names.'),
  owner_id: maybeId('The person of the team who looks after it.'),
  tags: S.array(S.string(), 'In small letters.'),
  webhook_id: maybeId('The webhook that brought it, when it was made from a delivery.'),
  delivery_id: maybeId('The delivery that it was made from.'),
  link_id: maybeId('The link that led to it, by the code that was sent as `dp`.'),
  post_id: maybeId('The post of that link.'),
  form_id: maybeId('The form that it was sent through.'),
  confirmation: S.nullable('string', {
    enum: ['pending', 'confirmed', null],
    description:
      'Where a form asks senders to confirm their address by mail: whether they have. Null where nobody asked.',
  }),
  created_at: Timestamp,
}

export const ContactSchema = S.output('Contact', contactFields)

const touch = S.exampled({
  contact_id: [{ ...Uuid, description: 'The contact that it came with.' }, contactExample.id],
  at: [Timestamp, contactExample.created_at],
  link_id: [maybeId(), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9061'],
  post_id: [maybeId('The post of the link, also of a post that was deleted.'), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'],
  form_id: [maybeId(), null],
  utm: [
    S.closed(Object.fromEntries(UTM_NAMES.map((name) => [name, S.nullable('string')]))),
    { source: 'newsletter', medium: 'email', campaign: 'spring', term: null, content: null },
  ],
  referrer_origin: [
    S.nullable('string', 'Where the visitor came from, without path and query.'),
    'https://news.example.com',
  ],
  landing_path: [S.nullable('string', 'Where the visitor landed, without query.'), '/spring'],
})

const TouchSchema = S.output('Touch', touch.fields, 'What a contact said about where it came from.')

/** Of the contact's person: all contacts with the same address. */
const AttributionSchema = S.output(
  'Attribution',
  {
    first: S.orNull(TouchSchema),
    last: S.orNull(TouchSchema),
    touches: S.array(TouchSchema, {
      maxItems: TOUCHES_SHOWN,
      description: `Oldest first; the newest ${TOUCHES_SHOWN}.`,
    }),
  },
  'First and last touch of the person; of a contact, the last touch is the latest up to it.',
)
export const attributionExample = { first: touch.example, last: touch.example, touches: [touch.example] }

export const ContactDetailSchema = S.output('ContactDetail', { ...contactFields, attribution: AttributionSchema })
export const contactDetailExample = { ...contactExample, attribution: attributionExample }

export const contactInEvents = { schema: ContactSchema, example: contactExample }

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
  owner_id: maybeId('Somebody of the team; null for nobody.'),
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

export const filterQuery = {
  q: S.string({
    maxLength: 255,
    description:
      'Part of a name, e-mail address or company. Three letters or more are looked for among all contacts; one or two, and ' +
      'what very many contacts have, among the newest. `total_is_capped` says so, and `next_cursor` goes on with the older ones.',
  }),
  email: S.string({ maxLength: EMAIL_MAX, description: 'All records of this address.' }),
  utm_source: S.string({ maxLength: TEXT_MAX }),
  utm_medium: S.string({ maxLength: TEXT_MAX }),
  form: S.string({
    maxLength: TEXT_MAX,
    description: 'The additional field `form`, by which a form says which one it is.',
  }),
  post_id: S.string({ format: 'uuid', description: 'Contacts that came through a link of this post.' }),
  link_id: S.string({ format: 'uuid', description: 'Contacts that came through this link.' }),
  form_id: S.string({ format: 'uuid', description: 'Contacts that were sent through this form.' }),
  status: S.oneOf(STATUS_KEYS),
  owner_id: S.string('The id of somebody in the team, `none`, or `me` for whoever is signed in.'),
  tag: S.string({ maxLength: TEXT_MAX }),
  created_after: S.string({ format: 'date-time', description: 'At this time or later.' }),
  created_before: S.string({ format: 'date-time', description: 'Before this time.' }),
}

export const VALUES_MAX = 100
export const VALUES_COUNTED = 500
/** Of so many contacts with tags the tags are counted. */
export const TAGGED_LOOKED_AT = 4_000

const counted = {
  value: S.string(),
  contacts: S.integer(`Contacts that have it; ${VALUES_COUNTED} means so many or more.`),
}
const values = S.array(S.closed(counted), { maxItems: VALUES_MAX })

export const ContactValuesSchema = S.output('ContactValues', {
  utm_source: values,
  utm_medium: values,
  form: values,
  status: S.array(
    S.closed({ ...counted, label: S.string('What the workspace calls it.') }),
    'All of them, in their order.',
  ),
  owner_id: S.array(
    S.closed({ ...counted, value: Uuid, label: S.string('Their name.') }),
    'Everybody in the team, in the order they joined.',
  ),
  tag: { ...values, description: `Of the newest ${groupDigits(TAGGED_LOOKED_AT)} contacts with tags.` },
})

export const contactValuesExample = {
  utm_source: [
    { value: 'newsletter', contacts: 500 },
    { value: 'linkedin', contacts: 41 },
  ],
  utm_medium: [{ value: 'email', contacts: 500 }],
  form: [{ value: 'Contact us', contacts: 312 }],
  status: STATUS_KEYS.map((value, index) => ({ value, contacts: 60 - 10 * index, label: LEAD_STATUSES[value] })),
  owner_id: [{ value: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040', contacts: 12, label: 'Ben Ode' }],
  tag: [{ value: 'trade fair', contacts: 41 }],
}

export const ContactQuery = S.partial({ ...pageQuery, ...filterQuery })
