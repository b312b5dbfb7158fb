import { t } from '@lingui/core/macro'
import { formatDate } from '../parts/locale.ts'
import { wallOf } from '../parts/wall-clock.ts'

/** "Tue 24 Nov, 9:00"; another year is named. */
export function dayAndTime(at: string | number | Date, zone: string): string {
  const isThisYear = wallOf(at, zone).slice(0, 4) === wallOf(Date.now(), zone).slice(0, 4)
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return formatDate(at, zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...year,
    hour: 'numeric',
    minute: '2-digit',
  })
}

/** "Lisbon" for Europe/Lisbon. */
export function cityOf(zone: string): string {
  return zone.split('/').at(-1)!.replaceAll('_', ' ')
}

/** Whether clocks in both zones show the same at this moment. */
export function isSameClock(at: string | number | Date, zone: string, other: string): boolean {
  return wallOf(at, zone) === wallOf(at, other)
}

/** "Tue 24 Nov, 9:00", or "Tue 24 Nov, 9:00 in Lisbon · 10:00 for you" where the clock in the reader's `own` zone differs. */
export function timeInWords(at: string | number | Date, zone: string, own: string): string {
  const when = dayAndTime(at, zone)
  if (isSameClock(at, zone, own)) return when
  const city = cityOf(zone)
  const isSameDay = wallOf(at, zone).slice(0, 10) === wallOf(at, own).slice(0, 10)
  const mine = isSameDay ? formatDate(at, own, { hour: 'numeric', minute: '2-digit' }) : dayAndTime(at, own)
  return t({ message: `${when} in ${city} · ${mine} for you`, comment: 'Tue 24 Nov, 9:00 in Lisbon · 10:00 for you' })
}
