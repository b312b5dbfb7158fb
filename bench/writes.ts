import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { runCommandIn, startDoorpost } from './contestants/doorpost.ts'
import { readArguments } from './tools/arguments.ts'
import { cpuSeconds, forkReady, stopChildren } from './tools/children.ts'
import { type Cluster, runSql, startCluster } from './tools/cluster.ts'
import { createForm } from './tools/forms.ts'
import { startLoad, type Target } from './tools/load.ts'
import { median, medianRatio, printTable, times } from './tools/report.ts'
import { contactRequests } from './tools/requests.ts'

const USAGE = `node bench/writes.ts [--rounds N] [--seconds N] [--connections N] [--checkout FOLDER]

  --rounds N          how often each load is measured, by turns (3)
  --seconds N         length of one measurement (4)
  --connections N     64
  --checkout FOLDER   another checkout of Doorpost, with its packages installed, that is measured as well

What a new contact costs, with and without UTM parameters, and what is sent with a form, against a bare server that writes rows
together (bench/contestants/bare-coalesced.ts). Processor time is that of Node, and that of PostgreSQL: until the answer, and
later, until everything is counted and its events are in the feed.
`

const { values, whole } = readArguments('writes', USAGE, {
  rounds: '3',
  seconds: '4',
  connections: '64',
  checkout: null,
})
const [rounds, seconds, connections] = [whole('rounds', 100), whole('seconds', 600), whole('connections', 1_000)]

interface Contestant extends Target {
  /** Waits until all work for the received requests is done. */
  settle(): Promise<void>
}

interface Cost {
  requestsPerSecond: number
  /** Microseconds of processor time for each request. */
  node: number
  postgres: number
  later: number
}

/** V8 compiles during the first seconds; a server runs for weeks. */
const WARMUP_SECONDS = 10
const BARE = 'bare coalesced'
const PLAIN = 'contact'

const cluster = await startCluster()
try {
  const contestants = {
    ...(await startBare(cluster)),
    ...(await startLoads(cluster, 'here', resolve('.'))),
    ...(values.checkout === undefined ? {} : await startLoads(cluster, 'there', resolve(values.checkout))),
  }
  await compare(contestants)
} finally {
  await stopChildren()
  await cluster.stop()
}

async function compare(contestants: Record<string, Contestant>): Promise<void> {
  const names = Object.keys(contestants)
  const costs = Object.fromEntries(names.map((name) => [name, [] as Cost[]]))
  const load = await startLoad()
  for (const name of names) await load.measure(contestants[name]!, connections, WARMUP_SECONDS)
  for (let round = 1; round <= rounds; round++) {
    for (const name of round % 2 === 0 ? names.toReversed() : names) {
      const contestant = contestants[name]!
      await contestant.settle()
      const before = { node: cpuSeconds(contestant.pid)!, postgres: cluster.cpuSeconds() }
      const { requestsPerSecond, answers, errors, firstError } = await load.measure(
        contestant,
        connections,
        seconds,
        0.3,
      )
      const answered = cluster.cpuSeconds()
      await contestant.settle()
      const per = (used: number) => (used / answers) * 1e6
      const node = per(cpuSeconds(contestant.pid)! - before.node)
      const cost = { node, postgres: per(answered - before.postgres), later: per(cluster.cpuSeconds() - answered) }
      costs[name]!.push({ requestsPerSecond, ...cost })
      const shown = Object.values(cost).map((us) => us.toFixed(0))
      console.log(`  ${round}/${rounds} ${name}: ${requestsPerSecond.toFixed(0)}/s, ${shown.join(' + ')} us`)
      if (errors > 0) throw new Error(`${errors} errors, first: ${firstError}`)
    }
  }
  await load.stop()
  show(names, costs)
}

function show(names: readonly string[], costs: Record<string, Cost[]>): void {
  const rates = (name: string) => costs[name]!.map(({ requestsPerSecond }) => requestsPerSecond)
  const rateRatio = (name: string, base: string) => times(medianRatio(rates(name), rates(base)))
  // Others on the machine only ever add to the processor time, so the lowest is the nearest.
  const lowest = (name: string, field: keyof Cost) => Math.min(...costs[name]!.map((each) => each[field]))
  const parts = ['node', 'postgres', 'later'] as const
  const sumOf = (name: string) => parts.reduce((sum, part) => sum + lowest(name, part), 0)
  const costRatio = (name: string, base: string) => times(sumOf(base) / sumOf(name))
  const rows = names.map((name) => {
    const plain = names.find((each) => each === `${PLAIN} ${name.split(' ').at(-1)}`) ?? BARE
    return [
      name,
      median(rates(name)).toFixed(0),
      ...parts.map((part) => lowest(name, part).toFixed(0)),
      ...[BARE, plain].map((base) => rateRatio(name, base)),
      ...[BARE, plain].map((base) => costRatio(name, base)),
    ]
  })
  const header = ['', 'requests/s', 'Node us', 'PostgreSQL us', 'later us']
  const ratios = ['requests/s / bare', '/ contact', 'processor / bare', '/ contact']
  printTable({
    title: `${connections} connections: medians of requests/s, lowest processor time`,
    header: [...header, ...ratios],
    rows,
  })
}

async function startBare(cluster: Cluster): Promise<Record<string, Contestant>> {
  const env = { ...process.env, DATABASE_URL: await cluster.createBareDatabase('bench_bare') }
  const file = new URL('contestants/bare-coalesced.ts', import.meta.url)
  const { child, message } = await forkReady<{ port: number }>(file, { env })
  const target = { pid: child.pid!, port: message.port, requests: contactRequests('/', null), expectedStatus: 201 }
  return { [BARE]: { ...target, settle: async () => {} } }
}

async function startLoads(cluster: Cluster, who: string, checkout: string): Promise<Record<string, Contestant>> {
  const settings = { DATABASE_URL: await cluster.createEmptyDatabase(`bench_${who}`) }
  const key = await runCommandIn(checkout, settings, 'keys', 'create', '--name', 'bench')
  const { pid, port } = await startDoorpost(settings, [], checkout)
  const headers = { authorization: `Bearer ${key}` }
  const submissions = await createForm(port, key)
  const settle = async () => {
    // Asking for a report makes Doorpost count the queued contacts.
    for (;;) {
      await fetch(`http://127.0.0.1:${port}/v1/reports/attribution`, { headers }).then((report) => report.arrayBuffer())
      const [left] = await runSql<{ rows: number }>(
        settings.DATABASE_URL,
        `select ((select count(*) from event_outbox) + (select count(*) from lead_queue))::integer as rows`,
      )
      if (left!.rows === 0) return
      await delay(100)
    }
  }
  const target = { pid, port, expectedStatus: 201, settle }
  return {
    [`${PLAIN} ${who}`]: { ...target, requests: contactRequests('/v1/contacts', key, { withUtm: false }) },
    [`contact with UTM ${who}`]: { ...target, requests: contactRequests('/v1/contacts', key) },
    [`submission ${who}`]: { ...target, requests: contactRequests(submissions, null, { withUtm: false }) },
  }
}
