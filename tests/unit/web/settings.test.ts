import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Workspace } from '../../../web/src/api/schema.ts'
import { USUAL_STATUSES } from '../../../web/src/contacts/names.ts'
import { ALL_SCOPES, deviceOf, expiryOf, scopesInWords, toForm, toPatch } from '../../../web/src/settings/values.ts'

const WORKSPACE = {
  name: 'Example',
  time_zone: 'Europe/Lisbon',
  late_window_minutes: null,
  allowed_origins: ['https://example.com'],
  track_links: 'off',
  utm_campaign: null,
  contact_statuses: [
    { key: 'new', label: 'New' },
    { key: 'won', label: 'Customer' },
  ],
  effective: { late_window_minutes: 60, allowed_origins: ['https://example.com'] },
} as Workspace

test('untouched settings are not sent, so two owners do not undo each other', () => {
  const before = toForm(WORKSPACE)
  assert.deepEqual(toPatch(before, before), {})
  assert.deepEqual(toPatch(before, { ...before, name: 'Other' }), { name: 'Other' })
})

test('a value of its own replaces that of the installation, and null restores it', () => {
  const before = toForm(WORKSPACE)
  assert.deepEqual([before.window, before.late_window_minutes, before.origins], ['setting', 60, 'own'])
  assert.deepEqual(toPatch(before, { ...before, window: 'own' }), { late_window_minutes: 60 })
  assert.deepEqual(toPatch(before, { ...before, late_window_minutes: '15' }), {})
  assert.deepEqual(toPatch(before, { ...before, origins: 'setting' }), { allowed_origins: null })
})

test('the usual name of a status is in the language of the reader, and is not sent as a name of its own', async (t) => {
  // Imported at the top, it would race with the macros.
  const { i18n } = await import('@lingui/core')
  i18n.load('de', { [USUAL_STATUSES.new.id]: 'Neu' })
  i18n.activate('de')
  t.after(() => i18n.activate('en'))
  const before = toForm(WORKSPACE)
  assert.deepEqual(
    before.contact_statuses.map(({ label }) => label),
    ['Neu', 'Customer'],
  )
  const [first, won] = before.contact_statuses
  const after = { ...before, contact_statuses: [first!, { ...won!, label: 'Kunde' }] }
  assert.deepEqual(toPatch(before, after).contact_statuses, [
    { key: 'new', label: 'New' },
    { key: 'won', label: 'Kunde' },
  ])
})

test('an emptied campaign is none', () => {
  const before = toForm({ ...WORKSPACE, utm_campaign: 'autumn' })
  assert.deepEqual(toPatch(before, { ...before, utm_campaign: ' ', track_links: 'utm' }), {
    utm_campaign: null,
    track_links: 'utm',
  })
})

test('a key that ends on a day ends with that day, in the zone of the workspace', () => {
  assert.equal(expiryOf('never', '', 'UTC'), null)
  assert.equal(expiryOf('date', '2026-12-31', 'America/New_York'), '2027-01-01T04:59:59.000Z')
  assert.equal(expiryOf('date', '2026-07-01', 'Europe/Berlin'), '2026-07-01T21:59:59.000Z')
  const days = (Date.parse(expiryOf('30', '', 'UTC')!) - Date.now()) / 86_400_000
  assert.ok(Math.abs(days - 30) < 0.001)
})

test('the permissions of a key are expressed in words', () => {
  assert.equal(scopesInWords(ALL_SCOPES), 'Everything')
  assert.equal(
    scopesInWords(['posts:read', 'contacts:write', 'contacts:read']),
    'Contacts: read and write. Posts: read',
  )
  assert.equal(scopesInWords([]), '')
})

test('a browser is shown by its own name, although it also names those it descends from', () => {
  const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
  assert.equal(deviceOf(`${windows} Chrome/140.0 Safari/537.36 Edg/140.0`), 'Edge on Windows')
  assert.equal(deviceOf(`${windows} Chrome/140.0 Safari/537.36`), 'Chrome on Windows')
  assert.equal(deviceOf(`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`), 'Safari on iPhone')
  assert.equal(deviceOf(`${iphone} CriOS/140.0 Mobile/15E148 Safari/604.1`), 'Chrome on iPhone')
  assert.equal(deviceOf('curl/8.5.0'), 'Another program')
  assert.equal(deviceOf(null), 'Unknown device')
})
