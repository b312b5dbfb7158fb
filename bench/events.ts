import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createPool, transaction } from '../src/db/database.ts'
import { createEmit } from '../src/events/emit.ts'
import { createIds } from '../src/lib/ids.ts'
import { runCommand, startDoorpost } from './contestants/doorpost.ts'
import { readArguments } from './tools/arguments.ts'
import { type Cluster, runSql, runWithCluster } from './tools/cluster.ts'
import { median, medianRatio, type PartReport, printReport, saveResult, times } from './tools/report.ts'

const USAGE = `npm run bench:events -- [--events N] [--rate N] [--rounds N]

  --events N   events in each measurement (10000)
  --rate N     events a second (100)
  --rounds N   how often everything is measured; medians are shown (3)

Does a dead endpoint slow down a good one? Each round measures the delay from an event's creation to its arrival at a good endpoint three times: alone,
beside an endpoint that accepts connections and never answers, and beside one that refuses them. Doorpost runs in a process of its own, on a new
database each time. Events are written straight to the outbox at a steady rate, so the cost of the API is not included.
Keep the rate well below what the machine can deliver; otherwise this measures the queue.
`

interface Options {
  events: number
  rate: number
  rounds: number
}

const NEIGHBOURS = ['none', 'silent', 'refusing'] as const
type Neighbour = (typeof NEIGHBOURS)[number]

interface Delay {
  p50Ms: number
  p99Ms: number
  maxMs: number
  missing: number
  /** Repeated requests for the same event. */
  repeats: number
}

const TITLES: Record<Neighbour, string> = {
  none: 'alone',
  silent: 'beside one that never answers',
  refusing: 'beside one that refuses connections',
}
const RATIO_MAX = 1.2
const WARM_UP_EVENTS = 200
const TICK_MS = 20
const SETTLE_MS = 120_000

const options = readOptions()
await runWithCluster(async (start) => {
  const cluster = await start()
  const measured: Record<Neighbour, Delay[]> = { none: [], silent: [], refusing: [] }
  for (let round = 0; round < options.rounds; round++) {
    // The first one changes every round, so that drift over time affects all of them equally.
    for (let at = 0; at < NEIGHBOURS.length; at++) {
      const neighbour = NEIGHBOURS[(at + round) % NEIGHBOURS.length]!
      const result = await measure(cluster, neighbour, `events_${round}_${neighbour}`)
      measured[neighbour].push(result)
      console.log(`round ${round + 1}, ${TITLES[neighbour]}: p50 ${result.p50Ms} ms, p99 ${result.p99Ms} ms`)
    }
  }
  const report = toReport(measured)
  printReport(report)
  console.log(`\nWritten to ${await saveResult('events', { report })}`)
  return report.errors.length === 0
})

async function measure({ createDatabase }: Cluster, neighbour: Neighbour, database: string): Promise<Delay> {
  const databaseUrl = await createDatabase(database)
  const settings = {
    DATABASE_URL: databaseUrl,
    ALLOW_PRIVATE_NETWORKS: 'true',
    SECRET_KEY: 'a secret key for benchmarks that is long enough',
  }
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const good = await startGood()
  const dead = neighbour === 'none' ? null : await startDead(neighbour)
  const doorpost = await startDoorpost(settings)
  try {
    for (const url of [good.url, ...(dead ? [dead.url] : [])]) await createEndpoint(doorpost.port, key, url)
    // Warms up: loads and compiles all code, and gives the dead endpoint its first events.
    await emitEvents(databaseUrl, WARM_UP_EVENTS)
    await arrivals(good, WARM_UP_EVENTS)
    good.clear()
    const ids = await emitEvents(databaseUrl, options.events)
    await arrivals(good, ids.length)
    const delays = [...good.delays.values()].sort((a, b) => a - b)
    return {
      p50Ms: delays[Math.floor(delays.length * 0.5)] ?? 0,
      p99Ms: delays[Math.floor(delays.length * 0.99)] ?? 0,
      maxMs: delays.at(-1) ?? 0,
      missing: ids.filter((id) => !good.delays.has(id)).length,
      repeats: good.requests - good.delays.size,
    }
  } finally {
    await doorpost.stop()
    await Promise.all([good.stop(), dead?.stop()])
  }
}

async function createEndpoint(port: number, key: string, url: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/events/endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url }),
  })
  if (response.status !== 201) throw new Error(`no endpoint: ${response.status} ${await response.text()}`)
}

