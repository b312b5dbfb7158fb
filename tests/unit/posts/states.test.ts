import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isMissed, PUBLICATION_STATES, STATE_TABLE, statesIn } from '../../../src/publishing/states.ts'
import { ATTENTION_STATES } from '../../../src/reports/schemas.ts'

test('the table of states in ARCHITECTURE.md matches the program', () => {
  const text = readFileSync(new URL('../../../ARCHITECTURE.md', import.meta.url), 'utf8')
  for (const state of PUBLICATION_STATES) {
    const { phase, may, next, writes, ...rest } = STATE_TABLE[state]
    const event = 'event' in rest ? `; \`${rest.event}\`` : ''
    const row = `| \`${state}\` | ${phase} | ${may.join(', ')} | ${Object.keys(next).join(', ')} | ${writes}${event} |`
    assert.ok(text.includes(`\n${row}\n`), row)
  }
})

test('a person can bring every stopped post to an end', () => {
  for (const state of statesIn('stopped')) assert.ok(STATE_TABLE[state].may.length > 1, state)
  // Confirming ones only need attention while they wait for their account.
  assert.deepEqual([...ATTENTION_STATES].sort(), ['confirming', ...statesIn('stopped')].sort())
})

test('a post that is being sent can be neither changed nor deleted, and continues by itself', () => {
  for (const state of statesIn('under_way')) {
    const { may, next } = STATE_TABLE[state]
    const expected = { preparing: ['cancel'], confirming: ['resolve'] }[state as string] ?? []
    assert.deepEqual([...may], expected)
    assert.ok('published' in next, state)
  }
})

test('a post is missed when it is later than the late window, which is never shorter than a minute', () => {
  const dueAt = new Date('2027-01-04T09:00:00Z')
  const after = (ms: number) => new Date(dueAt.getTime() + ms)
  assert.equal(isMissed(dueAt, after(120_000), 120_000), false)
  assert.equal(isMissed(dueAt, after(120_001), 120_000), true)
  assert.equal(isMissed(dueAt, after(60_000), 0), false)
  assert.equal(isMissed(dueAt, after(60_001), 0), true)
})
