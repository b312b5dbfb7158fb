import { type Message, message } from '../../messages/message.ts'

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A duration for people, in the unit they would use. */
export function spanOf(ms: number): string {
  const [count, unit] = inUnit(ms)
  return `${count} ${unit}`
}

/** The same for messages. */
export function toSpan(ms: number): Message {
  const [count, unit] = inUnit(ms)
  return message(`span.${unit}`, { count })
}

function inUnit(ms: number): [count: number, unit: 'seconds' | 'minutes' | 'hours' | 'days'] {
  const seconds = Math.round(ms / SECOND_MS)
  if (seconds < 120) return [seconds, 'seconds']
  const minutes = Math.round(seconds / 60)
  if (minutes < 120) return [minutes, 'minutes']
  const hours = Math.round(minutes / 60)
  return hours < 48 ? [hours, 'hours'] : [Math.round(hours / 24), 'days']
}
