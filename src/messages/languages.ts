// The languages of messages, pages and mails. Pure: the dashboard reads it too.

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'] as const
export type Language = (typeof LANGUAGES)[number]

/** No native reader has signed these yet. Settings say so to people, and the heads of the catalogues to contributors. */
export const MACHINE_MADE: ReadonlySet<Language> = new Set<Language>(['de', 'fr', 'es', 'pt', 'ja'])

const RANGES_MAX = 30

/**
 * The language to answer in, by Accept-Language: the most wanted one that there is (RFC 9110, 12.5.4). A range is looked
 * up as RFC 4647 says, from its end: `de-AT` finds `de`. `*` and unknown languages mean English.
 */
export function negotiate(header: string): Language {
  for (const tag of wantedTags(header)) {
    const found = tag === '*' ? 'en' : findLanguage(tag)
    if (found !== null) return found
  }
  return 'en'
}

/** The tags of an Accept-Language header, the most wanted first. */
export function wantedTags(header: string): string[] {
  const ranges = header.split(',', RANGES_MAX).map(readRange)
  ranges.sort((one, other) => other.weight - one.weight)
  return ranges.filter(({ weight }) => weight > 0).map(({ tag }) => tag)
}

/** The language of a tag such as `pt-BR`; null if there is none. */
export function findLanguage(tag: string): Language | null {
  const [primary] = tag.toLowerCase().split('-', 1)
  return LANGUAGES.find((language) => language === primary) ?? null
}

function readRange(text: string): { tag: string; weight: number } {
  const [tag = '', ...parameters] = text.split(';')
  const quality = parameters.map((each) => /^\s*q\s*=(.*)$/i.exec(each)?.[1]).find((value) => value !== undefined)
  return { tag: tag.trim(), weight: quality === undefined ? 1 : Number(quality) || 0 }
}

const RIGHT_TO_LEFT = new Set('ar dv fa he ks ku ckb ps sd ug ur yi'.split(' '))

/** Takes a tag of any language: forms may be in others than ours. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  const [primary = '', ...rest] = tag.toLowerCase().split('-')
  if (rest.some((part) => /^(?:arab|hebr|thaa|nkoo|syrc|adlm|rohg)$/.test(part))) return 'rtl'
  if (rest.some((part) => /^(?:latn|cyrl)$/.test(part))) return 'ltr'
  return RIGHT_TO_LEFT.has(primary) ? 'rtl' : 'ltr'
}
