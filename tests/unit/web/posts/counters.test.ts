import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTwitterText } from '../../../../src/lib/text/twitter-text.ts'
import { sentence } from '../../../../src/messages/sentence.ts'
import { countHashtags } from '../../../../src/platforms/instagram/text.ts'
import { profileFor } from '../../../../src/platforms/registry.ts'
import { composeText } from '../../../../src/platforms/shared/text.ts'
import { xText } from '../../../../src/platforms/x/text.ts'
import { findWarnings } from '../../../../src/posts/warnings.ts'
import { countText, outgoingText, trackingOf, wholeText } from '../../../../web/src/posts/compose/texts.ts'

const count = (platform: 'thread' | 'photo' | 'professional' | 'short', text: string, hashtags: string[] = []) =>
  countText(profileFor(platform).text, { text, hashtags, mentions: [] }, loadTwitterText).used
const weigh = (text: string) => xText.count(text, loadTwitterText)

const WEIGHTS: Array<[text: string, weight: number]> = [
  ['', 0],
  ['Our autumn catalogue is out.', 28],
  ['Read it at https://example.com/catalogue?utm_source=x&utm_medium=social#top today', 40],
  ['example.com and www.example.co.uk/path, but not hello.World or end.So', 111],
  ['Missing space.We meant that', 27],
  ['https://example.com/a_(b)_(c(d)) (https://example.com/x).', 50],
  ['mail ana@example.com or @example.com', 36],
  ['http://例え.テスト https://müller.de/straße', 42],
  ['sub_domain.example.com/ü/ö?x=1. Next', 33],
  ['one.com,two.com;three.com http://a.b.c.example.photography:8080/x', 95],
  ['https://t.co/abcDEF123/more https://t.co/x?y=1', 52],
  ['https://example.com/@user/ end', 27],
  ['v1.2.3 and 10.5 and 3.14.it is', 46],
  ['日本語のテキストです。https://example.jp/あ', 47],
  ['中文示例example.com中文', 35],
  ['مرحبا بالعالم שלום עולם Привет Ελληνικά', 39],
  ['Family 👨‍👩‍👧‍👦 flags 🇵🇹🇩🇪 keycap 1️⃣ #️⃣ heart ❤️ ❤ skin 👍🏽 © ® ™ ☺ ☺︎ ℹ️', 71],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈 🧑🏿‍💻 👩🏽‍❤️‍💋‍👨🏻', 23],
  ['e\u0301 combined, “quotes” – dashes — … ′ ″', 38],
  ['$TWTR #hash.com @name.com $AAPL.com', 35],
  ['a-b.example.com -example.com _example.com /example.com .example.com', 75],
  ['xn--fsq.xn--0zwm56d https://xn--mnchen-3ya.de/a', 47],
  ['HTTPS://EXAMPLE.COM/ABC Example.COM', 47],
  ['https://example.com?x=1 https://example.com/?x=1&y=2. https://example.com/#', 72],
  ['\u{1F600}'.repeat(141), 282],
  ['x'.repeat(281), 281],
]

test('X counts alphabets, emoji and links by its own library', () => {
  for (const [text, weight] of WEIGHTS) assert.equal(weigh(text), weight, text)
})

test('a hostile text is counted quickly', () => {
  const started = performance.now()
  for (const text of ['a.'.repeat(1500), `example.com/${'('.repeat(2900)}`, `a${'-'.repeat(2990)}`, '('.repeat(3000)]) {
    weigh(text)
    weigh(`https://example.com/${text}`)
  }
  assert.ok(performance.now() - started < 10_000)
})

test('tags are joined to the text as the server does', () => {
  const tags = { hashtags: ['one', 'two'], mentions: ['ana'] }
  assert.equal(wholeText({ ...tags, text: ' Hello ' }), composeText({ ...tags, content: 'Hello' }))
  assert.equal(wholeText({ ...tags, text: '  ' }), composeText({ ...tags, content: null }))
})

test('the count of Threads equals that in the warning of the server', () => {
  const text = `${'👩🏽‍🚀'.repeat(40)} and ${'a'.repeat(50)}`
  const input = {
    platform: 'thread',
    media_type: 'text',
    content: text,
    media_urls: null,
    alt_texts: null,
    hashtags: null,
    mentions: null,
    reply_control: 'everyone',
    status: 'draft',
    scheduled_date: null,
    time_zone: null,
    connection_id: null,
    track_links: null,
  } as const
  const [warning] = findWarnings(input, [], { now: new Date(), lateWindowMs: 0, connected: true })
  const said = sentence(warning!.message)
  assert.ok(said.includes(` ${count('thread', text)} of 500`), said)
})

test('each platform counts by its own rules', () => {
  assert.equal(count('thread', 'ab👍'), 6)
  assert.equal(count('photo', 'ab👍', ['x']), 7)
  assert.equal(count('professional', ' ab '), 2)
  assert.equal(count('short', 'ab👍'), 4)
  assert.equal(count('short', `https://example.com/${'a'.repeat(100)}`), 120)
  assert.equal(countHashtags('#one and #two, not # three'), 2)
})

test('the counters and previews of the composer have the text that the server will send', () => {
  const address = 'https://shop.example.com/sale'
  const parts = { text: ` See ${address} `, hashtags: [], mentions: [] }
  const settings = {
    track_links: 'short' as const,
    utm_campaign: null,
    installation: {
      base_url: 'https://doorpost.example.com',
      link_base_url: 'https://go.example.com',
      short_link_problem: null,
    },
  }
  const threads = profileFor('thread')
  const textOf = (choice: 'off' | 'utm' | 'short' | null, from = settings) =>
    outgoingText(parts, threads, trackingOf(choice, from), loadTwitterText).text
  assert.equal(textOf(null), 'See https://go.example.com/l/xxxxxxxx')
  assert.equal(textOf('off'), `See ${address}`)
  assert.match(textOf('utm'), /^See https:\/\/shop\.example\.com\/sale\?utm_source=threads&/)
  // If a short link cannot be opened from outside, the server uses the next best mode.
  const inside = { ...settings, installation: { ...settings.installation, short_link_problem: 'No.' as string | null } }
  assert.equal(textOf(null, inside as typeof settings), textOf('utm'))
  assert.equal(trackingOf('short', undefined), null, 'what could not be read changes nothing')
  const { used } = countText(threads.text, parts, loadTwitterText, textOf('utm'))
  assert.equal(used, textOf('utm').length)
})
