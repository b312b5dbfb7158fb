import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTests, MARKS } from '../../scripts/test-marks.ts'

test('every mark of a test file is one that scripts/test.ts knows, and every mark is used', () => {
  const tests = findTests()
  assert.ok(tests.length > 200)
  const known = Object.keys(MARKS)
  const unknown = tests.filter(({ marks }) => marks.some((mark) => !known.includes(mark)))
  assert.deepEqual(unknown, [])
  assert.deepEqual([...new Set(tests.flatMap(({ marks }) => marks))].sort(), known.sort())
})
