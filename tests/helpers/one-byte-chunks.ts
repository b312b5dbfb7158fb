import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { routes } from '../../src/app/routes.ts'
import type { Access } from '../../src/http/call.ts'
import { keyFormat } from '../../src/keys/hash.ts'
import { createDatabase } from './postgres.ts'
import { createPlace, type Doorpost } from './process.ts'
import { chunk, request } from './raw-http.ts'

// Each connection sends a head and 60,000 chunks of one byte at once, to every route that takes a body. What the
// request names is not in memory yet, so that it is looked up before the body is read. A chunk that waits as an object
// takes about 470 bytes: 200 connections took 0.3 to 1 GB before chunks were joined on arrival.

const CHUNKS = 60_000
const MANY = 200
const FEW = 10
const GROWTH_MAX_MB = 100
const ANSWERED_MS = 120_000

type Headers = Record<string, string>
interface Stage {
  server: Doorpost
  /** The owner's cookie. */
  session: Headers
}

/** Registers the tests of one part of the routes. All of them take too long for one file. */
export async function walkRoutes(part: number, parts: number): Promise<void> {
  const database = await createDatabase()
  const place = createPlace({ after }, { env: { DATABASE_URL: database.url } })
  after(() => database.drop())
  const limits = ['AUTHENTICATED', 'PUBLIC', 'WEBHOOK', 'FAILED_AUTH', 'OPEN', 'DASHBOARD']
  const server = await place.start({
    env: Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '1000000'])),
  })
  const stage = { server, session: await signIn(server) }
  const own = targets().filter((_, at) => at % parts === part)
  for (const { name, connections, ...target } of own) {
    test(`${name}, ${connections} connections`, async () => {
      const grownMb = await attack(stage, target, connections)
      assert.ok(grownMb < GROWTH_MAX_MB, `memory grew by ${Math.round(grownMb)} MB`)
    })
  }
}

async function signIn({ url, stdout }: Doorpost): Promise<Headers> {
  const own = { origin: url, 'sec-fetch-site': 'same-origin' }
  const token = /set-up#token=(\S+)/.exec(stdout)![1]!
  const person = { token, name: 'Ana', email: 'ana@example.com', password: 'correct horse battery staple' }
  const answer = await fetch(`${url}/v1/setup`, {
    method: 'POST',
    headers: { ...own, 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  assert.ok(answer.ok, await answer.clone().text())
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0]!)
  return { ...own, cookie: cookies.find((each) => each.includes('session_token'))! }
}

async function send(stage: Stage, method: string, path: string, json: unknown): Promise<Record<string, string>> {
  const headers = { ...stage.session, 'content-type': 'application/json' }
  const ask = () => fetch(`${stage.server.url}${path}`, { method, headers, body: JSON.stringify(json) })
  // The server may still be dropping data of the previous attack, and refuse a request that waited for more than ten
  // seconds.
  const answer = await ask().catch(ask)
  const { data } = (await answer.json()) as { data: Record<string, string> }
  assert.ok(answer.ok, JSON.stringify(data))
  return data
}

/** Creates something new, so that none of it is in memory, and returns how a request names it. */
const TYPES = {
  json: 'application/json',
  late_json: 'application/json',
  raw: 'text/csv',
  stream: 'image/png',
  form: 'application/json',
  none: 'text/plain',
}

type Prepare = (
  stage: Stage,
) => Promise<{ id?: string; headers?: Record<string, string>; body?: string; type?: string }>

const fields = [{ name: 'email' }, { name: 'cv', type: 'file', label: 'Your CV' }]
const UNKNOWN_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
const FILE = '--b\r\nContent-Disposition: form-data; name="cv"; filename="cv.txt"\r\n\r\n'
let made = 0

const newForm = async (stage: Stage, more: object = {}) =>
  (await send(stage, 'POST', '/v1/forms', { name: `F${made++}`, ...more })).public_id!
const asKey = (text: string) => ({ headers: { authorization: `Bearer ${text}` } })
/** A change of the workspace clears what is cached about it. */
const withOrigin: Prepare = async (stage) => {
  await send(stage, 'PATCH', '/v1/workspace', {
    allowed_origins: [`https://site${made++}.example.com`, 'https://a.example'],
  })
  return { headers: { origin: 'https://a.example' } }
}
const unknownKey: Prepare = async () => asKey(keyFormat.create())
const newKey: Prepare = async (stage) => {
  const scopes = ['contacts:write', 'posts:write', 'webhooks:write', 'webhooks:read', 'forms:write', 'links:write']
  return asKey((await send(stage, 'POST', '/v1/keys', { name: `K${made++}`, scopes })).key!)
}
const bySession: Prepare = async ({ session }) => ({ headers: session })
const byNobody: Prepare = async () => ({})

const CALLERS: Record<Access['mode'], Record<string, Prepare>> = {
  key: { 'an unknown key': unknownKey, 'a new key': newKey, 'a session': bySession },
  key_or_public: {
    'an Origin': withOrigin,
    'an unknown key': unknownKey,
    'a new key': newKey,
    'a session': bySession,
    nothing: byNobody,
  },
  any_key: { 'an unknown key': unknownKey, 'a new key': newKey },
  user: { 'a session': bySession, nothing: byNobody },
  webhook: {
    'a new webhook': async (stage) => ({
      id: new URL((await send(stage, 'POST', '/v1/webhooks', { name: `W${made++}` })).receive_url!).pathname
        .split('/')
        .at(-1)!,
    }),
    'an unknown webhook': byNobody,
  },
  form: {
    'a new form': async (stage) => ({ id: await newForm(stage) }),
    'a new form, with an Origin': async (stage) => ({ ...(await withOrigin(stage)), id: await newForm(stage) }),
    'a new form that takes files': async (stage) => ({
      id: await newForm(stage, { fields }),
      type: 'multipart/form-data; boundary=b',
      body: FILE,
    }),
    'an unknown form': byNobody,
  },
  handshake: { nothing: byNobody },
  open: { nothing: byNobody },
}

interface Target {
  method: string
  pathname: string
  prepare: Prepare
  type: string
}

function rssMb(server: Doorpost): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
  const rss = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  // A process that has ended keeps its entry until its parent has reaped it, but no memory.
  assert.ok(rss !== undefined, `the server has ended: ${server.stdout}${server.stderr}${status}`)
  return Number(rss) / 1024
}

