import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, globalAgent, request as httpRequest, type IncomingMessage } from 'node:http'

export interface Traffic {
  total(): number
  /** Number of answers by status. */
  counts(): Record<string, number>
  /** Counts a request without an answer by its reason. */
  countFailure(error: NodeJS.ErrnoException): void
  /** Open connections of this client, in use or idle. */
  openSockets(): number
  stop(): Promise<void>
}

export interface TrafficOptions {
  url: string
  setupUrl: string
  /** Requests a second. */
  rate: number
}

interface Sent {
  status: number
  text: string
  headers: IncomingMessage['headers']
}

/** Credentials, and ids of records to read and change. */
interface World {
  send(method: string, path: string, options?: SendOptions): Promise<Sent>
  key: string
  cookie: string
  webhookId: string
  receivePath: string
  contacts: string[]
  posts: string[]
  assets: string[]
}

interface SendOptions {
  json?: unknown
  body?: string
  headers?: Record<string, string>
}

const OWNER = { name: 'Owner', email: 'owner@example.com', password: 'a password for the soak, long enough' }
const AT_ONCE_MAX = 64
const TICK_MS = 20
const REMEMBERED = 500

/**
 * A mix of all kinds of requests at a steady rate. A server that falls behind gets fewer requests instead of a backlog.
 */
export async function createTraffic({ url, setupUrl, rate }: TrafficOptions): Promise<Traffic> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE_MAX })
  const counts: Record<string, number> = {}
  let total = 0
  const send: World['send'] = async (method, path, options) => {
    total++
    const sent = await sendOnce(agent, url, method, path, options)
    counts[sent.status] = (counts[sent.status] ?? 0) + 1
    return sent
  }
  const countFailure = (error: NodeJS.ErrnoException) => {
    const name = error.code ?? (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.message
    counts[name] = (counts[name] ?? 0) + 1
  }
  const world = await createWorld(send, setupUrl)
  const deck = ACTIONS.flatMap(([weight, action]) => Array.from({ length: weight }, () => action))
  const running = new Set<Promise<void>>()
  let owed = 0
  let turn = 0
  const timer = setInterval(() => {
    owed = Math.min(owed + (rate * TICK_MS) / 1_000, AT_ONCE_MAX)
    while (owed >= 1 && running.size < AT_ONCE_MAX) {
      owed--
      // A fixed step through the deck mixes the actions, in the same way in every run.
      turn = (turn + 37) % deck.length
      const work: Promise<void> = deck[turn]!(world)
        .catch(countFailure)
        .then(() => void running.delete(work))
      running.add(work)
    }
  }, TICK_MS)
  return {
    total: () => total,
    counts: () => counts,
    countFailure,
    openSockets: () =>
      [agent, globalAgent].reduce((sum, { sockets, freeSockets }) => sum + countOf(sockets) + countOf(freeSockets), 0),
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
    },
  }
}

function countOf(sockets: Agent['sockets']): number {
  return Object.values(sockets).reduce((sum, of) => sum + (of?.length ?? 0), 0)
}

