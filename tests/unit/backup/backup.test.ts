import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeHeader, encodeHeader } from '../../../src/backup/archive.ts'
import { openKey, sealKey } from '../../../src/backup/key.ts'
import { expiredBackups } from '../../../src/backup/schedule.ts'

const HOUR = 3_600_000
const NOW = new Date('2026-11-16T12:00:00Z')

/** One every `hours` hours, the newest now. */
const series = (count: number, hours: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index),
    file: `${index}.backup`,
    startedAt: new Date(NOW.getTime() - index * hours * HOUR),
  }))

const keptOf = (backups: ReturnType<typeof series>, daily: number, weekly: number) => {
  const gone = expiredBackups(backups, { daily, weekly }, NOW)
  return backups.filter((backup) => !gone.includes(backup)).map(({ startedAt }) => startedAt.toISOString().slice(0, 10))
}

test('the newest backup of each of the last days and weeks is kept', () => {
  assert.deepEqual(keptOf(series(60, 24), 7, 4), [
    '2026-11-16',
    '2026-11-15',
    '2026-11-14',
    '2026-11-13',
    '2026-11-12',
    '2026-11-11',
    '2026-11-10',
    // The previous Sundays: the newest of each week, which begins on Monday.
    '2026-11-08',
    '2026-11-01',
  ])
})

test('all backups of the last 24 hours are kept, and one for each earlier day', () => {
  const kept = keptOf(series(72, 1), 3, 0)
  assert.equal(kept.length, 24 + 2 - 1)
  assert.deepEqual([...new Set(kept)], ['2026-11-16', '2026-11-15', '2026-11-14'])
})

test('the newest one is kept, however old it is', () => {
  const old = series(3, 24).map((each) => ({
    ...each,
    startedAt: new Date(each.startedAt.getTime() - 400 * 24 * HOUR),
  }))
  assert.equal(expiredBackups(old, { daily: 1, weekly: 0 }, NOW).length, 2)
  assert.deepEqual(expiredBackups([], { daily: 1, weekly: 0 }, NOW), [])
})

test('a header of the archive says what was written, and detects a changed byte', () => {
  const header = encodeHeader({ name: 'tables/contacts/000001.copy.zst', size: 1_234_567 }, NOW)
  assert.deepEqual(decodeHeader(header), { name: 'tables/contacts/000001.copy.zst', size: 1_234_567 })
  header[5]!++
  assert.equal(decodeHeader(header), null)
  assert.equal(decodeHeader(Buffer.alloc(512)), 'end')
  assert.equal(decodeHeader(Buffer.alloc(100)), null)
  assert.throws(() => encodeHeader({ name: 'x'.repeat(101), size: 1 }, NOW))
  assert.throws(() => encodeHeader({ name: 'x', size: 2 ** 40 }, NOW))
})

test('the key is opened by its passphrase only', async () => {
  const sealed = await sealKey({ current: 'the key', old: ['older'] }, 'a long passphrase')
  assert.equal(JSON.stringify(sealed).includes('the key'), false)
  assert.deepEqual(await openKey(sealed, 'a long passphrase'), { current: 'the key', old: ['older'] })
  await assert.rejects(openKey(sealed, 'another passphrase'), /does not open the key/)
})
