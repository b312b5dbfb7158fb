import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decide, targetOf } from '../../../web/src/contacts/import/targets.ts'
import { fromView, hasAny, sameFilters, toQuery } from '../../../web/src/contacts/list/filters.ts'
import { guessSeparator } from '../../../web/src/parts/csv-format.ts'
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

test('two columns of a file never become the same field', () => {
  const first = decide({ 1: 'email', 3: { extra: 'phone' } }, 2, 'email')
  assert.deepEqual(first, { 2: 'email', 3: { extra: 'phone' } }, 'the other one is guessed again')
  assert.deepEqual(decide({ 1: 'first_name', 2: 'last_name', 3: 'ignored' }, 4, 'full_name'), {
    3: 'ignored',
    4: 'full_name',
  })
  assert.deepEqual(decide({ 1: 'full_name' }, 2, 'last_name'), { 2: 'last_name' })
  assert.deepEqual(decide({ 1: 'ignored', 2: 'extra' }, 3, 'ignored'), { 1: 'ignored', 2: 'extra', 3: 'ignored' })
})

test('what a column becomes is one of the choices', () => {
  const targets = [
    { use: 'field', field: 'email' },
    { use: 'lead', field: 'tags' },
    { use: 'full_name', field: null },
    { use: 'json', field: null },
    { use: 'ignored', field: null },
  ] as const
  assert.deepEqual(targets.map(targetOf), ['email', 'tags', 'full_name', 'extra', 'ignored'])
})
