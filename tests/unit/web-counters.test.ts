import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { composeText as composeOnServer, findWarnings } from '../../src/posts/warnings.ts'
import {
  composeText,
  countHashtags,
  countText,
  countThreads,
  countWeighted,
  findLinks,
} from '../../web/src/posts/compose/counters.ts'

const require = createRequire(import.meta.url)
const parseTweet: (text: string) => { weightedLength: number } = require('twitter-text/dist/parseTweet.js')
const extractUrls: (text: string) => string[] = require('twitter-text/dist/extractUrls.js')
const tlds = ['validGTLD', 'validCCTLD']
  .map((name) => (require(`twitter-text/dist/regexp/${name}.js`) as RegExp).source)
  .join('|')
const lists = { tlds, emoji: require('twemoji-parser/dist/lib/regex.js').default as RegExp }

const TEXTS = [
  '',
  'Our autumn catalogue is out.',
  'Read it at https://example.com/catalogue?utm_source=x&utm_medium=social#top today',
  'example.com and www.example.co.uk/path, but not hello.World or end.So',
  'Missing space.We meant that',
  'https://example.com/a_(b)_(c(d)) (https://example.com/x).',
  'mail ana@example.com or @example.com',
  'http://例え.テスト https://müller.de/straße',
  'sub_domain.example.com/ü/ö?x=1. Next',
  'one.com,two.com;three.com http://a.b.c.example.photography:8080/x',
  'https://t.co/abcDEF123/more https://t.co/x?y=1',
  'https://example.com/@user/ end',
  'v1.2.3 and 10.5 and 3.14.it is',
  '日本語のテキストです。https://example.jp/あ',
  '中文示例example.com中文',
  'مرحبا بالعالم שלום עולם Привет Ελληνικά',
  'Family 👨‍👩‍👧‍👦 flags 🇵🇹🇩🇪 keycap 1️⃣ #️⃣ heart ❤️ ❤ skin 👍🏽 © ® ™ ☺ ☺︎ ℹ️',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈 🧑🏿‍💻 👩🏽‍❤️‍💋‍👨🏻',
  'e\u0301 combined, “quotes” – dashes — … ′ ″',
  '$TWTR #hash.com @name.com $AAPL.com',
  'a-b.example.com -example.com _example.com /example.com .example.com',
  'xn--fsq.xn--0zwm56d https://xn--mnchen-3ya.de/a',
  'HTTPS://EXAMPLE.COM/ABC Example.COM',
  'https://example.com?x=1 https://example.com/?x=1&y=2. https://example.com/#',
  '\u{1F600}'.repeat(141),
  'x'.repeat(281),
]

test('the weighted count is the one of twitter-text', () => {
  for (const text of TEXTS) assert.equal(countWeighted(text, lists), parseTweet(text).weightedLength, text)
})

test('every emoji weighs what twitter-text says', () => {
  const differ: string[] = []
  for (let code = 0x20; code <= 0x1fbff; code++) {
    // No emoji is in between.
    if (code === 0x3300) code = 0x1f000
    const sign = String.fromCodePoint(code)
    for (const text of [sign, `${sign}\ufe0f`, `a${sign}\u{1f3fd}b`]) {
      if (countWeighted(text, lists) !== parseTweet(text).weightedLength) differ.push(code.toString(16))
    }
  }
  assert.deepEqual([...new Set(differ)], [])
})

test('links are found as twitter-text finds them, in texts put together at random', () => {
  const pieces = [
    'example',
    '.',
    'com',
    'co.uk',
    ' ',
    '/',
    'https://',
    '@',
    '#',
    '(',
    ')',
    '?',
    'a=b',
    'ü',
    '漢字',
    '-',
    '_',
    ':80',
    ',',
    '👍',
    '\n',
  ]
  let seed = 7
  const random = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return seed / 2147483648
  }
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: 2 + random() * 14 }, () => pieces[Math.floor(random() * pieces.length)]).join('')
    const links = findLinks(text, tlds).map(({ start, end }) => text.slice(start, end))
    assert.deepEqual(links, extractUrls(text), JSON.stringify(text))
    assert.equal(countWeighted(text, lists), parseTweet(text).weightedLength, JSON.stringify(text))
  }
})

test('a hostile text is counted quickly', () => {
  const started = performance.now()
  for (const text of ['a.'.repeat(1500), `example.com/${'('.repeat(2900)}`, `a${'-'.repeat(2990)}`, '('.repeat(3000)]) {
    countWeighted(text, lists)
    countWeighted(`https://example.com/${text}`, lists)
  }
  assert.ok(performance.now() - started < 2_000)
})

test('tags are joined to the text as the server joins them', () => {
  const parts = { text: 'Hello', hashtags: ['one', 'two'], mentions: ['ana'] }
  assert.equal(composeText(parts), composeOnServer({ content: 'Hello', hashtags: ['one', 'two'], mentions: ['ana'] }))
  assert.equal(composeText({ ...parts, text: '  ' }), composeOnServer({ ...parts, content: null }))
})

test('the count of Threads is the one in the server’s warning', () => {
  const text = `${'👩🏽‍🚀'.repeat(40)} and ${'a'.repeat(50)}`
  const input = {
    platform: 'thread',
    mediaType: 'text',
    content: text,
    mediaUrls: null,
    hashtags: null,
    mentions: null,
    replyControl: 'everyone',
    status: 'draft',
    scheduledDate: null,
    timeZone: null,
    connectionId: null,
  } as const
  const [warning] = findWarnings(input, [], { now: new Date(), lateWindowMs: 0, connected: true })
  assert.ok(warning?.message.includes(` ${countThreads(text)} of 500`), warning?.message)
})

test('each platform counts by its own rules', () => {
  const count = (platform: 'thread' | 'photo' | 'professional' | 'short', text: string, hashtags: string[] = []) =>
    countText(platform, { text, hashtags, mentions: [] }, lists).used
  assert.equal(count('thread', 'ab👍'), 6)
  assert.equal(count('photo', 'ab👍', ['x']), 7)
  assert.equal(count('professional', ' ab '), 2)
  assert.equal(count('short', 'ab👍'), 4)
  assert.equal(count('short', `https://example.com/${'a'.repeat(100)}`), 120)
  assert.equal(countHashtags('#one and #two, not # three'), 2)
})
