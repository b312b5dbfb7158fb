import { runCommand, startDoorpost } from '../contestants/doorpost.ts'
import { forkReady, stopChild } from '../tools/children.ts'
import type { Cluster } from '../tools/cluster.ts'
import { type Measurement, startLoad, type Target } from '../tools/load.ts'
import { median, medianRatio, type PartReport, type Table, times, type Verdict } from '../tools/report.ts'
import { contactRequests, draftRequests, getRequest, scheduledRequests, webhookRequests } from '../tools/requests.ts'

export interface Options {
  rounds: number
  seconds: number
}

const CONNECTIONS = [1, 16, 64]
const WARMUP_SECONDS = 1.5
const DAYS_30_MS = 30 * 86_400_000

type Name = (typeof NAMES)[number]

// Contestants that are compared stand next to each other, so that they are measured in direct succession.
const NAMES = [
  'Doorpost contact, key',
  'bare insert (b)',
  'bare coalesced (c)',
  'Doorpost contact, public',
  'Doorpost webhook 1 KB',
  'bare webhook (d)',
  'Doorpost post, draft',
  'Doorpost post, scheduled',
  'Doorpost list contacts',
] as const

/** Contestant → connections → one measurement per round. */
type Results = Record<Name, Record<number, Measurement[]>>

export async function runThroughput(cluster: Cluster, { rounds, seconds }: Options): Promise<PartReport> {
  const { targets, stop } = await startContestants(cluster)
  const load = await startLoad()
  try {
    for (const name of NAMES) {
      console.log(`  warming up ${name}`)
      await load.measure(targets[name], 16, WARMUP_SECONDS)
    }
    const results = Object.fromEntries(
      NAMES.map((name) => [name, Object.fromEntries(CONNECTIONS.map((count) => [count, []]))]),
    ) as unknown as Results
    for (let round = 0; round < rounds; round++) {
      // Each round starts with another contestant, so that the one before it varies.
      const order = [...NAMES.slice((round * 2) % NAMES.length), ...NAMES.slice(0, (round * 2) % NAMES.length)]
      for (const connections of CONNECTIONS) {
        for (const name of order) {
          const measured = await load.measure(targets[name], connections, seconds)
          results[name][connections]!.push(measured)
          console.log(`  round ${round + 1}/${rounds}, ${connections} connections, ${name}: ${summary(measured)}`)
        }
      }
    }
    return report(results)
  } finally {
    await load.stop()
    await stop()
  }
}

async function startContestants(
  cluster: Cluster,
): Promise<{ targets: Record<Name, Target>; stop: () => Promise<void> }> {
  const settings = { DATABASE_URL: await cluster.createDatabase('bench_doorpost') }
  const doorpost = await startDoorpost(settings)
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const webhook = new URL(await runCommand(settings, 'webhooks', 'create', '--name', 'bench')).pathname
  const startBare = async (name: string) => {
    const url = await cluster.createBareDatabase(name.replace('-', '_'))
    const file = new URL(`../contestants/${name}.ts`, import.meta.url)
    const env = { ...process.env, DATABASE_URL: url }
    const { child, message } = await forkReady<{ port: number }>(file, { env })
    return { child, pid: child.pid!, port: message.port }
  }
  const insert = await startBare('bare-insert')
  const coalesced = await startBare('bare-coalesced')
  const bareWebhook = await startBare('bare-webhook')
  const target = (
    { pid, port }: { pid: number; port: number },
    requests: string[],
    expectedStatus: number,
  ): Target => ({
    pid,
    port,
    requests,
    expectedStatus,
  })
  const scheduledAt = new Date(Date.now() + DAYS_30_MS)
  return {
    targets: {
      'Doorpost contact, key': target(doorpost, contactRequests('/v1/contacts', key), 201),
      'bare insert (b)': target(insert, contactRequests('/', null), 201),
      'bare coalesced (c)': target(coalesced, contactRequests('/', null), 201),
      'Doorpost contact, public': target(doorpost, contactRequests('/v1/contacts', null), 201),
      'Doorpost webhook 1 KB': target(doorpost, webhookRequests(webhook), 200),
      'bare webhook (d)': target(bareWebhook, webhookRequests('/'), 200),
      'Doorpost post, draft': target(doorpost, draftRequests(key), 201),
      'Doorpost post, scheduled': target(doorpost, scheduledRequests(key, scheduledAt), 201),
      'Doorpost list contacts': target(doorpost, getRequest('/v1/contacts', key), 200),
    },
    async stop() {
      await doorpost.stop()
      for (const { child } of [insert, coalesced, bareWebhook]) await stopChild(child)
    },
  }
}

