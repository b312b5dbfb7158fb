import { DAY_MS } from '../../../src/lib/time/span.ts'
import type { ApiKey } from '../api/schema.ts'
import { instantOf } from '../parts/time/wall-clock.ts'

export type Scope = ApiKey['scopes'][number]

/** What a key may do, by noun, as the form and the list show it. */
export const NOUNS = [
  { noun: 'contacts', label: 'Contacts', about: 'People, imports and exports' },
  { noun: 'posts', label: 'Posts', about: 'Posts, media and connected accounts' },
  { noun: 'webhooks', label: 'Webhooks', about: 'Sources and what they sent' },
  { noun: 'events', label: 'Events', about: 'The feed and its endpoints' },
  { noun: 'links', label: 'Links', about: 'Short links and their clicks' },
  { noun: 'forms', label: 'Forms', about: 'Forms and what was sent with them' },
] as const

export const ALL_SCOPES: Scope[] = NOUNS.flatMap(({ noun }) => [`${noun}:read`, `${noun}:write`] as const)

/** "Contacts: read and write. Posts: read." */
export function scopesInWords(scopes: readonly string[]): string {
  if (ALL_SCOPES.every((scope) => scopes.includes(scope))) return 'Everything'
  return NOUNS.flatMap(({ noun, label }) => {
    const verbs = ['read', 'write'].filter((verb) => scopes.includes(`${noun}:${verb}`))
    return verbs.length === 0 ? [] : [`${label}: ${verbs.join(' and ')}`]
  }).join('. ')
}

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
