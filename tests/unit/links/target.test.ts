import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { codeOfUrl, destinationOf, isCode, targetProblems, type Utm } from '../../../src/links/target.ts'

const CODE = 'h7Kp2xRw'
const OWN = ['https://doorpost.example.com/base', 'https://go.example.com']

describe('the address that a visitor is redirected to', () => {
  const cases: Array<[name: string, target: string, utm: Utm, destination: string]> = [
    ['carries the code as dp', 'https://x.example', {}, `https://x.example/?dp=${CODE}`],
    ['keeps query and fragment', 'https://x.example/a?b=c#d', {}, `https://x.example/a?b=c&dp=${CODE}#d`],
    [
      'has the UTM of the link, with the code as content',
      'https://x.example/',
      { source: 'x', medium: 'social' },
      `https://x.example/?utm_source=x&utm_medium=social&utm_content=${CODE}&dp=${CODE}`,
    ],
    [
      'has the content of the link, if it has one',
      'https://x.example/',
      { content: 'top' },
      `https://x.example/?utm_content=top&dp=${CODE}`,
    ],
    [
      'keeps the UTM that the target has itself',
      'https://x.example/?utm_source=own&UTM_Content=mine',
      { source: 'x', campaign: 'spring' },
      `https://x.example/?utm_source=own&UTM_Content=mine&utm_campaign=spring&dp=${CODE}`,
    ],
    ['keeps a dp of the page itself', 'https://x.example/?dp=b0', {}, 'https://x.example/?dp=b0'],
    [
      'replaces the code of another link',
      'https://x.example/?a=1&dp=abcdefgh&b=2',
      {},
      `https://x.example/?a=1&b=2&dp=${CODE}`,
    ],
    [
      'escapes values',
      'https://x.example/',
      { source: 'a&b=c #d' },
      `https://x.example/?utm_source=a%26b%3Dc%20%23d&utm_content=${CODE}&dp=${CODE}`,
    ],
    ['is ASCII', 'https://münchen.example/ü?ö=ä', {}, `https://xn--mnchen-3ya.example/%C3%BC?%C3%B6=%C3%A4&dp=${CODE}`],
    ['keeps the encoding of the target', 'https://x.example/?a=%20+%2B', {}, `https://x.example/?a=%20+%2B&dp=${CODE}`],
  ]
  for (const [name, target, utm, destination] of cases) {
    test(name, () => assert.equal(destinationOf(target, CODE, utm), destination))
  }

  test('is on the host of the target and valid in a header, whatever the target and the UTM are', () => {
    const part = fc.string({ unit: 'grapheme', maxLength: 20 })
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true, withFragments: true }),
        part,
        part,
        (target, source, content) => {
          const destination = destinationOf(target, CODE, {
            source: source.toWellFormed(),
            content: content.toWellFormed(),
          })
          assert.match(destination, /^[\x21-\x7e]+$/)
          assert.equal(new URL(destination).host, new URL(target).host)
          assert.equal(new URL(destination).hash, new URL(target).hash)
        },
      ),
    )
  })
})

describe('a target is refused', () => {
  const refused = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,hello',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://x.example/',
    'mailto:ana@example.com',
    '//evil.example/',
    '/l/h7Kp2xRw',
    'evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https://',
    'https://user@evil.example/',
    'https://x.example:secret@evil.example/',
    'https:\\\\evil.example',
    'https://x.example\\@evil.example/',
    'https://x.example/\r\nSet-Cookie: a=b',
    'https://x.example/\nx',
    'https://x.example/a b',
    'ht\ntps://x.example/',
    'https://x.example/\u0085',
    'https://go.example.com/l/h7Kp2xRw',
    'http://GO.example.com:8080/l/h7Kp2xRw?x',
    'https://go.example.com./l/h7Kp2xRw',
    'https://go.example.com/%6c/h7Kp2xRw',
    'https://go.example.com/x/../l/h7Kp2xRw',
    'https://doorpost.example.com/base/l/h7Kp2xRw',
    `https://x.example/${'ü'.repeat(1_000)}`,
  ]
  for (const target of refused) {
    test(JSON.stringify(target.slice(0, 60)), () => assert.notDeepEqual(targetProblems(target, OWN), []))
  }
})

test('other targets are accepted, also on our own hosts', () => {
  for (const target of [
    'https://x.example/l/h7Kp2xRw',
    'http://localhost:3000/',
    'https://go.example.com/',
    'https://go.example.com/list',
    'https://doorpost.example.com/l/x',
    'https://x.example/?next=//evil.example',
    'https://münchen.example/ü',
  ]) {
    assert.deepEqual(targetProblems(target, OWN), [], target)
  }
})

test('a code is four to thirty-two letters and digits, and is found in a URL on any host', () => {
  assert.deepEqual(
    [isCode(CODE), isCode('a'), isCode('a b c d'), isCode('x'.repeat(33)), isCode(7)],
    [true, false, false, false, false],
  )
  assert.equal(codeOfUrl('http://127.0.0.1:8080/base/l/h7Kp2xRw?x#y'), CODE)
  for (const other of ['https://x.example/l/', 'https://x.example/l/a/b', 'https://x.example/h7Kp2xRw', 'no url']) {
    assert.equal(codeOfUrl(other), null, other)
  }
})
