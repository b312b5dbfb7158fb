import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { ORIGIN_MAX } from '../lib/net/web-url.ts'
import * as S from '../lib/schema.ts'
import { FIELD_NAME_MAX, FIELD_TYPES, FIELDS_MAX, fieldOf, LABEL_MAX, OPTIONS_MAX } from './fields.ts'
import { MAIL_DEFAULT, MailSchemas } from './opt-in/settings.ts'
import { PROTECTION_DEFAULT, ProtectionSchema } from './protection/settings.ts'

export const NAME_MAX = 100
export const TITLE_MAX = 200
export const TEXT_MAX = 4_000
export const CONSENT_MAX = 10_000
export const ORIGINS_MAX = 100
export const REDIRECTS_MAX = 20
export const URL_MAX = 2_048
export const FILES_MAX = { count: 10, bytes: 25_000_000 } as const

const fieldShapes = {
  name: S.string({
    maxLength: FIELD_NAME_MAX,
    description: 'A field of a contact, such as `email`, or any other name: that is kept in `extra`.',
  }),
  type: S.oneOf(FIELD_TYPES, 'Follows from the name when left out: `email` is an e-mail address, most are text.'),
  label: S.string({ maxLength: LABEL_MAX, description: 'Follows from the name when left out.' }),
  placeholder: S.nullable('string', { maxLength: LABEL_MAX }),
  help: S.nullable('string', { maxLength: LABEL_MAX * 4, description: 'A sentence below the field.' }),
  required: S.boolean(),
  options: S.array(S.string({ maxLength: LABEL_MAX }), {
    maxItems: OPTIONS_MAX,
    description: 'Of select, radio and checkboxes.',
  }),
  max_length: S.nullable('integer', 'Characters; null for the most that can be stored.'),
  value: S.nullable('string', 'What a hidden field sends.'),
}

const FormFieldSchema = S.output('FormField', fieldShapes)

const NewFormFieldSchema = S.input('NewFormField', {
  ...S.allOptional(fieldShapes),
  name: { ...fieldShapes.name, minLength: 1 },
})

const ORIGINS_ABOUT =
  'Websites that may send to this form: https://www.example.com, or https://*.example.com for all subdomains. An empty list ' +
  'leaves it to the workspace. It keeps other websites from using the form; it does not stop programs, which send any Origin they like.'
const REDIRECTS_ABOUT =
  'Where browsers may go after sending: the first, or the one that the form names in `redirect_url`. An empty list shows a plain ' +
  'thank-you page.'

const settingShapes = {
  title: S.nullable('string', { maxLength: TITLE_MAX, description: 'Heading of the hosted page; null for the name.' }),
  description: S.nullable('string', { maxLength: TEXT_MAX, description: 'Text above the fields of the hosted page.' }),
  submit_label: S.nullable('string', { maxLength: LABEL_MAX, description: 'Of the button; null for "Send".' }),
  thanks_text: S.nullable('string', { maxLength: TEXT_MAX, description: 'On the thank-you page.' }),
  language: S.string({ maxLength: 35, description: 'Of the texts of the form, as BCP 47 writes it: en, pt-BR.' }),
  allowed_origins: S.array(S.string({ maxLength: ORIGIN_MAX }), { maxItems: ORIGINS_MAX, description: ORIGINS_ABOUT }),
  redirect_urls: S.array(S.string({ maxLength: URL_MAX, format: 'uri' }), {
    maxItems: REDIRECTS_MAX,
    description: REDIRECTS_ABOUT,
  }),
  keep_unknown: S.boolean('Keep fields that the form does not have in `extra`; otherwise they are left out.'),
  files: S.closed(
    {
      max_count: S.integer({ minimum: 1, maximum: FILES_MAX.count }),
      max_bytes: S.integer({ minimum: 1, maximum: FILES_MAX.bytes }),
    },
    'The most files of a submission, and the most bytes of each. Only fields of the type file take any.',
  ),
  protection: ProtectionSchema,
  ...MailSchemas,
}

const consentTexts = {
  purpose: S.string({ minLength: 1, maxLength: LABEL_MAX, description: 'What it is for, such as newsletter.' }),
  text: S.string({ minLength: 1, maxLength: CONSENT_MAX, description: 'What people agree to, as they read it.' }),
}

const numbers = S.closed(
  {
    views: S.integer('Views of the hosted page by people.'),
    bot_views: S.integer('Views by machines.'),
    submissions: S.integer('All that came in, held ones included, tests not.'),
    held: S.integer('Those that wait for a person to look at them.'),
    confirmed: S.integer('Those whose sender confirmed the address.'),
  },
  'Since the form was made.',
)

