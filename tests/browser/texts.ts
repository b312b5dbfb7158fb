import assert from 'node:assert/strict'

export type Labels = (message: string, values?: Record<string, string | number>) => string

/** What labels of the dashboard say in this language, by their English text. */
export async function readLabels(language: string): Promise<Labels> {
  const translated = language === 'en' ? null : await readTranslations(language)
  return (message, values = {}) => {
    const text = translated === null ? message : translated.get(message)
    assert.ok(text, `${message}: not in web/src/locales/${language}.po`)
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
  }
}

async function readTranslations(language: string): Promise<Map<string, string>> {
  // Loaded only here: they take a second.
  const [{ getCatalogs }, { getConfig }] = await Promise.all([import('@lingui/cli/api'), import('@lingui/conf')])
  const [catalogue] = await getCatalogs(getConfig())
  const entries = Object.values((await catalogue!.read(language)) ?? {})
  return new Map(entries.map(({ message = '', translation = '' }) => [message, translation]))
}
