// @slow @alone

import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createDatabase } from '../helpers/postgres.ts'
import { createPlace } from '../helpers/process.ts'
import { chunk, request } from '../helpers/raw-http.ts'

// A stranger, or a person with a key, attacks a whole process, while its memory, event loop delays and health are
// measured. Numbers depend on the machine and its load, so they are compared with the same process at rest, and with a
// thread that now and then works for 50 ms and waits for the processor like the server does. An attack that looks bad
// once is repeated: real problems show every time, and by far (gigabytes, and seconds to minutes, before they were
// fixed).

const GROWTH_MAX_MB = 100
const HEALTH_MAX_MS = 200
const LAG_MAX_MS = 50
const NOISE = 4
const ATTEMPTS = 6
const MIB = 1_048_576

const database = await createDatabase()
const place = createPlace({ after }, { env: { DATABASE_URL: database.url } })
after(() => database.drop())
const limits = ['AUTHENTICATED', 'PUBLIC', 'WEBHOOK', 'FAILED_AUTH', 'OPEN']
const { port, url } = await place.start({
  env: Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name}`, '1000000'])),
})
const created = await place.cli(['keys', 'create', '--name', 'attacker'])
const key = /svc_pk_[0-9A-Za-z]{38}/.exec(created.stdout)![0]
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

async function post(path: string, json: unknown): Promise<{ status: number; data: Record<string, string> }> {
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(json) })
  const { data } = (await answer.json()) as { data: Record<string, string> }
  return { status: answer.status, data }
}

interface Measured {
  rssMb: number
  /** The slowest answer of /healthz. */
  healthMs: number
  /** The longest time that one task blocked the event loop. */
  lagMs: number
}

/** Reading the metrics also resets the count of delays. */
async function readMetrics(): Promise<{ rssMb: number; lagMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const numberOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)![1])
  return {
    rssMb: numberOf('process_resident_memory_bytes') / MIB,
    lagMs: numberOf('nodejs_eventloop_lag_max_seconds') * 1000,
  }
}

/** Measures how long 50 ms of work take on this machine at the moment. */
function startControl(): { stop(): Promise<number> } {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
     const usedMs = () => process.threadCpuUsage().user / 1000
     const took = []
     let isOver = false
     const work = () => {
       const startedAt = performance.now()
       for (const end = usedMs() + workerData; usedMs() < end; );
       took.push(performance.now() - startedAt)
       took.sort((a, b) => a - b)
       if (isOver) parentPort.postMessage(took[Math.floor(took.length * 0.9)])
       else setTimeout(work, 2 * workerData)
     }
     parentPort.once('message', () => (isOver = true))
     work()`,
    { eval: true, workerData: LAG_MAX_MS },
  )
  return {
    async stop() {
      worker.postMessage('stop')
      const [longestMs] = await once(worker, 'message')
      await worker.terminate()
      return longestMs
    },
  }
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const measured: Measured = { ...(await readMetrics()), healthMs: 0, lagMs: 0 }
  const look = async () => {
    const at = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    measured.healthMs = Math.max(measured.healthMs, performance.now() - at)
    const { rssMb, lagMs } = await readMetrics()
    measured.rssMb = Math.max(measured.rssMb, rssMb)
    measured.lagMs = Math.max(measured.lagMs, lagMs)
  }
  let isOver = false
  const watch = async () => {
    for (; !isOver; await delay(50)) await look()
  }
  const watched = watch()
  await work().finally(() => {
    isOver = true
  })
  await watched
  // The metrics may have been read just before the loop was blocked, and answered after it.
  await look()
  return measured
}

function judge({ rssMb, healthMs, lagMs }: Measured, idle: Measured, controlMs: number): string[] {
  const growthMb = rssMb - idle.rssMb
  const health = Math.max(HEALTH_MAX_MS, NOISE * idle.healthMs, NOISE * controlMs)
  const lag = Math.max(NOISE * LAG_MAX_MS, NOISE * idle.lagMs, NOISE * controlMs)
  return [
    ...(growthMb < GROWTH_MAX_MB ? [] : [`memory grew by ${Math.round(growthMb)} MB`]),
    ...(healthMs < health ? [] : [`/healthz took ${Math.round(healthMs)} ms, of ${Math.round(health)}`]),
    ...(lagMs < lag ? [] : [`the event loop stood for ${Math.round(lagMs)} ms, of ${Math.round(lag)}`]),
  ]
}

async function withstand(attack: () => Promise<unknown>): Promise<void> {
  let problems: string[] = []
  let controlMs = 0
  // Memory that an attack has taken is not returned before the next one, so all are compared with the initial value.
  const { rssMb } = await readMetrics()
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const idle = { ...(await measure(() => delay(400))), rssMb }
    const control = startControl()
    const attacked = await measure(attack).finally(async () => (controlMs = await control.stop()))
    problems = judge(attacked, idle, controlMs)
    if (problems.length === 0) return
  }
  assert.fail(problems.join('; '))
}

