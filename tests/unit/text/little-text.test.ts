import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { escapeLittleText, unescapeLittleText } from '../../../src/platforms/linkedin/text.ts'

/** Escapes, elements, then any other character: a remaining reserved character would cut the post. */
const PIECES =
  /\\[\\|{}[\]()<>#@*_~]|@\[(?:\\.|[^[\]\\])+\]\(urn:li:(?:person|organization):[\w-]+\)|#[\p{L}\p{N}][\p{L}\p{N}\p{M}]*|[^\\|{}[\]()<>#@*_~]/gu

describe('little text', () => {
  test('un-escaping gives every text back', () => {
    fc.assert(
      fc.property(anyText(), (text) => assert.equal(unescapeLittleText(escapeLittleText(text)), text)),
      { numRuns: 2000 },
    )
  })

  test('no reserved character is left unescaped outside of hashtags and mentions', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const escaped = escapeLittleText(text)
        assert.equal((escaped.match(PIECES) ?? []).join(''), escaped)
      }),
      { numRuns: 2000 },
    )
  })

  test('a hashtag at the start of a word works whatever surrounds it', () => {
    const before = fc.constantFrom('', ' ', '\n', '(', '“', '!', '.', '、', '*', '~', '|')
    const after = fc.constantFrom('', ' ', ')', '.', '_', '-', '!', '#', '\\', '*')
    const tag = fc.constantFrom('Technology', '2026', 'café', '日本語', 'हिन्दी', 'a1')
    fc.assert(
      fc.property(before, tag, after, (left, name, right) => {
        const alive = new RegExp(`(?<!\\\\)(?:\\\\\\\\)*#${name}`, 'u')
        assert.match(escapeLittleText(`${left}#${name}${right}`), alive)
      }),
    )
  })

  for (const [text, expected] of [
    ['Plain words.', 'Plain words.'],
    ['Price (net) is [50] {EUR} <ok>', 'Price \\(net\\) is \\[50\\] \\{EUR\\} \\<ok\\>'],
    ['a|b *bold* _it_ ~no~ me@x.org', 'a\\|b \\*bold\\* \\_it\\_ \\~no\\~ me\\@x.org'],
    ['C:\\temp', 'C:\\\\temp'],
    ['#news and C# and a#b', '#news and C\\# and a\\#b'],
    ['# alone ## two ##x', '\\# alone \\#\\# two \\#\\#x'],
    ['#snake_case', '#snake\\_case'],
    ['&#39; is no hashtag', '&\\#39; is no hashtag'],
    ['See https://example.com/a_b#part (now)', 'See https://example.com/a\\_b\\#part \\(now\\)'],
    ['Hi @[Acme (EU)](urn:li:organization:1234)!', 'Hi @[Acme \\(EU\\)](urn:li:organization:1234)!'],
    ['@[Eddy](urn:li:person:a_B-1)', '@[Eddy](urn:li:person:a_B-1)'],
    ['@[No](https://example.com)', '\\@\\[No\\]\\(https://example.com\\)'],
    ['{hashtag|\\#|tag}', '\\{hashtag\\|\\\\\\#\\|tag\\}'],
  ] as const) {
    test(`${JSON.stringify(text)} becomes ${JSON.stringify(expected)}`, () => {
      assert.equal(escapeLittleText(text), expected)
      assert.equal(unescapeLittleText(expected), text)
    })
  }

  test('a hashtag that LinkedIn returns as a template is read as the original hashtag', () => {
    assert.equal(unescapeLittleText('On {hashtag|\\#|Tech} and {hashtag|#|a\\_b} \\(now\\)'), 'On #Tech and #a_b (now)')
  })

  test('a backslash before any other character is kept', () => {
    assert.equal(unescapeLittleText('a\\b\\'), 'a\\b\\')
  })
})

function anyText(): fc.Arbitrary<string> {
  const piece = fc.constantFrom(
    ...['\\', '|', '{', '}', '[', ']', '(', ')', '<', '>', '#', '@', '*', '_', '~'],
    ...[
      '#tag',
      ' #tag',
      ' ',
      '\n',
      'word',
      'é',
      '日本',
      '😀',
      '\u0301',
      '＃',
      'https://example.com/#a_b',
      '{hashtag|\\#|tag}',
    ],
    ...['@[Acme](urn:li:organization:1)', '@[A\\b|c](urn:li:person:x_y)', '@[x]', '(urn:li:person:1)'],
  )
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
  )
}
