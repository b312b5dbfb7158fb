import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readMigrations } from '../../src/db/migrations/files.ts'

// Nodes of 0.1, which know the schema up to here, refuse any newer one, whatever it says.
const LAST_OF_0_1 = 7

test('every migration says which older programs may go on beside it', async () => {
  const migrations = await readMigrations()
  for (const { version, name, sql, compatibleWith } of migrations.filter((each) => each.version > LAST_OF_0_1)) {
    const file = `${String(version).padStart(4, '0')}_${name}.sql`
    const help = `${file} must have "-- compatible with: N" among its first lines, or "-- compatible with: nothing"`
    assert.match(/^(?:--[^\n]*\n|\n)*/.exec(sql)![0], /^-- compatible with: (?:\d+|nothing)$/m, help)
    assert.ok(compatibleWith === null || compatibleWith < version, `${file}: it is compatible with older ones only`)
  }
})
