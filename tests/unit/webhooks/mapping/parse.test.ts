import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sentence } from '../../../../src/messages/sentence.ts'
import { parseDelivery } from '../../../../src/webhooks/mapping/parse-delivery.ts'

function parse(type: string | null, body: string | Buffer) {
  return parseDelivery(type, Buffer.from(body as string))
}

const FORM = 'application/x-www-form-urlencoded'

describe('a delivery is read as JSON', () => {
  const types = [
    'application/json',
    'APPLICATION/JSON; charset=utf-8',
    'application/vnd.api+json',
    'application/cloudevents+json;charset=UTF-8',
    'text/json',
    'text/plain',
    '',
    null,
  ]
  for (const type of types) {
    test(`as ${type === null ? 'no type at all' : JSON.stringify(type)}`, () => {
      assert.deepEqual(parse(type, '{"a": [1, "ü"]}'), { value: { a: [1, 'ü'] } })
    })
  }

  test('with a byte order mark', () => {
    assert.deepEqual(parse('application/json', '\ufeff{"a": 1}'), { value: { a: 1 } })
  })

  test('with long ids as text, so that they keep their digits, and every other number unchanged', () => {
    const text =
      '{"id": 12345678901234567890, "ids": [-98765432109876543], "n": 9007199254740991, "big": 1e300, "x": 1.5}'
    assert.deepEqual(parse('application/json', text), {
      value: { id: '12345678901234567890', ids: ['-98765432109876543'], n: 9_007_199_254_740_991, big: 1e300, x: 1.5 },
    })
  })
})

describe('a form', () => {
  test('gives its fields, and lists for repeated names', () => {
    assert.deepEqual(
      parse(`${FORM};charset=utf-8`, 'name=Ana+Silva&tag=a&tag=b&tag=c&e-mail=ana%40example.com&empty='),
      {
        value: { name: 'Ana Silva', tag: ['a', 'b', 'c'], 'e-mail': 'ana@example.com', empty: '' },
      },
    )
  })

  test('has names in brackets, and JSON inside a field', () => {
    const sent =
      'data[merges][EMAIL]=a%40example.com&data[merges][FNAME]=Ana&topic[]=a&x[=1&raw=%7B%22q%22%3A%5B1%5D%7D&y={no}'
    assert.deepEqual(parse(FORM, sent), {
      value: {
        data: { merges: { EMAIL: 'a@example.com', FNAME: 'Ana' } },
        topic: ['a'],
        'x[': '1',
        raw: { q: [1] },
        y: '{no}',
      },
    })
    assert.deepEqual(parse(FORM, 'a=1&a[b]=2'), { value: { a: { b: '2' } } })
    assert.match(problemOf(parse(FORM, 'a[__proto__][b]=2')), /__proto__/)
  })

  test('may be multipart, with the names of files', () => {
    const body = [
      '--x1',
      'Content-Disposition: form-data; name="name"',
      '',
      'Ana Müller',
      '--x1',
      'content-disposition: form-data; name="cv"; filename="cv.pdf"',
      'Content-Type: application/pdf',
      '',
      '%PDF',
      '--x1',
      'Content-Disposition: form-data; name="raw[request]"',
      '',
      '{"a": "--x"}',
      '--x1--',
      '',
    ].join('\r\n')
    const value = { name: 'Ana Müller', cv: 'cv.pdf', raw: { request: { a: '--x' } } }
    for (const type of ['multipart/form-data; boundary=x1', 'Multipart/Form-Data; charset=utf-8; boundary="x1"']) {
      assert.deepEqual(parse(type, body), { value })
    }
  })

  test('may be compressed, as JSON may', () => {
    assert.deepEqual(parseDelivery(FORM, gzipSync('name=Ana')), { value: { name: 'Ana' } })
    assert.deepEqual(parseDelivery('application/json', gzipSync('{"a": 1}')), { value: { a: 1 } })
  })

  test('may have names that every object has', () => {
    const parsed = parse(FORM, 'constructor=a&toString=b&toString=c')
    assert.ok('value' in parsed)
    assert.deepEqual(Object.entries(parsed.value as object), [
      ['constructor', 'a'],
      ['toString', ['b', 'c']],
    ])
  })

  test('has at most 1,000 fields', () => {
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&')
    assert.ok('value' in parse(FORM, fields(1_000)))
    assert.match(problemOf(parse(FORM, fields(1_001))), /more than 1,000 fields/)
    assert.match(problemOf(parse(FORM, '&'.repeat(1_048_575))), /more than 1,000 fields/)
  })
})

