import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// docs/how-to/operations.md lists the limits of each process. Its numbers must match the code, and nothing may be
// missing.

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

/** Row of the table → its file, and the constants that "At once" and "For one" repeat. */
const PLACES: Record<string, [file: string, atOnce: string[], forOne: string[]]> = {
  'files that arrive with forms': ['src/media/private-files.ts', ['ARRIVING_MAX'], ['ARRIVING_OF_ONE_MAX']],
  'uploads to the library': ['src/media/library.ts', ['UPLOADS_MAX'], ['UPLOADS_OF_ONE_MAX']],
  'files that are being read': ['src/media/serve.ts', ['OPEN_MAX'], ['OPEN_FOR_ONE_MAX']],
  'pictures of other servers in the dashboard': ['src/media/preview.ts', ['MOST_AT_ONCE'], ['MOST_FOR_ONE']],
  'live streams': ['src/live/live.ts', ['STREAMS_MAX'], ['STREAMS_PER_CALLER_MAX']],
  'passwords being checked': ['src/users/users.ts', ['AT_ONCE_MAX', 'WAITING_MAX'], []],
  'answers being compressed': ['src/http/server/reply.ts', ['AT_ONCE'], []],
  'look-ups for an address that guessed too often': ['src/http/access/rate-limit.ts', ['1', 'WAITING_MAX'], []],
  'uploads that have arrived and are being entered': ['src/media/library.ts', ['1', 'UPLOADS_MAX'], []],
  'spreadsheets being imported': ['src/contacts/csv/spreadsheets.ts', ['1', 'WAITING_MAX'], []],
  'large batches of contacts being stored': ['src/contacts/batch.ts', ['1', 'WAITING_MAX'], []],
  'images being made smaller': ['src/media/shrink/shrink.ts', ['1', '1_000'], []],
}

const table = read('docs/how-to/operations.md').split('## What is limited in each process')[1]!.split('\n## ')[0]!
const rows = new Map(
  [...table.matchAll(/^\| ([^|]+?) \|([^|]*)\|([^|]*)\|/gm)].map(([, name, ...cells]) => [name!, cells.map(numbersIn)]),
)

function numbersIn(text: string): number[] {
  return [...text.replaceAll(',', '').matchAll(/\d+/g)].map(Number)
}

function limitOf(file: string, name: string): number {
  const found = /^\d/.test(name) ? name : new RegExp(`const ${name} = ([\\d_]+)`).exec(read(file))?.[1]
  assert.ok(found, `${file} has ${name}`)
  return Number(found.replaceAll('_', ''))
}

for (const [name, [file, atOnce, forOne]] of Object.entries(PLACES)) {
  test(`the documented limits are those of the code: ${name}`, () => {
    const limits = [atOnce, forOne].map((names) => names.map((each) => limitOf(file, each)))
    assert.deepEqual(rows.get(name), limits)
  })
}

test('every file that creates slots or queues is in the table', () => {
  const makers = globSync('src/**/*.ts', { cwd: root }).filter((file) =>
    /= create(Places|WorkLine)\(\{/.test(read(file)),
  )
  const listed = new Set(Object.values(PLACES).map(([file]) => file))
  assert.ok(makers.length > 0)
  assert.deepEqual(
    makers.filter((file) => !listed.has(file)),
    [],
  )
})
