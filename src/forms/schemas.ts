import { SentContactSchema } from '../contact-fields.ts'
import { ReasonCode } from '../http/reason.ts'
import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { originField } from '../lib/net/origins.ts'
import * as F from '../lib/record/fields.ts'
import { type ChangeOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { parseEmail } from '../lib/text/email.ts'
import { en } from '../messages/en.ts'
import { LANGUAGES } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import {
  FIELDS_MAX,
  type FormField,
  FormFieldSchema,
  fieldOf,
  LONGEST,
  NewFormFieldSchema,
  readFields,
} from './fields/fields.ts'
import { protection, type ShownReason } from './protection/reasons.ts'
import { styleSetting } from './style-setting.ts'
import { translationsSetting } from './translations-setting.ts'

const redirectUrl = F.text({
  max: 2_048,
  required: true,
  schema: { format: 'uri' },
  rule: (url, field) => (isRedirect(url) ? [] : [message('form.wrong_redirect', { field })]),
  example: 'https://www.example.com/thanks',
})

/** The URL is copied into a header, so only printable ASCII is allowed. */
function isRedirect(url: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/i.test(url) || !URL.canParse(url)) return false
  const { username, password, hostname } = new URL(url)
  return username === '' && password === '' && hostname !== ''
}

const address = F.everywhere<string>({
  schema: S.string(),
  example: 'sales@example.com',
  isRequired: true,
  read(issues, path, value) {
    const parsed =
      typeof value === 'string' ? parseEmail(value.trim()) : { problem: { code: 'email.not_text' } as const }
    if ('email' in parsed) return parsed.email
    issues.add(path, parsed.problem)
    return ''
  },
})

const mailText = (about: string) => {
  const fields = {
    subject: F.text({
      max: LONGEST.subject,
      required: true,
      rule: (subject, field) => (/[\r\n]/.test(subject) ? [message('form.not_one_line', { field })] : []),
      example: 'Thank you',
    }),
    text: F.text({ max: LONGEST.text, required: true, example: 'We will write to you soon.' }),
  }
  return { ...F.orNull(F.group(fields, { about })), example: null }
}

const mailSettings = {
  notify: F.group({
    emails: F.list(address, {
      max: 20,
      about: 'Who gets a mail about new leads. Adding an address needs `contacts:read` too.',
      example: [],
    }),
    every: F.choice(['lead', 'hour'], {
      fallback: 'lead',
      about: 'A mail for each lead, or one an hour with all of them.',
      example: 'lead',
    }),
  }),
  auto_reply: mailText(
    'What the sender gets; null for nothing. `{{first_name}}` and the like stand for what was sent. With double opt-in it goes ' +
      'out after the confirmation.',
  ),
  double_opt_in: F.flag({
    about:
      'The sender gets a mail and confirms the address with it. Until then `confirmation` of the contact is `pending`.',
  }),
  opt_in_mail: mailText('What the mail says that asks for it, before the link; null for our own words.'),
  quiet_until_confirmed: F.flag({
    about: 'With double opt-in: no event and no mail to the team before the confirmation, and all of them then.',
  }),
}

