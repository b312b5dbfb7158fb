import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getFormat } from '@lingui/cli/api'
import { IntlMessageFormat } from 'intl-messageformat'
import config, { COMPLETE } from '../../lingui.config.ts'
import { LANGUAGES, type Language, MACHINE_MADE } from '../../src/messages/languages.ts'

// The catalogues of the dashboard, against the English texts that `npm run texts` has collected.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

type Parts = ReturnType<IntlMessageFormat['getAst']>

async function read(language: string): Promise<Record<string, { message?: string; translation?: string }>> {
  const format = await getFormat(config.format, 'en')
  return (await format.read(`${ROOT}web/src/locales/${language}.po`, language)) ?? {}
}

/** Tags are parsed as values are: `<0>` must be closed. */
const parse = (text: string, language: string): Parts =>
  new IntlMessageFormat(text.replaceAll(/<(\/?)(\d+)(\/?)>/g, '<$1t$2$3>'), language).getAst()

/** Every value and tag, with what is chosen by it. */
function valuesIn(parts: Parts): string[] {
  return [
    ...new Set(
      parts.flatMap((part): string[] => {
        if (part.type === 0 || part.type === 7) return []
        if (part.type === 8) return [`<${part.value}>`, ...valuesIn(part.children)]
        if (!('options' in part)) return [part.value]
        const kind = 'pluralType' in part ? part.pluralType : `select ${Object.keys(part.options).sort()}`
        return [`${part.value} ${kind}`, ...Object.values(part.options).flatMap(({ value }) => valuesIn(value))]
      }),
    ),
  ].sort()
}

function pluralsIn(parts: Parts): string[][] {
  return parts.flatMap((part): string[][] => {
    if (part.type === 8) return pluralsIn(part.children)
    if (!('options' in part)) return []
    const inside = Object.values(part.options).flatMap(({ value }) => pluralsIn(value))
    return 'pluralType' in part ? [Object.keys(part.options), ...inside] : inside
  })
}

const english = await read('en')

test('there is a catalogue for each language, and complete ones exist', () => {
  assert.deepEqual(
    [...LANGUAGES].filter((language) => !config.locales.includes(language)),
    [],
  )
  assert.deepEqual(
    COMPLETE.filter((language) => !config.locales.includes(language)),
    [],
  )
  assert.ok(Object.keys(english).length > 1_000)
})

test('every English text is valid ICU MessageFormat', () => {
  for (const { message = '' } of Object.values(english)) assert.doesNotThrow(() => parse(message, 'en'), message)
})

for (const language of config.locales.filter((each) => each !== 'en')) {
  test(`${language}: translations have the values, tags and plural forms that they need`, async () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    // `many` of French, Spanish and Portuguese is for millions, which these texts do not count.
    const needed = pluralCategories.filter((form) => form !== 'many')
    const wrong = Object.entries(await read(language)).flatMap(([id, { translation }]): string[] => {
      const text = english[id]?.message
      // New texts, and those that are gone, wait for the next `npm run texts`.
      if (!translation || text === undefined) return []
      try {
        const [want, is] = [parse(text, 'en'), parse(translation, language)]
        assert.deepEqual(valuesIn(is), valuesIn(want))
        for (const forms of pluralsIn(is)) {
          assert.deepEqual(
            needed.filter((form) => !forms.includes(form)),
            [],
          )
          assert.deepEqual(
            forms.filter((form) => !/^=/.test(form) && !pluralCategories.includes(form as 'one')),
            [],
          )
        }
        return []
      } catch (error) {
        return [`${text} → ${translation}: ${(error as Error).message}`]
      }
    })
    assert.deepEqual(wrong, [])
  })

  test(`${language}: the head of its catalogue says whether a native reader has signed it`, () => {
    const [first] = readFileSync(`${ROOT}web/src/locales/${language}.po`, 'utf8').split('\n', 1)
    assert.match(first!, /^# (?:Machine-made: no native reader has signed it yet|Read by )/)
    // Settings say so to people.
    assert.equal(MACHINE_MADE.has(language as Language), first!.startsWith('# Machine-made'))
  })
}
