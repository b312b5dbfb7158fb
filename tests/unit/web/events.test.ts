import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Endpoint } from '../../../web/src/api/schema.ts'
import { ALL_TYPES, labelOf } from '../../../web/src/events/catalogue.ts'
import { checkLines, fieldOfHeader, toHeaders, toLines } from '../../../web/src/events/endpoint-values.ts'
import { healthOf, nextOf, shortHealth, stateOf } from '../../../web/src/events/health.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const after = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString()

const HEALTHY = {
  status: 'active',
  reason: null,
  failures: 0,
  failing_since: null,
  waiting: 0,
  resting_until: null,
  last_success_at: '2026-11-15T11:00:00Z',
} as Endpoint

test('an endpoint is failing only while it is enabled', () => {
  assert.equal(stateOf(HEALTHY), 'active')
  assert.equal(stateOf({ status: 'active', failing_since: after(-5) }), 'failing')
  assert.equal(stateOf({ status: 'paused', failing_since: after(-5) }), 'paused')
  assert.equal(stateOf({ status: 'disabled', failing_since: after(-5) }), 'disabled')
})

test('in a list only unusual states have words', () => {
  assert.equal(shortHealth(HEALTHY), '')
  assert.equal(shortHealth({ ...HEALTHY, status: 'paused' }), '')
  assert.equal(shortHealth({ ...HEALTHY, status: 'paused', waiting: 1 }), '1 event waits.')
  assert.match(shortHealth({ ...HEALTHY, failing_since: after(-5), waiting: 2 }), /^Began .*\. 2 events wait\.$/)
})

test('the words say what comes next in every state', () => {
  assert.equal(healthOf({ ...HEALTHY, last_success_at: null }).title, 'Ready')
  assert.match(healthOf({ ...HEALTHY, waiting: 3 }).text, /^3 events wait\./)
  assert.match(
    healthOf({ ...HEALTHY, status: 'paused', waiting: 1 }).text,
    /1 event waits\. It is sent when you resume/,
  )
  assert.match(
    healthOf({ ...HEALTHY, status: 'disabled', reason: 'It is gone.' }).text,
    /^It is gone\. .*turn it on again/,
  )
  const failing = { ...HEALTHY, failing_since: after(-60), failures: 1 }
  assert.match(healthOf(failing).text, /^1 attempt went wrong\. Nothing waits\. Doorpost tries again automatically/)
})

test('nothing is counted beyond a thousand', () => {
  const paused = { ...HEALTHY, status: 'paused' } as const
  assert.equal(shortHealth({ ...paused, waiting: 999 }), '999 events wait.')
  assert.match(shortHealth({ ...paused, waiting: 1_000 }), /^1.000 events or more wait.$/)
})

test('a delivery waits for its own time or that of its endpoint, whichever is later', () => {
  const active = { status: 'active', resting_until: null } as const
  assert.equal(nextOf({ next_at: after(-1) }, active, NOW), 'Sent in a moment')
  assert.match(nextOf({ next_at: after(10) }, active, NOW), /10 /)
  assert.match(nextOf({ next_at: after(10) }, { ...active, resting_until: after(30) }, NOW), /30 /)
  assert.match(nextOf({ next_at: after(10) }, { ...active, status: 'paused' }, NOW), /resumed/)
})

test('every event type of the API has a name in plain words', () => {
  const document = JSON.parse(readFileSync(new URL('../../../openapi.full.json', import.meta.url), 'utf8'))
  assert.deepEqual(ALL_TYPES.toSorted(), document.components.schemas.EventType.enum.toSorted())
  for (const type of ALL_TYPES) assert.doesNotMatch(labelOf(type), /[._]/)
  assert.equal(labelOf('moon.risen'), 'moon.risen')
})

test('a header keeps its stored value until another one is typed or its name changes', () => {
  const [team, token] = toLines({ 'x-team': '…', 'x-token': '…' })
  const added = { key: 'n', name: ' X-New ', value: 'n', stored: null }
  const blank = { ...added, name: '', value: '' }
  assert.deepEqual(toHeaders([team!, { ...token!, value: 'typed' }, added, blank]), {
    'x-team': '…',
    'x-token': 'typed',
    'X-New': 'n',
  })
  assert.deepEqual(toHeaders([{ ...team!, name: 'x-other' }]), { 'x-other': '' })
  assert.deepEqual(Object.keys(checkLines([team!, { ...added, name: 'X-Team' }, { ...added, name: '' }])), [
    'headers.1.name',
    'headers.2.name',
  ])
  assert.deepEqual(checkLines([team!, blank, blank]), {})
  assert.equal(fieldOfHeader('headers.x-new', [team!, added]), 'headers.1.value')
  assert.equal(fieldOfHeader('headers.other', [team!, added]), 'headers')
})
