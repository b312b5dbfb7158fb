import { DAY_MS } from '../../../../src/lib/time/span.ts'
import { instantOf } from '../../parts/wall-clock.ts'

export const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a day I choose' },
]

/** A chosen day ends at midnight in the workspace's time zone. */
export function expiryOf(choice: string, day: string, zone: string): string | null {
  if (choice === 'never') return null
  if (choice === 'date') return instantOf(`${day}T23:59:59`, zone).toISOString()
  return new Date(Date.now() + Number(choice) * DAY_MS).toISOString()
}
