import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadTwitterText } from '../../../src/lib/text/twitter-text.ts'
import { PROFILES, type Provider, profileOf } from '../../../src/platforms/registry.ts'
import { LINKS_MAX, PLACEHOLDER_CODE, type Tracking, trackText } from '../../../src/posts/tracked-text.ts'

const BASE = 'https://go.example.com'
const SHORT = `${BASE}/l/${PLACEHOLDER_CODE}`
const tracking = (mode: Tracking['mode'], more: Partial<Tracking> = {}): Tracking => ({
  mode,
  campaign: null,
  linkBaseUrl: BASE,
  ownUrls: [BASE, 'https://doorpost.example.com/inner'],
  ...more,
})
const track = (
  provider: Provider,
  content: string | null,
  {
    mode = 'short',
    codes,
    hashtags = null,
    mentions = null,
    ...more
  }: Partial<Tracking> & {
    codes?: Map<string, string>
    hashtags?: string[] | null
    mentions?: string[] | null
  } = {},
) => trackText({ content, hashtags, mentions }, profileOf(provider), tracking(mode, more), loadTwitterText, codes)

test('links become short, and everything else stays unchanged', () => {
  const cases: Array<[provider: Provider, given: string, sent: string]> = [
    ['x', 'Read https://e.com/a, now.', `Read ${SHORT}, now.`],
    ['x', 'Bare: example.com/a. So', `Bare: ${SHORT}. So`],
    [
      'x',
      'v1.2.3, hello.World, ana@example.com @name.com #hash.com $A.com',
      'v1.2.3, hello.World, ana@example.com @name.com #hash.com $A.com',
    ],
    ['x', '中文示例example.com中文', `中文示例${SHORT}中文`],
    ['bluesky', 'Bare: example.com/a. So', `Bare: ${SHORT}. So`],
    // There, the following letters would become part of the link.
    ['bluesky', '中文示例example.com中文', '中文示例example.com中文'],
    ['bluesky', 'See https://e.com/a。次', `See ${SHORT}。次`],
    ['mastodon', 'Bare: example.com, whole: https://e.com/a(b)', `Bare: example.com, whole: ${SHORT}`],
    ['threads', '(https://e.com/a). https://e.com/a_(b)', `(${SHORT}). ${SHORT}`],
    ['linkedin', 'HTTPS://E.COM/a?b=1#c!', `${SHORT}!`],
    ['linkedin', 'bare.example.com stays', 'bare.example.com stays'],
    ['instagram', 'https://e.com', SHORT],
    ['threads', 'https://e.com/a🎉 https://e.com/über!', `${SHORT}🎉 ${SHORT}!`],
    ['bluesky', '🇵🇹https://e.com/a🇵🇹', `🇵🇹${SHORT}🇵🇹`],
    ['threads', '見て https://e.com/aのページ', '見て https://e.com/aのページ'],
    ['x', '見て https://e.com/aのページ', `見て ${SHORT}のページ`],
    ['linkedin', 'https://user:secret@e.com/ http://', 'https://user:secret@e.com/ http://'],
    ['linkedin', `${BASE}/l/abc ${BASE}/files/a.png ${BASE}/f/form`, `${BASE}/l/abc ${BASE}/files/a.png ${SHORT}`],
    [
      'linkedin',
      'https://doorpost.example.com/inner/l/abc https://doorpost.example.com/l/abc',
      `https://doorpost.example.com/inner/l/abc ${SHORT}`,
    ],
  ]
  for (const [provider, given, sent] of cases) assert.equal(track(provider, given).text, sent, given)
})

test('a short link on a local address is one too', () => {
  for (const { name } of PROFILES) {
    const { text } = track(name, 'See https://e.com/a now', { linkBaseUrl: 'http://localhost:8080' })
    assert.equal(text, `See http://localhost:8080/l/${PLACEHOLDER_CODE} now`, name)
  }
})

