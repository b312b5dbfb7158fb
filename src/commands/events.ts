import { ApiError } from '../errors.ts'
import { createSender, createTestSender } from '../events/delivery/attempt.ts'
import { createEndpoints, type Endpoints } from '../events/endpoints/endpoints.ts'
import type { EndpointChange } from '../events/endpoints/store.ts'
import { readEndpoint, readSince, readTestType } from '../events/input.ts'
import { API_VERSION } from '../http/docs/openapi.ts'
import { isUuid } from '../lib/ids.ts'
import { createIssues } from '../lib/issues.ts'
import { createSafeFetch } from '../lib/net/safe-fetch.ts'
import { SetupError } from '../lib/problem.ts'
import { systemClock } from '../lib/time/clock.ts'
import { openCheckedBox } from '../secrets/fingerprint.ts'
import {
  type Command,
  type CommandContext,
  formatTable,
  type Options,
  refuseIssues,
  requireText,
  UsageError,
  type Workplace,
  withDatabase,
} from './command.ts'

/** Whoever may run commands may see everything. */
const OPERATOR = null
const ALL = { page: 1, limit: 1_000, afterId: null }
const which: Command['options'] = { id: { value: 'ID', meaning: 'id from events endpoints list' } }

export const createEndpointCommand: Command = {
  summary: 'Create an endpoint for events. Its secret is shown once, alone on the last line.',
  usage: '--url URL [--events LIST] [--description TEXT]',
  options: {
    url: { value: 'URL', meaning: 'where events are sent to: https, and not in a private network' },
    events: { value: 'LIST', meaning: 'event types, comma-separated; all when left out' },
    description: { value: 'TEXT', meaning: 'what it is' },
  },
  run: (context, options) =>
    withDatabase(context, async (place) => {
      const issues = createIssues()
      const { url, description } = options
      if (!url?.trim()) throw new UsageError('--url is needed.')
      const events = options.events?.split(',').map((type) => type.trim())
      const rules = { allowPrivate: place.config.allowPrivateNetworks }
      const input = readEndpoint(issues, { url, description, events }, rules)
      refuseIssues(issues)
      const endpoints = await endpointsOf(place)
      const { secret, ...endpoint } = await endpoints.create(place.workspaceId, { ...input, scopes: null })
      context.print(`Events are sent to ${endpoint.url}: ${endpoint.events?.join(', ') ?? 'all'}. Id: ${endpoint.id}`)
      context.print('Its secret verifies the signatures; it is not shown again:')
      context.print(secret)
      context.result({ ...endpoint, secret })
      return 0
    }).catch(explain),
}

export const listEndpointsCommand: Command = {
  summary: 'List the endpoints for events.',
  usage: '',
  options: {},
  async run(context) {
    const { endpoints } = await withDatabase(context, async (place) =>
      (await endpointsOf(place)).list(place.workspaceId, ALL),
    )
    context.result(endpoints)
    if (endpoints.length === 0) {
      context.print('There are no endpoints yet. Create one: npm run -s doorpost -- events endpoints create --url URL')
      return 0
    }
    const rows = endpoints.map((endpoint) => [
      endpoint.url,
      endpoint.status,
      endpoint.events?.join(',') ?? 'all',
      String(endpoint.failures),
      String(endpoint.waiting),
      endpoint.last_success_at?.replace(/\.\d+Z$/, 'Z') ?? '-',
      endpoint.id,
    ])
    context.print(formatTable(['URL', 'STATE', 'EVENTS', 'FAILURES', 'WAITING', 'LAST SUCCESS', 'ID'], rows))
    for (const { id, reason } of endpoints) if (reason !== null) context.print(`${id}: ${reason}`)
    return 0
  },
}

export const pauseEndpointCommand = change(
  'Pause an endpoint. Its events wait until it is resumed.',
  { status: 'paused' },
  'is paused',
)

export const resumeEndpointCommand = change(
  'Let a paused or disabled endpoint get events again.',
  { status: 'active' },
  'gets events again',
)

export const rotateEndpointCommand: Command = {
  summary: `Give an endpoint a new secret, shown once, alone on the last line.

The secret before signs along for 24 hours.`,
  usage: '--id ID',
  options: which,
  run: (context, options) =>
    withEndpoint(context, options, async (endpoints, workspaceId, id) => {
      const rotated = (await endpoints.rotate(workspaceId, id, OPERATOR)) ?? missing()
      context.print(
        `The secret before signs along until ${rotated.previous_secret_until}. The new one is not shown again:`,
      )
      context.print(rotated.secret)
      context.result(rotated)
      return 0
    }),
}

