import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { type OpenDatabase, openDatabase } from '../../src/db/open.ts'
import { noBouncer, startBouncer } from '../helpers/bouncer.ts'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { until } from '../helpers/process.ts'

// Settings that promises depend on are checked at the start and while a process runs.

const database = await createDatabase()
const opened: OpenDatabase[] = []
after(async () => {
  for (const each of opened) await each.close()
  await database.drop()
})

async function open(env: Record<string, string> = {}) {
  const changes: string[] = []
  const found = await openDatabase(readConfig({ DATABASE_URL: database.url, ...env }, '/'), {
    as: 'server',
    onError: () => {},
    onSettingProblem: (problem, isOver) => changes.push(isOver ? `over: ${problem}` : problem),
    watchTimes: { settingsMs: 100, poolerMs: 100, answerMs: 1_000 },
  })
  opened.push(found)
  return { changes, ...found }
}

test('a read-only database is reported, and the process is not ready until it is over', async () => {
  const { changes, settingsWatch, pool } = await open()
  assert.equal(settingsWatch.problem(), null)
  await runSql(database.url, `alter database ${database.name} set default_transaction_read_only = on`)
  // Existing sessions keep the setting they began with.
  await runSql(
    database.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await until(() => /transaction_read_only = on.*nothing can be stored/.test(settingsWatch.problem() ?? ''))
  assert.match(changes[0]!, /transaction_read_only/)
  await assert.rejects(open(), { name: 'SetupError', message: /nothing can be stored.*primary server/ })
  await runSql(
    database.url,
    `begin read write; alter database ${database.name} reset default_transaction_read_only; commit`,
  )
  await pool.query('set default_transaction_read_only = off')
  await until(() => settingsWatch.problem() === null)
  assert.match(changes.at(-1)!, /^over: .*transaction_read_only/)
})

test('a role whose sessions run no triggers prevents the start', async () => {
  await runSql(database.url, `alter database ${database.name} set session_replication_role = replica`)
  await assert.rejects(open(), {
    name: 'SetupError',
    message: /session_replication_role = replica.*revoked keys.*RESET/,
  })
  await runSql(database.url, `alter database ${database.name} reset session_replication_role`)
})

test('a pooler that is switched to transaction mode stores nothing from then on', { skip: noBouncer }, async () => {
  const bouncer = await startBouncer(database.url, 'session')
  const { pool, settingsWatch, changes } = await open({ DATABASE_URL: bouncer.url })
  await pool.query('select 1')
  await bouncer.setMode('transaction')
  await until(() => /switched to transaction mode/.test(settingsWatch.problem() ?? ''))
  await assert.rejects(pool.query('select 1'), { code: 'DATABASE_STALLED' })
  assert.equal(changes.length, 1)
  await bouncer.setMode('session')
  await until(() => settingsWatch.problem() === null)
  await pool.query('select 1')
})
