import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Fault } from '../core/faults.ts'
import { revokeToken } from '../core/tokens.ts'
import type { Container } from '../state/records.ts'
import type { World } from '../state/world.ts'
import { emptyBody, parseBody, readBytes } from './body.ts'
import { type Call, type Platform, Refused, type Reply } from './call.ts'
import { drop, keepSilent, send, sendHalf, sendHuge, sendText } from './deliver.ts'
import type { Match, Router } from './router.ts'

const MAX_BODY_BYTES = 1024 * 1024

export interface Target {
  world: World
  platform: Platform
  router: Router
}

/** Handles one request to a platform: route, disturb, handle, record, answer. */
export async function dispatch(
  { world, platform, router }: Target,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // The platform's own clock, which may differ from its clients' clocks.
  response.setHeader('date', new Date(world.clock.now()).toUTCString())
  const path = pathBelow(platform, url.pathname)
  const match = router.match(request.method ?? 'GET', path)
  const call = toCall(world, platform, match, path, url, request)
  const bytes = await readBytes(request, match?.route.maxBytes ?? MAX_BODY_BYTES)
  if (bytes === null) return send(response, platform.serverError(call, 413))
  call.body = parseBody(bytes, request.headers['content-type'] ?? '')
  call.token = tokenOf(call)
  if (!match) return finish(call, platform.notFound(call), response)
  const { route } = match
  call.name = typeof route.call === 'string' ? route.call : route.call(call)
  if (route.page) return send(response, await answer(platform, match, call))
  await keepDistance(world)

  const { fault, lag } = world.faults.take({ platform: platform.name, name: call.name, text: () => textOf(call) })
  call.lag = lag
  if (!fault) return finish(call, await answer(platform, match, call), response)
  await disturb(platform, match, call, fault, response)
}

/** Waits before the call takes effect, so that a caller who gives up meanwhile has changed nothing. */
async function keepDistance({ settings }: World): Promise<void> {
  const { latency_ms: least, latency_spread_ms: spread } = settings.current
  if (least + spread > 0) await delay(least + Math.random() * spread)
}

function pathBelow(platform: Platform, pathname: string): string {
  const path = pathname.slice(platform.name.length + 1) || '/'
  return platform.version ? path.replace(platform.version, '') || '/' : path
}

function toCall(
  world: World,
  platform: Platform,
  match: Match | null,
  path: string,
  url: URL,
  request: IncomingMessage,
): Call {
  return {
    world,
    platform: platform.name,
    name: 'unknown',
    method: request.method ?? 'GET',
    path,
    params: match?.params ?? {},
    query: url.searchParams,
    headers: request.headers,
    body: emptyBody(),
    token: null,
    lag: null,
    accountId: null,
    effect: null,
    replyHeaders: {},
  }
}

function tokenOf(call: Call): string | null {
  const bearer = /^(?:Bearer|DPoP)\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1]
  const field = call.body.fields.access_token
  return bearer ?? call.query.get('access_token') ?? (typeof field === 'string' ? field : null)
}

/**
 * The text that a fault's `match` is searched in. A publication names only its container, so this includes the
 * container's text.
 */
function textOf(call: Call): string {
  const query = [...call.query].map(([name, value]) => `${name}=${value}`).join('&')
  const fields = ['json', 'form'].includes(call.body.kind) ? Object.values(call.body.fields) : []
  const words = fields.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return [`${call.path}?${query}`, ...words, containerOf(call)?.text ?? ''].join('\n')
}

function containerOf(call: Call): Container | undefined {
  const id = call.body.fields.creation_id ?? call.query.get('creation_id')
  return call.world.containers.get(`${call.platform}:${String(id)}`)
}

function loseContainer(call: Call): void {
  const container = containerOf(call)
  if (container) call.world.containers.put(`${call.platform}:${container.id}`, { ...container, lost: true })
}

async function answer(platform: Platform, match: Match, call: Call): Promise<Reply> {
  const reply = call.body.kind === 'unreadable' ? platform.unreadableBody(call) : await handle(match, call)
  const decorated = platform.decorate && !match.route.page ? platform.decorate(call, reply) : reply
  return { ...decorated, headers: { ...decorated.headers, ...call.replyHeaders } }
}

async function handle(match: Match, call: Call): Promise<Reply> {
  try {
    return await match.route.handle(call)
  } catch (error) {
    if (error instanceof Refused) return error.reply
    throw error
  }
}

function finish(call: Call, reply: Reply, response: ServerResponse): void {
  call.world.journal.add(call, reply, reply.status < 400 ? 'ok' : 'refused')
  send(response, reply)
}

async function disturb(
  platform: Platform,
  match: Match,
  call: Call,
  fault: Fault,
  response: ServerResponse,
): Promise<void> {
  const note = (reply: Reply | null) => call.world.journal.add(call, reply, fault.kind)
  const failure = (status: number) => withBody(platform.serverError(call, status), fault)
  switch (fault.kind) {
    case 'drop_before':
      note(null)
      return drop(response)
    case 'timeout_before':
      note(null)
      return keepSilent(response, fault.ms)
    case 'status_before':
    case 'rate_limited':
    case 'not_ready':
    case 'lost_container': {
      if (fault.kind === 'lost_container') loseContainer(call)
      const reply = withBody(refusalOf(platform, call, fault), fault)
      note(reply)
      return send(response, reply)
    }
    case 'token_revoked': {
      revokeToken(call.world, call.token, call.body.fields.refresh_token)
      const reply = await answer(platform, match, call)
      note(reply)
      return send(response, reply)
    }
    default:
  }

  const reply = await answer(platform, match, call)
  switch (fault.kind) {
    case 'drop_after':
      note(null)
      return drop(response)
    case 'timeout_after':
      note(null)
      return keepSilent(response, fault.ms)
    case 'status_after': {
      const failed = failure(fault.status ?? 500)
      note(failed)
      return send(response, failed)
    }
    case 'live_but_error':
    case 'live_but_not_ready': {
      const told = fault.kind === 'live_but_error' ? platform.liveButError(call) : platform.notReady(call)
      const failed = reply.status < 400 ? withBody(told, fault) : reply
      note(failed)
      return send(response, failed)
    }
    case 'truncated':
      note(null)
      return sendHalf(response, reply)
    case 'bad_body':
      note(reply)
      return sendText(response, 200, '<!doctype html><title>Please wait</title>')
    case 'huge_body':
      note(reply)
      return sendHuge(response, reply, fault)
    default:
      note(reply)
      return send(response, reply)
  }
}

function refusalOf(platform: Platform, call: Call, fault: Fault): Reply {
  if (fault.kind === 'rate_limited') return platform.rateLimited(call, fault)
  if (fault.kind === 'not_ready' || fault.kind === 'lost_container') return platform.notReady(call)
  return platform.serverError(call, fault.status ?? 500)
}

function withBody(reply: Reply, fault: Fault): Reply {
  const status = fault.kind === 'rate_limited' && fault.status !== null ? fault.status : reply.status
  if (fault.body === null) return { ...reply, status }
  return { ...reply, status, body: typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body) }
}
