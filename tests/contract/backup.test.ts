import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { isInBackup, LEFT_OUT, selectTables } from '../../src/backup/tables.ts'
import { createDatabase } from '../helpers/postgres.ts'

const database = await createDatabase()
after(database.drop)

/** Not created by migrations: the restore itself creates and removes it. */
const BY_RESTORE = ['unfinished_restore']

test('every table is in a backup, or is left out for a documented reason', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const { rows } = await client.query(`select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)
    const all = rows.map(({ table_name }) => table_name as string)
    const inBackup = (await selectTables(client)).filter(isInBackup).map(({ name }) => name)
    assert.deepEqual(
      all.filter((name) => !inBackup.includes(name) && !Object.hasOwn(LEFT_OUT, name)),
      [],
      'tables that are forgotten',
    )
    assert.deepEqual(
      Object.keys(LEFT_OUT).filter((name) => !all.includes(name) && !BY_RESTORE.includes(name)),
      [],
      'tables that are left out, but do not exist',
    )
    for (const reason of Object.values(LEFT_OUT)) assert.ok(reason.length > 20)
  } finally {
    await client.end()
  }
})
