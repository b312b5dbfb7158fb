import { serverOptions } from '../../scripts/server-options.ts'
import { DELIVERIES_LIMIT_MAX } from '../../src/webhooks/schemas.ts'
import { runCommand, startDoorpost } from '../contestants/doorpost.ts'
import { fillPlace } from '../size/data.ts'
import { forkReady, stopChild } from '../tools/children.ts'
import { type Cluster, runSql } from '../tools/cluster.ts'
import { type Load, type Measurement, startLoad, type Target } from '../tools/load.ts'
import { median, medianRatio, type PartReport, times } from '../tools/report.ts'
import { contactRequests, getRequest } from '../tools/requests.ts'
import type { Options } from './throughput.ts'

const ROWS = [20, 100, 1_000]
const CONNECTIONS = [1, 32]
const RATIO_MIN = 0.8
const FILLED = 20_000
/** Contacts that come in just before the lists are read. They still wait in the queues of new contacts. */
const ARRIVED = 100_000
/** So many more come in every second of the second half. */
const ARRIVING = 500
const ARRIVING_CONNECTIONS = 8

type Pair = [ours: Target, bare: Target]

interface Case {
  name: string
  rows: number
  connections: number
  pair: Pair
  isBusy: boolean
}

/** Compares pages of the lists with a bare server that reads the same rows from the same database. */
export async function runLists(cluster: Cluster, { rounds, seconds }: Options): Promise<PartReport> {
  const { pairs, arrivals, stop } = await startContestants(cluster)
  const load = await startLoad()
  const background = await startLoad()
  const measure = async (target: Target, { connections, isBusy }: Case) => {
    const arriving = { ...arrivals, perSecond: ARRIVING }
    const [measurement, arrived] = await Promise.all([
      load.measure(target, connections, seconds / 3),
      isBusy ? background.measure(arriving, ARRIVING_CONNECTIONS, seconds / 3) : null,
    ])
    if (arrived !== null && arrived.errors > 0) throw new Error(`contacts did not arrive: ${arrived.firstError}`)
    return measurement
  }
  try {
    await receive(load, arrivals)
    const cases = [false, true].flatMap((isBusy) =>
      Object.entries(pairs).flatMap(([name, pairOf]) => {
        const sizes = ROWS.filter((rows) => name !== 'deliveries' || rows <= DELIVERIES_LIMIT_MAX)
        return sizes.flatMap((rows) =>
          CONNECTIONS.map((connections): Case => ({ name, rows, connections, pair: pairOf(rows), isBusy })),
        )
      }),
    )
    const results = new Map(cases.map((each) => [each, [[], []] as [Measurement[], Measurement[]]]))
    for (let round = 0; round < rounds; round++) {
      for (const each of cases) {
        // The order alternates, so that both go first equally often.
        for (const who of round % 2 === 0 ? [0, 1] : [1, 0]) {
          results.get(each)![who]!.push(await measure(each.pair[who]!, each))
        }
      }
    }
    return report(results)
  } finally {
    await Promise.all([load.stop(), background.stop()])
    await stop()
  }
}

async function receive(load: Load, arrivals: Target): Promise<void> {
  console.log(`  ${ARRIVED.toLocaleString('en-US')} contacts come in`)
  for (let there = 0; there < ARRIVED; ) there += (await load.measure(arrivals, 64, 3, 0)).answers
}

async function startContestants(cluster: Cluster) {
  const url = await cluster.createDatabase('bench_lists')
  const settings = { DATABASE_URL: url }
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const { ids } = await fillPlace(url, { contacts: FILLED, posts: FILLED, deliveries: FILLED })
  const [workspace] = await runSql<{ id: string }>(url, 'select id from workspaces limit 1')
  const doorpost = await startDoorpost(settings)
  const file = new URL('../contestants/bare-lists.ts', import.meta.url)
  const env = { ...process.env, DATABASE_URL: url, WORKSPACE_ID: workspace!.id, SOURCE_ID: ids.source }
  const bare = await forkReady<{ port: number }>(file, { env, execArgv: serverOptions() })
  const ours = (requests: string[], expectedStatus = 200): Target => ({
    pid: doorpost.pid,
    port: doorpost.port,
    requests,
    expectedStatus,
  })
  const pair = (path: string, name: string) => {
    const theirs = { pid: bare.child.pid!, port: bare.message.port, expectedStatus: 200 }
    return (rows: number): Pair => [
      ours(getRequest(`${path}?limit=${rows}`, key)),
      { ...theirs, requests: getRequest(`/${name}?limit=${rows}`, key) },
    ]
  }
  return {
    pairs: {
      contacts: pair('/v1/contacts', 'contacts'),
      posts: pair('/v1/posts', 'posts'),
      links: pair('/v1/links', 'links'),
      people: pair('/v1/people', 'people'),
      events: pair('/v1/events', 'events'),
      deliveries: pair(`/v1/webhooks/${ids.source}/deliveries`, 'deliveries'),
    },
    arrivals: ours(contactRequests('/v1/contacts', key), 201),
    async stop() {
      await doorpost.stop()
      await stopChild(bare.child)
    },
  }
}

function report(results: Map<Case, [Measurement[], Measurement[]]>): PartReport {
  const rate = ({ requestsPerSecond }: Measurement) => requestsPerSecond
  const measured = [...results].map(([{ name, rows, connections, isBusy }, [ours, theirs]]) => ({
    what: `${name}, ${rows} rows, ${connections} connection${connections === 1 ? '' : 's'}${isBusy ? `, ${ARRIVING} contacts a second` : ''}`,
    ours: median(ours.map(rate)),
    theirs: median(theirs.map(rate)),
    ratio: medianRatio(ours.map(rate), theirs.map(rate)),
    failed: [...ours, ...theirs].find(({ errors }) => errors > 0)?.firstError,
  }))
  return {
    name: 'lists',
    tables: [
      {
        title: `Pages a second, right after ${ARRIVED.toLocaleString('en-US')} contacts came in`,
        header: ['', 'Doorpost', 'bare', 'ratio'],
        rows: measured.map(({ what, ours, theirs, ratio }) => [what, ours.toFixed(0), theirs.toFixed(0), times(ratio)]),
      },
    ],
    verdicts: measured.map(({ what, ratio }) => ({
      what: `${what} / bare`,
      measured: times(ratio),
      target: `at least ${times(RATIO_MIN)}`,
      met: ratio >= RATIO_MIN,
    })),
    errors: measured.flatMap(({ what, failed }) => (failed == null ? [] : [`${what}: ${failed}`])),
    data: measured,
  }
}
