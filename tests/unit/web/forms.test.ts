import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  defaultFields,
  FIELD_TYPES,
  type FormField,
  fieldOf,
  HAS_OPTIONS,
  isEmailOnly,
  readFields,
} from '../../../src/forms/fields/fields.ts'
import { fieldNodes } from '../../../src/forms/fields/html.ts'
import { REASON_KINDS } from '../../../src/forms/protection/reasons.ts'
import { form as formRecord } from '../../../src/forms/schemas.ts'
import { createIssues } from '../../../src/lib/issues.ts'
import type { Form } from '../../../web/src/api/schema.ts'
import { frameCode, htmlCode, reactCode, scriptCode, scriptUrlOf } from '../../../web/src/forms/code.ts'
import {
  choicesFor,
  draftOf,
  drawnOf,
  FIELD_CHOICES,
  mayRemove,
  nameFor,
  toPatch,
  withChange,
  withEmailOnly,
  withField,
  withFieldAgain,
  withoutField,
} from '../../../web/src/forms/draft.ts'
import { REASON_LABELS } from '../../../web/src/forms/labels.ts'
import {
  followingNames,
  groupsOf,
  missingIn,
  textAt,
  toPatch as translationPatch,
  withText,
} from '../../../web/src/forms/translation.ts'
import { fieldFor, settingsOf, toSettings, toWebsites } from '../../../web/src/forms/values.ts'
import { factsOf, senderOf } from '../../../web/src/forms/words.ts'

const formWith = (change: Partial<Form>): Form =>
  ({ ...structuredClone(formRecord.example), consent: null, fields: defaultFields('en'), ...change }) as Form

const namesOf = (fields: readonly Pick<FormField, 'name'>[]) => fields.map(({ name }) => name)

test('the builder returns an unchanged form unchanged', () => {
  const consent = { purpose: 'newsletter', text: 'You may write to me.', version: 3 }
  for (const form of [formWith({}), formWith({ title: 'Hello', description: 'A\nB', submit_label: 'Go' })]) {
    const patch = toPatch(draftOf(form))
    assert.deepEqual(patch.fields, form.fields)
    assert.deepEqual([patch.title, patch.description, patch.consent], [form.title, form.description, null])
  }
  const patch = toPatch(draftOf(formWith({ consent })))
  assert.deepEqual(patch.consent, { purpose: 'newsletter', text: 'You may write to me.' })
  // The consent has a place among the fields, which can be changed.
  assert.equal(patch.fields?.at(-1)?.name, 'consent')
})

test('the API accepts every kind of field that can be added', () => {
  let draft = draftOf(formWith({ fields: [fieldOf('email', { required: true })] }))
  for (const [at, choice] of FIELD_CHOICES.entries()) {
    if (choice.name !== 'email')
      draft = withField(draft, choice, String(at), { label: choice.name ?? choice.type, options: ['A', 'B'] })
  }
  const issues = createIssues()
  const read = readFields(issues, 'fields', toPatch(draft).fields)
  assert.deepEqual(issues.details, {})
  assert.equal(read.length, FIELD_CHOICES.length)
  assert.deepEqual([...new Set(FIELD_CHOICES.map(({ type }) => type))].sort(), [...FIELD_TYPES].sort())
  // A field of a contact can exist once; others can be added again.
  assert.deepEqual(
    choicesFor(draft).filter(({ name }) => name !== undefined),
    [],
  )
  assert.ok(choicesFor(draft).length > 5)
  const drawn = fieldNodes(drawnOf(draft, formWith({}), 'What people agree to'), { sent: {}, errors: {} })
  assert.equal(drawn.length, read.length)
})

test('a new field is named after its label until it has a name of its own', () => {
  let draft = withField(draftOf(formWith({})), { type: 'text' }, 'x', { label: 'Short text', options: [] })
  const last = () => draft.fields.at(-1)!
  assert.equal(last().name, 'short_text')
  draft = withChange(draft, 'x', { label: 'Größe (m²)' })
  assert.equal(last().name, 'gro_e_m')
  draft = withChange(draft, 'x', { name: 'size' })
  draft = withChange(draft, 'x', { label: 'How big?' })
  assert.deepEqual([last().name, last().label], ['size', 'How big?'])
  // A stored field keeps its name, because contacts use it.
  draft = withChange(draft, 'message', { label: 'What is it about?' })
  assert.equal(draft.fields.find(({ key }) => key === 'message')?.name, 'message')
})

