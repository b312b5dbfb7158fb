import { serverOptions } from '../../scripts/server-options.ts'
import { runCommand, startDoorpost } from '../contestants/doorpost.ts'
import { forkReady, stopChild } from '../tools/children.ts'
import type { Cluster } from '../tools/cluster.ts'
import { type Measurement, startLoad, type Target } from '../tools/load.ts'
import { median, medianRatio, type PartReport, times } from '../tools/report.ts'
import { redirectRequests } from '../tools/requests.ts'
import type { Options } from './throughput.ts'

const CONNECTIONS = 64
const WARMUP_SECONDS = 3
const LINKS = 16
/** Turns are short and follow each other closely, so that other work on the machine affects both. */
const TURNS = 3

const NAMES = ['Doorpost redirect', 'bare redirect (e)'] as const
type Name = (typeof NAMES)[number]

/** Compares GET /l/{code} with a bare server that answers a 302 from a Map. */
export async function runRedirect(cluster: Cluster, { rounds, seconds }: Options): Promise<PartReport> {
  const { targets, stop } = await startContestants(cluster)
  const load = await startLoad()
  try {
    for (const name of NAMES) await load.measure(targets[name], CONNECTIONS, WARMUP_SECONDS)
    const results: Record<Name, Measurement[]> = { 'Doorpost redirect': [], 'bare redirect (e)': [] }
    for (let turn = 0; turn < rounds * TURNS; turn++) {
      // The order alternates, so that both go first equally often.
      for (const name of turn % 2 === 0 ? NAMES : NAMES.toReversed()) {
        results[name].push(await load.measure(targets[name], CONNECTIONS, seconds / TURNS))
      }
    }
    return report(results)
  } finally {
    await load.stop()
    await stop()
  }
}

async function startContestants(cluster: Cluster) {
  const settings = { DATABASE_URL: await cluster.createDatabase('bench_redirect') }
  const doorpost = await startDoorpost(settings)
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const codes = await createLinks(doorpost.port, key, LINKS)
  const file = new URL('../contestants/bare-redirect.ts', import.meta.url)
  const env = { ...process.env, CODES: codes.join(',') }
  const bare = await forkReady<{ port: number }>(file, { env, execArgv: serverOptions() })
  const requests = redirectRequests(codes)
  const target = (pid: number, port: number): Target => ({ pid, port, requests, expectedStatus: 302 })
  return {
    targets: {
      'Doorpost redirect': target(doorpost.pid, doorpost.port),
      'bare redirect (e)': target(bare.child.pid!, bare.message.port),
    } satisfies Record<Name, Target>,
    async stop() {
      await doorpost.stop()
      await stopChild(bare.child)
    },
  }
}

/** Creates links and returns their codes. */
export async function createLinks(port: number, key: string, count: number): Promise<string[]> {
  const codes: string[] = []
  while (codes.length < count) {
    const response = await fetch(`http://127.0.0.1:${port}/v1/links`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ target: 'https://www.example.com/spring' }),
    })
    codes.push(((await response.json()) as { data: { code: string } }).data.code)
  }
  return codes
}

function report(results: Record<Name, Measurement[]>): PartReport {
  const of = (name: Name, field: keyof Measurement) => results[name].map((one) => Number(one[field]))
  const [ours, theirs] = NAMES
  const rate = medianRatio(of(ours, 'requestsPerSecond'), of(theirs, 'requestsPerSecond'))
  const errors = NAMES.flatMap((name) =>
    results[name]
      .filter((one) => one.errors > 0)
      .map((one) => `${name}: ${one.errors} errors, first: ${one.firstError}`),
  )
  const rows = NAMES.map((name) => [
    name,
    median(of(name, 'requestsPerSecond')).toFixed(0),
    median(of(name, 'p50Ms')).toFixed(2),
    median(of(name, 'p99Ms')).toFixed(2),
    results[name].every((one) => one.cpuSecondsPer1000 !== null)
      ? median(of(name, 'cpuSecondsPer1000')).toFixed(3)
      : '-',
    `${(median(of(name, 'clientCpu')) * 100).toFixed(0)} %`,
  ])
  return {
    name: 'redirect',
    tables: [
      {
        title: `Redirects at ${CONNECTIONS} connections, medians of ${results[ours].length} turns`,
        header: ['', 'requests/s', 'p50 ms', 'p99 ms', 'server CPU s/1000', 'client core'],
        rows,
      },
    ],
    verdicts: [
      {
        what: `redirect at ${CONNECTIONS} / bare redirect (e), requests/s`,
        measured: times(rate),
        target: `at least ${times(0.8)}`,
        met: rate >= 0.8,
      },
    ],
    errors,
    data: results,
  }
}
