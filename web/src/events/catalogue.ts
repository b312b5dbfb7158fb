import { msg } from '@lingui/core/macro'
import type { EventSelector, EventType } from '../api/schema.ts'
import { spoken } from '../parts/spoken.ts'

/** Its label in the feed, and when it is sent. */
type Words = readonly [label: string, when: string]

const WORDS: Record<EventType, Words> = spoken({
  'contact.created': [msg`Contact came in`, msg`A contact was stored`],
  'contact.updated': [msg`Contact changed`, msg`A field or the tags of a contact were changed`],
  'contact.status_changed': [msg`Status changed`, msg`The status of a contact was changed`],
  'contact.assigned': [msg`Contact assigned`, msg`A contact got another owner, or lost it`],
  'contact.merged': [msg`Contacts merged`, msg`A record was merged into another of the same person`],
  'contact.unmerged': [msg`Merge undone`, msg`A contact that was merged is there again`],
  'contact.deleted': [msg`Contact deleted`, msg`A contact was deleted`],
  'post.created': [msg`Post created`, msg`A post was stored, as a draft or scheduled`],
  'post.updated': [msg`Post changed`, msg`A post was edited`],
  'post.scheduled': [msg`Post scheduled`, msg`A post was scheduled or moved`],
  'post.cancelled': [msg`Post cancelled`, msg`A post was cancelled and is a draft again`],
  'post.deleted': [msg`Post deleted`, msg`A post was deleted here`],
  'post.published': [msg`Post published`, msg`A post is on its platform`],
  'post.failed': [msg`Post failed`, msg`A post could not be published`],
  'post.missed': [msg`Post missed`, msg`A post was too late to go out by itself`],
  'post.unconfirmed': [msg`Post unconfirmed`, msg`Nobody can tell whether a post went out`],
  'connection.expiring': [msg`Account expires soon`, msg`An approval ends within 7 days`],
  'connection.needs_reconnect': [msg`Account disconnected`, msg`An account has to be connected again`],
  'webhook.received': [msg`Webhook received`, msg`A webhook brought something in`],
  'endpoint.disabled': [msg`Endpoint disabled`, msg`Doorpost gave up on another endpoint`],
})

const NOUNS = spoken({
  contact: [msg`Contacts`, msg`All about contacts`],
  post: [msg`Posts`, msg`All about posts`],
  connection: [msg`Accounts`, msg`All about accounts`],
  webhook: [msg`Webhooks`, msg`All about webhooks`],
  endpoint: [msg`Endpoints`, msg`All about endpoints`],
})

export const ALL_TYPES = Object.keys(WORDS) as EventType[]

export const catalogue = () =>
  Object.entries(NOUNS).map(([noun, [title, all]]) => ({
    noun,
    wildcard: `${noun}.*` as EventSelector,
    title,
    all,
    kinds: ALL_TYPES.filter((type) => type.startsWith(`${noun}.`)).map((type) => {
      const [label, when] = WORDS[type]
      return { type, label, when }
    }),
  }))

/** Types of later versions are shown by name. */
export function labelOf(type: string): string {
  const wildcard = catalogue().find((group) => group.wildcard === type)
  if (wildcard) return wildcard.all
  return Object.hasOwn(WORDS, type) ? WORDS[type as EventType][0] : type
}

/** The same for filters. */
export const typeChoices = () =>
  catalogue().flatMap(({ title, kinds }) =>
    kinds.map(({ type, label }) => ({ value: type as string, label, hint: title })),
  )

export const typeOptions = () =>
  catalogue().map(({ title, kinds }) => ({
    group: title,
    items: kinds.map(({ type, label }) => ({ value: type as string, label })),
  }))
