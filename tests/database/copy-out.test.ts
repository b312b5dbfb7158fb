import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { copyOut } from '../../src/backup/dump.ts'
import { createDatabase } from '../helpers/postgres.ts'

// The rows of a backup, as the database sends them.

const database = await createDatabase()
after(() => database.drop())

async function withClient(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  await work(client).finally(() => client.end())
}

function createTarget(afterChunk: () => Promise<void> | null = () => null) {
  const pieces: Buffer[] = []
  const write = (chunk: Buffer, start: number, end: number) => void pieces.push(Buffer.from(chunk.subarray(start, end)))
  return { write, afterChunk, text: () => Buffer.concat(pieces).toString() }
}

describe('copied rows', () => {
  test('are complete, whatever comes between them, and the connection stays usable', () =>
    withClient(async (client) => {
      await client.query(`create function pg_temp.say(n integer) returns text language plpgsql as $$
        begin
          if n % 1000 = 0 then raise notice 'row %', n; end if;
          return repeat('x', n % 700);
        end $$`)
      const query = `select n, pg_temp.say(n), e'tab\\tline\\n' from generate_series(1, 20000) as n`
      let waits = 0
      const target = createTarget(() => (++waits % 3 === 0 ? new Promise((resolve) => setImmediate(resolve)) : null))
      assert.equal(await copyOut(client, `copy (${query}) to stdout`, target), 20_000)
      const expected = Array.from(
        { length: 20_000 },
        (_, at) => `${at + 1}\t${'x'.repeat((at + 1) % 700)}\ttab\\tline\\n\n`,
      )
      assert.equal(target.text(), expected.join(''))
      assert.ok(waits > 10)
      assert.equal(await copyOut(client, 'copy (select 1 where false) to stdout', createTarget()), 0)
      assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
    }))

  test('that end in a database error are rejected with it, and the connection stays usable', () =>
    withClient(async (client) => {
      const divided = copyOut(
        client,
        'copy (select 1 / (90000 - n) from generate_series(1, 100000) as n) to stdout',
        createTarget(),
      )
      await assert.rejects(divided, { code: '22012' })
      await assert.rejects(copyOut(client, 'copy nothing to stdout', createTarget()), { code: '42P01' })
      assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
    }))

  test('are not read further after they could not be saved, or when the connection is lost', async () => {
    const large = `copy (select repeat('x', 1000) from generate_series(1, 1000000)) to stdout`
    await withClient(async (client) => {
      let chunks = 0
      const full = createTarget(() => (++chunks < 3 ? null : Promise.reject(new Error('The disk is full.'))))
      await assert.rejects(copyOut(client, large, full), /The disk is full/)
      assert.equal(chunks, 3)
      client.connection.stream.destroy()
    })
    await withClient(async (client) => {
      const lost = createTarget(() => {
        client.connection.stream.destroy(new Error('Lost.'))
        return null
      })
      await assert.rejects(copyOut(client, large, lost), /Lost|terminated/)
    })
  })

  test('are read from chunks of any size', async () => {
    const message = (code: string, body: string) => {
      const bytes = Buffer.alloc(5 + body.length)
      bytes.write(code, 0)
      bytes.writeUInt32BE(4 + body.length, 1)
      bytes.write(body, 5)
      return bytes
    }
    const end = Buffer.concat([message('c', ''), message('C', 'COPY 2\0'), message('Z', 'I')])
    const rows = [
      message('H', '\0\0\0'),
      message('d', 'one\n'),
      message('N', 'a notice\0'),
      message('d', 'tw'),
      message('d', 'o\n'),
    ]
    for (const size of [1, 2, 4, 5, 6, 7, 13, 1_000]) {
      const stream = new PassThrough()
      const left: Buffer[] = []
      stream.on('data', (chunk: Buffer) => left.push(chunk))
      const target = createTarget()
      const client = { query: (query: { submit: (to: object) => void }) => query.submit({ stream, query() {} }) }
      void copyOut(client as unknown as pg.Client, 'copy', target)
      const all = Buffer.concat([...rows, end])
      for (let at = 0; at < all.length; at += size) stream.write(all.subarray(at, at + size))
      stream.end()
      await new Promise((resolve) => stream.once('end', resolve))
      assert.equal(target.text(), 'one\ntwo\n', `pieces of ${size}`)
      assert.deepEqual(Buffer.concat(left), end, 'the driver gets the rest')
    }
  })
})
