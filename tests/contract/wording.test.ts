import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { getFormat } from '@lingui/cli/api'
import config from '../../lingui.config.ts'
import { en } from '../../src/messages/en.ts'
import { LANGUAGES, type Language } from '../../src/messages/languages.ts'
import { catalogueOf } from '../../src/messages/sentence.ts'

// How all texts of a language speak: the rules at the head of src/messages/<language>/README.md that a program can check.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

interface Text {
  where: string
  english: string
  text: string
}

async function readDashboard(language: Language): Promise<Text[]> {
  const format = await getFormat(config.format, 'en')
  const read = async (name: string) => (await format.read(`${ROOT}web/src/locales/${name}.po`, name)) ?? {}
  const [own, translated] = await Promise.all([read('en'), read(language)])
  return Object.entries(translated).map(([id, { translation }]) => ({
    where: `${language}.po`,
    english: own[id]?.translation ?? '',
    text: translation ?? '',
  }))
}

function readMessages(language: Language): Text[] {
  return Object.entries(catalogueOf(language)).map(([code, text]) => {
    return { where: `${language}, ${code}`, english: en[code as keyof typeof en], text }
  })
}

const textsOf = async (language: Language) => [...(await readDashboard(language)), ...readMessages(language)]

/** Words that address a reader in another form than the language's README says, or are of another country. */
const REFUSED: Partial<Record<Language, string>> = {
  de: 'du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?|kannst|hast|willst|musst|bist|möchtest',
  es: 'tu|tus|tú|ti|tuy[oa]s?|contigo|eres|estás|habías|puedes|tienes|quieres|debes|necesitas|haz|pon|vosotr[oa]s|vuestr[oa]s?',
  fr: 'tu|toi|ton|ta|tes|tiens?|peux-tu|veux-tu|es-tu|as-tu',
  pt: 'tu|ti|teu|tua|teus|tuas|contigo|estás|podes|queres|tens|contactos?|contactar|ecrãs?|entretanto|equipas?|ficheiros?|palavras?-passe|partilh\\p{L}+|registos?|telemóve(?:l|is)|utilizador(?:es)?|est(?:á|ão|ava|avam|iver) a \\p{L}+r',
}

for (const [language, words] of Object.entries(REFUSED) as Array<[Language, string]>) {
  test(`${language}: every text addresses its reader in the same form and variety`, async () => {
    const refused = new RegExp(`(?<![\\p{L}_-])(?:${words})(?!\\p{L})`, 'iu')
    const texts = await textsOf(language)
    assert.ok(texts.length > 2_000)
    assert.deepEqual(
      texts.filter(({ text }) => refused.test(text)).map(({ where, text }) => `${where}: ${text}`),
      [],
    )
  })
}

/** A page of the settings, such as "Settings, Team". */
const PAGE = /\bSettings, (\p{Lu}\p{L}+)/u

for (const language of LANGUAGES) {
  if (language === 'en') continue

  test(`${language}: pages of the settings have the names that their menu has`, async () => {
    const dashboard = await readDashboard(language)
    const labels = new Map(dashboard.map(({ english, text }) => [english, text]))
    // Those of senders have settings of their own.
    const messages = readMessages(language).filter(({ where }) => !where.includes(' sender.'))
    const naming = [...dashboard, ...messages].flatMap((each) => {
      const page = PAGE.exec(each.english)?.[1]
      return page === undefined ? [] : [{ ...each, page }]
    })
    assert.ok(naming.length > 8)
    for (const { where, text, page } of naming) {
      for (const name of ['Settings', page]) {
        const label = labels.get(name)
        assert.ok(label !== undefined, `${where}: there is no page ${name}`)
        assert.ok(text.includes(label), `${where}: ${label} is missing in: ${text}`)
      }
    }
  })
}
