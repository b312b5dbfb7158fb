import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readPayload } from '../../src/webhooks/senders/payload.ts'
import { PRESETS, SENDERS } from '../../src/webhooks/senders/registry.ts'
import { applyMapping } from '../helpers/mapping.ts'

// The recipe "Add a sender of webhooks" of CONTRIBUTING.md. tests/api/webhooks/senders.test.ts covers signatures.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

test('every sender has a folder with its name and the same two files, and every folder is in the registry', () => {
  for (const file of ['sender.ts', 'payload.json']) {
    const folders = globSync(`src/webhooks/senders/*/${file}`, { cwd: ROOT }).map((path) => path.split(/[\\/]/).at(-2))
    assert.deepEqual(folders.sort(), SENDERS.map(({ name }) => name).sort())
  }
  const presets = SENDERS.flatMap(({ mapping }) => mapping?.preset ?? [])
  assert.equal(new Set(presets).size, presets.length)
})

test('only a sender that is stored as none needs no verification', () => {
  const unproven = SENDERS.filter(({ signatures, checkBody }) => !signatures && !checkBody).map(({ name }) => name)
  assert.deepEqual(unproven, ['form', 'hmac', 'none'])
})

for (const [name, { sender, mapping }] of Object.entries(PRESETS)) {
  test(`${name}: the payload of ${sender.name} becomes a contact`, () => {
    const mapped = applyMapping(mapping, readPayload(sender.name))
    assert.ok('items' in mapped && mapped.items.length === 1 && 'record' in mapped.items[0]!, JSON.stringify(mapped))
    assert.equal(mapped.items[0].record.first_name, 'Ana')
    assert.equal(mapped.items[0].record.email, 'ana@example.com')
    assert.deepEqual(
      mapped.items[0].notes.filter((note) => !/captcha/.test(note)),
      [],
    )
  })
}