async function attack(stage: Stage, { method, pathname, prepare, type }: Target, connections: number): Promise<number> {
  const { server } = stage
  const made = await prepare(stage)
  const path = pathname.replace(/:\w+/g, made.id ?? UNKNOWN_ID)
  const headers = { 'Content-Type': made.type ?? type, 'Transfer-Encoding': 'chunked', ...made.headers }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const text = (made.body ?? '').padEnd(CHUNKS, 'x')
  const bytes = Buffer.concat([
    request(`${method} ${path}`, lines),
    ...Array.from(text, (character) => chunk(character)),
  ])
  const first = rssMb(server)
  let peak = first
  let isOver = false
  const watched = (async () => {
    for (; !isOver; await delay(5)) peak = Math.max(peak, rssMb(server))
  })()
  await Promise.all(
    Array.from({ length: connections }, (_, at) => sendAndWait(bytes, server.port, `127.0.0.${1 + (at % 50)}`)),
  )
  isOver = true
  await watched
  return peak - first
}

/** Waits until the server has responded or closed. Uses many addresses, so that no limit for one address applies. */
function sendAndWait(bytes: Buffer, port: number, localAddress: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(bytes))
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error('there was no answer'))
    }, ANSWERED_MS)
    socket.once('data', () => socket.destroy())
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Many connections for each kind of body and caller, a few for every other route. */
function targets(): Array<Target & { name: string; connections: number }> {
  const seen = new Set<string>()
  const all = routes.flatMap(([method, pathname, access, operation]) => {
    if (method === 'GET') return []
    const kind = operation.body ? (operation.body.kind ?? 'json') : 'none'
    const callers = Object.entries(CALLERS[access.mode])
    const fresh = callers.filter(([caller]) => !seen.has(`${kind} ${caller}`))
    for (const [caller] of fresh) seen.add(`${kind} ${caller}`)
    const tried = fresh.length > 0 ? fresh : kind === 'none' ? [] : callers.slice(0, 1)
    const connections = fresh.length > 0 ? MANY : FEW
    return tried.map(([caller, prepare]) => {
      return { name: `${method} ${pathname}, ${caller}`, method, pathname, prepare, type: TYPES[kind], connections }
    })
  })
  // Those that take long are spread evenly over the parts.
  return all.sort((one, other) => other.connections - one.connections)
}
