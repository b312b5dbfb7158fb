import type { ApiKey } from '../../api/schema.ts'

export type Scope = ApiKey['scopes'][number]

/** What a key may do, by noun, as the form and the list show it. */
export const NOUNS = [
  { noun: 'contacts', label: 'Contacts', about: 'People, imports and exports' },
  { noun: 'posts', label: 'Posts', about: 'Posts, media and connected accounts' },
  { noun: 'webhooks', label: 'Webhooks', about: 'Sources and what they sent' },
  { noun: 'events', label: 'Events', about: 'The feed and its endpoints' },
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
