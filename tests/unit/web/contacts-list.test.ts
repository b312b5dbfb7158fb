import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Import } from '../../../web/src/api/schema.ts'
import { isFileOf, pickRows, toCsvFile, writeReasons } from '../../../web/src/contacts/import/file.ts'
import { guessSeparator } from '../../../web/src/contacts/list/export-format.ts'
import { fromView, hasAny, sameFilters, toQuery } from '../../../web/src/contacts/list/filters.ts'
import { showDayRange } from '../../../web/src/parts/wall-clock.ts'

test('a filter by days includes both, in the zone of the workspace, even when the clocks change', () => {
  assert.deepEqual(toQuery({ from: '2027-03-28', to: '2027-03-28' }, 'Europe/Berlin'), {
    created_after: '2027-03-27T23:00:00.000Z',
    created_before: '2027-03-28T22:00:00.000Z',
  })
  assert.deepEqual(toQuery({ q: 'ana', source: 'x', medium: 'social', form: 'offer' }, 'UTC'), {
    q: 'ana',
    utm_source: 'x',
    utm_medium: 'social',
    form: 'offer',
  })
  assert.deepEqual(toQuery({}, 'UTC'), {})
  assert.ok(hasAny({ q: 'a' }) && !hasAny({}))
})

test('a saved view has the same filters when it is opened again, in any zone', () => {
  const filters = {
    q: 'ana',
    status: 'won',
    owner: 'me',
    tag: 'trade fair',
    source: 'x',
    medium: 'social',
    form: 'offer',
    from: '2027-03-28',
    to: '2027-03-29',
  }
  for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'America/Los_Angeles']) {
    assert.deepEqual(fromView(toQuery(filters, zone), zone), filters)
  }
  assert.deepEqual(toQuery({ status: 'open' }, 'UTC'), {}, 'no such status')
  assert.ok(sameFilters({ q: 'a' }, { q: 'a', tag: '' }) && !sameFilters({ q: 'a' }, { q: 'b' }))
})

test('a span of days is shown in the shortest form', () => {
  assert.match(showDayRange('2026-11-05', '2026-11-15'), /^(?:Nov )?5\s–\s15(?: Nov|,) 2026$/)
  assert.match(showDayRange('2026-11-05', '2026-11-05'), /^(?:Nov 5,|5 Nov) 2026$/)
})

test('the separator of a file follows the language of the computer', () => {
  for (const language of ['de', 'de-AT', 'fr', 'es-ES', 'pt-PT', 'pt-BR']) {
    assert.equal(guessSeparator(language), 'semicolon', language)
  }
  for (const language of ['en', 'en-GB', 'ja', 'de-CH', 'es-MX']) {
    assert.equal(guessSeparator(language), 'comma', language)
  }
})

const CSV = 'First name,note\r\nAna,"two\r\nlines"\r\nBen,x\r\nCid,y'
const IMPORT = { separator: ',', rows: 3, raw: false, columns: [{ name: 'First name' }, { name: 'note' }] } as Import

test('the file of an import is identified by its columns and its number of rows', () => {
  assert.ok(isFileOf(CSV, IMPORT))
  assert.ok(!isFileOf(`${CSV}\r\nDan,z`, IMPORT))
  assert.ok(!isFileOf(CSV.replace('note', 'notes'), IMPORT))
  assert.ok(!isFileOf(CSV.replaceAll(',', ';'), IMPORT))
  assert.ok(
    isFileOf(CSV.replace('note', "'=note"), {
      ...IMPORT,
      columns: [IMPORT.columns[0]!, { ...IMPORT.columns[1]!, name: '=note' }],
    }),
  )
})

test('chosen rows are restored letter for letter, with the names of the columns, and end in a line break', () => {
  assert.equal(pickRows(CSV, ',', new Set([2, 5])), 'First name,note\r\nAna,"two\r\nlines"\r\nCid,y\r\n')
  assert.equal(pickRows(CSV, ',', new Set()), 'First name,note\r\n')
})

test('the reasons are a file that Excel reads', async () => {
  const text = writeReasons([{ line: 2, outcome: 'failed', reasons: { email: ['No "@" in it.', 'Too long.'] } }])
  assert.equal(text, 'line,outcome,reasons\r\n2,failed,"No ""@"" in it. Too long."\r\n')
  assert.deepEqual([...(await toCsvFile('a').bytes())], [0xef, 0xbb, 0xbf, 0x61])
})
