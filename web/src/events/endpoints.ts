import { msg } from '@lingui/core/macro'
import { api, useRead } from '../api/client.ts'
import type { Endpoint, EndpointPatch, EventSelector } from '../api/schema.ts'
import { useChange } from '../parts/action.ts'
import { type Icon, IconMessageCircle, icon } from '../parts/icons.tsx'
import { spoken } from '../parts/spoken.ts'

/** The live stream does not announce deliveries, so health is polled. */
export const LOOK_EVERY_MS = 5_000

/** A workspace has at most 50, so all of them are read at once. */
export function useEndpoints() {
  const query = { limit: 100 }
  return useRead(['endpoints', 'list'], '/v1/events/endpoints', { query, refetchInterval: LOOK_EVERY_MS })
}

export function usePatchEndpoint({ id }: Endpoint) {
  const change = useChange('endpoints')
  return (body: EndpointPatch, done: string) =>
    change(api.PATCH('/v1/events/endpoints/{id}', { params: { path: { id } }, body }), done)
}

export function nameOf({ description, url }: Pick<Endpoint, 'description' | 'url'>): string {
  return description ?? url.replace(/^https?:\/\//, '')
}

const IconBellRinging = icon`M10 5a2 2 0 0 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2 -3v-3a7 7 0 0 1 4 -6M9 17v1a3 3 0 0 0 6 0v-1M21 6.727a11.05 11.05 0 0 0 -2.794 -3.727M3 6.727a11.05 11.05 0 0 1 2.792 -3.727`
const IconBriefcase = icon`M3 9a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2l0 -9M8 7v-2a2 2 0 0 1 2 -2h4a2 2 0 0 1 2 2v2M12 12l0 .01M3 13a20 20 0 0 0 18 0`
const IconCode = icon`M7 8l-4 4l4 4M17 8l4 4l-4 4M14 4l-4 16`
const IconHash = icon`M5 9l14 0M5 15l14 0M11 4l-4 16M17 4l-4 16`

export type Kind = Endpoint['kind']

interface KindWords {
  label: string
  gets: string
  icon: Icon
  address: string
  where: string
  placeholder: string
}

export const KINDS: Record<Kind, KindWords> = spoken({
  webhook: {
    label: msg`Program`,
    gets: msg`Signed events`,
    icon: IconCode,
    address: msg`Address`,
    where: msg`Where your program listens. It has to begin with https:// and be reachable from the internet.`,
    placeholder: 'https://example.com/hooks/doorpost',
  },
  slack: {
    label: msg`Slack`,
    gets: msg`Messages in a channel`,
    icon: IconHash,
    address: msg`Address of the incoming webhook`,
    where: msg`Open api.slack.com/apps and your app there, then Incoming Webhooks, Add New Webhook. Choose the channel, and copy the address.`,
    placeholder: 'https://hooks.slack.com/services/…',
  },
  discord: {
    label: msg`Discord`,
    gets: msg`Messages in a channel`,
    icon: IconMessageCircle,
    address: msg`Address of the webhook`,
    where: msg`In Discord: Edit Channel, Integrations, Webhooks, New Webhook, Copy Webhook URL.`,
    placeholder: 'https://discord.com/api/webhooks/…',
  },
  teams: {
    label: msg`Teams`,
    gets: msg`Cards in a channel`,
    icon: IconBriefcase,
    address: msg`Address of the workflow`,
    where: msg`In Teams: the menu of the channel, Workflows, “Send webhook alerts to a channel”. Copy the address at its end.`,
    placeholder: 'https://…/workflows/…',
  },
  ntfy: {
    label: msg`Phone (ntfy)`,
    gets: msg`Push messages`,
    icon: IconBellRinging,
    address: msg`Address of the topic`,
    where: msg`Choose a topic that cannot be guessed, and subscribe to it in the ntfy app. Anyone who knows it can read the messages.`,
    placeholder: 'https://ntfy.sh/my-leads-k3v9x2',
  },
})

export const KIND_NAMES = Object.keys(KINDS) as Kind[]

export const LEADS: EventSelector[] = ['contact.created']

/** Whether new leads are among what it is told. */
export function hearsOfLeads({ events, scopes }: Pick<Endpoint, 'events' | 'scopes'>): boolean {
  const isChosen = events === null || events.includes('contact.created') || events.includes('contact.*')
  return isChosen && (scopes === null || scopes.includes('contacts:read'))
}

/** People usually want leads, and posts or accounts that need attention. */
export const FOR_PEOPLE: EventSelector[] = [
  ...LEADS,
  'post.failed',
  'post.missed',
  'post.unconfirmed',
  'connection.needs_reconnect',
]
