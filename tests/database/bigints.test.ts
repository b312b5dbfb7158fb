import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { connectClient, type Db, destroyClient } from '../../src/db/database.ts'
import { startServer } from '../helpers/server.ts'

// A bigint has one type in the program. Ids that are numbers in one place and text in another never match.

const server = await startServer()
const apart = await connectClient({ connectionString: server.databaseUrl })
after(() => destroyClient(apart))

test('a bigint is a number on every connection', async () => {
  const { pool, reads, jobs, pulse } = server.deps
  const all: Record<string, Db> = { pool, reads, jobs, pulse, apart }
  for (const [name, db] of Object.entries(all)) {
    const { rows } = await db.query<{ value: unknown }>({ text: 'select 7::bigint as value' })
    assert.equal(rows[0]!.value, 7, name)
  }
})

test('the types of the tables say so', async () => {
  const text = await readFile(new URL('../../src/db/types.ts', import.meta.url), 'utf8')
  assert.match(text, /\n {2}position: number;/)
  assert.doesNotMatch(text, /Int8/)
})
