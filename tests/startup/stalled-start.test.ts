import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { createPlace, type Process, until } from '../helpers/process.ts'

// Once it listens, a stall of the database must not end the process.

for (const [what, table] of [
  ['the jobs begin', 'connections'],
  ['the set-up link is made', 'account_links'],
] as const) {
  test(`a stall after it has begun to listen, when ${what}, does not end the process`, async (t) => {
    const database = await createDatabase()
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    t.after(async () => {
      await holder.end()
      await database.drop()
    })
    const place = createPlace(t, { env: { DATABASE_URL: database.url } })
    // The second start then has nothing to migrate.
    const first = await place.start()
    first.child.kill('SIGTERM')
    await first.ended

    await holder.query('begin')
    await holder.query(`lock table ${table} in access exclusive mode`)
    let begun: Process | null = null
    const starting = place.start({
      onSpawn: (process) => {
        begun = process
      },
    })
    starting.catch(() => {})
    // Each connection is ended, as if the server had gone. The lock time-out ends the others.
    const seen = new Set<number>()
    await until(async () => {
      // Not with the holder's connection: its transaction sees these statistics frozen.
      const { rows } = await runSql(
        database.url,
        `select pid, pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      )
      for (const { pid } of rows) seen.add(pid)
      const hasEnded = begun !== null && begun.child.exitCode !== null
      return seen.size >= 3 || hasEnded
    })
    await holder.query('rollback')
    const doorpost = await starting
    assert.match(doorpost.stdout, /the start goes on when it does/)
    assert.match(doorpost.stdout, /Set up +http/)
    assert.equal((await fetch(`${doorpost.url}/readyz`)).status, 200)
  })
}