async function open(bytes: string | Uint8Array): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const hook = (await post('/v1/webhooks', { name: 'hostile' })).data
/** Names are compared word by word, and this one has many. */
const nameOf = (field: number, at: number) => `${'w '.repeat(90)}${field} ${at}`
const person = { [nameOf(0, 19)]: 'Ana' }
const fields = Object.fromEntries(
  Array.from({ length: 45 }, (_, field) => [
    field === 0 ? 'first_name' : `field_${field}`,
    Array.from({ length: 20 }, (_, at) => ({ answer: nameOf(field, at) })),
  ]),
)
const preview = async (body: unknown, mapping: object) => {
  const { status, data } = await post(`/v1/webhooks/${hook.id}/mapping/preview`, { body, mapping })
  assert.equal(status, 200, JSON.stringify(data))
}
const signIn = (email: string) => post('/v1/auth/sign-in', { email, password: 'not the right password' })
const dryRun = (body: string) =>
  fetch(`${url}/v1/contacts/imports?dry_run=true`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body,
  }).then((answer) => answer.text())

// Loading at first use is not part of the cost of an attack.
for (const path of ['/docs/api/reference.js', '/openapi.json', '/']) await (await fetch(`${url}${path}`)).text()
await signIn('nobody@example.com')
await preview({ list: [person] }, { each: '/list', fields })
for (let i = 0; i < 3; i++) await dryRun(`first_name,email\n${'Ana,ana@example.com\n'.repeat(150_000)}`)

// Each about as large as possible: a page of them is 30 MB.
const huge = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field_${at}`, 'x'.repeat(3_990)]))
const hugeIds: string[] = []
await eightAtOnce(150, async () => {
  hugeIds.push((await post('/v1/contacts', { first_name: 'Huge', ...huge })).data.id!)
})
await eightAtOnce(300, async (i) => {
  const body = JSON.stringify({ i, text: 'y'.repeat(65_000) })
  await fetch(`${url}${new URL(hook.receive_url!).pathname}`, { method: 'POST', headers, body })
})

async function eightAtOnce(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

test('bodies of one-byte chunks on eight connections', async () => {
  const head = request('POST /v1/contacts', [
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
    `Authorization: Bearer ${key}`,
  ])
  const tiny = Buffer.concat(Array<Buffer>(10_000).fill(chunk('x')))
  await withstand(async () => {
    const until = performance.now() + 1_000
    const attacker = async () => {
      while (performance.now() < until) {
        const socket = await open(head)
        socket.resume()
        const closed = once(socket, 'close').catch(() => {})
        for (let part = 0; part < 100 && !socket.destroyed && performance.now() < until; part++) {
          if (!socket.write(tiny)) await Promise.race([once(socket, 'drain'), closed]).catch(() => {})
        }
        socket.destroy()
      }
    }
    await Promise.all(Array.from({ length: 8 }, attacker))
  })
})

/** Each client requests, reads the first bytes to know that the answer has begun, and then stops reading. */
async function doNotRead(asks: Buffer[]): Promise<void> {
  const readers = await Promise.all(
    asks.map(async (bytes) => {
      const reader = await open(bytes)
      await Promise.race([once(reader, 'readable'), once(reader, 'close')])
      return reader
    }),
  )
  // This is how long the attack lasts.
  await delay(1_000)
  for (const reader of readers) reader.destroy()
}

const UNREAD = {
  'files and documents': ['/', '/openapi.json', '/docs/api', '/docs/api/reference.js'],
  'pages of large contacts': ['/v1/contacts?limit=1000', '/v1/contacts?limit=20'],
  'one large contact': [`/v1/contacts/${hugeIds[0]}`],
  'exports of large contacts': ['/v1/contacts/export'],
  'the feed of events': ['/v1/events?limit=1000', '/v1/events?limit=1000&order=desc'],
  'pages of deliveries': [`/v1/webhooks/${hook.id}/deliveries?limit=100`],
}
for (const [name, paths] of Object.entries(UNREAD)) {
  test(`three hundred clients that do not read: ${name}`, async () => {
    const asks = Array.from({ length: 300 }, (_, i) =>
      request(`GET ${paths[i % paths.length]}`, [`Authorization: Bearer ${key}`]),
    )
    await withstand(() => doNotRead(asks))
  })
}

const HEADER = 'first_name,email,a,b,c\n'
const FILES: Record<string, string> = {
  'a row of quoted cells': `${HEADER}${'"a",'.repeat(2_621_000)}`,
  'a cell of quotes': `${HEADER}"${'""'.repeat(5_242_000)}"`,
  'a cell of line breaks': `${HEADER}"${'\n'.repeat(10_480_000)}"`,
  'a header of millions of columns': ','.repeat(10_485_000),
  'rows of thousands of cells': `${HEADER}${`A${',"x"'.repeat(5_000)}\n`.repeat(500)}`,
}
for (const [name, file] of Object.entries(FILES)) {
  test(`ten megabytes of CSV: ${name}`, () => withstand(() => dryRun(file)))
}

const MAPPINGS: Array<[name: string, body: unknown, mapping: object]> = [
  ['a thousand items, 45 fields, 20 rules', { list: Array(1_000).fill(person) }, { each: '/list', fields }],
  [
    'selectors in a long list',
    { list: Array(60_000).fill({ id: 'x' }) },
    {
      fields: Object.fromEntries(
        Object.keys(fields).map((name, field) => [
          name,
          Array.from({ length: 20 }, (_, at) => ({ pointer: `/list/[id=${field}-${at}]/name` })),
        ]),
      ),
    },
  ],
]
for (const [name, body, mapping] of MAPPINGS) {
  test(`a hostile mapping: ${name}`, () => withstand(() => preview(body, mapping)))
}

test('a hundred sign-ins at once', async () => {
  await withstand(() => Promise.all(Array.from({ length: 100 }, (_, i) => signIn(`flood${i}@example.com`))))
})
