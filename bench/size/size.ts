import { readFile } from 'node:fs/promises'
import { indexContacts } from '../../src/contacts/search-index.ts'
import { createPool } from '../../src/db/database.ts'
import { runCommand } from '../contestants/doorpost.ts'
import { readArguments } from '../tools/arguments.ts'
import { stopChildren } from '../tools/children.ts'
import { type Cluster, startCluster } from '../tools/cluster.ts'
import { printTable, times } from '../tools/report.ts'
import {
  callNamed,
  compare,
  FIRST_PAGES_MAX,
  HEADER,
  measureFirstPage,
  namesOf,
  type Place,
  RATIO_MAX,
  startPlace,
} from './compare.ts'
import { type Amounts, fillPlace } from './data.ts'
import { measureRetention } from './retention.ts'

const USAGE = `npm run bench:size -- [--contacts N] [--posts N] [--deliveries N] [--events N] [--runs N] [--only TEXT]

  --contacts N     1000000
  --posts N        1000000
  --deliveries N   1000000
  --events N       1000000
  --runs N         9
  --only TEXT      only calls whose name contains this text

Does anything slow down as it grows? The same calls against a workspace with 10,000 of each and one with N, in turn, over HTTP.
Prints the medians of the processor time (server and database) and their ratio, how long writing the search index takes, how much memory an
export takes, and what retention costs. 10,000,000 contacts need 12 GB in the folder for temporary files (TMPDIR).
`

const SMALL = 10_000

const { whole, values } = readArguments('bench:size', USAGE, {
  contacts: '1000000',
  posts: '1000000',
  deliveries: '1000000',
  events: '1000000',
  runs: '9',
  only: '',
})
const amounts = {
  contacts: whole('contacts', 50_000_000, 1_000),
  posts: whole('posts', 50_000_000, 1_000),
  deliveries: whole('deliveries', 50_000_000, 1_000),
  events: whole('events', 50_000_000, 1_000),
}
const runs = whole('runs', 1_000)
const { only } = values

const shown = (count: number) => count.toLocaleString('en-US')

const cluster = await startCluster()
try {
  const small = await openPlace(cluster, 'small', { contacts: SMALL, posts: SMALL, deliveries: SMALL, events: SMALL })
  // Checks all paths before the long part begins.
  for (const name of namesOf(small)) await callNamed(small, name)
  const large = await openPlace(cluster, 'large', amounts)
  const firstPageMs = await measureFirstPage(large, runs)
  const compared = []
  for (const name of namesOf(small).filter((each) => each.includes(only))) {
    compared.push(await compare(name, { small, large }, { runs, firstPageMs }))
  }
  const { contacts, posts, deliveries, events } = amounts
  printTable({
    title: `${shown(SMALL)} of each against ${shown(contacts)} contacts, ${shown(posts)} posts, ${shown(deliveries)} deliveries, ${shown(events)} events`,
    header: HEADER,
    rows: compared.map(({ row }) => row),
  })
  const missed = compared.filter(({ verdict }) => verdict === 'MISSED').map(({ name }) => name)
  console.log(
    `At most ${RATIO_MAX} x, or cut short and at most ${FIRST_PAGES_MAX} first pages (${(FIRST_PAGES_MAX * firstPageMs).toFixed(0)} ms): ` +
      `${compared.length - missed.length} of ${compared.length}. Missed: ${missed.join('; ') || 'none'}`,
  )
  if (only === '') {
    await measureExport(large)
    const [few, many] = [await removeOld(small), await removeOld(large)]
    console.log(
      `Retention, a thousand deliveries: ${few.toFixed(1)} and ${many.toFixed(1)} ms of the database, ${times(many / few)}`,
    )
  }
} finally {
  await stopChildren()
  await cluster.stop()
}

async function openPlace(from: Cluster, name: string, amounts: Amounts): Promise<Place> {
  const url = await from.createDatabase(`bench_size_${name}`)
  const key = await runCommand({ DATABASE_URL: url }, 'keys', 'create', '--name', 'bench')
  const filled = await fillPlace(url, amounts)
  await writeIndex(url)
  return startPlace({ url, key, filled, amounts })
}

/** Writes the index as the worker does, one part each minute. */
async function writeIndex(url: string): Promise<void> {
  const pool = createPool({ connection: { connectionString: url }, size: 2, onError: () => {} })
  const start = performance.now()
  await indexContacts({ jobs: pool, clock: Date }, Number.POSITIVE_INFINITY)
  const seconds = (performance.now() - start) / 1_000
  await pool.query('vacuum analyze search_blocks')
  const { rows } = await pool.query<{ mb: string; share: string }>(
    `select (pg_total_relation_size('search_blocks') / 1e6)::numeric(9, 1) as mb,
            (100.0 * pg_total_relation_size('search_blocks') / pg_total_relation_size('contacts'))::numeric(5, 1) as share`,
  )
  await pool.end()
  console.log(`  index of searches: ${seconds.toFixed(1)} s, ${rows[0]!.mb} MB, ${rows[0]!.share} % of the contacts`)
}

function removeOld({ url, filled }: Place): Promise<number> {
  return measureRetention(url, filled.ids.source)
}

/** Measures memory while up to 1,000,000 rows are exported. */
async function measureExport(place: Place): Promise<void> {
  const memory = async () => {
    const status = await readFile(`/proc/${place.pid}/status`, 'utf8').catch(() => '')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
  }
  const before = await memory()
  const response = await fetch(`http://127.0.0.1:${place.port}/v1/contacts/export`, {
    headers: { authorization: `Bearer ${place.key}` },
  })
  const start = performance.now()
  const seen: number[] = []
  let rows = 0
  let asked = 0
  for await (const chunk of response.body!) {
    for (const byte of chunk as Uint8Array) if (byte === 10) rows++
    if (rows >= asked) {
      seen.push(await memory())
      asked += 50_000
    }
    if (rows > 1_000_000) break
  }
  const seconds = (performance.now() - start) / 1_000
  console.log(
    `Export of ${rows.toLocaleString('en-US')} rows in ${seconds.toFixed(1)} s: memory ${before.toFixed(0)} MB before, ` +
      `${Math.max(...seen).toFixed(0)} MB at most, ${seen.at(-1)!.toFixed(0)} MB at the end`,
  )
}
