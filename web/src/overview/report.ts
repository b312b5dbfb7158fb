import { plural } from '@lingui/core/macro'
import { formatShare } from '../parts/locale.ts'
import { showWall } from '../parts/wall-clock.ts'

export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]

/** In the language of the moment: "7 days". */
export const rangeLabels = (): Record<string, string> =>
  Object.fromEntries(RANGES.map((days) => [days, plural(days, { one: '# day', other: '# days' })]))

export function formatDay(day: string, style: 'short' | 'long' | 'weekday' = 'short'): string {
  const options = {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'long', day: 'numeric', month: 'long' },
    weekday: { weekday: 'short' },
  } as const
  return showWall(day, options[style])
}

/** "12 % more than in the 30 days before." */
export function compare(now: number, before: number, days: number): string {
  if (before === 0) {
    return now === 0
      ? plural(days, { one: 'None the day before either.', other: 'None in the # days before either.' })
      : plural(days, { one: 'None the day before.', other: 'None in the # days before.' })
  }
  const change = Math.round(((now - before) / before) * 100)
  if (change === 0)
    return plural(days, { one: 'As many as the day before.', other: 'As many as in the # days before.' })
  const share = formatShare(Math.abs(change) / 100)
  return change > 0
    ? plural(days, { one: `${share} more than the day before.`, other: `${share} more than in the # days before.` })
    : plural(days, { one: `${share} fewer than the day before.`, other: `${share} fewer than in the # days before.` })
}

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
