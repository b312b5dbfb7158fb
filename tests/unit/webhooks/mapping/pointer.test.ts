import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sentence } from '../../../../src/messages/sentence.ts'
import { follow, pointerProblem } from '../../../../src/webhooks/mapping/pointer.ts'

// The document and the table of RFC 6901, section 5.
const RFC = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
}
const TABLE: Array<[string, unknown]> = [
  ['', RFC],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
]

describe('a pointer', () => {
  for (const [pointer, expected] of TABLE) {
    test(`of the RFC means what the RFC says: ${JSON.stringify(pointer)}`, () => {
      assert.equal(pointerProblem(pointer), null)
      assert.deepEqual(follow(RFC, pointer), { value: expected, path: pointer })
    })
  }

  test('~01 is ~1, not /', () => {
    assert.deepEqual(follow({ '~1': 'right', '/': 'wrong' }, '/~01'), { value: 'right', path: '/~01' })
  })

  for (const pointer of ['/foo/2', '/foo/-', '/foo/00', '/foo/-1', '/foo/0.0', '/foo/1e0', '/foo/length', '/nope/0']) {
    test(`leads nowhere: ${pointer}`, () => assert.equal(follow(RFC, pointer), null))
  }

  test('leads through scalars and null to nothing', () => {
    for (const value of ['text', 5, true, null, undefined]) {
      assert.equal(follow(value, '/length'), null)
      assert.equal(follow({ value }, '/value/0'), null)
    }
  })

  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__']) {
    test(`reads nothing through the prototype: ${name}`, () => {
      assert.equal(follow({}, `/${name}`), null)
      assert.equal(follow([], `/${name}`), null)
      const inherited = String(({} as Record<string, unknown>)[name])
        .replaceAll('~', '~0')
        .replaceAll('/', '~1')
      assert.equal(follow([{}], `/[${name}=${inherited}]`), null)
      assert.equal(follow([{}], `/[${name}.name=Object]`), null)
    })
  }
})

describe('a selector', () => {
  const form = {
    fields: [
      null,
      'text',
      { type: 'A', value: 1, field: { ref: 'x', 'a.b': 'dotted' } },
      { type: 'B', value: 2, field: { ref: 'y' }, number: 7, flag: true, 'field.ref': 'plain' },
      { type: 'B', value: 3, path: 'a/b=c]' },
    ],
  }
  const found: Array<[string, unknown, string]> = [
    ['/fields/[type=B]/value', 2, '/fields/3/value'],
    ['/fields/[field.ref=x]/value', 1, '/fields/2/value'],
    ['/fields/[field.ref=plain]/value', 2, '/fields/3/value'],
    ['/fields/[number=7]/value', 2, '/fields/3/value'],
    ['/fields/[flag=true]/value', 2, '/fields/3/value'],
    ['/fields/[path=a~1b=c]]/value', 3, '/fields/4/value'],
  ]
  for (const [pointer, value, path] of found) {
    test(`picks the first item with the value: ${pointer}`, () => {
      assert.equal(pointerProblem(pointer), null)
      assert.deepEqual(follow(form, pointer), { value, path })
    })
  }

  for (const pointer of [
    '/fields/[type=C]',
    '/fields/[type]',
    '/fields/[=B]',
    '/fields/[field=x]',
    '/fields/[type.x=B]',
  ]) {
    test(`picks nothing: ${pointer}`, () => assert.equal(follow(form, pointer), null))
  }

  test('is the plain name of a member on everything but a list', () => {
    assert.deepEqual(follow({ '[a=b]': 1 }, '/[a=b]'), { value: 1, path: '/[a=b]' })
    assert.equal(follow({ a: 'b' }, '/[a=b]'), null)
  })
})

describe('a pointer is refused', () => {
  const wrong: Array<[string, string, RegExp]> = [
    ['without a slash', 'email', /must begin with "\/"/],
    ['with a lone tilde', '/a~b', /neither ~0/],
    ['with a tilde at its end', '/a~', /neither ~0/],
    ['that is too long', `/${'a'.repeat(500)}`, /at most 500 characters/],
    ['that is too deep', '/a'.repeat(33), /at most 32 segments/],
  ]
  for (const [what, pointer, message] of wrong) {
    test(what, () => assert.match(sentence(pointerProblem(pointer) ?? ''), message))
  }
})
