import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runCommandIn, startDoorpost } from './contestants/doorpost.ts'
import { readArguments } from './tools/arguments.ts'
import { cpuSeconds, stopChildren } from './tools/children.ts'
import { type Cluster, startCluster } from './tools/cluster.ts'
import { createForm } from './tools/forms.ts'
import { type Measurement, startLoad, type Target } from './tools/load.ts'
import { median, medianRatio, printTable, times } from './tools/report.ts'
import { contactRequests, draftRequests, getRequest, redirectRequests, webhookRequests } from './tools/requests.ts'

const USAGE = `node bench/against.ts --checkout FOLDER [--rounds N] [--seconds N] [--connections N] [--only TEXT]

  --checkout FOLDER   another checkout of Doorpost, with its packages installed
  --rounds N          5
  --seconds N         4
  --connections N     64
  --only TEXT         only loads whose name contains this text

Measures this checkout and another one in turn, on the same PostgreSQL. Prints the ratios of throughput, latency and
processor time, and of the processor time of a start.
`

const { values, whole, fail } = readArguments('against', USAGE, {
  checkout: null,
  rounds: '5',
  seconds: '4',
  connections: '64',
  only: '',
})
if (values.checkout === undefined) fail('--checkout is missing.')
const rounds = whole('rounds', 100)
const seconds = whole('seconds', 600)
const connections = whole('connections', 1_000)

const ALL_LOADS = [
  'contacts with a key',
  'contacts without UTM parameters',
  'webhooks of 1 KB',
  'drafts of posts',
  'submissions of a form',
  'redirects',
  'lists of contacts',
] as const
type Contestant = Record<(typeof ALL_LOADS)[number], Target>
const LOADS = ALL_LOADS.filter((name) => name.includes(values.only ?? ''))

const CHECKOUTS = { here: fileURLToPath(new URL('..', import.meta.url)), there: resolve(values.checkout!) }
type Who = keyof typeof CHECKOUTS
/** V8 compiles during the first seconds; a server runs for weeks. */
const WARMUP_SECONDS = 5
/** A load leaves jobs and vacuuming behind. They must not count towards the next one. */
const SETTLE_SECONDS_MAX = 90
/** The machine counts as quiet when this share of a second was idle. */
const IDLE_SHARE = 0.9
/** Seconds of processor time from each start until the server listens. */
const starts: Record<Who, number[]> = { here: [], there: [] }

const cluster = await startCluster()
try {
  await compare(cluster)
} finally {
  await stopChildren()
  await cluster.stop()
}

/** Only one server runs at a time, so that background work of the other one does not count. */
async function withServer(cluster: Cluster, who: Who, use: (contestant: Contestant) => Promise<void>): Promise<void> {
  const checkout = CHECKOUTS[who]
  const database = `bench_${who}_${Date.now()}`
  const settings = { DATABASE_URL: await cluster.createEmptyDatabase(database) }
  const command = (...words: string[]) => runCommandIn(checkout, settings, ...words)
  const key = await command('keys', 'create', '--name', 'bench')
  const webhook = new URL(await command('webhooks', 'create', '--name', 'bench')).pathname
  const { pid, port, stop } = await startDoorpost(settings, [], checkout)
  starts[who].push(cpuSeconds(pid) ?? Number.NaN)
  const create = async <T>(path: string, json: object): Promise<T> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: JSON.stringify(json) }
    return ((await (await fetch(`http://127.0.0.1:${port}${path}`, init)).json()) as { data: T }).data
  }
  const submissions = await createForm(port, key)
  const link = await create<{ code: string }>('/v1/links', { target: 'https://example.com/bench' })
  const contacts = { pid, port, expectedStatus: 201 }
  await use({
    'contacts with a key': { ...contacts, requests: contactRequests('/v1/contacts', key) },
    'contacts without UTM parameters': {
      ...contacts,
      requests: contactRequests('/v1/contacts', key, { withUtm: false }),
    },
    'webhooks of 1 KB': { pid, port, requests: webhookRequests(webhook), expectedStatus: 200 },
    'drafts of posts': { ...contacts, requests: draftRequests(key) },
    'submissions of a form': { ...contacts, requests: contactRequests(submissions, null) },
    redirects: { pid, port, requests: redirectRequests([link.code]), expectedStatus: 302 },
    'lists of contacts': { pid, port, requests: getRequest('/v1/contacts', key), expectedStatus: 200 },
  })
  await stop()
  await cluster.dropDatabase(database)
}

async function settle(): Promise<void> {
  for (let second = 0; second < SETTLE_SECONDS_MAX; second++) {
    const before = machineTime()
    await delay(1_000)
    const after = machineTime()
    if ((after.idle - before.idle) / (after.whole - before.whole) > IDLE_SHARE) return
  }
  console.log(`  still busy after ${SETTLE_SECONDS_MAX} s`)
}

function machineTime(): { idle: number; whole: number } {
  const times = cpus().map((each) => each.times)
  const whole = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { idle: times.reduce((sum, { idle }) => sum + idle, 0), whole }
}

async function compare(cluster: Cluster): Promise<void> {
  const load = await startLoad()
  const measured = Object.fromEntries(LOADS.map((name) => [name, { here: [], there: [] }])) as unknown as Record<
    string,
    Record<Who, Measurement[]>
  >
  for (let round = 1; round <= rounds; round++) {
    // The order alternates, so that neither always goes first.
    const turns: Who[] = round % 2 === 0 ? ['here', 'there'] : ['there', 'here']
    for (const who of turns) {
      await withServer(cluster, who, async (contestant) => {
        for (const name of LOADS) {
          await settle()
          await load.measure(contestant[name], connections, WARMUP_SECONDS)
          const result = await load.measure(contestant[name], connections, seconds, 0)
          measured[name]![who].push(result)
          console.log(`  round ${round}/${rounds}, ${name}, ${who}: ${Math.round(result.requestsPerSecond)}/s`)
        }
      })
    }
  }
  await load.stop()
  const rows = LOADS.map((name) => {
    const { here: ours, there: theirs } = measured[name]!
    const ratio = (of: (each: Measurement) => number) => times(medianRatio(ours.map(of), theirs.map(of)))
    const errors = [...ours, ...theirs].reduce((sum, each) => sum + each.errors, 0)
    return [
      name,
      ratio((each) => each.requestsPerSecond),
      ratio((each) => each.p99Ms),
      ratio((each) => each.cpuSecondsPer1000 ?? Number.NaN),
      String(Math.round(median(ours.map((each) => each.requestsPerSecond)))),
      String(errors),
    ]
  })
  console.log(`\nprocessor time of a start: ${times(medianRatio(starts.here, starts.there))}`)
  printTable({
    title: `Here against ${values.checkout}, ${connections} connections`,
    header: ['', 'requests/s', 'p99', 'CPU of Node', 'here, requests/s', 'errors'],
    rows,
  })
}
