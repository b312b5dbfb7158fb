import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// A map that names files which are gone is worse than none.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'web/README.md']
const PATH = /(?<![\w/.<>*{-])((?:[a-z][\w-]*\/)*[A-Za-z][\w-]*\.tsx?)\b/g

for (const page of PAGES) {
  test(`every file that ${page} names is there`, () => {
    const named = [...readFileSync(join(ROOT, page), 'utf8').matchAll(PATH)].map(([, path]) => path!)
    assert.ok(named.length > 5)
    // Names without a folder stand for the file of that name in every room.
    const paths = [...new Set(named)].filter((path) => path.includes('/'))
    const missing = paths.filter(
      (path) => !['', 'src', 'web/src', 'web'].some((at) => existsSync(join(ROOT, at, path))),
    )
    assert.deepEqual(missing, [])
  })
}

test('each question about a rule has one file', () => {
  const [, section = ''] = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('## Where is the rule about')
  const rows = section
    .split('\n## ', 1)[0]!
    .match(/^\| .* \|$/gm)!
    .slice(1)
  assert.ok(rows.length >= 20, `${rows.length} questions`)
  for (const row of rows) assert.equal(row.match(/`src\/[^`]+\.ts`/g)?.length, 1, row)
})
