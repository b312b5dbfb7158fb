import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readPayload } from '../../src/webhooks/senders/payload.ts'
import { PRESETS, providerOf, SENDERS } from '../../src/webhooks/senders/registry.ts'
import { type Sender, TIMESTAMP_TOLERANCE_SECONDS } from '../../src/webhooks/senders/shared/contract.ts'
import type { Incoming, Verifier } from '../../src/webhooks/verify/checks.ts'
import { deliveryIdOf } from '../../src/webhooks/verify/delivery-id.ts'
import { verify } from '../../src/webhooks/verify/verify.ts'
import { applyMapping } from '../helpers/mapping.ts'

// The recipe "Add a sender of webhooks" of CONTRIBUTING.md.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const AT = 1_794_735_000
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Signs as the sender's description says, with code of its own. */
function send(sender: Sender, body: Buffer, secret = SECRET): Incoming {
  const headers: Array<[string, string]> = [['content-type', 'application/json']]
  const place = sender.deliveryId?.split('header:')[1]
  if (place !== undefined) headers.push([place, 'delivery-1'])
  const [rule] = sender.signatures ?? []
  if (rule === undefined) return { method: 'POST', headers, query: '', body }
  const fill = (text: string) => text.replace('{timestamp}', String(AT)).replace('{id}', 'msg_1')
  const [before = '', after = ''] = rule.template.split('{body}')
  const key = sender.secret?.keyOf ? Buffer.from(sender.secret.keyOf(secret)!, 'base64') : secret
  const mac = createHmac(rule.hash, key)
  mac.update(fill(before)).update(body).update(fill(after))
  if (rule.timestamp_header) headers.push([rule.timestamp_header, String(AT)])
  if (rule.id_header) headers.push([rule.id_header, 'msg_1'])
  headers.push([rule.header, fill(rule.prefix) + mac.digest(rule.encoding)])
  return { method: 'POST', headers, query: '', body }
}

function verifierOf(sender: Sender): Verifier {
  const [rule = null] = sender.signatures ?? []
  return { sender: providerOf(sender), secrets: [SECRET], verifyToken: 'secretClientValue', signature: rule }
}

test('every sender has a folder of its name with the same two files, and every folder is in the registry', () => {
  for (const file of ['sender.ts', 'payload.json']) {
    const folders = globSync(`src/webhooks/senders/*/${file}`, { cwd: ROOT }).map((path) => path.split(/[\\/]/).at(-2))
    assert.deepEqual(folders.sort(), SENDERS.map(({ name }) => name).sort())
  }
  const presets = SENDERS.flatMap(({ mapping }) => mapping?.preset ?? [])
  assert.equal(new Set(presets).size, presets.length)
})

test('only a sender that is stored as none goes without proof', () => {
  const unproven = SENDERS.filter(({ signatures, checkBody }) => !signatures && !checkBody).map(({ name }) => name)
  assert.deepEqual(unproven, ['form', 'hmac', 'none'])
})

for (const sender of SENDERS) {
  // The rule of hmac is the webhook's own.
  if (sender.name === 'hmac') continue
  const body = Buffer.from(JSON.stringify(readPayload(sender.name)))
  const isProven = providerOf(sender) !== 'none'

  test(`${sender.name}: its payload is verified, and a forged one is refused`, () => {
    const check = (incoming: Incoming) => verify(verifierOf(sender), incoming, AT * 1000)
    assert.deepEqual(check(send(sender, body)), { ok: true, verified: isProven })
    if (!isProven) return
    const forged = Buffer.from(
      body
        .toString()
        .replace('secretClientValue', 'guessed')
        .replace(/\d(?=\D*$)/, 'x'),
    )
    assert.notDeepEqual(forged, body)
    assert.equal(check({ ...send(sender, body), body: forged }).ok, false, 'another body')
    assert.equal(check({ ...send(sender, forged), headers: [] }).ok, false, 'without a signature')
    const other = send(sender, forged, 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD')
    assert.equal(check(other).ok, false, 'another secret')
    const late = verify(verifierOf(sender), send(sender, body), (AT + TIMESTAMP_TOLERANCE_SECONDS + 1) * 1000)
    assert.equal(late.ok, !sender.signatures?.[0]?.template.includes('{timestamp}'), 'too late')
  })

  test(`${sender.name}: the id of a delivery is found where the sender puts it`, () => {
    const isNamed = sender.deliveryId !== undefined || sender.signatures?.[0]?.id_header != null
    assert.equal(deliveryIdOf(sender.name, null, send(sender, body)) !== null, isNamed)
  })

  const preset = Object.values(PRESETS).find((each) => each.sender === sender)
  if (preset === undefined) continue
  test(`${sender.name}: its payload becomes a contact`, () => {
    const mapped = applyMapping(preset.mapping, JSON.parse(body.toString()))
    assert.ok('items' in mapped && mapped.items.length === 1 && 'record' in mapped.items[0]!, JSON.stringify(mapped))
    assert.equal(mapped.items[0].record.first_name, 'Ana')
    assert.equal(mapped.items[0].record.email, 'ana@example.com')
    assert.deepEqual(
      mapped.items[0].notes.filter((note) => !/captcha/.test(note)),
      [],
    )
  })
}