export const testEndpointCommand: Command = {
  summary: 'Send a signed test to an endpoint, and show what it answered.',
  usage: '--id ID [--type TYPE]',
  options: { ...which, type: { value: 'TYPE', meaning: 'an event type; endpoint.test when left out' } },
  async run(context, options) {
    const issues = createIssues()
    const type = readTestType(issues, { type: options.type })
    refuseIssues(issues)
    // Loaded only here: it brings every feature along.
    const { eventDocs } = await import('../app.ts')
    const { data } = eventDocs.find((doc) => doc.type === type)!.example
    return withEndpoint(context, options, async (endpoints, workspaceId, id) => {
      const result = (await endpoints.test(workspaceId, id, type, data)) ?? missing()
      if (result.outcome === 'delivered') {
        context.result({ delivered: true, status: result.status, duration_ms: result.durationMs })
        context.print(`Delivered: it answered ${result.status} after ${result.durationMs} ms.`)
        return 0
      }
      throw new SetupError(`Not delivered. ${result.message}`)
    })
  },
}

export const recoverEndpointCommand: Command = {
  summary: 'Send an endpoint everything since a time that it wants and has not got.',
  usage: '--id ID --since TIME',
  options: { ...which, since: { value: 'TIME', meaning: 'such as 2026-11-14T09:30:00Z' } },
  run: (context, options) =>
    withEndpoint(context, options, async (endpoints, workspaceId, id, { config }) => {
      const issues = createIssues()
      const since = readSince(issues, { since: requireText(options, 'since') }, Date.now(), config.eventRetentionDays)
      refuseIssues(issues)
      const count = (await endpoints.recover(workspaceId, id, since, OPERATOR)) ?? missing()
      context.print(`${count === 1 ? '1 event is' : `${count} events are`} on the way.`)
      context.result({ id, events: count })
      return 0
    }),
}

export const removeEndpointCommand: Command = {
  summary: 'Remove an endpoint with its deliveries.',
  usage: '--id ID',
  options: which,
  run: (context, options) =>
    withEndpoint(context, options, async (endpoints, workspaceId, id) => {
      if (!(await endpoints.delete(workspaceId, id))) missing()
      context.print('The endpoint is removed.')
      context.result({ id, deleted: true })
      return 0
    }),
}

function change(summary: string, wanted: EndpointChange, done: string): Command {
  return {
    summary,
    usage: '--id ID',
    options: which,
    run: (context, options) =>
      withEndpoint(context, options, async (endpoints, workspaceId, id) => {
        const endpoint = (await endpoints.update(workspaceId, id, wanted, OPERATOR)) ?? missing()
        context.print(`The endpoint ${endpoint.url} ${done}.`)
        context.result(endpoint)
        return 0
      }),
  }
}

function withEndpoint(
  context: CommandContext,
  options: Options,
  work: (endpoints: Endpoints, workspaceId: string, id: string, place: Workplace) => Promise<number>,
): Promise<number> {
  const id = requireText(options, 'id').toLowerCase()
  if (!isUuid(id)) throw new UsageError('--id must be an id from "events endpoints list".')
  return withDatabase(context, async (place) => work(await endpointsOf(place), place.workspaceId, id, place)).catch(
    explain,
  )
}

/** What the API would refuse is for the person at the terminal to put right as well. */
function explain(error: unknown): never {
  throw error instanceof ApiError ? new SetupError(error.message, { cause: error }) : error
}

async function endpointsOf({ config, pool, ids }: Workplace): Promise<Endpoints> {
  const clock = systemClock()
  const box = await openCheckedBox(pool, config)
  const allowPrivate = config.allowPrivateNetworks
  const safeFetch = createSafeFetch({ allowPrivate })
  const send = createSender({ safeFetch, box, clock, userAgent: `Doorpost/${API_VERSION}`, allowPrivate })
  return createEndpoints({ pool, clock, ids, box, sendTest: createTestSender(send, ids) })
}

function missing(): never {
  throw new SetupError('There is no endpoint with this id. See: npm run -s doorpost -- events endpoints list')
}
