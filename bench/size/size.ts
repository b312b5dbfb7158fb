import { readFile } from 'node:fs/promises'
import { indexContacts } from '../../src/contacts/search-index.ts'
import { createPool } from '../../src/db/database.ts'
import { runCommand, startDoorpost } from '../contestants/doorpost.ts'
import { readArguments } from '../tools/arguments.ts'
import { stopChildren } from '../tools/children.ts'
import { type Cluster, startCluster } from '../tools/cluster.ts'
import { findBackends, processorMs } from '../tools/processor.ts'
import { median, printTable, times } from '../tools/report.ts'
import { type Amounts, type Filled, fillPlace } from './data.ts'
import { measureRetention } from './retention.ts'

const USAGE = `npm run bench:size -- [--contacts N] [--posts N] [--deliveries N] [--runs N] [--only TEXT]

  --contacts N     1000000
  --posts N        1000000
  --deliveries N   1000000
  --runs N         9
  --only TEXT      only calls whose name contains this text

Does anything slow down as it grows? The same calls against a workspace with 10,000 of each and one with N, in turn, over HTTP.
Prints the medians of the processor time (server and database) and their ratio, how long writing the search index takes, how much memory an
export takes, and what retention costs. 10,000,000 contacts need 12 GB in the folder for temporary files (TMPDIR).
`

const SMALL = 10_000
const RATIO_MAX = 2

const { whole, values } = readArguments('bench:size', USAGE, {
  contacts: '1000000',
  posts: '1000000',
  deliveries: '1000000',
  runs: '9',
  only: '',
})
const amounts = {
  contacts: whole('contacts', 50_000_000, 1_000),
  posts: whole('posts', 50_000_000, 1_000),
  deliveries: whole('deliveries', 50_000_000, 1_000),
}
const runs = whole('runs', 1_000)
const { only } = values

interface Place {
  url: string
  port: number
  pid: number
  key: string
  filled: Filled
}

interface Answered {
  ms: number
  /** Processor time of the server and its database connections, which does not depend on how busy the machine is. */
  cpuMs: number
  /** Whether counting stopped at a limit. */
  isCapped: boolean
}

const shown = (count: number) => count.toLocaleString('en-US')

