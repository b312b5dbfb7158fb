import type { ContactsReport } from '../api/schema.ts'
import { showWall } from '../parts/wall-clock.ts'

export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]
export const RANGE_LABELS: Record<string, string> = Object.fromEntries(RANGES.map((days) => [days, `${days} days`]))

export function formatDay(day: string, style: 'short' | 'long' | 'weekday' = 'short'): string {
  const options = {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'long', day: 'numeric', month: 'long' },
    weekday: { weekday: 'short' },
  } as const
  return showWall(day, options[style])
}

export function compare(now: number, before: number, days: number): string {
  const span = `the ${days} days before`
  if (before === 0) return now === 0 ? `None in ${span} either.` : `None in ${span}.`
  const change = Math.round(((now - before) / before) * 100)
  if (change === 0) return `As many as in ${span}.`
  return `${Math.abs(change)} % ${change > 0 ? 'more' : 'fewer'} than in ${span}.`
}

export const GROUPS = {
  source: { by: 'utm_source', label: 'Source', none: 'No source', other: 'Other sources' },
  medium: { by: 'utm_medium', label: 'Medium', none: 'No medium', other: 'Other media' },
  channel: { by: 'channel', label: 'Way in', none: 'Unknown', other: 'Other' },
} as const

export type Grouping = keyof typeof GROUPS

const CHANNELS: Record<string, string> = { key: 'API key', form: 'Website form', webhook: 'Webhook' }

// Distinguishable for colour-blind readers, in both themes.
export const COLORS = '#0c8296 #f08c00 #5f3dc4 #74b816 #e64980 #1c7ed6 #a0522d #12b886 #f59f9f #868e96'.split(' ')

export interface Series {
  /** React key: names of sources are not unique. */
  key: string
  label: string
  /** Filters the contacts; null if they cannot be filtered by it. */
  value: string | null
  color: string
  total: number
  counts: number[]
}

export function toSeries({ series }: Pick<ContactsReport, 'series'>, group: Grouping): Series[] {
  const { none, other } = GROUPS[group]
  return series.map(({ name, value, total, counts }, index) => ({
    key: `s${index}`,
    label:
      value === null ? (name === 'other' ? other : none) : group === 'channel' ? (CHANNELS[value] ?? value) : value,
    value: group === 'channel' ? null : value,
    color: COLORS[index % COLORS.length]!,
    total,
    counts,
  }))
}

/** Whole numbers in even steps, from 0 to the first that no bar exceeds. */
export function ticksUpTo(most: number, about = 4): number[] {
  const raw = Math.max(1, most / about)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = Math.max(1, [1, 2, 5, 10].find((times) => times * power >= raw)! * power)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Labels are at least `gap` apart. The last day always has one. */
export function labelled(days: number, band: number, gap: number): number[] {
  const every = Math.max(1, Math.ceil(gap / band))
  return Array.from({ length: days }, (_, index) => index).filter((index) => (days - 1 - index) % every === 0)
}
