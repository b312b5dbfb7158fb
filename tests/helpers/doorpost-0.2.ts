import fs from 'node:fs'
import { join } from 'node:path'
import { createMarkFiles } from '../../src/installation/mark-files.ts'
import { createOldDatabase, moveTimes } from './old-database.ts'
import { runSql, type TestDatabase } from './postgres.ts'

// A database written by version 0.2 in its sandbox, the state of the simulated platforms when it was killed, and a
// backup.

const fixture = (name: string) => new URL(`../fixtures/doorpost-0.2.${name}`, import.meta.url)
const dump = fs.readFileSync(fixture('sql'), 'utf8')
const read = (pattern: RegExp) => pattern.exec(dump)![1]!
const KILLED_AT = Date.parse(read(/was killed at (\S+),/))
const SIMULATORS_PORT = read(/listened on port (\d+)\./)

export const BACKUP_OF_0_2 = fixture('backup').pathname
export const SECRET_KEY_OF_0_2 = read(/SECRET_KEY was (\S+),/)
/** A live API key. */
export const KEY_OF_0_2 = read(/the live key is (\S+)\.$/m)

/** The states of its posts when it was killed. */
export const STATES_OF_0_2 = {
  'Once only.': 'none',
  'A draft.': 'none',
  'In the year 2099.': 'waiting',
  'Cancelled.': 'cancelled',
  'Too late.': 'missed',
  'On Threads.': 'published',
  'On Instagram.': 'published',
  'On LinkedIn.': 'published',
  'On X.': 'published',
  'On Bluesky.': 'published',
  'On Mastodon.': 'published',
  'Refused for good.': 'failed',
  'Rate limited.': 'deferred',
  'Not connected.': 'held',
  'Stuck in the middle.': 'sending',
  'Stuck on Bluesky.': 'sending',
  'Out, perhaps.': 'confirming',
  'Half prepared.': 'deferred',
}

interface TakenOver {
  /** DATA_DIR of the new version. */
  dataDir: string
  /** Where the simulated platforms will listen. */
  simulatorsPort: number
}

/** 0.2 was killed two minutes ago, on this server; the new version has its DATA_DIR and the same platforms. */
export async function createDatabaseOf02({ dataDir, simulatorsPort }: TakenOver): Promise<TestDatabase> {
  const database = await createOldDatabase(atPort(dump, simulatorsPort))
  const byMs = Date.now() - 120_000 - KILLED_AT
  await moveTimes(database.url, byMs)
  const [installation] = (
    await runSql(
      database.url,
      `update installation set server = (select system_identifier from pg_control_system()) || '/' ||
              (select oid from pg_database where datname = current_database())
       returning id, sends::int, server, timeline::int, feed_epoch::int as "feedEpoch"`,
    )
  ).rows
  const { id: installationId, ...seen } = installation
  const home = join(dataDir, 'sandbox')
  fs.mkdirSync(home, { recursive: true })
  await createMarkFiles(home).write({ installationId, position: 0, synchronous: false, nodes: [], ...seen })
  const platforms = fs.readFileSync(fixture('sandbox.jsonl'), 'utf8')
  fs.writeFileSync(join(home, 'sandbox.jsonl'), moveText(atPort(platforms, simulatorsPort), byMs))
  return database
}

function atPort(text: string, port: number): string {
  // The file of "Half prepared." took ten minutes.
  const quick = text.replaceAll('?slow_ms=600000', '')
  return quick.replaceAll(`127.0.0.1:${SIMULATORS_PORT}`, `127.0.0.1:${port}`)
}

/** Times are milliseconds since 1970 or ISO 8601. */
function moveText(text: string, byMs: number): string {
  return text
    .replace(/(?<=:)179\d{10}(?=[,}])/g, (ms) => String(Number(ms) + byMs))
    .replace(/\b2026-11-\d\dT[\d:.]+Z/g, (iso) => new Date(Date.parse(iso) + byMs).toISOString())
}
