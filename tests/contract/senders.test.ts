import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createIssues } from '../../src/lib/issues.ts'
import { senders } from '../../src/messages/en/senders.ts'
import { mapping as mappingField } from '../../src/webhooks/mapping/mapping.ts'
import { readPayload } from '../../src/webhooks/senders/payload.ts'
import { PRESETS, SENDERS } from '../../src/webhooks/senders/registry.ts'
import { readSignatureRule } from '../../src/webhooks/verify/signature-rule.ts'
import { applyMapping } from '../helpers/mapping.ts'

// The recipe "Add a sender of webhooks" of CONTRIBUTING.md. tests/api/webhooks/senders.test.ts covers signatures.

const texts: Record<string, string> = senders
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('every sender has a folder with its name and the same two files, and every folder is in the registry', () => {
  for (const file of ['sender.ts', 'payload.json']) {
    const folders = globSync(`src/webhooks/senders/*/${file}`, { cwd: ROOT }).map((path) => path.split(/[\\/]/).at(-2))
    assert.deepEqual(folders.sort(), SENDERS.map(({ name }) => name).sort())
  }
  const presets = SENDERS.flatMap(({ mapping }) => mapping?.preset ?? [])
  assert.equal(new Set(presets).size, presets.length)
})

test('what a sender can prove is said once: a signature, a secret in the delivery, or nothing', () => {
  for (const { name, signatures, token, checkBody, secret, verifyToken } of SENDERS) {
    if (name === 'hmac') continue
    const ways = [signatures, token, checkBody].filter((way) => way !== undefined)
    assert.ok(ways.length <= 1, name)
    assert.equal(secret !== undefined, signatures !== undefined || token !== undefined, name)
    assert.equal(checkBody === undefined || verifyToken !== undefined, true, name)
    const enterAt = texts[`sender.${name}.enter_at`] ?? ''
    assert.match(enterAt, /^[A-Z“].*\.$/, name)
    const isUnsigned = signatures === undefined && checkBody === undefined
    const isOwn = ['form', 'none', 'token', 'google_ads'].includes(name)
    if (isUnsigned && !isOwn) assert.match(enterAt, /does not sign/, `${name} says that it does not sign`)
  }
})

test('what people read about a sender is in the catalogue: all of it, and nothing about others', () => {
  const codes = SENDERS.flatMap(({ name, secret, mapping, verifyToken, accessToken }) =>
    [
      'enter_at',
      secret && 'secret',
      mapping && 'description',
      ...(verifyToken ? ['verify_label', 'verify_help'] : []),
      ...(accessToken ? ['access_label', 'access_help'] : []),
    ].flatMap((text) => (text ? [`sender.${name}.${text}`] : [])),
  )
  const titles = SENDERS.filter(({ mapping }) => mapping).map(({ name }) => `sender.${name}.title`)
  const all = Object.keys(texts)
  assert.deepEqual(all.filter((code) => !titles.includes(code)).sort(), codes.sort())
  for (const [code, text] of Object.entries(texts)) assert.ok(text.trim(), code)
})

test('every rule of a sender is one that the API accepts', () => {
  for (const { name, signatures = [] } of SENDERS) {
    for (const signature of signatures) {
      const issues = createIssues()
      assert.deepEqual(readSignatureRule(issues, 'signature', signature), signature, name)
      assert.deepEqual(issues.details, {}, name)
    }
  }
})

for (const [name, { sender, mapping }] of Object.entries(PRESETS)) {
  test(`${name}: the payload of ${sender.name} becomes a contact`, () => {
    const issues = createIssues()
    assert.deepEqual(mappingField.read(issues, 'mapping', { preset: name }), mapping)
    assert.deepEqual(issues.details, {})
    const mapped = applyMapping(mapping, readPayload(sender.name))
    assert.ok('items' in mapped && mapped.items.length === 1 && 'record' in mapped.items[0]!, JSON.stringify(mapped))
    const { record, notes } = mapped.items[0]
    assert.match(String(record.first_name), /^ana$/i)
    assert.equal(record.email, 'ana@example.com')
    assert.deepEqual(
      notes.filter((note) => !/captcha/.test(note)),
      [],
    )
  })
}