/** Stored together as JSON. A form older than a setting has its default. */
const settings = {
  title: F.text({ max: LONGEST.title, about: 'Heading of the hosted page; null for the name.', example: null }),
  description: F.text({ max: LONGEST.description, about: 'Text above the fields of the hosted page.', example: null }),
  submit_label: F.text({ max: LONGEST.submit_label, about: 'The text of the button; null for "Send".', example: null }),
  thanks_text: F.text({ max: LONGEST.thanks_text, about: 'On the thank-you page.', example: null }),
  language: F.text({
    max: 35,
    fallback: 'en',
    about:
      "The language of the form's texts, as BCP 47 writes it: en, pt-BR. Our own texts on its pages and in its mails, and the labels of the fields that a form begins with, are in the same " +
      `language, if it is one of ${LANGUAGES.join(', ')}; otherwise in English.`,
    rule: (tag, field) =>
      /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag) ? [] : [message('form.wrong_language', { field })],
    example: 'en',
  }),
  allowed_origins: F.list(originField(), {
    max: 100,
    about:
      'Websites that may send to this form: https://www.example.com, or https://*.example.com for all subdomains. An empty list ' +
      'leaves it to the workspace. It keeps other websites from using the form; it does not stop programs, which send any Origin they like.',
    example: ['https://www.example.com'],
  }),
  redirect_urls: F.list(redirectUrl, {
    max: 20,
    about:
      'Where browsers may go after sending: the first, or the one that the form names in `redirect_url`. An empty list shows a plain ' +
      'thank-you page.',
    example: ['https://www.example.com/thanks'],
  }),
  keep_unknown: F.flag({
    fallback: true,
    about: 'Keep fields that the form does not have in `extra`; otherwise they are left out.',
  }),
  files: F.group(
    {
      max_count: F.integer({ min: 1, max: 10, fallback: 3, example: 3 }),
      max_bytes: F.integer({ min: 1, max: 25_000_000, fallback: 10_000_000, example: 10_000_000 }),
    },
    { about: 'The most files of a submission, and the most bytes of each. Only fields of the type file take any.' },
  ),
  style: styleSetting,
  keep_draft: F.flag({
    fallback: true,
    about: 'Keep what a visitor has typed in that browser, until it is sent, at most 7 days.',
  }),
  protection,
  ...mailSettings,
}
export type FormSettings = { [N in keyof typeof settings]: F.ValueOf<(typeof settings)[N]> }
export const SETTINGS_DEFAULT: FormSettings = F.defaultsOf(settings)

const consentText = F.group(
  {
    purpose: F.text({
      max: LONGEST.label,
      required: true,
      schema: { minLength: 1 },
      about: 'What it is for, such as newsletter.',
      example: 'newsletter',
    }),
    text: F.text({
      max: LONGEST.consent_text,
      required: true,
      schema: { minLength: 1 },
      about: 'What people agree to, as they read it.',
      example: 'You may send me your newsletter.',
    }),
  },
  { shape: message('shape.consent'), ignored: ['version'] },
)
export type ConsentText = F.ValueOf<typeof consentText>
const consentVersion = S.integer('Grows with every change of the text or purpose. All versions are kept.')
const sentConsent = F.orNull(consentText)

const numberFields = {
  views: F.computed(S.integer('Views of the hosted page by people.'), 412),
  bot_views: F.computed(S.integer('Views by machines.'), 37),
  submissions: F.computed(S.integer('All that came in, held ones included, tests not.'), 31),
  held: F.computed(S.integer('Those that wait for a person to look at them.'), 2),
  confirmed: F.computed(S.integer('Those whose sender confirmed the address.'), 0),
}
const numbers = F.group(numberFields, { about: 'Since the form was made.' })

export const form = record(
  'Form',
  {
    id: F.assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'),
    public_id: F.assigned(S.string('The id of the form in public addresses.'), 'k3XqP0aZ7mWc9LrT2bVd1s0Q'),
    name: F.text({ max: 100, required: true, schema: { minLength: 1 }, example: 'Contact us' }),
    url: F.computed(
      S.string({ format: 'uri', description: 'The hosted page.' }),
      'https://doorpost.example.com/f/k3XqP0aZ7mWc9LrT2bVd1s0Q',
    ),
    submit_url: F.computed(
      S.string({ format: 'uri', description: 'Where websites send to: `action` of a form, or fetch().' }),
      'https://doorpost.example.com/v1/forms/k3XqP0aZ7mWc9LrT2bVd1s0Q/submissions',
    ),
    fields: F.everywhere<FormField[]>({
      schema: S.array(FormFieldSchema),
      sentSchema: S.array(NewFormFieldSchema, { maxItems: FIELDS_MAX, description: 'In the order of the form.' }),
      example: [fieldOf('first_name', { required: true }), fieldOf('email', { required: true }), fieldOf('message')],
      isRequired: false,
      read: readFields,
    }),
    email_only: F.only(['create', 'change', 'answer'], {
      ...F.flag({ about: 'It asks for an address and not for a name. The first name is then taken from the address.' }),
      sentSchema: S.boolean('Without `fields`: true makes a form with the one field `email`.'),
    }),
    ...settings,
    consent: F.everywhere<ConsentText | null, (ConsentText & { version: number }) | null>({
      sentSchema: sentConsent.sentSchema!,
      isRequired: false,
      read: sentConsent.read,
      schema: S.closed(
        { ...(consentText.schema.properties as S.Fields), version: consentVersion },
        { type: ['object', 'null'], description: 'What people are asked to agree to.' },
      ),
      example: { ...(consentText.example as ConsentText), version: 1 },
    }),
    translations: translationsSetting,
    numbers: F.computed<Numbers>(numbers.schema, numbers.example as Numbers),
    version: F.assigned(S.integer(), 3),
    created_at: F.assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
    updated_at: F.assigned(Timestamp, '2026-11-15T10:00:00.000Z'),
  },
  {
    create: 'With a `name` alone it is a contact form: first_name, last_name, email, company, message.',
    change: 'Only what changes. A list or an object that is sent replaces the stored one; `translations` are merged.',
  },
)
export type Numbers = { [N in keyof typeof numberFields]: number }
export type FormChange = ChangeOf<typeof form>