const cluster = await startCluster()
try {
  const small = await openPlace(cluster, 'small', { contacts: SMALL, posts: SMALL, deliveries: SMALL })
  // Checks all paths before the long part begins.
  for (const path of Object.values(pathsOf(small.filled))) await call(small, path)
  const large = await openPlace(cluster, 'large', amounts)
  const rows: string[][] = []
  const names = Object.keys(pathsOf(small.filled)).filter((name) => name.includes(only))
  for (const name of names) rows.push(await compare(name, small, large))
  printTable({
    title: `${shown(SMALL)} of each against ${shown(amounts.contacts)} contacts, ${shown(amounts.posts)} posts, ${shown(amounts.deliveries)} deliveries`,
    header: ['', 'small, CPU ms', 'large, CPU ms', 'ratio', `at most ${RATIO_MAX} x`, 'ms'],
    rows,
  })
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

async function openPlace(from: Cluster, name: string, size: Amounts): Promise<Place> {
  const url = await from.createDatabase(`bench_size_${name}`)
  const settings = { DATABASE_URL: url }
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const filled = await fillPlace(url, size)
  await writeIndex(url)
  // Runs only an API: workers would process the inserted rows during the measurement.
  const { pid, port } = await startDoorpost({ ...settings, ROLE: 'api' })
  return { url, pid, port, key, filled }
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

/** Name → path. The values match about the same share of rows in both databases. */
function pathsOf({ ids, day }: Filled): Record<string, string> {
  const from = day(364)
  const contactsPath = (query: string) => `/v1/contacts?${query}`
  return {
    'contacts, first page': '/v1/contacts',
    'contacts, page 50': contactsPath('page=50'),
    'by status new': contactsPath('status=new'),
    'by status contacted': contactsPath('status=contacted'),
    'by owner': contactsPath(`owner_id=${ids.owner}`),
    'without owner': contactsPath('owner_id=none'),
    'by tag': contactsPath('tag=vip'),
    'by source': contactsPath('utm_source=source5'),
    'by source and status': contactsPath('utm_source=source5&status=contacted'),
    'by address': contactsPath('email=p77%40example.com'),
    'by dates': contactsPath(`created_after=${day(60)}T00:00:00Z&created_before=${day(30)}T00:00:00Z`),
    'by post': contactsPath(`post_id=${ids.post}`),
    'by link': contactsPath(`link_id=${ids.link}`),
    'by form': contactsPath(`form_id=${ids.form}`),
    'search, found often': contactsPath('q=Silva'),
    'search, found once': contactsPath('q=p77%40example'),
    'search, not found': contactsPath('q=nobodyatall'),
    'search, two words': contactsPath('q=first7+silva1'),
    'search and filter': contactsPath('q=p77%40example&status=new'),
    'search, two letters': contactsPath('q=7%40'),
    values: '/v1/contacts/values',
    people: '/v1/people',
    'people, search': '/v1/people?q=p77',
    'a person': '/v1/people/p77%40example.com',
    timeline: '/v1/people/p77%40example.com/timeline',
    posts: '/v1/posts',
    'posts by state': '/v1/posts?state=published',
    'posts by account': `/v1/posts?connection_id=${ids.connection}`,
    calendar: `/v1/posts/calendar?from=${day(20)}&to=${day(0)}`,
    'posts by state, account and format': `/v1/posts?state=published&connection_id=${ids.connection}&platform=thread`,
    'posts by date': `/v1/posts?order=scheduled&scheduled_after=${day(40)}T00:00:00Z&scheduled_before=${day(10)}T00:00:00Z`,
    'posts, page 50': '/v1/posts?page=50',
    'posts, search': '/v1/posts?q=number+77',
    'posts, search, not found': '/v1/posts?q=nothinglikeit',
    'calendar, one account': `/v1/posts/calendar?from=${day(20)}&to=${day(0)}&connection_id=${ids.connection}`,
    'calendar by hour': `/v1/posts/calendar?by=hour&from=${day(6)}&to=${day(0)}`,
    links: '/v1/links',
    'links, search': '/v1/links?q=bench77',
    deliveries: `/v1/webhooks/${ids.source}/deliveries`,
    'deliveries, page 50': `/v1/webhooks/${ids.source}/deliveries?page=50`,
    'deliveries by state': `/v1/webhooks/${ids.source}/deliveries?mapping_state=none`,
    'deliveries by dates': `/v1/webhooks/${ids.source}/deliveries?received_after=${day(60)}T00:00:00Z&received_before=${day(30)}T00:00:00Z`,
    'deliveries, search': `/v1/webhooks/${ids.source}/deliveries?q=%3A77%7D`,
    'deliveries, search, not found': `/v1/webhooks/${ids.source}/deliveries?q=nothinglikeit`,
    'report: contacts, 30 days': `/v1/reports/contacts?from=${day(29)}&to=${day(0)}`,
    'report: contacts, a year': `/v1/reports/contacts?from=${from}&to=${day(0)}`,
    'report: contacts, a year elsewhere': `/v1/reports/contacts?from=${from}&to=${day(0)}&time_zone=Asia%2FKolkata`,
    'report: attribution by post, a year': `/v1/reports/attribution?by=post&from=${from}&to=${day(0)}`,
    'report: attribution by source, a year': `/v1/reports/attribution?by=source&from=${from}&to=${day(0)}`,
    'report: attention': '/v1/reports/attention',
    'report: upcoming': '/v1/reports/upcoming',
    'export, first byte': '/v1/contacts/export',
  }
}

async function compare(name: string, small: Place, large: Place): Promise<string[]> {
  const places = { small, large }
  const taken: Record<keyof typeof places, Answered[]> = { small: [], large: [] }
  for (let run = 0; run <= runs; run++) {
    for (const which of ['small', 'large'] as const) {
      const answered = await call(places[which], pathsOf(places[which].filled)[name]!)
      // The first run warms up.
      if (run > 0) taken[which].push(answered)
    }
  }
  const middle = (which: keyof typeof places, of: 'ms' | 'cpuMs') => median(taken[which].map((each) => each[of]))
  const ratio = middle('large', 'cpuMs') / middle('small', 'cpuMs')
  const isCapped = taken.large.some((each) => each.isCapped)
  const verdict = ratio <= RATIO_MAX ? 'yes' : 'no'
  const row = [
    name,
    middle('small', 'cpuMs').toFixed(1),
    middle('large', 'cpuMs').toFixed(1),
    times(ratio),
    isCapped ? `${verdict} (counted to a limit)` : verdict,
    `${middle('small', 'ms').toFixed(0)} / ${middle('large', 'ms').toFixed(0)}`,
  ]
  console.log(`  ${row.join(' | ')}`)
  return row
}

async function call(place: Place, path: string): Promise<Answered> {
  const { port, key } = place
  const pids = [place.pid, ...(await findBackends(place.url))]
  const before = await processorMs(pids)
  const isExport = path.includes('/export')
  const controller = new AbortController()
  const start = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    signal: controller.signal,
  })
  if (isExport) {
    await response.body!.getReader().read()
    const ms = performance.now() - start
    const cpuMs = (await processorMs(pids)) - before
    controller.abort()
    return { ms, cpuMs, isCapped: false }
  }
  const text = await response.text()
  const ms = performance.now() - start
  const cpuMs = (await processorMs(pids)) - before
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
  return { ms, cpuMs, isCapped: text.includes('is_capped":true') }
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