test('names differ from those of other fields and from reserved ones', () => {
  assert.equal(nameFor('Message', defaultFields('en')), 'message_2')
  assert.equal(nameFor('Tags', []), 'tags_2')
  assert.equal(nameFor('Consent', []), 'consent_2')
  assert.equal(nameFor('2 × 3 = ?', []), 'field')
  assert.equal(nameFor('日本', []), 'field')
  assert.ok(nameFor('a'.repeat(300), []).length <= 64)
})

test('without a name an address is required, and vice versa a first name is restored', () => {
  const draft = draftOf(formWith({}))
  assert.equal(isEmailOnly(draft.fields), false)
  const only = withEmailOnly(draft, true)
  assert.deepEqual(namesOf(only.fields), ['email', 'company', 'message'])
  assert.equal(isEmailOnly(only.fields), true)
  assert.deepEqual(namesOf(withEmailOnly(only, false).fields), ['first_name', 'email', 'company', 'message'])
  const nameless = draftOf(formWith({ fields: [fieldOf('first_name')] }))
  assert.deepEqual(toPatch(withEmailOnly(nameless, true)).fields, [fieldOf('email', { required: true })])
  assert.equal(mayRemove(only, 'email'), false)
  assert.equal(mayRemove(only, 'company'), true)
  assert.equal(mayRemove(draft, 'email'), true)
})

test('a field that is no longer a choice has no choices', () => {
  const draft = withField(draftOf(formWith({})), { type: 'select' }, 'x', {
    label: 'One of a list',
    options: ['A', 'B'],
  })
  assert.equal(toPatch(draft).fields?.at(-1)?.options?.length, 2)
  assert.deepEqual(toPatch(withChange(draft, 'x', { type: 'text' })).fields?.at(-1)?.options, [])
  assert.ok(HAS_OPTIONS.has('select'))
})

const hostile = '</textarea><script>alert(1)</script>{"x"}"\''

