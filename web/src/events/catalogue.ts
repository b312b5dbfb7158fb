import type { Event } from '../api/schema.ts'

export type EventType = Event['type']

interface Kind {
  type: EventType
  /** In the feed: what happened. */
  label: string
  /** In the choice of types: when it is sent. */
  when: string
}

/** Every type of event, by what it is about, in plain words. */
export const CATALOGUE: ReadonlyArray<{ noun: string; title: string; kinds: readonly Kind[] }> = [
  {
    noun: 'contact',
    title: 'Contacts',
    kinds: [
      { type: 'contact.created', label: 'Contact came in', when: 'A contact was stored' },
      { type: 'contact.updated', label: 'Contact changed', when: 'A field of a contact was changed' },
      { type: 'contact.deleted', label: 'Contact deleted', when: 'A contact was deleted' },
    ],
  },
  {
    noun: 'post',
    title: 'Posts',
    kinds: [
      { type: 'post.created', label: 'Post created', when: 'A post was stored, as a draft or scheduled' },
      { type: 'post.scheduled', label: 'Post scheduled', when: 'A post was scheduled or moved' },
      { type: 'post.published', label: 'Post published', when: 'A post is on its platform' },
      { type: 'post.failed', label: 'Post failed', when: 'A post could not be published' },
      { type: 'post.missed', label: 'Post missed', when: 'A post was too late to go out by itself' },
      { type: 'post.unconfirmed', label: 'Post unconfirmed', when: 'Nobody can tell whether a post went out' },
    ],
  },
  {
    noun: 'connection',
    title: 'Accounts',
    kinds: [
      { type: 'connection.expiring', label: 'Account expires soon', when: 'An approval ends within 7 days' },
      {
        type: 'connection.needs_reconnect',
        label: 'Account disconnected',
        when: 'An account has to be connected again',
      },
    ],
  },
  {
    noun: 'webhook',
    title: 'Webhooks',
    kinds: [{ type: 'webhook.received', label: 'Webhook received', when: 'A webhook brought something in' }],
  },
  {
    noun: 'endpoint',
    title: 'Endpoints',
    kinds: [{ type: 'endpoint.disabled', label: 'Endpoint disabled', when: 'Doorpost gave up on another endpoint' }],
  },
]

const KINDS = new Map<string, Kind>(CATALOGUE.flatMap(({ kinds }) => kinds.map((kind) => [kind.type, kind])))

export const ALL_TYPES = [...KINDS.keys()] as EventType[]

/** A type of a later version is shown by its name. */
export function labelOf(type: string): string {
  return KINDS.get(type)?.label ?? type
}

/** For Mantine's selects. */
export const TYPE_OPTIONS = CATALOGUE.map(({ title, kinds }) => ({
  group: title,
  items: kinds.map(({ type, label }) => ({ value: type as string, label })),
}))
