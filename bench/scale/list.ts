import { type Doorpost, runCommand, startDoorpost } from '../contestants/doorpost.ts'
import type { Options } from '../parts/throughput.ts'
import { type Cluster, runSql } from '../tools/cluster.ts'
import { type Load, type Measurement, startLoad } from '../tools/load.ts'
import { median, medianRatio, type PartReport, type Table, times } from '../tools/report.ts'
import { getRequest } from '../tools/requests.ts'

const SIZES = [1_000, 1_000_000]
const PAGE = 20
const CHUNK = 100_000

/** The only case with a target. */
const FIRST_PAGE = 'page 1'
const RATIO_MAX = 2

interface Place {
  rows: number
  doorpost: Doorpost
  key: string
  /** Case → path. */
  cases: Record<string, string>
}

/** Does a list slow down as it grows? Sends the same requests to a small and a large database, side by side. */
export async function runListScale(cluster: Cluster, { rounds, seconds }: Options): Promise<PartReport> {
  const places: Place[] = []
  const load = await startLoad()
  try {
    for (const rows of SIZES) places.push(await openPlace(cluster, rows))
    const results = await measure(load, places, rounds, seconds)
    return report(Object.keys(places[0]!.cases), results)
  } finally {
    await load.stop()
    for (const { doorpost } of places) await doorpost.stop()
  }
}

async function openPlace(cluster: Cluster, rows: number): Promise<Place> {
  console.log(`  filling a database with ${rows.toLocaleString('en-US')} contacts`)
  const url = await cluster.createDatabase(`bench_list_${rows}`)
  const settings = { DATABASE_URL: url }
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  await fill(url, rows)
  const doorpost = await startDoorpost(settings)
  const cursor = await nextCursor(doorpost.port, key, rows)
  const pages = rows / PAGE
  const cases = {
    [FIRST_PAGE]: '/v1/contacts',
    'middle page': `/v1/contacts?page=${pages / 2}`,
    'last page': `/v1/contacts?page=${pages}`,
    'cursor step': `/v1/contacts?cursor=${cursor}`,
    'by email': `/v1/contacts?email=person${rows / 2}%40example.com`,
    'by utm_source': '/v1/contacts?utm_source=source7',
  }
  return { rows, doorpost, key, cases }
}

/** Inserts contacts as if one had come each second until now. Triggers keep the counts. */
async function fill(url: string, rows: number): Promise<void> {
  const startMs = Date.now() - rows * 1000
  for (let from = 1; from <= rows; from += CHUNK) {
    await runSql(
      url,
      `insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, utm_medium,
         extra, created_at)
       select w.id,
         (lpad(to_hex($1::bigint + n * 1000), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8'
           || substr(md5(n::text), 1, 15))::uuid,
         'First' || n % 500, 'Last' || n % 3000, 'person' || n || '@example.com', 'person' || n || '@example.com',
         'Company ' || n % 10000, 'source' || n % 20, 'medium' || n % 5, jsonb_build_object('phone', '+351 ' || n),
         to_timestamp(($1::bigint + n * 1000) / 1000.0)
       from (select id from workspaces limit 1) w, generate_series($2::bigint, $3::bigint) n`,
      [startMs, from, Math.min(rows, from + CHUNK - 1)],
    )
    if (rows > CHUNK) console.log(`  ${Math.min(rows, from + CHUNK - 1).toLocaleString('en-US')} contacts`)
  }
  // Autovacuum would do this sooner or later. Doing it here keeps it out of the measurements.
  await runSql(url, 'vacuum analyze contacts')
}

async function nextCursor(port: number, key: string, rows: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/contacts`, { headers: { authorization: `Bearer ${key}` } })
  const { pagination } = (await response.json()) as { pagination: { total: number; next_cursor: string } }
  if (pagination.total !== rows) throw new Error(`the list counts ${pagination.total} contacts instead of ${rows}`)
  return pagination.next_cursor
}

/** Case → size → one measurement per round. */
type Results = Record<string, Record<number, Measurement[]>>

async function measure(load: Load, places: Place[], rounds: number, seconds: number): Promise<Results> {
  const results: Results = {}
  const names = Object.keys(places[0]!.cases)
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      for (const { rows, doorpost, key, cases } of places) {
        const { pid, port } = doorpost
        const target = { pid, port, requests: getRequest(cases[name]!, key), expectedStatus: 200 }
        // With one connection, this is the time of a request without queueing. The first round also warms up.
        const measured = await load.measure(target, 1, seconds, round === 0 ? 1 : 0.3)
        results[name] ??= {}
        results[name][rows] ??= []
        results[name][rows].push(measured)
        console.log(
          `  round ${round + 1}/${rounds}, ${name}, ${rows.toLocaleString('en-US')}: p50 ${measured.p50Ms.toFixed(2)} ms`,
        )
      }
    }
  }
  return results
}

function report(names: string[], results: Results): PartReport {
  const [small, large] = SIZES as [number, number]
  const p50 = (name: string, rows: number) => results[name]![rows]!.map((one) => one.p50Ms)
  const p99 = (name: string, rows: number) => results[name]![rows]!.map((one) => one.p99Ms)
  const table: Table = {
    title: `GET /v1/contacts, ${PAGE} a page, 1 connection, medians of the rounds`,
    header: ['', 'p50 ms at 1,000', 'p50 ms at 1,000,000', 'ratio', 'p99 ms at 1,000', 'p99 ms at 1,000,000'],
    rows: names.map((name) => [
      name,
      median(p50(name, small)).toFixed(2),
      median(p50(name, large)).toFixed(2),
      times(medianRatio(p50(name, large), p50(name, small))),
      median(p99(name, small)).toFixed(2),
      median(p99(name, large)).toFixed(2),
    ]),
  }
  const ratio = medianRatio(p50(FIRST_PAGE, large), p50(FIRST_PAGE, small))
  const errors = names.flatMap((name) =>
    SIZES.flatMap((rows) =>
      results[name]![rows]!.filter((one) => one.errors > 0).map(
        (one) => `${name} at ${rows}: ${one.errors} errors, first: ${one.firstError}`,
      ),
    ),
  )
  return {
    name: 'list-scale',
    tables: [table],
    verdicts: [
      {
        what: 'page 1 with total at 1,000,000 contacts / at 1,000, p50',
        measured: times(ratio),
        target: `at most ${times(RATIO_MAX)}`,
        met: ratio <= RATIO_MAX,
      },
    ],
    errors,
    data: results,
  }
}
