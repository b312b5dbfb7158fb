import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createPool } from '../../src/db/database.ts'
import { readMigrations } from '../../src/db/migrations/files.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { foldContactDays } from '../../src/reports/contact-days.ts'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { until } from '../helpers/process.ts'

// Contacts from before touches and counts by day existed, and contacts that come and go while they are added.

const WORKSPACE = '0190a000-0000-7000-8000-000000000001'
const START_MS = Date.UTC(2026, 2, 30)
const database = await createDatabase()
after(() => database.drop())
const name = `${new URL(database.url.replace('@/', '@localhost/')).pathname.slice(1)}_old`
const connection = { connectionString: database.url.replace(/\/[^/?]+\?/, `/${name}?`) }
const sql = async (text: string, values: unknown[] = []) =>
  (await runSql(connection.connectionString, text, values)).rows

/** One an hour, every second with a source. */
const INSERT = `
  insert into contacts (workspace_id, id, first_name, email_key, utm_source, created_at)
  select '${WORKSPACE}', (lpad(to_hex(ms), 12, '0') || '7000' || '8' || lpad(n::text, 15, '0'))::uuid, 'Ana', 'p' || n || '@example.com',
         case when n % 2 = 0 then 'news' end, to_timestamp(ms / 1000.0)
    from generate_series($1::int, $2::int) as n cross join lateral (select ${START_MS} + n::bigint * 3600000 as ms) as timed`

/** One a day, all with a source. */
const INSERT_DAILY = INSERT.replace('$2::int)', '$2::int, 24)')

/** Finds the trigger that counts deleted contacts, once the migration has created it. */
const TRIGGERS_OF: Record<number, string> = {
  19: `select from pg_proc where proname = 'move_touch'`,
  34: `select from pg_trigger where tgname = 'contacts_noted_out'`,
}

async function countByDay() {
  return sql(`
    select day, sum(rows)::int as rows from (
      select substr(kind, 7) as day, rows from row_counts where kind like 'leads:%'
      union all select day::text, rows from lead_queue where rows > 0) as counts group by 1 having sum(rows) <> 0 order by 1`)
}

async function countBySource() {
  return sql(`
    select day, name, sum(contacts)::int as contacts from (
      select day::text, name, counts[96] as contacts from contact_days where by = 'utm_source'
      union all
      select (at at time zone 'UTC')::date::text, utm_source, contacts from contact_days_queue where utm_source is not null) as counts
     group by 1, 2 having sum(contacts) <> 0 order by 1`)
}

async function checkCounts(): Promise<void> {
  assert.deepEqual(
    await countByDay(),
    await sql(`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as rows
                 from contacts group by 1 order by 1`),
  )
  assert.deepEqual(
    await countBySource(),
    await sql(`select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day, utm_source as name, count(*)::int as contacts
                 from contacts where utm_source is not null group by 1, 2 order by 1`),
  )
}

const migrations = await readMigrations()
const run = (to: number) =>
  migrate(connection, {
    migrations: migrations.filter(({ version }) => version <= to),
    migrateJobs: async () => {},
  })

/** Differences between the quarters and the days they consist of. */
async function compareQuarters() {
  return sql(`
    select by, day, key, sum(leads)::int as leads from (
      select by, day, key, first_leads + last_leads as leads from lead_counts
      union all
      select by, day, key, -first_leads - last_leads from lead_quarters_queue
      union all
      select by, quarter + at - 1, key, first_leads[at] + last_leads[at] - first_leads[at + 1] - last_leads[at + 1]
        from lead_quarters cross join generate_series(1, 92) as at) as counts
     group by 1, 2, 3 having sum(leads) <> 0`)
}

test('existing contacts are counted by day and have their touches, while others come and go', async () => {
  await runSql(database.url, `create database ${name}`)
  try {
    await run(18)
    await sql(`insert into workspaces (id, name) values ('${WORKSPACE}', 'Old')`)
    await sql(INSERT, [1, 1_200])
    const writer = new pg.Client(connection)
    await writer.connect()
    let isOver = false
    let at = 1_200
    const write = async () => {
      while (!isOver) {
        at += 1
        await writer.query(INSERT, [at, at])
        // Also on days that are not counted yet.
        await writer.query(`delete from contacts where id = (select id from contacts order by id offset $1 limit 1)`, [
          at % 97,
        ])
      }
    }
    const writing = write()
    await run(Number.POSITIVE_INFINITY).finally(() => {
      isOver = true
    })
    await writing
    await writer.end()
    assert.ok(at > 1_200)
    await checkCounts()
    const [touches] = await sql(
      `
      select (select count(*)::int from touches where not exists (select from contacts where id = contact_id)) as orphans,
             (select count(*)::int from contacts where utm_source is not null and id < (
                select id from contacts order by id desc offset $1 limit 1)
                and not exists (select from touches where contact_id = contacts.id)) as missing`,
      [at - 1_200],
    )
    assert.deepEqual(touches, { orphans: 0, missing: 0 })
  } finally {
    await runSql(database.url, `drop database ${name} with (force)`)
  }
})

