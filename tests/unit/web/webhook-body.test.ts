import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readDelivery, readPayload } from '../../../src/webhooks/senders/payload.ts'
import { SENDERS } from '../../../src/webhooks/senders/registry.ts'
import { contentOf, hexOf, leavesOf, mappableOf, summaryOf } from '../../../web/src/webhooks/inbox/body.ts'
import { pointerInside } from '../../../web/src/webhooks/mapping/draft.ts'

const body = (
  body_text: string | null,
  content_type: string | null = 'application/json',
  body_base64: string | null = null,
) => ({
  content_type,
  body_bytes: (body_text ?? body_base64 ?? '').length,
  body_text,
  body_base64,
})

test('the kind of a body follows from its type, or from its content if the type is generic', () => {
  assert.deepEqual(contentOf(body('')), { kind: 'empty' })
  assert.deepEqual(contentOf(body('{"a":1}', 'text/plain')), { kind: 'json', value: { a: 1 } })
  assert.deepEqual(contentOf(body('12', 'text/plain')), { kind: 'text', text: '12' })
  assert.deepEqual(contentOf(body('12', 'application/problem+json')), { kind: 'json', value: 12 })
  assert.deepEqual(contentOf(body('{"a":', 'application/json')), { kind: 'text', text: '{"a":' })
  assert.equal(contentOf({ ...body(null), body_bytes: 9 }).kind, 'left_out')
  assert.deepEqual(contentOf(body(null, null, 'AAE=')), { kind: 'binary', bytes: Uint8Array.from([0, 1]) })
})

test('an id with more digits than a number can hold is shown digit for digit', () => {
  assert.deepEqual(contentOf(body('{"id":12345678901234567890,"n":12}')), {
    kind: 'json',
    value: { id: '12345678901234567890', n: 12 },
  })
})

test('a form is read as a mapping reads it: repeated fields, names in brackets, JSON in a field', () => {
  const form = (text: string) => mappableOf(contentOf(body(text, 'application/x-www-form-urlencoded; charset=utf-8')))
  assert.deepEqual(form('a=1&b=2&a=3'), { a: ['1', '3'], b: '2' })
  assert.deepEqual(form('data[merges][EMAIL]=ana@example.com&tags[]=x&q={"n":{"first":"Ana"}}&r={no}'), {
    data: { merges: { EMAIL: 'ana@example.com' } },
    tags: ['x'],
    q: { n: { first: 'Ana' } },
    r: '{no}',
  })
  assert.equal(form('a=1&__proto__=x'), undefined)
})

test('a multipart form is read like on the server, whatever the service that sends it', () => {
  for (const { name } of SENDERS.filter(({ sendsForm }) => sendsForm === 'multipart')) {
    const { contentType, body: bytes } = readDelivery(name)
    assert.deepEqual(mappableOf(contentOf(body(`${bytes}`, contentType))), readPayload(name))
  }
  const text = [
    '--x\r\nContent-Disposition: form-data; name="message"\r\n\r\nHello\r\n--there\r\n',
    '--x\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF\r\n',
    '--x--\r\n',
  ].join('')
  const content = contentOf(body(text, 'multipart/form-data; boundary="x"'))
  assert.deepEqual(content, {
    kind: 'form',
    fields: [
      ['message', 'Hello\r\n--there'],
      ['cv', 'cv.pdf'],
    ],
  })
  assert.equal(contentOf(body(text, 'multipart/form-data')).kind, 'text')
})

test('every value can be found again by its pointer', () => {
  const read = (value: unknown, pointer: string) =>
    pointer
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce((inner, part) => (inner as Record<string, unknown>)[part], value)
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      for (const leaf of leavesOf(value)) assert.equal(read(value, leaf.pointer), leaf.value)
    }),
  )
})

test('a delivery is recognised by its kind, its names and its address', () => {
  const lead = JSON.stringify({ id: 7, type: 'lead', person: { first_name: 'Ana', mail: 'ana@example.com' } })
  assert.equal(summaryOf(body(lead)), 'lead · Ana · ana@example.com')
  assert.equal(summaryOf(body('[1,2,3,4]')), '1 · 2 · 3')
  assert.equal(summaryOf(body('', null)), 'Empty')
})

test('bytes are shown sixteen a line', () => {
  assert.equal(hexOf(new TextEncoder().encode('Hi\n')), `000000  ${'48 69 0a'.padEnd(47)}  Hi.`)
  assert.match(hexOf(new Uint8Array(5_000)), /\n… and 904 bytes more$/)
})

test('inside of a list a pointer begins at its item', () => {
  assert.equal(pointerInside('/leads/0/name', '/leads'), '/name')
  assert.equal(pointerInside('/leads/0', '/leads'), null)
  assert.equal(pointerInside('/leadsource/0/name', '/leads'), null)
  assert.equal(pointerInside('/name', ''), '/name')
})