test('each address has one code, used everywhere in the text', () => {
  const codes = new Map([
    ['https://e.com/a', 'AAAAAAAA'],
    ['https://e.com/b', 'BBBBBBBB'],
  ])
  const { text, links } = track('threads', 'https://e.com/a https://e.com/b https://e.com/a', { codes })
  assert.equal(text, `${BASE}/l/AAAAAAAA ${BASE}/l/BBBBBBBB ${BASE}/l/AAAAAAAA`)
  assert.deepEqual(links, [
    { target: 'https://e.com/a', url: `${BASE}/l/AAAAAAAA` },
    { target: 'https://e.com/b', url: `${BASE}/l/BBBBBBBB` },
  ])
})

test('hashtags and mentions are appended as usual, and never searched for links', () => {
  const { text } = track('linkedin', 'https://e.com', {
    hashtags: ['https://e.com/tag'],
    mentions: ['name.bsky.social'],
  })
  assert.equal(text, `${SHORT}\n\n#https://e.com/tag @name.bsky.social`)
  assert.deepEqual(track('linkedin', null, { hashtags: ['a'] }), { text: '#a', links: [], beyond: [], tooLong: null })
})

test('with utm the link stays and gets parameters that say where it appeared', () => {
  const { text, links } = track('linkedin', 'See https://e.com/a.', { mode: 'utm', campaign: 'Spring sale' })
  const url = `https://e.com/a?utm_source=linkedin&utm_medium=social&utm_campaign=Spring%20sale&utm_content=${PLACEHOLDER_CODE}&dp=${PLACEHOLDER_CODE}`
  assert.equal(text, `See ${url}.`)
  assert.deepEqual(links, [{ target: 'https://e.com/a', url }])
})

test('a caption that cannot be clicked gets no parameters, but its link has a code for the link page', () => {
  const { text, links } = track('instagram', 'See https://e.com/a.', { mode: 'utm' })
  assert.equal(text, 'See https://e.com/a.')
  assert.equal(links.length, 1)
})

test('a text that would become too long is sent unchanged', () => {
  const given = `${'a'.repeat(470)} https://e.com/a`
  const { text, links, tooLong } = track('threads', given, { mode: 'utm' })
  assert.equal(text, given)
  assert.deepEqual(links, [])
  assert.deepEqual(tooLong?.max, 500)
  assert.ok(tooLong.used > 500)
  // X counts every link the same.
  assert.equal(track('x', `${'a'.repeat(256)} https://e.com/a`, { mode: 'utm' }).tooLong, null)
  // A text that is too long anyway does not become longer, and may become short enough.
  const long = `${'a'.repeat(440)} https://e.com/${'b'.repeat(200)}`
  assert.equal(track('threads', long).text, `${'a'.repeat(440)} ${SHORT}`)
})

test('a post of nothing but links is cut off at a number that is never reached in practice', () => {
  const given = Array.from({ length: LINKS_MAX + 5 }, (_, at) => `https://e.com/${at}`).join(' ')
  const { text, links } = track('linkedin', given)
  assert.equal(links.length, LINKS_MAX)
  assert.equal(text.split(SHORT).length - 1, LINKS_MAX)
  assert.ok(text.endsWith(`https://e.com/${LINKS_MAX + 4}`))
})

test('codes do not change the count', () => {
  const codes = new Map([['https://e.com/a', 'Zz09Zz09']])
  for (const { name, text } of PROFILES) {
    for (const mode of ['utm', 'short'] as const) {
      const planned = track(name, 'See https://e.com/a now', { mode })
      const sent = track(name, 'See https://e.com/a now', { mode, codes })
      assert.equal(text.count(sent.text, loadTwitterText), text.count(planned.text, loadTwitterText), `${name} ${mode}`)
    }
  }
})

test('a hostile text is searched quickly', () => {
  const texts = [
    'https://e.com/'.repeat(1_700),
    `https://e.com/${')'.repeat(24_000)}`,
    'https://a.b '.repeat(2_000),
    'a.'.repeat(12_000),
  ]
  const started = performance.now()
  for (const text of texts) for (const name of ['linkedin', 'mastodon'] as const) track(name, text, { mode: 'utm' })
  assert.ok(performance.now() - started < 10_000, `${performance.now() - started} ms`)
})
