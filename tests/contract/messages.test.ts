import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { IntlMessageFormat } from 'intl-messageformat'
import { ERROR_STATUS } from '../../src/errors.ts'
import { en } from '../../src/messages/en.ts'
import { LANGUAGES } from '../../src/messages/languages.ts'
import { type Code, message } from '../../src/messages/message.ts'
import { catalogueOf, sentence } from '../../src/messages/sentence.ts'
import { showReason } from '../../src/messages/stored.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Codes that are assembled at run time: type.array, limit.open, request.not_found, sender.stripe.secret, role.owner. */
const BY_NAME = new RegExp(
  `^(?:(?:type|types|sender|service|span|limit|role|state)\\.|request\\.(?:${Object.keys(ERROR_STATUS).join('|')})$)`,
)

test('every message is valid ICU MessageFormat, and its code is noun.problem', () => {
  for (const [code, text] of Object.entries(en)) {
    assert.match(code, /^[a-z_]+(?:\.[a-z_\d]+)+$/)
    assert.doesNotThrow(() => new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }), code)
  }
})

test('each sentence is in the catalogue once', () => {
  // Senders may say the same, and labels may be used in mails, notices and forms.
  const isSentence = ([code, text]: [string, string]) => !code.startsWith('sender.') && text.split(/[ -]/).length > 2
  const texts = Object.entries<string>(en)
    .filter(isSentence)
    .map(([, text]) => text)
  assert.deepEqual(
    texts.filter((text, at) => texts.indexOf(text) !== at),
    [],
  )
})

test('every message is used', () => {
  const files = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: ROOT }).filter(
    (file) => !/src[\\/]messages[\\/]\w\w[\\/.]/.test(file),
  )
  const program = files.map((file) => readFileSync(join(ROOT, file), 'utf8')).join('\n')
  const codes = Object.keys(en).filter((code) => !BY_NAME.test(code))
  assert.deepEqual(
    codes.filter((code) => !program.includes(`'${code}'`)),
    [],
  )
})

test('values are filled in, messages among them; stored sentences stay, and unknown codes are shown as they are', () => {
  const found = message('type.array')
  const said = message('field.not_text', { field: 'name', found })
  assert.equal(sentence(said), 'name must be a string, but it is an array.')
  assert.equal(sentence('Kept by an older version.'), 'Kept by an older version.')
  assert.equal(sentence({ code: 'post.of_the_future' as 'type.null' }), 'post.of_the_future')
})

test('a stored reason is shown by its code; without a code, or after 0.2 has cleared the sentence, the sentence counts', () => {
  const stored = { reason: 'As it was worded then.', reason_code: 'publishing.cancelled', reason_values: null }
  assert.equal(String(showReason(stored).reason), 'Cancelled by a person.')
  assert.deepEqual(showReason({ ...stored, reason_code: null }), { ...stored, reason_code: null })
  assert.deepEqual(showReason({ ...stored, reason: null }), { reason: null, reason_code: null, reason_values: null })
})

type Parts = ReturnType<IntlMessageFormat['getAst']>

const parse = (text: string, language: string): Parts =>
  new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).getAst()

/** Every value that a message names, with what is chosen by it: `count plural`. */
function valuesIn(parts: Parts): string[] {
  const found = parts.flatMap((part): string[] => {
    if (!('value' in part) || part.type === 0) return []
    if (!('options' in part)) return [part.value]
    const kind = 'pluralType' in part ? 'plural' : `select ${Object.keys(part.options).sort()}`
    const inside = Object.values(part.options).flatMap(({ value }) => valuesIn(value))
    return [`${part.value} ${kind}`, ...inside]
  })
  return [...new Set(found)].sort()
}

function pluralsIn(parts: Parts): string[][] {
  return parts.flatMap((part): string[][] => {
    if (!('options' in part)) return []
    const inside = Object.values(part.options).flatMap(({ value }) => pluralsIn(value))
    return 'pluralType' in part ? [Object.keys(part.options), ...inside] : inside
  })
}

for (const language of LANGUAGES) {
  if (language === 'en') continue

  test(`${language} has every message and no other, with the values of the English one`, () => {
    const texts = catalogueOf(language)
    assert.deepEqual(Object.keys(texts).sort(), Object.keys(en).sort())
    for (const [code, text] of Object.entries(texts)) {
      assert.deepEqual(valuesIn(parse(text, language)), valuesIn(parse(en[code as Code], 'en')), code)
      assert.equal(/^\s/.test(text), /^\s/.test(en[code as Code]), `${code}: the blank at its start`)
    }
  })

  test(`${language} has every plural form of the language`, () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [code, text] of Object.entries(catalogueOf(language))) {
      for (const forms of pluralsIn(parse(text, language))) {
        // `many` of French, Spanish and Portuguese is for millions, which these sentences do not count.
        const missing: string[] = pluralCategories.filter((form) => form !== 'many' && !forms.includes(form))
        assert.deepEqual(missing, [], code)
      }
    }
  })
}