test('the code has every field, and no text of it becomes code', () => {
  const fields = FIELD_TYPES.map((type) =>
    fieldOf(type === 'consent' ? 'consent' : type === 'email' ? 'email' : `my_${type}`, {
      type,
      label: `${type} ${hostile}`,
      placeholder: hostile,
      value: type === 'hidden' ? hostile : null,
      options: HAS_OPTIONS.has(type) ? [hostile, 'b'] : [],
    }),
  )
  const form = formWith({
    fields,
    consent: { purpose: 'news', text: `Yes ${hostile}`, version: 4 },
    submit_label: hostile,
  })
  const html = htmlCode(form)
  for (const { name } of fields) assert.match(html, new RegExp(`name="${name}"`))
  assert.equal(html.split('<script').length, 2)
  assert.match(html, /enctype="multipart\/form-data"/)
  assert.match(html, /name="consent_version" value="4"/)
  assert.ok(html.includes(`action="${form.submit_url}"`))
  // An empty line would become a paragraph in the editor of WordPress.
  assert.doesNotMatch(html, /\n\s*\n/)
  const jsx = reactCode(form)
  // In JSX such a text is a string in braces.
  assert.doesNotMatch(jsx.replaceAll(/\{"(?:[^"\\]|\\.)*"\}/g, ''), /<script/)
  assert.doesNotMatch(jsx, /autocomplete=|maxlength=/)
  assert.match(jsx, /<textarea [^>]*maxLength=\{4000\}/)
  assert.match(jsx, /encType=/)
  assert.doesNotMatch(jsx, / (?:class|for|tabindex)=/)
  assert.match(
    reactCode(formWith({})),
    /<label htmlFor="dp-field-0">First name <span aria-hidden="true">\*<\/span><\/label>/,
  )
  for (const code of [scriptCode({ ...form, name: hostile }), frameCode({ ...form, name: hostile })]) {
    assert.equal(code.split('<script').length, 2)
    assert.doesNotMatch(code, /\n\s*\n/)
    assert.doesNotMatch(code, /alert\(1\)<\/script>/)
  }
  assert.match(scriptCode(form), /src="https:\/\/doorpost\.example\.com\/forms\/form\.js" data-form="\w{24}"/)
  assert.match(frameCode(form), /<iframe src="https:\/\/doorpost\.example\.com\/f\/\w{24}\?frame"/)
  assert.equal(scriptUrlOf(form), 'https://doorpost.example.com/forms/form.js')
  assert.equal(
    scriptUrlOf({ submit_url: 'https://example.com/leads/v1/forms/abc/submissions' }),
    'https://example.com/leads/forms/form.js',
  )
})

test('settings are sent back as received, and errors appear beside their field', () => {
  const form = formWith({
    protection: 8,
    notify: { emails: ['a@example.com'], every: 'hour' },
    auto_reply: { subject: 'Thanks', text: 'Hello {{first_name}}' },
  })
  const values = settingsOf(form)
  const patch = toSettings(values)
  for (const name of Object.keys(patch) as Array<keyof typeof patch>) assert.deepEqual(patch[name], form[name as never])
  assert.equal(toSettings({ ...values, has_reply: false }).auto_reply, null)
  assert.equal(toSettings({ ...values, protection: 'strict' }).protection, 'strict')
  assert.equal(fieldFor('notify.emails[1]', values), 'emails')
  assert.equal(fieldFor('auto_reply.text', values), 'reply_text')
  assert.equal(fieldFor('double_opt_in', values), 'double_opt_in')
  assert.equal(fieldFor('If-Match', values), null)
  assert.deepEqual(toWebsites({ allowed_origins: ' https://a.example \n\n https://b.example', redirect_urls: '' }), {
    allowed_origins: ['https://a.example', 'https://b.example'],
    redirect_urls: [],
  })
})

test('a submission is shown by its fields, the sender by name and address', () => {
  const contact = { first_name: 'Ana', last_name: null, email: 'ana@example.com', extra: { size: 3, agreed: false } }
  assert.deepEqual(factsOf({ contact }), [
    ['first_name', 'Ana'],
    ['email', 'ana@example.com'],
    ['size', '3'],
    ['agreed', 'false'],
  ])
  assert.equal(senderOf({ contact }), 'Ana, ana@example.com')
  assert.equal(senderOf({ contact: null }), '')
})

test('every reason to hold a submission has words', () => {
  assert.deepEqual(Object.keys(REASON_LABELS).sort(), [...REASON_KINDS].sort())
})

test('translations are sent whole, with null for what is missing, so that the API removes it', () => {
  const form = formWith({
    title: null,
    name: 'Contact',
    consent: null,
    description: null,
    submit_label: null,
    thanks_text: null,
    auto_reply: null,
    opt_in_mail: null,
    fields: [fieldOf('email', { label: 'E-mail' }), fieldOf('size', { type: 'select', options: ['a.b', 'c'] })],
    translations: { de: { title: 'Kontakt', submit_label: 'Los' }, fr: {} },
  })
  const words = withText({ title: 'Kontakt' }, ['fields', 'size', 'options', 'a.b'], 'A')
  assert.equal(textAt(words, ['fields', 'size', 'options', 'a.b']), 'A')
  assert.equal(textAt(words, ['fields', 'size', 'options', 'constructor']), '')
  const { translations } = translationPatch(form, { de: words })
  assert.deepEqual(translations?.de, {
    title: 'Kontakt',
    // Stored, and taken out here.
    submit_label: null,
    fields: { email: { label: null }, size: { label: null, options: { 'a.b': 'A', c: null } } },
  })
  assert.equal(translations?.fr, null)
  const missing = missingIn(words, groupsOf(form, { de: words }))
  assert.deepEqual(
    missing.map(({ path }) => path.join(' ')),
    ['fields email label', 'fields size label', 'fields size options c'],
  )
})

test('the translations of a renamed field go with its new name', () => {
  const stored = { de: { fields: { size: { label: 'Größe' }, email: { label: 'Mail' } } }, fr: {} }
  assert.deepEqual(followingNames(stored, [['size', 'team_size']]), {
    de: { fields: { team_size: { label: 'Größe' } } },
  })
  assert.equal(followingNames(stored, []), undefined)
})

test('a removed field comes back to its place, with the conditions that depended on it', () => {
  const condition = { field: 'company', is: [], is_not: [] }
  const fields = defaultFields('en').map((field) =>
    field.name === 'message' ? { ...field, show_when: condition } : field,
  )
  const before = draftOf(formWith({ fields }))
  const without = withoutField(before, 'company')
  assert.equal(without.fields.find(({ name }) => name === 'message')?.show_when, null)
  const meanwhile = { ...without, title: 'Changed meanwhile' }
  assert.deepEqual(withFieldAgain(meanwhile, before, 'company'), { ...before, title: 'Changed meanwhile' })
  assert.equal(withFieldAgain(before, before, 'company'), before)
})
