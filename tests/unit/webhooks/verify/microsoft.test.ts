import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sentence } from '../../../../src/messages/sentence.ts'
import type { RejectionCode } from '../../../../src/webhooks/senders/shared/contract.ts'
import type { Incoming, Verifier } from '../../../../src/webhooks/verify/checks.ts'
import { verify } from '../../../../src/webhooks/verify/verify.ts'

function outcome(verifier: Verifier, incoming: Incoming): RejectionCode | 'verified' | 'unverified' {
  const verdict = verify(verifier, incoming, 1_700_000_000_000)
  if (verdict.ok) return verdict.verified ? 'verified' : 'unverified'
  const reason = sentence(verdict.reason)
  assert.match(reason, /^[A-Z].{20,}\.$/)
  if (verifier.verifyToken?.trim()) assert.ok(!reason.includes(verifier.verifyToken))
  return verdict.code
}

describe('Microsoft', () => {
  const token = 'state-7f3a'
  const verifier: Verifier = { sender: 'microsoft', secrets: [], verifyToken: token, signature: null }
  const post = (body: unknown): Incoming => ({
    method: 'POST',
    url: '',
    headers: [],
    query: '',
    body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
  })
  const rows: Array<[string, Incoming, RejectionCode | 'verified']> = [
    ['one notification', post({ value: [{ clientState: token }] }), 'verified'],
    ['several', post({ value: [{ clientState: token }, { clientState: token, id: 1 }] }), 'verified'],
    ['one of several is wrong', post({ value: [{ clientState: token }, { clientState: 'x' }] }), 'wrong_signature'],
    ['one of several has none', post({ value: [{ clientState: token }, {}] }), 'missing_signature'],
    ['the first is wrong', post({ value: [{ clientState: 'x' }, { clientState: token }] }), 'wrong_signature'],
    ['one character changed', post({ value: [{ clientState: 'state-7f3b' }] }), 'wrong_signature'],
    ['upper case', post({ value: [{ clientState: token.toUpperCase() }] }), 'wrong_signature'],
    ['with a space', post({ value: [{ clientState: `${token} ` }] }), 'wrong_signature'],
    ['empty', post({ value: [{ clientState: '' }] }), 'missing_signature'],
    ['null', post({ value: [{ clientState: null }] }), 'missing_signature'],
    ['a list', post({ value: [{ clientState: [token] }] }), 'missing_signature'],
    ['no object', post({ value: [null, token, 1] }), 'missing_signature'],
    ['no notifications', post({ value: [] }), 'malformed_body'],
    ['no list', post({ value: { clientState: token } }), 'malformed_body'],
    ['beside the list', post({ clientState: token }), 'malformed_body'],
    ['no JSON', post(Buffer.from(`clientState=${token}`)), 'malformed_body'],
    ['empty body', post(Buffer.alloc(0)), 'malformed_body'],
    ['invalid UTF-8', post(Buffer.from([0x22, 0xff, 0x22])), 'malformed_body'],
    ['deep', post(Buffer.from('['.repeat(100_000))), 'malformed_body'],
    ['through the prototype', post(Buffer.from('{"__proto__":{"value":[]}}')), 'malformed_body'],
  ]
  for (const [name, incoming, expected] of rows) {
    test(`${name}: ${expected}`, () => assert.equal(outcome(verifier, incoming), expected))
  }

  test('without a verify token nothing is verified', () => {
    for (const verifyToken of [null, '', ' ']) {
      const incoming = post({ value: [{ clientState: verifyToken }] })
      assert.equal(outcome({ ...verifier, verifyToken, secrets: [token] }, incoming), 'no_secret')
    }
  })
})
