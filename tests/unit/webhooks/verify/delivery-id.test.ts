import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { SENDER_NAMES } from '../../../../src/webhooks/senders/registry.ts'
import type { Incoming } from '../../../../src/webhooks/verify/checks.ts'
import { deliveryIdOf, readSelector } from '../../../../src/webhooks/verify/delivery-id.ts'

type Headers = Array<[string, string]>

function incoming({
  headers = [],
  query = '',
  body = '',
}: {
  headers?: Headers
  query?: string
  body?: string
}): Incoming {
  return { method: 'POST', url: '', headers, query, body: Buffer.from(body) }
}

describe('the id is where the sender puts it', () => {
  const all: Headers = [
    ['idempotency-key', 'key'],
    ['webhook-id', 'webhook'],
    ['svix-id', 'svix'],
    ['x-github-delivery', 'github'],
    ['x-shopify-webhook-id', 'shopify'],
  ]
  const body = JSON.stringify({
    event_id: 'Ev1',
    id: 'evt_1',
    leadGenFormResponse: 'urn:li:1',
    data: { event_uuid: '1' },
    value: [{ id: 'n1' }, { id: 'n2' }],
  })
  const expected: Record<string, string> = {
    none: 'key',
    hmac: 'key',
    meta: 'key',
    x: '1',
    linkedin: 'urn:li:1',
    microsoft: 'n1',
    standard: 'webhook',
    github: 'github',
    shopify: 'shopify',
    stripe: 'evt_1',
    slack: 'Ev1',
  }
  for (const [sender, id] of Object.entries(expected)) {
    test(`${sender}: ${id}`, () => {
      assert.equal(deliveryIdOf(sender, null, incoming({ headers: all, body })), id)
      assert.equal(deliveryIdOf(sender, null, incoming({})), null)
      assert.equal(deliveryIdOf(sender, null, incoming({ body: '{"id":' })), null)
    })
  }

  test('without a sender the first header with an id counts', () => {
    for (const header of all)
      assert.equal(deliveryIdOf('none', null, incoming({ headers: [['a', 'b'], header] })), header[1])
    const headers: Headers = [
      ['webhook-id', ' '],
      ['svix-id', 'svix'],
    ]
    assert.equal(deliveryIdOf('none', null, incoming({ headers })), 'svix')
  })

  test('Standard Webhooks: the signed id, not an added one', () => {
    const headers: Headers = [
      ['webhook-id', 'added'],
      ['svix-id', 'signed'],
      ['svix-signature', 'v1,x'],
    ]
    assert.equal(deliveryIdOf('standard', null, incoming({ headers })), 'signed')
    assert.equal(
      deliveryIdOf('standard', null, incoming({ headers: [...headers, ['webhook-signature', 'v1,x']] })),
      'added',
    )
  })
})

describe('selectors', () => {
  const sent = incoming({
    headers: [['x-request', 'r-1']],
    query: 'a=1&id=q%2D1&twice=1&twice=2&bad=%ff',
    body: ' {"a/b":{"m~n":["x",{"id":12345678}]},"":"empty","big":12345678901234567890,"half":1.5,"yes":true,"none":null}',
  })
  const rows: Array<[string, string | null]> = [
    ['header:X-Request', 'r-1'],
    ['header:x-request', 'r-1'],
    ['header:x-other', null],
    ['query:id', 'q-1'],
    ['query:twice', null],
    ['query:bad', null],
    ['query:toString', null],
    ['query:__proto__', null],
    ['body:/a~1b/m~0n/0', 'x'],
    ['body:/a~1b/m~0n/1/id', '12345678'],
    ['body:/a~1b/m~0n/2', null],
    ['body:/a~1b/m~0n/length', null],
    // As in a mapping.
    ['body:/a~1b/m~0n/[id=12345678]/id', '12345678'],
    ['body:/a~1b/m~0n/[id=2]/id', null],
    ['body:/a~1b/m~0n/00', null],
    ['body:/a~1b/m~0n', null],
    ['body:/a~1b', null],
    ['body:/', 'empty'],
    ['body:/big', '12345678901234567890'],
    ['body:/half', null],
    ['body:/yes', null],
    ['body:/none', null],
    ['body:/none/deeper', null],
    ['body:/toString', null],
    ['body:/constructor/name', null],
    ['body:/__proto__', null],
  ]
  for (const [selector, expected] of rows) {
    test(`${selector} → ${expected}`, () => {
      assert.notEqual(readSelector(selector), null)
      assert.equal(deliveryIdOf('github', selector, sent), expected)
    })
  }

  const wrong = [
    '',
    'id',
    'header:',
    'header:a b',
    'header:a:b',
    `header:${'a'.repeat(101)}`,
    'query:',
    'query: ',
    'query:\ud800',
    'body:',
    'body:id',
    'body:/a~2',
    'body:/a~',
    `body:${'/a'.repeat(33)}`,
    `body:/${'a'.repeat(300)}`,
    'Header:a',
    'cookie:a',
  ]
  for (const selector of wrong) {
    test(`${JSON.stringify(selector.slice(0, 40))} is not valid`, () => {
      assert.equal(readSelector(selector), null)
      assert.equal(deliveryIdOf('none', selector, sent), null)
    })
  }

  test('only the chosen place counts', () => {
    const headers: Headers = [['x-github-delivery', 'github']]
    assert.equal(deliveryIdOf('github', 'header:x-request', incoming({ headers })), null)
  })
})

describe('a value that cannot be stored is not an id', () => {
  const rows: Array<[string, string | null]> = [
    ['a', 'a'],
    ['  a b ', 'a b'],
    ['Ω', 'Ω'],
    ['', null],
    ['   ', null],
    ['a'.repeat(255), 'a'.repeat(255)],
    ['a'.repeat(256), null],
    ['a\u0000b', null],
    ['a\nb', null],
    ['\ud800', null],
  ]
  for (const [value, expected] of rows) {
    test(JSON.stringify(value.slice(0, 20)), () => {
      assert.equal(deliveryIdOf('stripe', null, incoming({ body: JSON.stringify({ id: value }) })), expected)
    })
  }

  test('hostile bodies', () => {
    const bodies = [
      '[',
      '{',
      '"id"',
      '\ufeff{"id":"a"}',
      '{"id":"a"',
      '['.repeat(100_000),
      '{"__proto__":{"id":"a"}}',
      'id=a',
    ]
    for (const body of bodies) assert.equal(deliveryIdOf('stripe', null, incoming({ body })), null)
    const binary = { ...incoming({}), body: Buffer.from([0x7b, 0xff, 0x7d]) }
    assert.equal(deliveryIdOf('slack', null, binary), null)
  })

  test('nothing makes it throw', () => {
    const text = fc.string({ unit: 'binary' })
    const property = fc.property(text, text, text, fc.json(), (selector, value, query, body) => {
      for (const sender of SENDER_NAMES) {
        const sent = incoming({ headers: [['webhook-id', value]], query, body })
        for (const chosen of [null, selector, `body:/${selector}`, `query:${selector}`]) {
          const id = deliveryIdOf(sender, chosen, sent)
          if (id !== null) assert.ok(id.length > 0 && id.length <= 255 && !id.includes('\u0000'))
        }
      }
    })
    fc.assert(property, { numRuns: 300 })
  })
})