describe('a delivery that cannot be read says why', () => {
  const wrong: Array<[string, string | null, string | Buffer, RegExp]> = [
    ['an empty body', 'application/json', '', /no body/],
    ['JSON that is cut off', 'application/json', '{"a":', /not valid JSON/],
    ['JSON that is nested deeply', 'application/json', '['.repeat(50_000), /nested deeper/],
    ['JSON with a forbidden key', 'application/json', '{"__proto__": {"a": 1}}', /__proto__/],
    ['JSON that is not UTF-8', 'application/json', Buffer.from([0x22, 0xff, 0x22]), /UTF-8/],
    ['plain text', 'text/plain', 'Hello', /text\/plain and not JSON/],
    ['plain text that is a number', 'text/plain', '5', /text\/plain and not JSON/],
    ['XML', 'application/xml', '<a/>', /application\/xml and not JSON/],
    ['bytes without a type', null, Buffer.from([0, 255, 1]), /no Content-Type and is not JSON/],
    ['a multipart form without an end', 'multipart/form-data; boundary=x', '--x', /not a valid multipart form/],
    ['a multipart form without a boundary', 'multipart/form-data', '--x--', /not a valid multipart form/],
    ['another multipart', 'multipart/mixed; boundary=x', '--x--', /multipart\/mixed and not JSON/],
    ['broken gzip', 'application/json', Buffer.from([0x1f, 0x8b, 8, 0]), /cannot be decompressed/],
    ['a gzip bomb', 'application/json', gzipSync(Buffer.alloc(2_000_000, ' ')), /exceeds 1048576 bytes/],
    ['a form that is not UTF-8', FORM, Buffer.from([0x61, 0x3d, 0xff]), /UTF-8/],
    ['a form with a forbidden name', FORM, 'a=1&__proto__=2', /__proto__/],
  ]
  for (const [what, type, body, message] of wrong) {
    test(what, () => {
      const problem = problemOf(parse(type, body))
      assert.match(problem, message)
      assert.match(problem, /\.$/)
    })
  }
})

function problemOf(parsed: ReturnType<typeof parseDelivery>): string {
  return 'problem' in parsed ? sentence(parsed.problem) : ''
}

describe('the encoding of forms', () => {
  const form = (body: string, charset = '') => parse(`application/x-www-form-urlencoded${charset}`, body)

  test('percent-encoding that is not UTF-8 is refused with the field, and never becomes a replacement character', () => {
    for (const [body, name] of [
      ['first_name=An%E9', 'first_name'],
      ['a=1&name=%ff%fe&b=2', 'name'],
      ['na%EFve=x', 'na%EFve'],
      ['x=%C3', 'x'],
      ['x=%ED%A0%80', 'x'],
    ] as const) {
      const problem = problemOf(form(body))
      assert.ok(problem.includes(`"${name}"`) && /UTF-8.*windows-1252/.test(problem), `${body}: ${problem}`)
    }
  })

  test('Windows-1252 is read where the Content-Type says so', () => {
    for (const charset of ['; charset=windows-1252', ';charset="ISO-8859-1"', '; Charset=latin1']) {
      assert.deepEqual(form('first_name=An%E9&price=%80', charset), { value: { first_name: 'Ané', price: '€' } })
      assert.deepEqual(
        parseDelivery(`application/x-www-form-urlencoded${charset}`, Buffer.from('name=An\xe9', 'latin1')),
        { value: { name: 'Ané' } },
      )
    }
    assert.ok('problem' in form('first_name=An%E9', '; charset=utf-8'))
  })

  test('everything else is as browsers do it', () => {
    for (const body of [
      'a=%C3%A9+b%2B',
      'a=100%',
      'a=%zz&b=%4',
      'a&=b&&c=',
      'a=1&a=2',
      'ü=é',
      'a=%F0%9F%98%80',
      'a=b=c',
    ]) {
      const expected: Record<string, unknown> = {}
      for (const name of new Set(new URLSearchParams(body).keys())) {
        const all = new URLSearchParams(body).getAll(name)
        expected[name] = all.length === 1 ? all[0] : all
      }
      assert.deepEqual(form(body), { value: expected }, body)
    }
  })
})
