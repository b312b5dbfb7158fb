import { plural } from '@lingui/core/macro'

// Numbers, dates and lists as the person reads them. Everything on a page uses this one locale, and nothing calls Intl or
// toLocaleString itself.

interface Manner {
  /** What Intl gets: the language of the dashboard with the browser's region, such as en-PT. */
  locale: string
  /** Null: as usual in the locale. */
  hours: 12 | 24 | null
  /** 0 is Sunday. Null: as usual in the locale. */
  weekStart: 0 | 1 | 6 | null
}

let manner: Manner = { locale: localeFor('en'), hours: null, weekStart: null }

/** Applies to everything that is drawn afterwards. */
export function setManner(next: Manner): void {
  manner = next
  formats.clear()
}

export function currentLocale(): string {
  return manner.locale
}

/**
 * The language with a region: its own in the browser's list, else the first one there. Somebody in Lisbon who reads
 * English writes 24 November as there.
 */
export function localeFor(language: string, browser = globalThis.navigator?.languages ?? ['en-GB']): string {
  const own = browser.filter((tag) => tag.toLowerCase().startsWith(`${language}-`))
  const regions = [...own, ...browser].map((tag) => /^[A-Za-z]{2,3}(?:-[A-Za-z]{4})?-([A-Za-z]{2})\b/.exec(tag)?.[1])
  const region = regions.find((found) => found !== undefined)
  const [found] = Intl.DateTimeFormat.supportedLocalesOf([region ? `${language}-${region.toUpperCase()}` : language])
  return found ?? language
}

// Making a format takes 50 µs and more; pages use few of them, many times.
const formats = new Map<string, unknown>()

function kept<F>(key: string, make: () => F): F {
  const known = formats.get(key)
  if (known !== undefined) return known as F
  const made = make()
  formats.set(key, made)
  return made
}

/** "12,345" */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const { locale } = manner
  return kept(`number:${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(value)
}

/** What stands between 1 and 5 in 1.5, in this language. */
export function decimalMark(language: string): string | undefined {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value
}

/** "4.1 MB", "980 kB" */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return plural(bytes, { one: '# byte', other: '# bytes' })
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1_000
  let unit = 0
  // 999.95 would be shown as 1000.
  while (value >= 999.95 && unit < units.length - 1) {
    value /= 1_000
    unit += 1
  }
  const digits = value >= 100 || unit === 0 ? 0 : 1
  return `${formatNumber(value, { maximumFractionDigits: digits })} ${units[unit]}`
}

/** "12%"; a share of 1. */
export function formatShare(share: number): string {
  return formatNumber(share, { style: 'percent', maximumFractionDigits: 0 })
}

/** "a, b and c" */
export function formatList(items: readonly string[], type: Intl.ListFormatType = 'conjunction'): string {
  const { locale } = manner
  return kept(`list:${type}`, () => new Intl.ListFormat(locale, { type })).format(items)
}

/** "German", for de; the tag itself while it is being typed. */
export function nameOfLanguage(tag: string): string {
  const { locale } = manner
  try {
    return kept('languages', () => new Intl.DisplayNames(locale, { type: 'language' })).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** For sorting names as the language does: ä beside a. */
export function compareNames(one: string, other: string): number {
  const { locale } = manner
  return kept('names', () => new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })).compare(one, other)
}

/** A moment in a zone. */
export function formatDate(at: string | number | Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat({ ...options, timeZone }).format(new Date(at))
}

/** "15 – 21 Nov 2026" */
export function formatDates(
  from: string | Date,
  to: string | Date,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
) {
  return dateFormat({ ...options, timeZone }).formatRange(new Date(from), new Date(to))
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = manner
  const all = { ...options, ...hourOptions() }
  return kept(`date:${JSON.stringify(all)}`, () => new Intl.DateTimeFormat(locale, all))
}

function hourOptions(): { hourCycle?: 'h12' | 'h23' } {
  if (manner.hours === null) return {}
  return { hourCycle: manner.hours === 12 ? 'h12' : 'h23' }
}

/** True where hours are counted to twelve. */
export function hasHalfDays(): boolean {
  if (manner.hours !== null) return manner.hours === 12
  return new Intl.DateTimeFormat(manner.locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
}

/** "3 hours ago", "tomorrow" */
export function formatRelative(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const { locale } = manner
  return kept('relative', () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(count, unit)
}

/** The first day of a week: 0 is Sunday. Monday if unknown. */
export function firstDayOfWeek(): number {
  if (manner.weekStart !== null) return manner.weekStart
  type WeekInfo = { firstDay: number }
  type WithWeek = Intl.Locale & { weekInfo?: WeekInfo; getWeekInfo?: () => WeekInfo }
  const locale = new Intl.Locale(manner.locale) as WithWeek
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7
}
