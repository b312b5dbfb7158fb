import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { readMigrations } from '../../src/db/migrations/files.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createDatabase, runSql } from '../helpers/postgres.ts'

// Contacts that were there before touches and counts by day, and contacts that come and go while they are added.

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

test('contacts from before are counted by day and have their touches, while others come and go', async () => {
  await runSql(database.url, `create database ${name}`)
  try {
    const migrations = await readMigrations()
    const run = (to: number) =>
      migrate(connection, {
        migrations: migrations.filter(({ version }) => version <= to),
        migrateJobs: async () => {},
      })
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
        // Also of days that are not counted yet.
        await writer.query(`delete from contacts where id = (select id from contacts order by id offset $1 limit 1)`, [
          at % 97,
        ])
      }
    }
    const writing = write()
    await run(migrations.at(-1)!.version).finally(() => {
      isOver = true
    })
    await writing
    await writer.end()
    assert.ok(at > 1_200)
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
