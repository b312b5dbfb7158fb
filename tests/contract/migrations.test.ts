import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readMigrations } from '../../src/db/migrations/files.ts'

// Nodes of 0.1, which know the schema up to here, refuse any newer one, whatever it declares.
const LAST_OF_0_1 = 7
/** Released migrations are never edited, so the rules only apply to later ones. */
const LAST_OF_0_2 = 13

test('every migration says which older programs can keep running beside it', async () => {
  const migrations = await readMigrations()
  for (const { version, name, sql, compatibleWith } of migrations.filter((each) => each.version > LAST_OF_0_1)) {
    const file = `${String(version).padStart(4, '0')}_${name}.sql`
    const help = `${file} must have "-- compatible with: N" among its first lines, or "-- compatible with: nothing"`
    assert.match(/^(?:--[^\n]*\n|\n)*/.exec(sql)![0], /^-- compatible with: (?:\d+|nothing)$/m, help)
    assert.ok(compatibleWith === null || compatibleWith < version, `${file}: it is compatible with older ones only`)
  }
})

test('an index on a table that may hold data is built concurrently', async () => {
  const unreleased = (await readMigrations()).filter(({ version }) => version > LAST_OF_0_2)
  const tables = new Set(
    unreleased.flatMap(({ sql }) =>
      [...sql.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gm)].map(([, table]) => table),
    ),
  )
  const built = unreleased.flatMap(({ statements, inTransaction }) =>
    statements.flatMap((statement) => {
      const found = /^create (?:unique )?index (.*) on (\w+)/m.exec(statement)
      if (found === null || tables.has(found[2])) return []
      return [{ name: found[1]!, isBeside: !inTransaction && found[1]!.startsWith('concurrently if not exists ') }]
    }),
  )
  assert.ok(built.length > 5, 'some were found')
  assert.deepEqual(
    built.filter(({ isBeside }) => !isBeside),
    [],
  )
})

test('docs/how-to/operations.md says which upgrades can be made one node after the other', async () => {
  const docs = readFileSync(new URL('../../docs/how-to/operations.md', import.meta.url), 'utf8')
  const migrations = await readMigrations()
  for (const [release, last] of [
    ['0.1', LAST_OF_0_1],
    ['0.2', 37],
  ] as const) {
    const later = migrations.filter(({ version }) => version > last)
    const isRolling = later.every(({ compatibleWith }) => compatibleWith !== null && compatibleWith <= last)
    const advice = isRolling ? 'one node after the other' : 'stop all nodes first'
    assert.match(docs, new RegExp(`^\\| ${release} \\| 0\\.[^|]*\\| ${advice}`, 'm'), `${release}: ${advice}`)
  }
})

test('every path that a database comment names exists', async () => {
  const comments = new Map<string, string>()
  for (const { sql } of await readMigrations()) {
    for (const [, target, text] of sql.matchAll(/^comment on (.+?) is\s+'((?:[^']|'')*)'/gm))
      comments.set(target!, text!)
  }
  const paths = [...comments.values()].flatMap((text) => text.match(/[\w.-]+(?:\/[\w.-]+)+\.\w+/g) ?? [])
  assert.ok(paths.length > 0, 'some were found')
  assert.deepEqual(
    paths.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url))),
    [],
  )
})
