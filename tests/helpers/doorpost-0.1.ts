import { readFileSync } from 'node:fs'
import { createOldDatabase, moveTimes } from './old-database.ts'
import type { TestDatabase } from './postgres.ts'

// A database written by version 0.1, which was killed while using it: tests/fixtures/doorpost-0.1.sql.

const dump = readFileSync(new URL('../fixtures/doorpost-0.1.sql', import.meta.url), 'utf8')
const [, secretKey, key] = /SECRET_KEY was (\S+), and the live key is (\S+)\.$/m.exec(dump)!

/** The states of 0.1's posts when it was killed. */
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

/** Shortly after the last thing it wrote. */
const KILLED_AT = '2026-11-16T18:01:48Z'

export function createDatabaseOf01(): Promise<TestDatabase> {
  return createOldDatabase(dump)
}

/** Shifts its times, so that 0.1 was killed ten minutes ago. */
export async function killTenMinutesAgo({ url }: TestDatabase): Promise<void> {
  await moveTimes(url, Date.now() - 10 * 60_000 - Date.parse(KILLED_AT))
}
