import type { EventType } from '../api/schema.ts'

/** Its label in the feed, and when it is sent. */
type Words = [label: string, when: string]

const WORDS: Record<EventType, Words> = {
  'contact.created': ['Contact came in', 'A contact was stored'],
  'contact.updated': ['Contact changed', 'A field or the tags of a contact were changed'],
  'contact.status_changed': ['Status changed', 'The status of a contact was changed'],
  'contact.assigned': ['Contact assigned', 'A contact got another owner, or lost it'],
  'contact.merged': ['Contacts merged', 'A record was merged into another of the same person'],
  'contact.unmerged': ['Merge undone', 'A contact that was merged is there again'],
  'contact.deleted': ['Contact deleted', 'A contact was deleted'],
  'post.created': ['Post created', 'A post was stored, as a draft or scheduled'],
  'post.updated': ['Post changed', 'A post was edited'],
  'post.scheduled': ['Post scheduled', 'A post was scheduled or moved'],
  'post.cancelled': ['Post cancelled', 'A post was cancelled and is a draft again'],
  'post.deleted': ['Post deleted', 'A post was deleted here'],
  'post.published': ['Post published', 'A post is on its platform'],
  'post.failed': ['Post failed', 'A post could not be published'],
  'post.missed': ['Post missed', 'A post was too late to go out by itself'],
  'post.unconfirmed': ['Post unconfirmed', 'Nobody can tell whether a post went out'],
  'connection.expiring': ['Account expires soon', 'An approval ends within 7 days'],
  'connection.needs_reconnect': ['Account disconnected', 'An account has to be connected again'],
  'webhook.received': ['Webhook received', 'A webhook brought something in'],
  'endpoint.disabled': ['Endpoint disabled', 'Doorpost gave up on another endpoint'],
}

const NOUNS = { contact: 'Contacts', post: 'Posts', connection: 'Accounts', webhook: 'Webhooks', endpoint: 'Endpoints' }

export const ALL_TYPES = Object.keys(WORDS) as EventType[]

export const CATALOGUE = Object.entries(NOUNS).map(([noun, title]) => ({
  noun,
  title,
  kinds: ALL_TYPES.filter((type) => type.startsWith(`${noun}.`)).map((type) => {
    const [label, when] = WORDS[type]
    return { type, label, when }
  }),
}))

/** Types of later versions are shown by name. */
export function labelOf(type: string): string {
  return Object.hasOwn(WORDS, type) ? WORDS[type as EventType][0] : type
}

export const TYPE_OPTIONS = CATALOGUE.map(({ title, kinds }) => ({
  group: title,
  items: kinds.map(({ type, label }) => ({ value: type as string, label })),
}))