/** Emits events at a steady rate in small transactions, with the same code as the features. Resolves with their ids. */
async function emitEvents(databaseUrl: string, count: number): Promise<string[]> {
  const [workspace] = await runSql<{ id: string }>(databaseUrl, 'select id from workspaces')
  const pool = createPool({ connection: { connectionString: databaseUrl }, size: 1, onError: () => {} })
  const ids = createIds(() => Date.now())
  const made: string[] = []
  const noted = { ...ids, next: () => note(ids.next()) }
  const note = (next: ReturnType<typeof ids.next>) => {
    made.push(next.id)
    return next
  }
  const emit = createEmit(noted)
  try {
    const startedAt = performance.now()
    for (let done = 0; done < count; await delay(TICK_MS)) {
      const due = Math.min(count, Math.ceil(((performance.now() - startedAt) / 1000) * options.rate))
      const events = Array.from({ length: due - done }, (_, at) => {
        const { id } = ids.next()
        const data = { id, first_name: `Bench ${done + at}`, last_name: 'Example', email: `bench${at}@example.com` }
        return { workspaceId: workspace!.id, type: 'contact.created' as const, subjectId: id, subjectVersion: 1, data }
      })
      await transaction(pool, (tx) => emit(tx, ...events))
      done = due
    }
  } finally {
    await pool.end()
  }
  return made
}

interface Good {
  url: string
  /** Event id → delay of its first arrival. */
  delays: Map<string, number>
  readonly requests: number
  clear(): void
  stop(): Promise<void>
}

async function startGood(): Promise<Good> {
  const delays = new Map<string, number>()
  let requests = 0
  const server = createHttpServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { id, timestamp } = JSON.parse(body.toString())
    requests++
    if (!delays.has(id)) delays.set(id, Date.now() - Date.parse(timestamp))
    response.writeHead(204).end()
  })
  return {
    url: await listen(server),
    delays,
    get requests() {
      return requests
    },
    clear() {
      delays.clear()
      requests = 0
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function startDead(kind: Exclude<Neighbour, 'none'>): Promise<{ url: string; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    // Reads everything, so that the sender sees a server that received the request and does not answer.
    socket.resume()
  })
  const url = await listen(server)
  const stop = async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  if (kind === 'silent') return { url, stop }
  await stop()
  return { url, stop: async () => {} }
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`
}

async function arrivals(good: Good, count: number): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  while (good.delays.size < count && Date.now() < deadline) await delay(50)
}

function toReport(measured: Record<Neighbour, Delay[]>): PartReport {
  const of = (neighbour: Neighbour, what: 'p50Ms' | 'p99Ms' | 'maxMs') => measured[neighbour].map((each) => each[what])
  const ratio = (neighbour: Neighbour, what: 'p50Ms' | 'p99Ms') => medianRatio(of(neighbour, what), of('none', what))
  return {
    name: 'events',
    tables: [
      {
        title: `arrival at the good endpoint − creation, ${options.events} events at ${options.rate} a second, medians of ${options.rounds} rounds`,
        header: ['', 'p50 ms', 'p99 ms', 'max ms', 'p50 ratio', 'p99 ratio'],
        rows: NEIGHBOURS.map((neighbour) => [
          TITLES[neighbour],
          ...(['p50Ms', 'p99Ms', 'maxMs'] as const).map((what) => median(of(neighbour, what)).toFixed(0)),
          times(ratio(neighbour, 'p50Ms')),
          times(ratio(neighbour, 'p99Ms')),
        ]),
      },
    ],
    verdicts: (['silent', 'refusing'] as const).map((neighbour) => ({
      what: `p99 ${TITLES[neighbour]} / alone`,
      measured: times(ratio(neighbour, 'p99Ms')),
      target: `at most ${times(RATIO_MAX)}`,
      met: ratio(neighbour, 'p99Ms') <= RATIO_MAX,
    })),
    errors: NEIGHBOURS.flatMap((neighbour) =>
      measured[neighbour].flatMap(({ missing }) =>
        missing > 0 ? [`${TITLES[neighbour]}: ${missing} events never arrived`] : [],
      ),
    ),
    data: { options, measured },
  }
}

function readOptions(): Options {
  const { whole } = readArguments('bench:events', USAGE, { events: '10000', rate: '100', rounds: '3' })
  return { events: whole('events', 1_000_000), rate: whole('rate', 100_000), rounds: whole('rounds', 100) }
}
