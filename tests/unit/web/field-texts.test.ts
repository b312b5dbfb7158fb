import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { en } from '../../../src/messages/en.ts'
import { LANGUAGES } from '../../../src/messages/languages.ts'
import type { Code } from '../../../src/messages/message.ts'
import { catalogueOf, sentence } from '../../../src/messages/sentence.ts'
import { besideField, withLabels } from '../../../web/src/parts/field-texts.ts'

// Every sentence about a field, in every language: people read the labels of the screen, never the names of the API.

const PATHS = [
  'last_name',
  'accounts[2].overrides.media_urls',
  'utm.source',
  'translations.de.consent_label',
  'tags[1]',
]
/** These quote the field by the name that a person gave it. */
const NAMED_BY_PEOPLE = /^(?:form_page\.only_|contact\.extra_n)/
/** The place where an API client finds the field; the composer has its own words (tests/unit/web/posts/compose.test.ts). */
const COMPOSED = /^(?:group|warning|text)\./

const aboutFields = Object.entries<string>(en)
  .filter(([code, text]) => text.includes('{field}') && !NAMED_BY_PEOPLE.test(code) && !COMPOSED.test(code))
  .map(([code]) => code as Code)

function said(code: Code, field: string, language: (typeof LANGUAGES)[number]): string {
  const text = catalogueOf(language)[code] ?? en[code]
  const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name!, 3]))
  return sentence({ code, values: { ...values, field } }, language)
}

// Other files in this process have the language that was there before.
let restore: () => void
before(async () => {
  const { i18n } = await import('@lingui/core')
  const { locale, messages } = i18n
  restore = () => i18n.loadAndActivate({ locale, messages })
})
after(() => restore())

async function speak(language: string): Promise<void> {
  const { i18n } = await import('@lingui/core')
  // Loaded after the macros of the dashboard: both load Babel.
  const [{ getCatalogs }, { getConfig }] = await Promise.all([import('@lingui/cli/api'), import('@lingui/conf')])
  const [catalogue] = await getCatalogs(getConfig())
  const entries = Object.entries((await catalogue!.read(language)) ?? {})
  i18n.loadAndActivate({
    locale: language,
    messages: Object.fromEntries(entries.map(([id, { translation = '' }]) => [id, translation])),
  })
}

for (const language of LANGUAGES) {
  test(`${language}: no sentence about a field has its name in it`, async () => {
    await speak(language)
    assert.ok(aboutFields.length > 150)
    const found = aboutFields.flatMap((code) =>
      // A plain word may be a word of the sentence, too.
      [...PATHS, ...(code === 'endpoint.too_many_types' ? [] : ['title'])].flatMap((path) => {
        const text = said(code, path, language)
        const shown = [besideField(path, text), withLabels([path], text)]
        return shown.filter((each) => each.includes(path) || /^\P{L}*$/u.test(each)).map((each) => `${code}: ${each}`)
      }),
    )
    assert.deepEqual(found, [])
  })
}

test('beside a field its name is left out; elsewhere the label replaces it', async () => {
  const required = (field: string, language: 'en' | 'de' | 'ja') => said('field.blank', field, language)
  await speak('en')
  assert.equal(besideField('first_name', required('first_name', 'en')), 'This is required and must not be blank.')
  assert.equal(besideField('tags[1]', required('tags[1]', 'en')), 'Entry 2 is required and must not be blank.')
  assert.equal(
    besideField('tags', said('contact.too_many_tags', 'tags', 'en')),
    'A contact has at most 3 tags, but there are 3.',
  )
  const two = `${required('first_name', 'en')} And email.`
  assert.equal(withLabels(['first_name', 'email'], two), '“First name” is required and must not be blank. And email.')
  // "name" is a word of the sentence here.
  assert.equal(besideField('name', 'Choose another name.'), 'Choose another name.')
  await speak('de')
  assert.equal(
    withLabels(['last_name'], required('last_name', 'de')),
    '„Nachname“ ist erforderlich und darf nicht leer sein.',
  )
  await speak('ja')
  assert.match(besideField('first_name', required('first_name', 'ja')), /^この項目は/)
  assert.match(
    besideField('text', said('post.text_required', 'text', 'ja')),
    /media_typeがtextの場合、この項目は必須です/,
  )
  assert.match(withLabels(['first_name'], required('first_name', 'ja')), /^「名」は/)
})
