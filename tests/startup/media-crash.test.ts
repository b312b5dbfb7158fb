import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { jpegFile } from '../helpers/media-files.ts'
import { createDatabase, runSql } from '../helpers/postgres.ts'
import { createPlace, until } from '../helpers/process.ts'

// The process is killed in the middle of uploads: acknowledged files exist, and nothing is left of the rest.

const database = await createDatabase()
after(() => database.drop())
const place = createPlace({ after }, { env: { DATABASE_URL: database.url, RATE_LIMIT_AUTHENTICATED: '1000000' } })

const ROUNDS = 2
const filesBelow = (name: string) => {
  const folder = join(place.dataDir, 'media', name)
  const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : []
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test('after kills during uploads every acknowledged file is complete, and there is no partial one', async () => {
  const acknowledged = new Map<string, Buffer>()
  let key = ''
  let hue = 0
  for (let round = 0; round < ROUNDS; round++) {
    const server = await place.start()
    assert.deepEqual(filesBelow('uploads'), [])
    if (key === '') {
      const made = await place.cli(['keys', 'create', '--name', 'upload', '--json'])
      key = JSON.parse(made.stdout).key
    }
    const upload = async () => {
      const bytes = Buffer.concat([jpegFile(++hue), Buffer.alloc(300_000, hue)])
      const answer = await fetch(`${server.url}/v1/media`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: bytes,
      })
      const { data } = (await answer.json()) as { data: { url: string } }
      assert.equal(answer.status, 201)
      acknowledged.set(new URL(data.url).pathname, bytes)
    }
    const client = async () => {
      for (;;) {
        try {
          await upload()
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          return
        }
      }
    }
    const clients = Promise.all([client(), client(), client(), client()])
    const wanted = acknowledged.size + 5 + 3 * round
    await until(() => acknowledged.size >= wanted)
    server.child.kill('SIGKILL')
    await Promise.all([server.ended, clients])
  }

  const server = await place.start()
  assert.deepEqual(filesBelow('uploads'), [])
  for (const [path, bytes] of acknowledged) {
    const answer = await fetch(server.url + path)
    assert.equal(answer.status, 200)
    assert.ok(bytes.equals(Buffer.from(await answer.arrayBuffer())))
  }
  const stored = new Set(filesBelow('files'))
  const { rows } = await runSql(database.url, 'select file from media')
  for (const { file } of rows) assert.ok(stored.has(file), 'a row without a file')
  const { rows: notes } = await runSql(database.url, 'select file from media_leftovers')
  const known = new Set([...rows, ...notes].map(({ file }) => file))
  for (const file of stored) assert.ok(known.has(file), 'a file that the clean-up would not find')
})
