import { readFileSync } from 'node:fs'
import { createDatabase, runSql, type TestDatabase } from './postgres.ts'

// A database that version 0.1 wrote, and that it was killed on: tests/fixtures/doorpost-0.1.sql.

const dump = readFileSync(new URL('../fixtures/doorpost-0.1.sql', import.meta.url), 'utf8')
const [, secretKey, key] = /SECRET_KEY was (\S+), and the live key is (\S+)\.$/m.exec(dump)!

/** What the posts of 0.1 were in when it was killed. */
export const STATES_OF_0_1 = {
  'A draft.': 'none',
  'In the year 2099.': 'waiting',
  'Cancelled.': 'cancelled',
  'On Threads.': 'published',
  'On X.': 'published',
  'Refused for good.': 'failed',
  'Too late.': 'missed',
  // It has no text.
  photo: 'held',
  'Rate limited.': 'deferred',
  'Stuck in the middle.': 'sending',
  'Out, perhaps.': 'confirming',
}

export const SECRET_KEY_OF_0_1 = secretKey!
/** A live API key. */
export const KEY_OF_0_1 = key!

/** Shortly after the last thing that it wrote. */
const KILLED_AT = '2026-11-16T18:01:48Z'

export async function createDatabaseOf01(): Promise<TestDatabase> {
  const database = await createDatabase()
  await runSql(database.url, 'drop schema public cascade; drop schema graphile_worker cascade; create schema public')
  await runSql(database.url, dump)
  return database
}

/** Moves what decides about publishing, so that 0.1 was killed ten minutes ago. */
export async function killTenMinutesAgo({ url }: TestDatabase): Promise<void> {
  const moved = {
    posts: ['scheduled_date', 'send_started_at', 'deferred_until'],
    connections: ['issued_at', 'expires_at', 'refresh_at', 'held_until'],
    'graphile_worker._private_jobs': ['run_at', 'locked_at'],
    'graphile_worker._private_job_queues': ['locked_at'],
  }
  const by = `(now() - interval '10 minutes' - timestamptz '${KILLED_AT}')`
  for (const [table, columns] of Object.entries(moved)) {
    // What is planned for 2099 stays there.
    const times = columns.map(
      (name) => `${name} = case when ${name} < '2090-01-01' then ${name} + ${by} else ${name} end`,
    )
    await runSql(url, `update ${table} set ${times.join(', ')}`)
  }
}
