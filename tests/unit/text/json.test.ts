import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '../../../src/lib/text/json.ts'
import { sentence } from '../../../src/messages/sentence.ts'

describe('parseJson', () => {
  test('reads what JSON.parse reads', () => {
    for (const text of ['{}', '[]', 'null', '"x"', '0', 'true', ' {"a" : [1, "é", "世", "😀", null]}\n']) {
      assert.deepEqual(parse(text), { value: JSON.parse(text) })
    }
  })

  test('every JSON value comes through unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('__proto__'))
        assert.deepEqual(parse(text), { value: JSON.parse(text) })
      }),
    )
  })

  test('never throws on any bytes, and accepts none that JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), jsonPieces()), (bytes) => {
        const body = Buffer.from(bytes)
        const parsed = parseJson(body)
        if ('value' in parsed) assert.deepEqual(parsed.value, JSON.parse(body.toString()))
        else assert.match(sentence(parsed.problem), /^The body .+\. [A-Z].+\.$/)
      }),
      { numRuns: 2000 },
    )
  })

  test('the last of duplicate keys wins', () => {
    assert.deepEqual(parse('{"a":1,"a":2}'), { value: { a: 2 } })
  })
})

describe('the encoding of a body', () => {
  test('an empty body is reported as such', () => {
    assert.match(problemOf(''), /is empty/)
  })

  test('a byte order mark is refused', () => {
    assert.match(problemOf(Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])), /byte order mark/)
    assert.match(problemOf(Buffer.from([0xef, 0xbb, 0xbf])), /byte order mark/)
  })

  test('a byte order mark inside a string is text', () => {
    assert.deepEqual(parse('"\ufeff"'), { value: '\ufeff' })
  })

  test('UTF-16 is refused, with and without its mark, in both byte orders', () => {
    const little = Buffer.from('{"a":"b"}', 'utf16le')
    const big = Buffer.from(little).swap16()
    assert.match(problemOf(Buffer.concat([Buffer.from([0xff, 0xfe]), little])), /not valid UTF-8/)
    assert.match(problemOf(Buffer.concat([Buffer.from([0xfe, 0xff]), big])), /not valid UTF-8/)
    assert.match(problemOf(little), /not valid JSON/)
    assert.match(problemOf(big), /not valid JSON/)
  })

  const invalid: [name: string, bytes: number[]][] = [
    ['a lone continuation byte', [0x80]],
    ['a byte that never occurs', [0xff]],
    ['a cut sequence', [0xe4, 0xb8]],
    ['an overlong form', [0xc0, 0xaf]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['more than U+10FFFF', [0xf4, 0x90, 0x80, 0x80]],
    ['Latin-1', [0x47, 0xe9]],
  ]
  for (const [name, bytes] of invalid) {
    test(`invalid UTF-8 is refused: ${name}`, () => {
      assert.match(problemOf(Buffer.from([0x22, ...bytes, 0x22])), /not valid UTF-8/)
      // A genuine U+FFFD beside it changes nothing.
      assert.match(problemOf(Buffer.from([0x22, 0xef, 0xbf, 0xbd, ...bytes, 0x22])), /not valid UTF-8/)
    })
  }

  test('a genuine replacement character is text', () => {
    assert.deepEqual(parse('{"a":"\ufffd"}'), { value: { a: '\ufffd' } })
  })

  test('an escaped lone surrogate passes, as in JSON: the field check refuses it', () => {
    assert.deepEqual(parse('{"a":"\\ud800"}'), { value: { a: '\ud800' } })
  })
})

describe('a body that is not JSON', () => {
  for (const text of [
    '{"a":1}x',
    '{} {}',
    '[1,]',
    "{'a':1}",
    '{a:1}',
    'hello',
    '{"a":',
    '01',
    '\u0000',
    '"\u0001"',
    ' ',
    'NaN',
  ]) {
    test(`is refused: ${JSON.stringify(text)}`, () => {
      assert.match(problemOf(text), /^The body is not valid JSON/)
    })
  }

  test('is reported with the position of the mistake', () => {
    assert.match(problemOf('{"a":1,}'), /position 7\./)
    assert.match(problemOf('{"a":1} x'), /position 8\./)
  })

  test('is never quoted in the answer', () => {
    for (const text of [
      'secretvalue',
      '{"a":secretvalue}',
      '{"secretvalue" 1}',
      '{"a":1} secretvalue',
      '{"secretvalue',
    ]) {
      assert.doesNotMatch(problemOf(text), /secret/)
    }
  })

  test('cannot forge a position', () => {
    // V8 quotes a body of up to 20 characters completely, which could look like a position.
    assert.doesNotMatch(problemOf('x JSON at position 7'), /7/)
  })
})

