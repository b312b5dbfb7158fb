import { ENDPOINT_KINDS } from '../events/chat/chat.ts'
import { createEndpoints, type Endpoints } from '../events/endpoints.ts'
import { readEndpoint, readSince } from '../events/input.ts'
import { endpointTest } from '../events/schemas.ts'
import { createSender } from '../events/send.ts'
import type { PageRequest } from '../http/pagination.ts'
import { createSafeFetch } from '../lib/net/safe-fetch.ts'
import { SetupError } from '../lib/problem.ts'
import { commandLine } from '../lib/program.ts'
import { formatCount } from '../lib/text/count.ts'
import { systemClock } from '../lib/time/clock.ts'
import { LANGUAGES } from '../messages/languages.ts'
import { sentence } from '../messages/sentence.ts'
import { openCheckedBox } from '../secrets/fingerprint.ts'
import {
  type Command,
  type CommandContext,
  type Commands,
  explainRefusal,
  formatTime,
  type Options,
  printList,
  readOptions,
  requireId,
  requireText,
  UsageError,
} from './line/command.ts'
import { type Workplace, withDatabase } from './line/database.ts'

/** Anyone who can run commands may see everything. */
const OPERATOR = null
const ALL: PageRequest = { order: 'desc', page: 1, limit: 1_000, afterId: null }
const which: Command['options'] = { id: { value: 'ID', meaning: 'id from events endpoints list' } }

export const commands: Commands = {
  'endpoints create': {
    summary: 'Create an endpoint for events. Its secret is shown once, alone on the last line.',
    usage: '--url URL [--kind KIND] [--language LANGUAGE] [--events LIST] [--description TEXT]',
    options: {
      url: { value: 'URL', meaning: 'where to send events: https, and not in a private network' },
      kind: { value: 'KIND', meaning: `${ENDPOINT_KINDS.join(', ')} (default: webhook)` },
      language: {
        value: 'LANGUAGE',
        meaning: `of messages to a chat or a phone: ${LANGUAGES.join(', ')} (default: en)`,
      },
      events: { value: 'LIST', meaning: 'event types, comma-separated (default: all)' },
      description: { value: 'TEXT', meaning: 'what the endpoint is for' },
    },
    run: (context, options) =>
      withDatabase(context, async (place) => {
        const { url, kind, language, description } = options
        if (!url?.trim()) throw new UsageError('--url is required.')
        const events = options.events?.split(',').map((type) => type.trim())
        const body = { url, kind, language, description, events }
        const input = readOptions((issues) => readEndpoint(issues, body, place.config.allowPrivateNetworks))
        const endpoints = await endpointsOf(place)
        const { secret, ...endpoint } = await endpoints.create(null, place.workspaceId, { ...input, scopes: null })
        context.print(`Events are sent to ${endpoint.url}: ${endpoint.events?.join(', ') ?? 'all'}. Id: ${endpoint.id}`)
        if (secret !== null) {
          context.print('Its secret verifies the signatures; it is not shown again:')
          context.print(secret)
        }
        context.result({ ...endpoint, secret })
      }).catch(explainRefusal),
  },
  'endpoints list': {
    summary: 'List the endpoints for events.',
    async run(context) {
      const { data: endpoints } = await withDatabase(context, async (place) =>
        (await endpointsOf(place)).list(place.workspaceId, ALL),
      )
      context.result(endpoints)
      const empty = `There are no endpoints yet. Create one: ${commandLine('events endpoints create --url URL')}`
      printList(context, endpoints, empty, {
        URL: ({ url }) => url,
        STATE: ({ status }) => status,
        EVENTS: ({ events }) => events?.join(',') ?? 'all',
        FAILURES: ({ failures }) => String(failures),
        WAITING: ({ waiting }) => String(waiting),
        'LAST SUCCESS': ({ last_success_at: last }) => formatTime(last),
        ID: ({ id }) => id,
      })
      for (const { id, reason } of endpoints) if (reason !== null) context.print(`${id}: ${reason}`)
    },
  },
  'endpoints pause': onOneEndpoint(
    'Pause an endpoint. Its events wait until it is resumed.',
    changeStatus('paused', 'is paused'),
  ),
  'endpoints resume': onOneEndpoint(
    'Resume a paused or disabled endpoint.',
    changeStatus('active', 'receives events again'),
  ),
  'endpoints rotate': onOneEndpoint(
    `Give an endpoint a new secret, shown once, alone on the last line.

For 24 hours, events are also signed with the previous secret.`,
    async ({ context, endpoints, workspaceId, id }) => {
      const rotated = (await endpoints.rotate(null, workspaceId, id, OPERATOR)) ?? missing()
      context.print(
        `Events are also signed with the previous secret until ${rotated.previous_secret_until?.toISOString()}. The new one is not shown again:`,
      )
      context.print(rotated.secret)
      context.result(rotated)
    },
  ),
  'endpoints test': {
    summary: 'Send a test event to an endpoint and show its response.',
    usage: '--id ID [--type TYPE]',
    options: { ...which, type: { value: 'TYPE', meaning: 'event type (default: endpoint.test)' } },
    async run(context, options) {
      const { type } = readOptions((issues) => endpointTest.read(issues, { type: options.type }))
      // Imported here and not above, because it loads every feature.
      const { eventDocs } = await import('../app/routes.ts')
      const { data } = eventDocs.find((doc) => doc.type === type)!.example
      return withEndpoint(context, options, async ({ endpoints, workspaceId, id }) => {
        const result = (await endpoints.test(workspaceId, id, type, data)) ?? missing()
        if (result.outcome !== 'delivered') throw new SetupError(`Not delivered. ${sentence(result.message ?? '')}`)
        context.result({ delivered: true, status: result.status, duration_ms: result.durationMs })
        context.print(`Delivered: the endpoint responded with ${result.status} after ${result.durationMs} ms.`)
      })
    },
  },
  'endpoints recover': {
    summary: 'Send an endpoint all subscribed events since a time that it has not received.',
    usage: '--id ID --since TIME',
    options: { ...which, since: { value: 'TIME', meaning: 'such as 2026-11-14T09:30:00Z' } },
    run: (context, options) =>
      withEndpoint(context, options, async ({ endpoints, workspaceId, id, config }) => {
        const body = { since: requireText(options, 'since') }
        const since = readOptions((issues) => readSince(issues, body, Date.now(), config.eventRetentionDays))
        const count = (await endpoints.recover(workspaceId, id, OPERATOR, since)) ?? missing()
        context.print(`Sending ${formatCount(count, 'event')}.`)
        context.result({ id, events: count })
      }),
  },
  'endpoints remove': onOneEndpoint(
    'Remove an endpoint and its deliveries.',
    async ({ context, endpoints, workspaceId, id }) => {
      if (!(await endpoints.delete(workspaceId, id))) missing()
      context.print('The endpoint is removed.')
      context.result({ id, deleted: true })
    },
  ),
}