export const FormSchema = S.output('Form', {
  id: Uuid,
  public_id: S.string('Names the form in addresses that anybody may read.'),
  name: S.string(),
  url: S.string({ format: 'uri', description: 'The hosted page.' }),
  submit_url: S.string({ format: 'uri', description: 'Where websites send to: `action` of a form, or fetch().' }),
  fields: S.array(FormFieldSchema),
  email_only: S.boolean('It asks for an address and not for a name. The first name is then taken from the address.'),
  ...settingShapes,
  consent: S.closed(
    { ...consentTexts, version: S.integer('Grows with every change of the text or purpose. All versions are kept.') },
    { type: ['object', 'null'], description: 'What people are asked to agree to.' },
  ),
  numbers,
  version: S.integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})

const sentShapes = {
  fields: S.array(NewFormFieldSchema, { maxItems: FIELDS_MAX, description: 'In the order of the form.' }),
  email_only: S.boolean('Without `fields`: true makes a form with the one field `email`.'),
  ...settingShapes,
  consent: S.object(consentTexts, { type: ['object', 'null'] }),
}

export const NewFormSchema = S.input(
  'NewForm',
  { name: S.string({ minLength: 1, maxLength: NAME_MAX }), ...S.allOptional(sentShapes) },
  'With a `name` alone it is a contact form: first_name, last_name, email, company, message.',
)

export const FormPatchSchema = S.partialInput(
  'FormPatch',
  { name: S.string({ minLength: 1, maxLength: NAME_MAX }), ...sentShapes },
  'Only what changes. A list or an object that is sent replaces the stored one.',
)

export const FILES_DEFAULT = { max_count: 3, max_bytes: 10_000_000 }

export const SETTINGS_DEFAULT = {
  title: null,
  description: null,
  submit_label: null,
  thanks_text: null,
  language: 'en',
  allowed_origins: [],
  redirect_urls: [],
  keep_unknown: true,
  files: FILES_DEFAULT,
  protection: PROTECTION_DEFAULT,
  ...MAIL_DEFAULT,
}

export const formExample = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
  public_id: 'k3XqP0aZ7mWc9LrT2bVd1s0Q',
  name: 'Contact us',
  url: 'https://doorpost.example.com/f/k3XqP0aZ7mWc9LrT2bVd1s0Q',
  submit_url: 'https://doorpost.example.com/v1/forms/k3XqP0aZ7mWc9LrT2bVd1s0Q/submissions',
  fields: [fieldOf('first_name', { required: true }), fieldOf('email', { required: true }), fieldOf('message')],
  email_only: false,
  ...SETTINGS_DEFAULT,
  allowed_origins: ['https://www.example.com'],
  redirect_urls: ['https://www.example.com/thanks'],
  consent: { purpose: 'newsletter', text: 'You may send me your newsletter.', version: 1 },
  numbers: { views: 412, bot_views: 37, submissions: 31, held: 2, confirmed: 0 },
  version: 3,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T10:00:00.000Z',
}

export const STATES = ['accepted', 'held', 'test'] as const

export const submission = S.exampledOutput('Submission', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9013'],
  form_id: [Uuid, formExample.id],
  state: [S.oneOf(STATES, 'A test is no lead: it made no contact.'), 'accepted'],
  contact_id: [
    S.nullable('string', { format: 'uuid', description: 'The contact that it became.' }),
    '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9014',
  ],
  points: [S.integer('How much it looks like spam.'), 0],
  reasons: [
    S.array(S.closed({ kind: S.string(), points: S.integer(), text: S.string() }), 'Why it got the points.'),
    [],
  ],
  contact: [
    S.object(
      {},
      { type: ['object', 'null'], description: 'What was sent, of held ones and tests; else null: read the contact.' },
    ),
    null,
  ],
  files: [
    S.array(
      S.closed({
        id: { ...Uuid, description: 'Read it at GET /v1/forms/files/{id}.' },
        field: S.string(),
        name: S.string('As the sender calls it.'),
        type: S.string('By its bytes.'),
        bytes: S.integer(),
      }),
      'What came with it, for callers with `contacts:read`.',
    ),
    [{ id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9015', field: 'plan', name: 'plan.pdf', type: 'pdf', bytes: 48_213 }],
  ],
  consent_version: [S.nullable('integer', 'The version of the text that was agreed to; null without consent.'), 1],
  consented_at: [maybeTime(), '2026-11-15T09:30:00.000Z'],
  confirmed_at: [maybeTime('When the sender confirmed the address.'), null],
  withdrawn_at: [maybeTime('When the consent was withdrawn.'), null],
  expires_at: [maybeTime('When it goes by itself: held ones and tests do.'), null],
  created_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  accepted_at: [maybeTime('When a person accepted it, if it was held.'), null],
})

export const THANKS = 'Thank you. We have received your message.'

export const receipt = S.exampledOutput('SubmissionReceipt', {
  id: [Uuid, submission.example.id],
  received_at: [Timestamp, submission.example.created_at],
  redirect_url: [S.nullable('string', 'Where to go now, if the form says so.'), 'https://www.example.com/thanks'],
  message: [S.string('What to tell the sender.'), THANKS],
})

/** Every path below `/v1/forms/{id}`. */
export const FormParams = S.object({
  id: S.string({
    description: 'The `id` of the form, or its `public_id`.',
    examples: [formExample.id, formExample.public_id],
  }),
})
