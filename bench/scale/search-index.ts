import { setTimeout as delay } from 'node:timers/promises'
import { runCommand, startDoorpost } from '../contestants/doorpost.ts'
import { readArguments } from '../tools/arguments.ts'
import { stopChildren } from '../tools/children.ts'
import { runSql, startCluster } from '../tools/cluster.ts'

const USAGE = `node bench/scale/search-index.ts [--contacts N]

  --contacts N   1000000

How long after many contacts arrived are they in the search index? They arrive as fast as PostgreSQL stores them, with
their touches, while Doorpost runs as in production. Prints when all of them are counted, when all are in the index, and
how many were still waiting for the fold then: nothing waits for it.
`

const CHUNK = 50_000
const DONE_MS = 30 * 60_000

const { whole } = readArguments('search-index', USAGE, { contacts: '1000000' })
const contacts = whole('contacts', 50_000_000, 100_000)

const cluster = await startCluster()
try {
  const url = await cluster.createDatabase('bench_search_index')
  const settings = { DATABASE_URL: url }
  await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const [workspace] = await runSql<{ id: string }>(url, 'select id from workspaces limit 1')
  await startDoorpost(settings)
  const startedAt = performance.now()
  for (let from = 0; from < contacts; from += CHUNK) await arrive(url, workspace!.id, from)
  const arrivedAt = performance.now()
  const after = () => `${((performance.now() - arrivedAt) / 1_000).toFixed(1)} s`
  console.log(
    `  ${contacts.toLocaleString('en-US')} contacts arrived in ${((arrivedAt - startedAt) / 1_000).toFixed(0)} s`,
  )
  await waitUntil(() => isCounted(url))
  console.log(`  all are counted ${after()} after the last one arrived`)
  // The last block waits for more contacts, and a few thousand are read one by one.
  await waitUntil(async () => (await countUnindexed(url)) < 5_000)
  const [fold] = await runSql<{ done: number }>(url, 'select count(*)::integer as done from lead_touches')
  console.log(`  all are in the search index ${after()} after the last one arrived`)
  console.log(`  ${(contacts - fold!.done).toLocaleString('en-US')} of them were still waiting for the fold then`)
} finally {
  await stopChildren()
  await cluster.stop()
}

/** Stores contacts with ids of this moment. */
async function arrive(url: string, workspaceId: string, from: number): Promise<void> {
  await runSql(
    url,
    `insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, extra, is_touch, created_at)
     select $1, (lpad(to_hex(ms), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid,
            'First' || n % 500, 'Last' || n % 3000, 'p' || n || '@example.com', 'p' || n || '@example.com', 'Company ' || n % 10000,
            'source' || n % 20, '{}', true, to_timestamp(ms / 1000.0)
       from generate_series($2::integer, $2::integer + ${CHUNK} - 1) n, (select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms) as now`,
    [workspaceId, from],
  )
}

async function isCounted(url: string): Promise<boolean> {
  return (await runSql(url, 'select from lead_queue where rows > 0 limit 1')).length === 0
}

async function countUnindexed(url: string): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    url,
    `select count(*)::integer as count from (
       select from contacts where id >= coalesce((select max(below_id::text)::uuid from search_blocks),
         '00000000-0000-0000-0000-000000000000') limit 5000) as unindexed`,
  )
  return row!.count
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + DONE_MS
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error('it was not done in time')
    await delay(200)
  }
}