interface EndpointPlace extends Workplace {
  context: CommandContext
  endpoints: Endpoints
  /** The endpoint that was asked for. It may not exist. */
  id: string
}

function onOneEndpoint(summary: string, work: (place: EndpointPlace) => Promise<void>): Command {
  return { summary, usage: '--id ID', options: which, run: (context, options) => withEndpoint(context, options, work) }
}

function changeStatus(status: 'active' | 'paused', done: string) {
  return async ({ context, endpoints, workspaceId, id }: EndpointPlace): Promise<void> => {
    const endpoint = (await endpoints.update(workspaceId, id, OPERATOR, { status })) ?? missing()
    context.print(`The endpoint ${endpoint.url} ${done}.`)
    context.result(endpoint)
  }
}

async function withEndpoint(
  context: CommandContext,
  options: Options,
  work: (place: EndpointPlace) => Promise<void>,
): Promise<void> {
  const id = requireId(options, 'events endpoints list').toLowerCase()
  await withDatabase(context, async (place) =>
    work({ ...place, context, endpoints: await endpointsOf(place), id }),
  ).catch(explainRefusal)
}

async function endpointsOf({ config, pool, ids }: Workplace): Promise<Endpoints> {
  const clock = systemClock()
  const box = await openCheckedBox(pool, config)
  const allowPrivate = config.allowPrivateNetworks
  const safeFetch = createSafeFetch({ allowPrivate })
  const send = createSender({ pool, baseUrl: config.baseUrl, safeFetch, box, clock, allowPrivate })
  return createEndpoints({ pool, clock, ids, box, send, hangUp: safeFetch.hangUp })
}

function missing(): never {
  throw new SetupError(`There is no endpoint with this id. See: ${commandLine('events endpoints list')}`)
}
