import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone'
import utc from 'dayjs/plugin/utc'

dayjs.extend(utc)
dayjs.extend(timezone)

export const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a day I choose' },
]

/** The moment that was chosen; a day ends at its midnight in the workspace's time zone. */
export function expiryOf(choice: string, day: string, zone: string): string | null {
  if (choice === 'never') return null
  if (choice === 'date') return dayjs.tz(`${day} 23:59:59`, zone).toISOString()
  return dayjs().add(Number(choice), 'day').toISOString()
}

/** The first day that can be chosen. */
export function today(zone: string): string {
  return dayjs().tz(zone).format('YYYY-MM-DD')
}