export const STATES = ['accepted', 'held', 'test'] as const
export type SubmissionState = (typeof STATES)[number]

const file = F.group({
  id: F.computed(
    { ...Uuid, description: 'Read it at GET /v1/forms/files/{id}.' },
    '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9015',
  ),
  field: F.computed(S.string(), 'plan'),
  name: F.computed(S.string('As the sender calls it.'), 'plan.pdf'),
  type: F.computed(S.string('By its bytes.'), 'pdf'),
  bytes: F.computed(S.integer(), 48_213),
})
export type ShownFile = F.ValueOf<typeof file>

const someTime = (about?: string) => F.assigned(maybeTime(about), null)

export const submission = record('Submission', {
  id: F.assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9013'),
  form_id: F.assigned(Uuid, form.example.id),
  state: F.assigned(S.oneOf(STATES, 'A test is no lead: it made no contact.'), 'accepted'),
  contact_id: F.assigned(
    S.nullable('string', { format: 'uuid', description: 'The contact that it became.' }),
    '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9014',
  ),
  points: F.assigned(S.integer('How much it looks like spam.'), 0),
  reasons: F.assigned<ShownReason[]>(
    S.array(
      S.closed({
        kind: S.string(),
        points: S.integer(),
        text: S.string(),
        reason_code: ReasonCode,
      }),
      'Why it got the points.',
    ),
    [],
  ),
  contact: F.computed<object | null>(
    S.orNull({
      ...SentContactSchema,
      description: 'What was sent, of held ones and tests; else null: read the contact.',
    }),
    null,
  ),
  files: F.computed<ShownFile[]>(S.array(file.schema, 'What came with it, for callers with `contacts:read`.'), [
    file.example as ShownFile,
  ]),
  language: F.assigned(S.nullable('string', 'That of the form as the sender read it; null before 0.3.'), 'en'),
  consent_version: F.assigned(
    S.nullable('integer', 'The version of the text that was agreed to; null without consent.'),
    1,
  ),
  consented_at: F.assigned(maybeTime(), '2026-11-15T09:30:00.000Z'),
  confirmed_at: someTime('When the sender confirmed the address.'),
  withdrawn_at: someTime('When the consent was withdrawn.'),
  expires_at: someTime('When it goes by itself: held ones and tests do.'),
  created_at: F.assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
  accepted_at: someTime('When a person accepted it, if it was held.'),
})

export const receipt = S.exampledOutput('SubmissionReceipt', {
  id: [Uuid, submission.example.id],
  received_at: [Timestamp, submission.example.created_at],
  redirect_url: [S.nullable('string', 'Where to go now, if the form says so.'), 'https://www.example.com/thanks'],
  message: [S.string('What to tell the sender.'), en['submission.thanks']],
})

export const FormParams = S.object({
  id: S.string({
    description: 'The `id` of the form, or its `public_id`.',
    examples: [form.example.id, form.example.public_id],
  }),
})
