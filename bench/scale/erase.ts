import { blankRows } from '../../src/contacts/csv/imports.ts'
import { createEmit } from '../../src/events/emit.ts'
import { removeByEmail } from '../../src/forms/submission-store.ts'
import { createIds } from '../../src/lib/ids.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { createErasures } from '../../src/people/erasure/erasures.ts'
import { addUpErased } from '../../src/reports/reports.ts'
import { type Cluster, runSql, runWithCluster } from '../tools/cluster.ts'
import { type Filled, inRounds, openFilled } from '../tools/filled.ts'
import { findBackends, processorMs } from '../tools/processor.ts'
import { median, medianRatio, printReport, times } from '../tools/report.ts'

// Does erasing a person take longer when there are very many other people's events? Erases a person with ten records,
// events, deliveries and endpoint responses, in two databases side by side. One event in a thousand names someone else.
// It measures processor time of this process and its database connections, which does not depend on how busy the
// machine is.

const SIZES = [10_000, Number(process.argv[2] ?? 1_000_000)]
const ROUNDS = 5
const MOST_MS = 2_000

interface Cost {
  cpuMs: number
  ms: number
}

const ids = createIds(() => Date.now())

await runWithCluster(async (start) => {
  const cluster = await start()
  const places: Filled[] = []
  for (const events of SIZES) places.push(await openPlace(cluster, events))
  const results = await inRounds(places, ROUNDS, async (place, round) => {
    const cost = await measure(place, () => erase(place, `person${round}@example.com`))
    const took = `${cost.cpuMs.toFixed(0)} ms of work in ${cost.ms.toFixed(0)} ms`
    return { result: cost, shown: `${place.rows.toLocaleString('en-US')} events: ${took}` }
  })
  const [small, large] = SIZES as [number, number]
  const costs = (events: number, of: keyof Cost) => results[events]!.map((cost) => cost[of])
  const row = (of: keyof Cost) => [
    ...SIZES.map((events) => median(costs(events, of)).toFixed(0)),
    times(medianRatio(costs(large, of), costs(small, of))),
  ]
  const work = median(costs(large, 'cpuMs'))
  printReport({
    name: 'erase-scale',
    tables: [
      {
        title: `erasing a person with ten records, ms, medians of ${ROUNDS} rounds`,
        header: ['', ...SIZES.map((events) => `${events.toLocaleString('en-US')} events`), 'ratio'],
        rows: [
          ['work', ...row('cpuMs')],
          ['by the clock', ...row('ms')],
        ],
      },
    ],
    verdicts: [
      {
        what: `erasing with ${large.toLocaleString('en-US')} events`,
        measured: `${work.toFixed(0)} ms of work`,
        target: `less than ${MOST_MS} ms`,
        met: work < MOST_MS,
      },
    ],
    errors: [],
    data: results,
  })
  for (const { pool } of places) await pool.end()
  return work < MOST_MS
})

async function openPlace(cluster: Cluster, events: number): Promise<Filled> {
  const tables = ['contacts', 'events', 'event_deliveries', 'event_attempts']
  const place = await openFilled(cluster, { name: 'erase', rows: events, insert: insertEvents, tables })
  for (let round = 0; round <= ROUNDS; round++) {
    await runSql(
      place.url,
      `update contacts set email = $2, email_key = $2 where workspace_id = $1 and id in (
         select id from contacts where workspace_id = $1 and email like 'c%' order by email limit 10)`,
      [place.workspaceId, `person${round}@example.com`],
    )
  }
  return place
}

/** Two events for each contact, with the endpoint's response, which contains the workspace id. */
async function insertEvents(
  url: string,
  { workspaceId, from, to }: { workspaceId: string; from: number; to: number },
): Promise<void> {
  await runSql(
    url,
    `insert into event_endpoints (id, workspace_id, url, secret, created_at, updated_at)
     values ($1, $1, 'https://example.com/', '', now(), now()) on conflict do nothing`,
    [workspaceId],
  )
  await runSql(
    url,
    `with subject as materialized (
       select n, gen_random_uuid() as id, 'c' || n || '@example.com' as email
         from generate_series($2::bigint, $3::bigint, 2) n),
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
       select $1, $1, id, 'delivered', 1, now(), now() from told returning event_id)
     insert into event_attempts (endpoint_id, event_id, number, started_at, duration_ms, outcome, status, answer)
     select $1, event_id, 1, now(), 10, 'delivered', 200, 'ok' from sent`,
    [workspaceId, from, to],
  )
}

/** Connections opened meanwhile count in full. */
async function measure({ url }: Filled, work: () => Promise<void>): Promise<Cost> {
  const known = await findBackends(url)
  const before = await processorMs(known)
  const own = process.cpuUsage()
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  const { user, system } = process.cpuUsage(own)
  const database = (await processorMs([...new Set([...known, ...(await findBackends(url))])])) - before
  return { ms, cpuMs: (user + system) / 1_000 + database }
}

async function erase({ pool, workspaceId }: Filled, email: string): Promise<void> {
  const erasures = createErasures({
    pool,
    ids,
    clock: systemClock(),
    emit: createEmit(ids),
    blankRows,
    removeSubmissions: removeByEmail,
    addUpErased,
    removeFiles: async () => {},
  })
  const result = await erasures.erase(workspaceId, { email, emailKey: email })
  if (!('erased' in result) || result.erased.contacts !== 10 || result.erased.events !== 20) {
    throw new Error(`not all was erased: ${JSON.stringify(result)}`)
  }
}
