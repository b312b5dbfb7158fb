import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currentLocale, setManner } from '../../../../web/src/parts/locale.ts'
import { cityOf, timeInWords } from '../../../../web/src/posts/times.ts'

test('a time is said in the zone of the workspace, and for the reader where the clocks differ', (t) => {
  const usual = { locale: currentLocale(), hours: null, weekStart: null }
  t.after(() => setManner(usual))
  setManner({ ...usual, locale: 'en-GB' })
  const at = `${new Date().getFullYear()}-11-24T09:00:00Z`
  const words = (zone: string, own: string) => timeInWords(at, zone, own)
  assert.match(words('Europe/Lisbon', 'Europe/Lisbon'), /^\w{3},? 24 Nov, 9:00$/)
  assert.match(words('Europe/Lisbon', 'Europe/London'), /^\w{3},? 24 Nov, 9:00$/, 'the same clock is the same time')
  assert.match(words('Europe/Lisbon', 'Europe/Berlin'), /^\w{3},? 24 Nov, 9:00 in Lisbon · 10:00 for you$/)
  assert.match(words('Europe/Lisbon', 'Pacific/Auckland'), / in Lisbon · \w{3},? 24 Nov, 22:00 for you$|22:00 for you$/)
  assert.match(words('Pacific/Auckland', 'Europe/Lisbon'), /24 Nov, 22:00 in Auckland · 9:00 for you$/)
  assert.match(
    timeInWords('2031-11-24T23:30:00Z', 'UTC', 'Asia/Tokyo'),
    /24 Nov 2031, 23:30 in UTC · .*25 Nov 2031, 8:30 for you$/,
  )
  assert.equal(cityOf('America/Argentina/Buenos_Aires'), 'Buenos Aires')
})
