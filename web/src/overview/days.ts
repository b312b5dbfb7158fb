export const RANGES = [7, 30, 90] as const
export type Range = (typeof RANGES)[number]

const DAY_MS = 86_400_000

/** The calendar day of a moment in a time zone: 2026-11-15. */
export function dayIn(zone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)!.value
  return `${part('year')}-${part('month')}-${part('day')}`
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** As people of the reader's language write it. A day has no time zone, so it is read and written in UTC. */
export function formatDay(day: string, style: 'short' | 'long' | 'weekday' = 'short'): string {
  const options = {
    short: { day: 'numeric', month: 'short' },
    long: { weekday: 'long', day: 'numeric', month: 'long' },
    weekday: { weekday: 'short' },
  } as const
  return new Intl.DateTimeFormat(undefined, { ...options[style], timeZone: 'UTC' }).format(new Date(day))
}

/** "12 % more than in the 30 days before." */
export function compare(now: number, before: number, days: number): string {
  const span = `the ${days} days before`
  if (before === 0) return now === 0 ? `None in ${span} either.` : `None in ${span}.`
  const change = Math.round(((now - before) / before) * 100)
  if (change === 0) return `As many as in ${span}.`
  return `${Math.abs(change)} % ${change > 0 ? 'more' : 'fewer'} than in ${span}.`
}
