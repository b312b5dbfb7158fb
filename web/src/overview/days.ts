import { showWall } from '../parts/wall-clock.ts'

export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]

/** In the reader's language. */
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
  const span = `the ${days} days before`
  if (before === 0) return now === 0 ? `None in ${span} either.` : `None in ${span}.`
  const change = Math.round(((now - before) / before) * 100)
  if (change === 0) return `As many as in ${span}.`
  return `${Math.abs(change)} % ${change > 0 ? 'more' : 'fewer'} than in ${span}.`
}
