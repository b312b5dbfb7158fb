import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// A map that names missing files is worse than none.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'web/README.md']
const PATH = /(?<![\w/.<>*{-])((?:[a-z][\w-]*\/)*[A-Za-z][\w-]*\.tsx?)\b/g

for (const page of PAGES) {
  test(`every file that ${page} names exists`, () => {
    const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(PATH)].map(([, path]) => path!)
    assert.ok(named.length > 5)
    // Names without a folder mean the file of that name in every room.
    const paths = [...new Set(named)].filter((path) => path.includes('/'))
    const missing = paths.filter(
      (path) => !['', 'src', 'web/src', 'web'].some((at) => existsSync(join(ROOT, at, path))),
    )
    assert.deepEqual(missing, [])
  })
}

const [, folders = ''] = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('## Folders')
const ROWS = folders
  .split('\n## ', 1)[0]!
  .match(/^\| `.* \|$/gm)!
  .map((row) => row.slice(2, -2).split(' | ') as [places: string, contents: string])
const quoted = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
/** `src/platforms/{x,bluesky}/` means two places, and a later one in a row may be beside the first. */
function placesOf(cell: string): string[] {
  const [first = '', ...others] = quoted(cell)
  const [, start = first, names = '', end = ''] = /^(.*)\{(.*)\}(.*)$/.exec(first) ?? []
  return [...names.split(',').map((name) => start + name + end), ...others.map((name) => besides(first, name))]
}
const besides = (first: string, name: string) => (existsSync(join(ROOT, name)) ? name : join(dirname(first), name))

test('the map has every folder, and each exists', () => {
  const places = ROWS.flatMap(([cell]) => placesOf(cell))
  assert.deepEqual(
    places.filter((place) => !existsSync(join(ROOT, place))),
    [],
  )
  const below = (at: string) => readdirSync(join(ROOT, at), { withFileTypes: true }).filter((it) => it.isDirectory())
  const unnamed = (at: string, text: string) => below(at).filter(({ name }) => !text.includes(`${name}/\``))
  const contentsOf = (place: string) => ROWS.find(([cell]) => quoted(cell).includes(place))?.[1] ?? ''
  assert.deepEqual(unnamed('src', ROWS.map(([cell]) => cell).join()), [])
  assert.deepEqual(unnamed('tests', contentsOf('tests/')), [])
})

test('a file or folder that a row of the map names is in the folder of the row', () => {
  const missing = ROWS.flatMap(([cell, contents]) => {
    const places = placesOf(cell).flatMap((place) => [place, dirname(place)])
    const names = quoted(contents).filter((name) => /^[\w./-]+(?:\.[jt]sx?|\/)$/.test(name))
    const isThere = (name: string) =>
      ['', 'src'].some((at) => existsSync(join(ROOT, at, name))) ||
      places.some((place) => globSync(`${place}/{,*/,*/*/}${name}`, { cwd: ROOT }).length > 0)
    return names.filter((name) => !isThere(name)).map((name) => `${cell}: ${name}`)
  })
  assert.deepEqual(missing, [])
})

test('every npm script that the documents name exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const pages = ['README.md', ...PAGES, ...globSync('docs/**/*.md', { cwd: ROOT })]
  const named = pages.flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const names = [...text.matchAll(/npm run (?:-s )?([a-z][\w:-]*)|\b(try:[a-z]+)/g)]
    return names.map(([, name, another]) => ({ page, name: name ?? another! }))
  })
  assert.ok(named.length > 30)
  assert.deepEqual(
    named.filter(({ name }) => !(name in scripts)),
    [],
  )
})

test('each question about a rule has one file', () => {
  const [, section = ''] = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('## Where is the rule about')
  const rows = section
    .split('\n## ', 1)[0]!
    .match(/^\| .* \|$/gm)!
    .slice(1)
  assert.ok(rows.length >= 20, `${rows.length} questions`)
  for (const row of rows) assert.equal(row.match(/`src\/[^`]+\.ts`/g)?.length, 1, row)
})