describe('the depth of a body', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const nestedObjects = (depth: number) => '{"a":'.repeat(depth) + 1 + '}'.repeat(depth)

  test('32 levels pass and 33 do not, of arrays, objects and both', () => {
    for (const write of [nested, nestedObjects]) {
      assert.deepEqual(parse(write(32)), { value: JSON.parse(write(32)) })
      assert.match(problemOf(write(33)), /nested deeper than 32 levels/)
    }
    const both = (depth: number) => '[{"a":'.repeat(depth / 2) + 1 + '}]'.repeat(depth / 2)
    assert.ok('value' in parse(both(32)))
    assert.match(problemOf(both(34)), /deeper/)
  })

  test('25,000 levels, closed or not, are refused without a stack overflow', () => {
    assert.match(problemOf(nested(25_000)), /deeper/)
    assert.match(problemOf(nestedObjects(25_000)), /deeper/)
    assert.match(problemOf('['.repeat(1_000_000)), /deeper/)
  })

  test('many brackets side by side are not deep', () => {
    const text = `[${'[],{},'.repeat(5_000)}0]`
    assert.deepEqual(parse(text), { value: JSON.parse(text) })
  })

  test('brackets inside strings do not count, whatever is escaped there', () => {
    for (const value of [
      '['.repeat(100),
      '"['.repeat(100),
      '\\"{'.repeat(100),
      '\\',
      `${'\\'.repeat(7)}"[`.repeat(50),
    ]) {
      const text = JSON.stringify([value, [value], { [value]: value }])
      assert.deepEqual(parse(text), { value: JSON.parse(text) })
    }
  })

  test('a string does not hide the levels after it', () => {
    for (const value of ['', '\\', '"', '\\"', ']'.repeat(50)]) {
      assert.match(problemOf(`[${JSON.stringify(value)},${nested(32)}]`), /deeper/)
      assert.ok('value' in parse(`[${JSON.stringify(value)},${nested(31)}]`))
    }
  })

  test('agrees with the depth of the parsed value', () => {
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 40, depthSize: 'max' },
        fc.constantFrom<unknown>('[', '"{', '\\', 1),
        fc.tuple(tie('tree')),
        fc.record({ '}"': tie('tree') }),
      ),
    }))
    fc.assert(
      fc.property(tree, fc.integer({ min: 0, max: 40 }), (value, extra) => {
        for (let i = 0; i < extra; i++) value = i % 2 ? ['[', value] : { k: value, 'l]': '{' }
        assert.equal('value' in parse(JSON.stringify(value)), depthOf(value) <= 32)
      }),
    )
  })
})

describe('keys that reach prototypes', () => {
  for (const text of [
    '{"__proto__":{"admin":true}}',
    '{"__proto__":null}',
    '{"a":[1,{"b":{"__proto__":1}}]}',
    '{"\\u005f_proto__":1}',
    '{"__pr\\u006fto__":1}',
    '{"\\u005F\\u005f\\u0070roto__":1}',
    '{"__proto__":1,"__proto__":2}',
    '{"a":"proto","__proto__" :1}',
  ]) {
    test(`__proto__ is refused: ${text}`, () => assert.match(problemOf(text), /the key __proto__/))
  }

  for (const text of [
    '{"constructor":{"prototype":{"admin":true}}}',
    '{"constructor":{"prototype":null}}',
    '[{"constructor":{"a":1,"prototype":1}}]',
    '{"c\\u006fnstructor":{"prototype":1}}',
    '{"constructor":{"pr\\u006ftotype":1}}',
  ]) {
    test(`constructor.prototype is refused: ${text}`, () => {
      assert.match(problemOf(text), /the key constructor\.prototype/)
    })
  }

  for (const text of [
    '{"a":"__proto__"}',
    '["__proto__","constructor","prototype"]',
    '{"constructor":"Acme Builders"}',
    '{"constructor":{"name":"x"}}',
    '{"constructor":null,"prototype":1}',
    '{"prototype":{"constructor":1}}',
    '{"constructor":{"a":{"prototype":1}}}',
    '{"proto":1,"_proto_":2,"__PROTO__":3}',
  ]) {
    test(`an innocent body passes: ${text}`, () => assert.deepEqual(parse(text), { value: JSON.parse(text) }))
  }

  test('an escaped form is detected, however it is escaped and wherever it is', () => {
    const escapable = fc.tuple(
      ...[...'__proto__'].map((letter) => fc.tuple(fc.constant(letter), fc.constantFrom(0, 1, 2))),
    )
    fc.assert(
      fc.property(escapable, fc.integer({ min: 0, max: 30 }), (letters, depth) => {
        const key = letters.map(([letter, how]) => (how === 0 ? letter : toEscape(letter, how === 2))).join('')
        assert.match(problemOf(`${'[0,'.repeat(depth)}{"a":1,"${key}":0}${']'.repeat(depth)}`), /__proto__/)
      }),
    )
  })
})

describe('numbers', () => {
  test('one that is too large is Infinity, which the field check refuses', () => {
    assert.deepEqual(parse('[1e400,-1e400,1e100000]'), { value: [Infinity, -Infinity, Infinity] })
  })

  test('45 kB of numbers that a database would write out as 500 MB stay small', () => {
    const count = 5_000
    const parsed = parse(`[${Array(count).fill('1e100000').join(',')}]`) as { value: number[] }
    assert.deepEqual(parsed.value, Array(count).fill(Infinity))
  })

  test('one with 50,000 digits is read', () => {
    assert.deepEqual(parse('9'.repeat(50_000)), { value: Infinity })
  })
})

function parse(text: string) {
  return parseJson(Buffer.from(text))
}

function problemOf(body: string | Buffer): string {
  const parsed = parseJson(typeof body === 'string' ? Buffer.from(body) : body)
  assert.ok('problem' in parsed, 'the body was accepted')
  return sentence(parsed.problem)
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

function toEscape(letter: string, upper: boolean): string {
  const hex = letter.charCodeAt(0).toString(16).padStart(4, '0')
  return `\\u${upper ? hex.toUpperCase() : hex}`
}

/** Text that is often almost JSON. */
function jsonPieces(): fc.Arbitrary<Buffer> {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    ':',
    ',',
    '1',
    'null',
    '"a"',
    '\\',
    '\\u00',
    '__proto__',
    '\ufffd',
    '\ufeff',
  )
  return fc.array(piece, { maxLength: 60 }).map((list) => Buffer.from(list.join('')))
}