async function createWorld(send: World['send'], setupUrl: string): Promise<World> {
  const token = /setup_\w+/.exec(setupUrl)![0]
  const claimed = await send('POST', '/v1/setup', { json: { token, ...OWNER } })
  if (claimed.status >= 300) throw new Error(`setup: ${claimed.status} ${claimed.text}`)
  const cookie = cookieOf(claimed)
  const asOwner = { cookie, 'sec-fetch-site': 'same-origin' }
  const scopes = ['contacts', 'posts', 'webhooks', 'events'].flatMap((noun) => [`${noun}:read`, `${noun}:write`])
  const key = JSON.parse((await send('POST', '/v1/keys', { headers: asOwner, json: { name: 'soak', scopes } })).text)
    .data.key
  const bearer = { authorization: `Bearer ${key}` }
  const webhook = JSON.parse(
    (await send('POST', '/v1/webhooks', { headers: bearer, json: { name: 'soak' } })).text,
  ).data
  // The pages may not be built yet.
  let assets: string[] = []
  for (const deadline = Date.now() + 60_000; assets.length === 0 && Date.now() < deadline; ) {
    const page = await send('GET', '/', { headers: { accept: 'text/html' } })
    assets = [...page.text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map((match) => match[1]!)
    if (assets.length === 0) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return {
    send: (method, path, options = {}) => send(method, path, options),
    key,
    cookie,
    webhookId: webhook.id,
    receivePath: new URL(webhook.receive_url).pathname,
    contacts: [],
    posts: [],
    assets,
  }
}

type Action = (world: World) => Promise<unknown>

const bearer = ({ key }: World) => ({ authorization: `Bearer ${key}` })
const person = ({ cookie }: World) => ({ cookie, 'sec-fetch-site': 'same-origin' })
const any = (list: readonly string[]) => list[Math.floor(Math.random() * list.length)]
const newContact = () => ({
  first_name: 'Soak',
  last_name: randomBytes(4).toString('hex'),
  email: `${randomBytes(5).toString('hex')}@example.com`,
  utm_source: any(['newsletter', 'search', 'fair']),
  message: 'x'.repeat(200),
})
const get =
  (path: string): Action =>
  (world) =>
    world.send('GET', path, { headers: bearer(world) })

async function remember(list: string[], sent: Promise<Sent>): Promise<void> {
  const { status, text } = await sent
  if (status !== 201) return
  if (list.length >= REMEMBERED) list.shift()
  list.push(JSON.parse(text).data.id)
}

async function getOneOf(world: World, list: readonly string[], path: string): Promise<void> {
  const id = any(list)
  if (id !== undefined) await world.send('GET', `${path}/${id}`, { headers: bearer(world) })
}

/** Each weight is out of about a hundred. */
const ACTIONS: ReadonlyArray<[weight: number, Action]> = [
  [
    14,
    (world) =>
      remember(world.contacts, world.send('POST', '/v1/contacts', { headers: bearer(world), json: newContact() })),
  ],
  [10, (world) => world.send('POST', '/v1/contacts', { json: newContact() })],
  [
    4,
    (world) =>
      world.send('POST', '/v1/contacts', {
        headers: { ...bearer(world), 'idempotency-key': randomUUID() },
        json: newContact(),
      }),
  ],
  [8, (world) => world.send('POST', world.receivePath, { json: { id: randomUUID(), text: 'y'.repeat(500) } })],
  [
    6,
    (world) =>
      remember(
        world.posts,
        world.send('POST', '/v1/posts/short', { headers: bearer(world), json: { content: `Soak ${randomUUID()}` } }),
      ),
  ],
  [
    3,
    async (world) => {
      const id = any(world.posts)
      if (id !== undefined)
        await world.send('PATCH', `/v1/posts/${id}`, {
          headers: bearer(world),
          json: { content: `Changed ${randomUUID()}` },
        })
    },
  ],
  [6, get('/v1/contacts?limit=50')],
  [3, get('/v1/contacts?q=soak&limit=10')],
  [3, get('/v1/contacts?utm_source=fair&page=2')],
  [4, (world) => getOneOf(world, world.contacts, '/v1/contacts')],
  [4, get('/v1/posts?limit=50')],
  [3, (world) => getOneOf(world, world.posts, '/v1/posts')],
  [4, get('/v1/events?limit=50')],
  [2, get('/v1/events?order=desc&limit=20')],
  [2, get('/v1/people?limit=20')],
  [2, get('/v1/contacts/values')],
  [2, get('/v1/reports/attention')],
  [2, (world) => world.send('GET', `/v1/webhooks/${world.webhookId}/deliveries?limit=20`, { headers: bearer(world) })],
  [1, (world) => world.send('GET', '/v1/contacts/export?utm_source=search&q=a0', { headers: bearer(world) })],
  [1, (world) => world.send('POST', '/v1/auth/sign-in', { json: { email: OWNER.email, password: OWNER.password } })],
  [
    1,
    (world) =>
      world.send('POST', '/v1/auth/sign-in', { json: { email: OWNER.email, password: 'wrong, and long enough' } }),
  ],
  [3, (world) => world.send('GET', '/v1/me', { headers: person(world) })],
  [2, (world) => world.send('GET', '/', { headers: { accept: 'text/html' } })],
  [4, (world) => world.send('GET', any(world.assets) ?? '/', { headers: { 'accept-encoding': 'gzip' } })],
  [1, (world) => world.send('GET', '/openapi.json')],
  [2, (world) => world.send('GET', '/readyz')],
  [2, (world) => world.send('GET', `/v1/nothing/${randomUUID()}`, { headers: bearer(world) })],
  [2, (world) => world.send('GET', '/v1/contacts', { headers: { authorization: 'Bearer svc_pk_wrong' } })],
  [
    2,
    (world) =>
      world.send('POST', '/v1/contacts', { body: '{"first_name":', headers: { 'content-type': 'application/json' } }),
  ],
  [1, listenForAWhile],
]

/** Holds a live stream for a few seconds, then disconnects, as a browser tab does. */
function listenForAWhile(world: World): Promise<unknown> {
  return world.send('GET', '/v1/live', { headers: { ...bearer(world), 'x-soak-listen-ms': '5000' } })
}

function sendOnce(
  agent: Agent,
  base: string,
  method: string,
  path: string,
  { json, body, headers = {} }: SendOptions = {},
): Promise<Sent> {
  const payload = json === undefined ? body : JSON.stringify(json)
  const { 'x-soak-listen-ms': listenMs, ...sentHeaders } = headers
  if (json !== undefined) sentHeaders['content-type'] = 'application/json'
  if (payload !== undefined) sentHeaders['content-length'] = String(Buffer.byteLength(payload))
  return new Promise((resolve, reject) => {
    const sent = httpRequest(new URL(path, base), { method, headers: sentHeaders, ...(listenMs ? {} : { agent }) })
    sent.on('error', reject)
    sent.setTimeout(30_000, () => sent.destroy(Object.assign(new Error('no answer'), { code: 'NO_ANSWER' })))
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('error', reject)
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      const finish = () =>
        resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString(), headers: response.headers })
      response.on('end', finish)
      if (!listenMs) return
      setTimeout(() => {
        response.off('error', reject)
        response.on('error', () => {})
        sent.off('error', reject)
        sent.on('error', () => {})
        sent.destroy()
        finish()
      }, Number(listenMs))
    })
    sent.end(payload)
  })
}

function cookieOf({ headers }: Sent): string {
  return (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
}