function report(results: Results): PartReport {
  const errors = NAMES.flatMap((name) =>
    CONNECTIONS.flatMap((count) =>
      results[name]
        [count]!.filter((one) => one.errors > 0)
        .map((one) => `${name}, ${count} connections: ${one.errors} errors, first: ${one.firstError}`),
    ),
  )
  return { name: 'throughput', tables: [absolutes(results)], verdicts: verdicts(results), errors, data: results }
}

function absolutes(results: Results): Table {
  const rows = NAMES.flatMap((name) =>
    CONNECTIONS.map((count) => {
      const of = (field: keyof Measurement) => median(results[name][count]!.map((one) => Number(one[field])))
      const cpuKnown = results[name][count]!.every((one) => one.cpuSecondsPer1000 !== null)
      return [
        name,
        String(count),
        of('requestsPerSecond').toFixed(0),
        of('p50Ms').toFixed(2),
        of('p99Ms').toFixed(2),
        cpuKnown ? of('cpuSecondsPer1000').toFixed(3) : '-',
        `${(of('clientCpu') * 100).toFixed(0)} %`,
        String(results[name][count]!.reduce((sum, one) => sum + one.errors, 0)),
      ]
    }),
  )
  return {
    title: 'Medians of the rounds (absolute numbers mean nothing on another machine)',
    header: ['', 'connections', 'requests/s', 'p50 ms', 'p99 ms', 'server CPU s/1000', 'client core', 'errors'],
    rows,
  }
}

function verdicts(results: Results): Verdict[] {
  const at64 = (name: Name, field: 'requestsPerSecond' | 'p99Ms') => results[name][64]!.map((one) => one[field])
  const ratio = (ours: Name, theirs: Name, field: 'requestsPerSecond' | 'p99Ms') =>
    medianRatio(at64(ours, field), at64(theirs, field))
  const atLeast = (what: string, value: number, least: number): Verdict => ({
    what,
    measured: times(value),
    target: `at least ${times(least)}`,
    met: value >= least,
  })
  const slowest = ratio('Doorpost contact, key', 'bare insert (b)', 'p99Ms')
  return [
    atLeast(
      'contact with key at 64 / bare insert (b), requests/s',
      ratio('Doorpost contact, key', 'bare insert (b)', 'requestsPerSecond'),
      1.5,
    ),
    atLeast(
      'contact with key at 64 / bare coalesced (c), requests/s',
      ratio('Doorpost contact, key', 'bare coalesced (c)', 'requestsPerSecond'),
      0.8,
    ),
    {
      what: 'contact with key at 64 / bare insert (b), p99',
      measured: times(slowest),
      target: `at most ${times(1)}`,
      met: slowest <= 1,
    },
    atLeast(
      'webhook 1 KB at 64 / bare webhook (d), requests/s',
      ratio('Doorpost webhook 1 KB', 'bare webhook (d)', 'requestsPerSecond'),
      0.8,
    ),
  ]
}

function summary(measured: Measurement): string {
  const { requestsPerSecond, p50Ms, p99Ms, errors, firstError } = measured
  const numbers = `${requestsPerSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`
  return errors === 0 ? numbers : `${numbers}, ${errors} ERRORS (${firstError})`
}
