import type { IncomingMessage, ServerResponse } from 'node:http'
import { addDefaultAccounts, listAccounts, type NewAccount, saveAccount } from '../core/accounts.ts'
import { consultOracle, listPublic } from '../core/oracle.ts'
import { parseBody, readBytes } from '../http/body.ts'
import { json, type Platform, type Reply } from '../http/call.ts'
import { send } from '../http/deliver.ts'
import { type Account, PLATFORM_NAMES, type PlatformName } from '../state/records.ts'
import type { SettingsPatch } from '../state/settings.ts'
import type { World } from '../state/world.ts'
import { readFault } from './fault-input.ts'
import { grantToken, revokeGrants } from './grants.ts'
import { isOwnRequest } from './own-request.ts'

interface Request {
  world: World
  platforms: Platform[]
  query: URLSearchParams
  body: Record<string, unknown>
}

type Action = (request: Request) => Reply

/** What a test or the sandbox may change behind the platforms' backs. */
const ACTIONS: Record<string, Action> = {
  'GET /control': () => json(200, { actions: Object.keys(ACTIONS) }),
  'GET /control/health': ({ world }) => json(200, { ok: true, now: iso(world.clock.now()) }),
  'GET /control/settings': ({ world }) => json(200, world.settings.current),
  'POST /control/settings': ({ world, body }) => {
    const unknown = world.settings.patch(body as SettingsPatch)
    return unknown.length > 0 ? wrong(`unknown settings: ${unknown.join(', ')}`) : json(200, world.settings.current)
  },
  'POST /control/reset': ({ world }) => {
    world.reset()
    addDefaultAccounts(world)
    return json(200, { ok: true })
  },
  'GET /control/clock': ({ world }) => clock(world),
  'POST /control/clock': ({ world, body }) => {
    const ms = Number(body.advance_ms)
    if (!Number.isFinite(ms)) return wrong('advance_ms must be a number')
    world.advanceClock(ms)
    return clock(world)
  },
  'GET /control/faults': ({ world }) => json(200, { faults: world.faults.list() }),
  'POST /control/faults': ({ world, body, platforms }) => {
    const fault = readFault(body, platforms)
    return typeof fault === 'string' ? wrong(fault) : json(201, world.faults.add(fault))
  },
  'DELETE /control/faults': ({ world, query }) => {
    const id = query.get('id')
    if (id === null) world.faults.clear()
    else if (!world.faults.remove(id)) return json(404, { error: `no fault ${id}` })
    return json(200, { ok: true })
  },
  'GET /control/journal': ({ world, query }) => {
    const since = query.get('since')
    const entries = world.journal.list({
      ...pick(query, 'platform'),
      ...pick(query, 'call'),
      ...(since === null ? {} : { since: Number(since) }),
    })
    return json(200, { entries })
  },
  'GET /control/public': ({ world, query }) => {
    return json(200, { items: listPublic(world, { ...pick(query, 'platform'), ...pick(query, 'account') }) })
  },
  'GET /control/oracle': ({ world }) => json(200, consultOracle(world)),
  'GET /control/accounts': ({ world, query }) => {
    const names = PLATFORM_NAMES.filter((name) => query.get('platform') === null || query.get('platform') === name)
    return json(200, { accounts: names.flatMap((name) => listAccounts(world, name).map(toWire)) })
  },
  'POST /control/accounts': ({ world, body }) => {
    if (!isPlatform(body.platform)) return wrong(`platform must be one of ${PLATFORM_NAMES.join(', ')}`)
    const { max_weighted_length: max, content_admins: contentAdmins, ...rest } = body
    const input = {
      ...rest,
      ...(max === undefined ? {} : { maxWeightedLength: Number(max) }),
      ...(contentAdmins === undefined ? {} : { contentAdmins }),
    } as unknown as NewAccount
    return json(201, toWire(saveAccount(world, input)))
  },
  'POST /control/tokens': ({ world, body }) => {
    const granted = grantToken(world, body)
    return typeof granted === 'string' ? wrong(granted) : json(201, granted)
  },
  'POST /control/revoke': ({ world, body }) => {
    const problem = revokeGrants(world, body)
    return problem === null ? json(200, { ok: true }) : wrong(problem)
  },
}

export async function control(
  world: World,
  platforms: Platform[],
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOwnRequest(world, request)) {
    request.resume()
    return send(response, json(403, { error: 'only programs on this machine may use the control interface' }))
  }
  const bytes = await readBytes(request, 1024 * 1024)
  const body = parseBody(bytes ?? Buffer.alloc(0), 'application/json')
  const action = ACTIONS[`${request.method} ${url.pathname.replace(/\/$/, '')}`]
  if (!action) return send(response, json(404, { error: `no such action; known: ${Object.keys(ACTIONS).join(', ')}` }))
  if (body.kind === 'unreadable') return send(response, wrong('the body must be a JSON object'))
  send(response, action({ world, platforms, query: url.searchParams, body: body.fields }))
}

function clock(world: World): Reply {
  return json(200, { now: iso(world.clock.now()), offset_ms: world.clock.offsetMs() })
}

function toWire(account: Account): Record<string, unknown> {
  const { maxWeightedLength, contentAdmins, ...rest } = account
  return { ...rest, content_admins: contentAdmins, max_weighted_length: maxWeightedLength }
}

function pick<K extends string>(query: URLSearchParams, name: K): { [P in K]?: string } {
  const value = query.get(name)
  return (value === null ? {} : { [name]: value }) as { [P in K]?: string }
}

export function isPlatform(value: unknown): value is PlatformName {
  return PLATFORM_NAMES.some((name) => name === value)
}

function wrong(error: string): Reply {
  return json(400, { error })
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
