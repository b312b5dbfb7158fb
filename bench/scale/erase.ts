import { blankRows } from '../../src/contacts/imports/erase.ts'
import { createPool, type Pool } from '../../src/db/database.ts'
import { createEmit } from '../../src/events/emit.ts'
import { removeByEmail } from '../../src/forms/submissions/store.ts'
import { createIds } from '../../src/lib/ids.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { createErasures } from '../../src/people/erasure/erasures.ts'
import { addUpErased } from '../../src/reports/reports.ts'
import { type Cluster, runSql, startCluster } from '../tools/cluster.ts'
import { median, medianRatio, printReport, times } from '../tools/report.ts'

// Does erasing a person take longer because very much has happened to others? A person with ten records, events, deliveries
// and answers of an endpoint, in two databases side by side. One event of a thousand names somebody else.

const SIZES = [10_000, Number(process.argv[2] ?? 1_000_000)]
const CHUNK = 50_000
const ROUNDS = 5
const MOST_MS = 2_000

interface Place {
  events: number
  url: string
  pool: Pool
  workspaceId: string
}

const ids = createIds(() => Date.now())
let cluster: Cluster | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void cluster?.stop().finally(() => process.exit(130)))
}

try {
  cluster = await startCluster()
  const places: Place[] = []
  for (const events of SIZES) places.push(await openPlace(cluster, events))
  const results: Record<number, number[]> = {}
  // The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const place of places) {
      const ms = await erase(place, `person${round}@example.com`)
      console.log(`  round ${round}, ${place.events.toLocaleString('en-US')} events: ${ms.toFixed(0)} ms`)
      if (round === 0) continue
      results[place.events] ??= []
      results[place.events]!.push(ms)
    }
  }
  const [small, large] = SIZES as [number, number]
  const ms = median(results[large]!)
  printReport({
    name: 'erase-scale',
    tables: [
      {
        title: `erasing a person with ten records, ms, medians of ${ROUNDS} rounds`,
        header: ['', ...SIZES.map((events) => `${events.toLocaleString('en-US')} events`), 'ratio'],
        rows: [
          [
            'erase',
            ...SIZES.map((events) => median(results[events]!).toFixed(0)),
            times(medianRatio(results[large]!, results[small]!)),
          ],
        ],
      },
    ],
    verdicts: [
      {
        what: `erasing with ${large.toLocaleString('en-US')} events`,
        measured: `${ms.toFixed(0)} ms`,
        target: `less than ${MOST_MS} ms`,
        met: ms < MOST_MS,
      },
    ],
    errors: [],
    data: results,
  })
  for (const { pool } of places) await pool.end()
  process.exitCode = ms < MOST_MS ? 0 : 1
} finally {
  await cluster?.stop()
}

async function openPlace(cluster: Cluster, events: number): Promise<Place> {
  console.log(`filling a database with ${events.toLocaleString('en-US')} events`)
  const url = await cluster.createDatabase(`bench_erase_${events}`)
  const workspaceId = ids.next().id
  await runSql(url, `insert into workspaces (id, name) values ($1, 'bench')`, [workspaceId])
  const endpointId = ids.next().id
  await runSql(
    url,
    `insert into event_endpoints (id, workspace_id, url, secret, created_at, updated_at)
     values ($1, $2, 'https://example.com/', '', now(), now())`,
    [endpointId, workspaceId],
  )
  for (let from = 1; from <= events; from += CHUNK) {
    await insertEvents(url, { workspaceId, endpointId, from, to: Math.min(events, from + CHUNK - 1) })
  }
  for (let round = 0; round <= ROUNDS; round++) {
    await runSql(
      url,
      `update contacts set email = $2, email_key = $2 where workspace_id = $1 and id in (
         select id from contacts where workspace_id = $1 and email like 'c%' order by email limit 10)`,
      [workspaceId, `person${round}@example.com`],
    )
  }
  for (const table of ['contacts', 'events', 'event_deliveries', 'event_attempts']) {
    await runSql(url, `vacuum analyze ${table}`)
  }
  const pool = createPool({ connection: { connectionString: url }, size: 4, onError: () => {} })
  return { events, url, pool, workspaceId }
}

/** Two events of each contact, with what the endpoint answered. */
async function insertEvents(
  url: string,
  { workspaceId, endpointId, from, to }: { workspaceId: string; endpointId: string; from: number; to: number },
): Promise<void> {
  await runSql(
    url,
    `with subject as materialized (
       select n, gen_random_uuid() as id, 'c' || n || '@example.com' as email
         from generate_series($3::bigint, $4::bigint, 2) n),
     stored as (
       insert into contacts (workspace_id, id, first_name, email, email_key, created_at)
       select $1, id, 'Ana', email, email, now() from subject),
     told as (
       insert into events (workspace_id, id, position, type, subject_id, subject_version, names_others, data, created_at)
       select $1, gen_random_uuid(), nextval('event_positions'), type, subject.id, 1, n % 1000 = 1,
              json_build_object('id', subject.id, 'first_name', 'Ana', 'last_name', 'Silva', 'email', email, 'company', 'Example Ltd',
                'utm_source', 'newsletter', 'extra', json_build_object('phone', '+351 210 000 000', 'message', repeat('Some words. ', 20))),
              now()
         from subject cross join (values ('contact.created'), ('contact.updated')) as kind (type)
       returning id),
     sent as (
       insert into event_deliveries (workspace_id, endpoint_id, event_id, state, attempts, delivered_at, created_at)
       select $1, $2, id, 'delivered', 1, now(), now() from told returning event_id)
     insert into event_attempts (endpoint_id, event_id, number, started_at, duration_ms, outcome, status, answer)
     select $2, event_id, 1, now(), 10, 'delivered', 200, 'ok' from sent`,
    [workspaceId, endpointId, from, to],
  )
}

async function erase({ pool, workspaceId }: Place, email: string): Promise<number> {
  const erasures = createErasures({
    pool,
    ids,
    clock: systemClock(),
    emit: createEmit(ids),
    blankRows,
    removeSubmissions: (tx, person, mentioning) => removeByEmail(tx, person.workspaceId, person.emailKey, mentioning),
    addUpErased,
    removeFiles: async () => {},
  })
  const started = performance.now()
  const result = await erasures.erase(workspaceId, { email, emailKey: email })
  const ms = performance.now() - started
  if (!('erased' in result) || result.erased.contacts !== 10 || result.erased.events !== 20) {
    throw new Error(`not all was erased: ${JSON.stringify(result)}`)
  }
  return ms
}