for (const { to, isAddedUp } of [
  { to: 19, isAddedUp: false },
  { to: 34, isAddedUp: false },
  { to: 34, isAddedUp: true },
]) {
  const when = isAddedUp ? ' and was added up' : ''
  test(`a day whose last contact is deleted before the upgrade to ${to} reaches it${when} has none`, async () => {
    await runSql(database.url, `create database ${name}`)
    try {
      await run(to - 1)
      await sql(`insert into workspaces (id, name) values ('${WORKSPACE}', 'Old')`)
      await sql(INSERT_DAILY, [2, 24 * 900])
      const writer = new pg.Client(connection)
      await writer.connect()
      const write = async () => {
        await until(async () => (await sql(TRIGGERS_OF[to]!)).length > 0)
        for (let n = 0; n < 300; n++) {
          await writer.query('delete from contacts where id = (select id from contacts order by id desc limit 1)')
        }
      }
      await Promise.all([write(), run(to)])
      await writer.end()
      if (isAddedUp) {
        const pool = createPool({ connection, size: 1, onError: () => {} })
        assert.ok(await foldContactDays(pool, 60_000))
        await pool.end()
      }
      await run(Number.POSITIVE_INFINITY)
      await checkCounts()
    } finally {
      await runSql(database.url, `drop database ${name} with (force)`)
    }
  })
}

test('existing leads are counted by quarter, while others come and go', async () => {
  await runSql(database.url, `create database ${name}`)
  try {
    await run(34)
    await sql(`insert into workspaces (id, name) values ('${WORKSPACE}', 'Old')`)
    await sql(`insert into lead_counts (workspace_id, by, day, key, first_leads, last_leads)
               select '${WORKSPACE}'::uuid, by, '2025-01-15'::date + n, 'k' || n % 5, 1 + n % 3, n % 4
                 from generate_series(0, 600) as n cross join unnest(array['source', 'post']) as by
               union all
               select '${WORKSPACE}', 'form', '2024-02-29'::date, 'gone', 1, 1`)
    const writer = new pg.Client(connection)
    await writer.connect()
    let isOver = false
    const write = async () => {
      // Same as the fold and the deletion of contacts.
      await writer.query(`update lead_counts set first_leads = 0, last_leads = 0 where by = 'form'`)
      await writer.query(`delete from lead_counts where first_leads = 0 and last_leads = 0`)
      for (let at = 0; !isOver; at++) {
        await writer.query(
          `insert into lead_counts as c (workspace_id, by, day, key, first_leads, last_leads)
           select '${WORKSPACE}', 'source', '2025-01-15'::date + ($1 * 37 + n * 11) % 800, 'k' || n, 1, 2 from generate_series(1, 7) as n
           on conflict (workspace_id, by, day, key)
             do update set first_leads = c.first_leads + 1, last_leads = c.last_leads + excluded.last_leads`,
          [at],
        )
      }
    }
    const writing = write()
    await run(35).finally(() => {
      isOver = true
    })
    await writing
    await writer.end()
    assert.deepEqual(await compareQuarters(), [])
    const [kept] = await sql('select count(*)::int as rows from lead_quarters')
    assert.ok(kept!.rows > 50, `${kept!.rows} rows`)
  } finally {
    await runSql(database.url, `drop database ${name} with (force)`)
  }
})

test('touches that 0.2 wrote stay, and a node of 0.2 continues beside this version', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => `0190a000-0000-7000-8000-00000000000${digit}`)
  const create = (id: string | undefined, source: string, isTouch: boolean | null) =>
    sql(
      `insert into contacts (workspace_id, id, first_name, email_key, utm_source, created_at ${isTouch === null ? '' : ', is_touch'})
       values ('${WORKSPACE}', $1, 'Ana', 'ana@example.com', $2, '2026-03-30' ${isTouch === null ? '' : `, ${isTouch}`})`,
      [id, source],
    )
  const writeAs02 = async (id: string | undefined, source: string) => {
    await create(id, source, null)
    await sql(
      `insert into touches (workspace_id, contact_id, email_key, utm, at) values ('${WORKSPACE}', $1, 'ana@example.com', $2, '2026-03-30')`,
      [id, { source }],
    )
  }
  const touches = () => sql('select contact_id, email_key, utm from touches order by contact_id')
  const touch = (contact_id: string | undefined, source: string, email_key = 'ana@example.com') => {
    return { contact_id, email_key, utm: { source } }
  }
  await runSql(database.url, `create database ${name}`)
  try {
    await run(51)
    await sql(`insert into workspaces (id, name) values ('${WORKSPACE}', 'Test')`)
    await writeAs02(a, 'old')
    await run(53)
    await writeAs02(b, 'beside')
    await create(c, 'own', true)
    assert.deepEqual(await touches(), [touch(a, 'old'), touch(b, 'beside'), touch(c, 'own')])
    await sql(`update contacts set utm_source = 'changed', extra = '{"utm_term": "later"}'`)
    assert.deepEqual(await touches(), [touch(a, 'old'), touch(b, 'beside'), touch(c, 'own')])
    await sql(`update contacts set email_key = 'bea@example.com' where id = any ($1)`, [[b, c]])
    assert.deepEqual(await touches(), [touch(a, 'old'), ...[touch(b, 'beside'), touch(c, 'own')].map(toBea)])
    await sql('delete from lead_queue')
    await sql('delete from contacts where id = $1', [b])
    assert.deepEqual(await touches(), [touch(a, 'old'), toBea(touch(c, 'own'))])
    assert.deepEqual(await sql('select from_id, whole from lead_queue'), [{ from_id: c, whole: true }])
  } finally {
    await runSql(database.url, `drop database ${name} with (force)`)
  }
})

const toBea = <T extends object>(touch: T) => ({ ...touch, email_key: 'bea@example.com' })
