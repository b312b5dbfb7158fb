import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  currentLocale,
  firstDayOfWeek,
  formatDate,
  formatList,
  formatNumber,
  formatRelative,
  formatShare,
  localeFor,
  setManner,
} from '../../../web/src/parts/locale.ts'

const AT = '2026-11-24T20:05:00Z'
const TIME = { hour: 'numeric', minute: '2-digit' } as const

const usual = { locale: currentLocale(), hours: null, weekStart: null }
afterEach(() => setManner(usual))

test('the locale is the language with the region of the browser', () => {
  assert.equal(localeFor('en', ['pt-PT']), 'en-PT')
  assert.equal(localeFor('de', ['de-AT']), 'de-AT')
  assert.equal(localeFor('ja', ['zh-Hant-TW']), 'ja-TW')
  assert.equal(localeFor('fr', ['fr']), 'fr')
})

test('everything is written in the locale', () => {
  setManner({ locale: 'de-DE', hours: null, weekStart: null })
  assert.equal(formatNumber(12345.5), '12.345,5')
  assert.equal(formatShare(0.123), '12\u00a0%')
  assert.equal(formatList(['X', 'Threads', 'Bluesky']), 'X, Threads und Bluesky')
  assert.equal(formatDate(AT, 'Europe/Lisbon', { dateStyle: 'long' }), '24. November 2026')
  assert.equal(formatRelative(1, 'day'), 'morgen')
  assert.equal(firstDayOfWeek(), 1)
})

test('12 or 24 hours and the first day of the week follow the locale until the person chooses', () => {
  setManner({ locale: 'en-US', hours: null, weekStart: null })
  assert.match(formatDate(AT, 'UTC', TIME), /^8:05\sPM$/)
  assert.equal(firstDayOfWeek(), 0)
  setManner({ locale: 'en-US', hours: 24, weekStart: 1 })
  assert.equal(formatDate(AT, 'UTC', TIME), '20:05')
  assert.match(formatDate(AT, 'UTC', { timeStyle: 'short' }), /^20:05$/)
  assert.equal(firstDayOfWeek(), 1)
})
