import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { createIssues } from '../../../src/lib/issues.ts'
import { sentences } from '../../../src/messages/sentence.ts'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import { type PostInput, readPost, readPostPatch } from '../../../src/posts/input.ts'

type Body = Record<string, unknown>

const URL_1 = 'https://cdn.example.com/1.jpg'
const urls = (count: number) => Array.from({ length: count }, (_, i) => `https://cdn.example.com/${i}.jpg`)

/** The smallest body that each platform accepts. */
const VALID: Record<Format, Body> = {
  thread: { media_type: 'text', content: 'Hello' },
  photo: { media_type: 'feed_post', media_urls: [URL_1] },
  professional: { content: 'Hello' },
  short: { content: 'Hello' },
}

function read(platform: Format, body: Body) {
  const issues = createIssues()
  const { input, unknownFields } = readPost(issues, platform, body)
  return { input, unknownFields, details: sentences(issues.details), count: issues.count }
}

function accept(platform: Format, body: Body): PostInput {
  const { input, details } = read(platform, body)
  assert.deepEqual(details, {})
  return input
}

/** Checks that exactly these fields are refused, with one message each that starts with the field. */
function refuse(platform: Format, body: Body, expected: Record<string, RegExp | RegExp[]>): void {
  const { details, count } = read(platform, body)
  assert.deepEqual(Object.keys(details).sort(), Object.keys(expected).sort())
  let messages = 0
  for (const [field, patterns] of Object.entries(expected)) {
    const actual = details[field] ?? []
    const wanted = [patterns].flat()
    assert.equal(actual.length, wanted.length, `${field}: ${actual.join(' | ')}`)
    for (const [i, pattern] of wanted.entries()) assert.match(actual[i] ?? '', pattern)
    for (const message of actual) {
      assert.ok(message.startsWith(`${field} `), message)
      assert.ok(message.endsWith('.'), message)
    }
    messages += actual.length
  }
  assert.equal(count, messages)
}

describe('every platform', () => {
  for (const platform of FORMATS) {
    const valid = VALID[platform]

    it(`${platform}: the smallest body is a draft with every other field null`, () => {
      assert.deepEqual(accept(platform, valid), {
        platform,
        media_type: valid.media_type ?? null,
        content: valid.content ?? null,
        media_urls: valid.media_urls ?? null,
        alt_texts: null,
        hashtags: null,
        mentions: null,
        reply_control: platform === 'thread' ? 'everyone' : null,
        status: 'draft',
        scheduled_date: null,
        time_zone: null,
        connection_id: null,
        track_links: null,
      })
    })

    it(`${platform}: null and blank count as absent`, () => {
      const blank = { status: ' ', scheduled_date: '', hashtags: null, mentions: null, reply_control: '\t' }
      assert.deepEqual(accept(platform, { ...valid, ...blank }), accept(platform, valid))
      const empty = { status: null, scheduled_date: null, reply_control: null }
      assert.deepEqual(accept(platform, { ...valid, ...empty }), accept(platform, valid))
    })

    it(`${platform}: status is draft or scheduled, exactly`, () => {
      assert.equal(accept(platform, { ...valid, status: 'draft' }).status, 'draft')
      const scheduled = { ...valid, status: 'scheduled', scheduled_date: '2026-07-01T09:30+02:00' }
      assert.equal(accept(platform, scheduled).status, 'scheduled')
      for (const status of ['Draft', 'SCHEDULED', 'published', 'none', 'draft,scheduled']) {
        refuse(platform, { ...valid, status }, { status: /one of draft, scheduled, but it is "/ })
      }
      for (const status of [1, true, [], {}, ['draft']]) {
        refuse(platform, { ...valid, status }, { status: /one of draft, scheduled, but it is an? / })
      }
    })

    it(`${platform}: scheduled needs a date, a draft may carry one, a past one is accepted`, () => {
      for (const scheduled_date of [undefined, null, '', '  ']) {
        const body = { ...valid, status: 'scheduled', scheduled_date }
        refuse(platform, body, { scheduled_date: /is required when status is scheduled/ })
      }
      const iso = (input: PostInput) => input.scheduled_date?.toISOString()
      assert.equal(iso(accept(platform, { ...valid, scheduled_date: '2026-07-01T09:30' })), '2026-07-01T09:30:00.000Z')
      const past = { ...valid, status: 'scheduled', scheduled_date: '1999-12-31T23:59:59.5-01:00' }
      assert.equal(iso(accept(platform, past)), '2000-01-01T00:59:59.500Z')
    })

    it(`${platform}: a bad date is refused once, with the reason, in a draft too`, () => {
      for (const status of ['draft', 'scheduled', undefined]) {
        const check = (scheduled_date: unknown, pattern: RegExp) =>
          refuse(platform, { ...valid, status, scheduled_date }, { scheduled_date: pattern })
        check('2026-02-30T09:30', /real calendar day/)
        check('2026-07-01', /must have a time/)
        check('soon', /ISO 8601/)
        check(1782898200000, /must be a string such as ".*", but it is a number/)
        check({}, /an object/)
      }
    })

    it(`${platform}: media_urls is an array of absolute http(s) URLs`, () => {
      const body = (entry: unknown): Body =>
        platform === 'thread' ? { media_type: 'image', media_urls: [entry] } : { ...valid, media_urls: [entry] }
      const good = [
        'http://a.example/x',
        'https://a.example',
        'HTTPS://A.EXAMPLE/x.JPG?sig=a%20b&c=d#e',
        'https://münchen.example/фото.jpg',
        'https://203.0.113.7:8443/x',
        'https://[2001:db8::1]/x',
      ]
      for (const url of good) assert.deepEqual(accept(platform, body(url)).media_urls, [url])
      assert.deepEqual(accept(platform, body(`  ${URL_1}\n`)).media_urls, [URL_1], 'trimmed')

      const field = 'media_urls[0]'
      for (const url of [
        'cdn.example.com/x',
        '/x.jpg',
        '//cdn.example.com/x',
        'ftp://cdn.example.com/x',
        'data:image/png;base64,AA',
        'javascript:alert(1)',
        'file:///etc/passwd',
        'http:cdn.example.com',
        'http:///cdn.example.com',
        'https://',
        'https://a.example:99999/x',
        'https://exa%00mple.com/',
      ]) {
        refuse(platform, body(url), { [field]: /must be an absolute URL that starts with https/ })
      }
      for (const url of [
        'https://a.example/a b',
        'https://a.example/a\tb',
        'https://a.example/\u00a0x',
        'https://a.example\\x',
      ]) {
        refuse(platform, body(url), { [field]: /must not hold white space, control characters or backslashes/ })
      }
      refuse(platform, body('https://a.example/\u0085x'), { [field]: /must not hold white space, control/ })
      refuse(platform, body('https://a.example/\u0000'), { [field]: /control character U\+0000/ })
      refuse(platform, body('https://a.example/\ud800'), { [field]: /surrogate/ })
      for (const url of [
        'https://user:secret@a.example/x',
        'https://user@a.example/x',
        'https://:secret@a.example/x',
      ]) {
        refuse(platform, body(url), { [field]: /must not hold a user name or password/ })
        assert.doesNotMatch(JSON.stringify(read(platform, body(url)).details), /secret/, 'secrets are not repeated')
      }
      refuse(platform, body('  '), { [field]: /must not be blank/ })
      for (const entry of [1, null, {}, [URL_1], true]) {
        refuse(platform, body(entry), { [field]: /must be a string, but it is / })
      }
      for (const value of [URL_1, 5, { 0: URL_1 }, true, '']) {
        refuse(
          platform,
          { ...body(null), media_urls: value },
          { media_urls: /must be an array of strings, but it is an? / },
        )
      }
    })

    it(`${platform}: a media URL has at most 2,048 code points`, () => {
      const body = (url: string): Body =>
        platform === 'thread' ? { media_type: 'image', media_urls: [url] } : { ...valid, media_urls: [url] }
      const prefix = 'https://a.example/'
      const fits = prefix + '😀'.repeat(2048 - prefix.length)
      assert.deepEqual(accept(platform, body(fits)).media_urls, [fits])
      accept(platform, body(prefix + 'a'.repeat(2047 - prefix.length)))
      refuse(platform, body(`${fits}a`), { 'media_urls[0]': /at most 2048 characters, but it has 2049/ })
    })

    it(`${platform}: unknown fields are named, fields of our own answers are not`, () => {
      const answer = {
        id: 'x',
        platform,
        publication: {},
        warnings: [],
        created_at: 'x',
        updated_at: 'x',
        success: true,
      }
      assert.deepEqual(read(platform, { ...valid, ...answer }).unknownFields, [])
      assert.deepEqual(Object.keys(read(platform, { ...valid, 'a\u0000b': 1 }).details), ['body'])
      assert.deepEqual(Object.keys(read(platform, { ...valid, '\ud800': 1 }).details), ['body'])
      assert.deepEqual(read(platform, { ...valid, platform: null }).unknownFields, [])
      const other = platform === 'thread' ? 'photo' : 'thread'
      const odd = { zebra: 1, platform: other, Content: 'x', constructor: 1 }
      assert.deepEqual(read(platform, { ...valid, ...odd }).unknownFields, Object.keys(odd))
      accept(platform, { ...valid, ...odd })
      const poisoned = JSON.parse('{"__proto__": {"status": "bad"}}')
      assert.deepEqual(read(platform, Object.assign(poisoned, valid)).unknownFields, ['__proto__'])
    })
  }

  it('a field of another platform is unknown, and its rules do not apply', () => {
    const elsewhere: Record<Format, string[]> = {
      thread: ['caption', 'hashtags', 'mentions'],
      photo: ['content', 'mentions', 'reply_control'],
      professional: ['media_type', 'caption', 'mentions', 'reply_control'],
      short: ['media_type', 'caption', 'hashtags', 'reply_control'],
    }
    for (const platform of FORMATS) {
      const extra = Object.fromEntries(elsewhere[platform].map((field) => [field, 12]))
      assert.deepEqual(read(platform, { ...VALID[platform], ...extra }).unknownFields, elsewhere[platform])
      assert.deepEqual(accept(platform, { ...VALID[platform], ...extra }), accept(platform, VALID[platform]))
    }
  })
})

describe('text', () => {
  const bodies: [Format, string, number, Body][] = [
    ['thread', 'content', 500, VALID.thread],
    ['thread', 'content', 500, { media_type: 'image', media_urls: [URL_1] }],
    ['photo', 'caption', 2200, VALID.photo],
    ['professional', 'content', 3000, {}],
    ['short', 'content', 280, {}],
  ]
  for (const [platform, field, max, rest] of bodies) {
    it(`${platform}: ${field} has at most ${max} code points (${rest.media_type ?? 'any'})`, () => {
      for (const letter of ['a', 'ä', '漢', '😀']) {
        for (const count of [1, max - 1, max]) {
          const text = letter.repeat(count)
          assert.equal(accept(platform, { ...rest, [field]: text }).content, text)
        }
        const over = { ...rest, [field]: letter.repeat(max + 1) }
        refuse(platform, over, { [field]: new RegExp(`at most ${max} characters, but it has ${max + 1}`) })
      }
      const padded = { ...rest, [field]: `\n ${'a'.repeat(max)} \n` }
      assert.equal(accept(platform, padded).content, 'a'.repeat(max), 'counted after trimming')
    })

    it(`${platform}: ${field} is a string of storable characters (${rest.media_type ?? 'any'})`, () => {
      for (const value of [1, true, [], {}, ['a']]) {
        refuse(platform, { ...rest, [field]: value }, { [field]: /must be a string, but it is / })
      }
      refuse(platform, { ...rest, [field]: 'a\u0000b' }, { [field]: /U\+0000/ })
      refuse(platform, { ...rest, [field]: 'a\ud83d' }, { [field]: /surrogate/ })
      const lines = 'a\tb\n\nc\r\nd  e\u200d\u00a0f'
      assert.equal(accept(platform, { ...rest, [field]: lines }).content, lines)
    })
  }

  it('is required for a thread text, professional and short posts', () => {
    for (const content of [undefined, null, '', ' \n ']) {
      refuse('thread', { media_type: 'text', content }, { content: /is required when media_type is text/ })
      refuse('professional', { content, media_urls: [URL_1] }, { content: /is required/ })
      refuse('short', { content, media_urls: [URL_1] }, { content: /is required/ })
    }
  })

  it('is optional elsewhere', () => {
    for (const blank of [undefined, null, '', ' \n ']) {
      assert.equal(accept('thread', { media_type: 'image', media_urls: urls(1), content: blank }).content, null)
      assert.equal(accept('thread', { media_type: 'video', media_urls: urls(1), content: blank }).content, null)
      assert.equal(accept('thread', { media_type: 'carousel', media_urls: urls(2), content: blank }).content, null)
      assert.equal(accept('photo', { ...VALID.photo, caption: blank }).content, null)
    }
  })
})

describe('media_type and media_urls', () => {
  it('media_type is required on thread and photo, and one of the listed', () => {
    for (const media_type of [undefined, null, '', ' ']) {
      refuse(
        'thread',
        { media_type, content: 'a' },
        { media_type: /required. Send one of text, image, video, carousel/ },
      )
      refuse(
        'photo',
        { media_type, media_urls: urls(1) },
        { media_type: /required. Send one of feed_post, reel, carousel/ },
      )
    }
    for (const media_type of ['Text', 'IMAGE', 'reel', 'feed_post', 'story']) {
      refuse('thread', { media_type }, { media_type: /one of text, image, video, carousel, but it is "/ })
    }
    for (const media_type of ['Reel', 'image', 'text', 'feed-post', 'toString']) {
      refuse(
        'photo',
        { media_type, media_urls: urls(1) },
        { media_type: /one of feed_post, reel, carousel, but it is "/ },
      )
    }
    refuse('thread', { media_type: 'y'.repeat(60) }, { media_type: /but it is "y{60}"\.$/ })
    refuse('thread', { media_type: '😀'.repeat(5000) }, { media_type: /but it is "(😀){60}…"\.$/u })
    refuse('thread', { media_type: 1 }, { media_type: /but it is a number/ })
    refuse('photo', { media_type: ['reel'], media_urls: urls(1) }, { media_type: /but it is an array/ })
  })

  const bounds: [Format, string, number, number][] = [
    ['thread', 'image', 1, 1],
    ['thread', 'video', 1, 1],
    ['thread', 'carousel', 2, 10],
    ['photo', 'feed_post', 1, 1],
    ['photo', 'reel', 1, 1],
    ['photo', 'carousel', 2, 10],
  ]
  for (const [platform, media_type, least, most] of bounds) {
    it(`${platform} ${media_type}: ${least} to ${most} URLs`, () => {
      for (let count = least; count <= most; count++) {
        assert.deepEqual(accept(platform, { media_type, media_urls: urls(count) }).media_urls, urls(count))
      }
      for (const media_urls of [undefined, null, []]) {
        refuse(
          platform,
          { media_type, media_urls },
          { media_urls: new RegExp(`required when media_type is ${media_type}`) },
        )
      }
      for (let count = 1; count <= 10; count++) {
        if (count >= least && count <= most) continue
        const pattern = new RegExp(`must have .* when media_type is ${media_type}, but it has ${count}`)
        refuse(platform, { media_type, media_urls: urls(count) }, { media_urls: pattern })
      }
      const tooMany = /must have at most 10 URLs, but it has 11/
      const expected = most === 1 ? [tooMany, /exactly 1 URL when/] : [tooMany]
      refuse(platform, { media_type, media_urls: urls(11) }, { media_urls: expected })
    })
  }

  it('thread text: no URL is allowed, and an empty array is none', () => {
    assert.deepEqual(accept('thread', { ...VALID.thread, media_urls: [] }).media_urls, [])
    for (const count of [1, 10]) {
      refuse(
        'thread',
        { ...VALID.thread, media_urls: urls(count) },
        { media_urls: /not allowed when media_type is text/ },
      )
    }
    const expected = [/at most 10 URLs, but it has 11/, /not allowed/]
    refuse('thread', { ...VALID.thread, media_urls: urls(11) }, { media_urls: expected })
  })

  it('the maximum number of URLs is known even if media_type is not', () => {
    for (const platform of ['thread', 'photo'] as const) {
      accept(platform, { media_type: 'carousel', media_urls: urls(10) })
      refuse(platform, { media_type: 'x', media_urls: urls(10) }, { media_type: /one of/ })
      refuse(platform, { media_type: 'x', media_urls: urls(11) }, { media_type: /one of/, media_urls: /at most 10/ })
    }
    refuse('photo', { media_type: 'x' }, { media_type: /one of/, media_urls: /is required/ })
    refuse('thread', { media_type: 'x' }, { media_type: /one of/ })
  })

  for (const platform of ['professional', 'short'] as const) {
    it(`${platform}: at most 20 URLs`, () => {
      for (const count of [0, 1, 19, 20]) {
        assert.deepEqual(accept(platform, { content: 'a', media_urls: urls(count) }).media_urls, urls(count))
      }
      refuse(platform, { content: 'a', media_urls: urls(21) }, { media_urls: /at most 20 URLs, but it has 21/ })
    })
  }

  it('a huge array does not cause a huge answer', () => {
    const { count, details } = read('short', { content: 'a', media_urls: Array(100_000).fill(1) })
    assert.ok(count <= 101)
    assert.match(details.media_urls?.[0] ?? '', /but it has 100000/)
  })
})

describe('reply_control', () => {
  it('is one of three, and everyone by default', () => {
    assert.equal(accept('thread', VALID.thread).reply_control, 'everyone')
    for (const reply_control of ['everyone', 'accounts_you_follow', 'mentioned_only']) {
      assert.equal(accept('thread', { ...VALID.thread, reply_control }).reply_control, reply_control)
    }
    for (const reply_control of ['Everyone', 'followers_only', 'nobody', 1, []]) {
      const expected = { reply_control: /one of everyone, accounts_you_follow, mentioned_only, but it is / }
      refuse('thread', { ...VALID.thread, reply_control }, expected)
    }
  })
})

describe('hashtags and mentions', () => {
  const lists: [Format, 'hashtags' | 'mentions', string[]][] = [
    ['photo', 'hashtags', ['#', '＃']],
    ['professional', 'hashtags', ['#', '＃']],
    ['short', 'mentions', ['@', '＠']],
  ]
  for (const [platform, field, signs] of lists) {
    const body = (value: unknown) => ({ ...VALID[platform], [field]: value })

    it(`${platform}: at most 30 ${field}`, () => {
      for (const count of [0, 1, 29, 30]) {
        const tags = Array.from({ length: count }, (_, i) => `tag${i}`)
        assert.deepEqual(accept(platform, body(tags))[field], tags)
      }
      refuse(platform, body(Array(31).fill('a')), { [field]: /at most 30 entries, but it has 31/ })
    })

    it(`${platform}: each of the ${field} has 1 to 100 code points`, () => {
      for (const tag of ['a', 'ä', 'a'.repeat(99), 'a'.repeat(100), '😀'.repeat(100)]) {
        assert.deepEqual(accept(platform, body([tag]))[field], [tag])
      }
      assert.deepEqual(accept(platform, body([' a ']))[field], ['a'], 'trimmed')
      refuse(platform, body(['a', '😀'.repeat(101)]), { [`${field}[1]`]: /at most 100 characters, but it has 101/ })
      refuse(platform, body(['', ' ']), { [`${field}[0]`]: /not be blank/, [`${field}[1]`]: /not be blank/ })
    })

    it(`${platform}: ${field} have no prefix and no white space`, () => {
      for (const sign of signs) {
        refuse(platform, body([`${sign}a`]), { [`${field}[0]`]: /must be written without the [#@] prefix/ })
        refuse(platform, body([sign]), { [`${field}[0]`]: /must be written without the [#@] prefix/ })
      }
      for (const tag of ['a b', 'a\tb', 'a\nb', 'a\u00a0b', 'a\u2003b']) {
        refuse(platform, body([tag]), { [`${field}[0]`]: /must not hold white space/ })
      }
      refuse(platform, body(['a\u0000b']), { [`${field}[0]`]: /U\+0000/ })
      refuse(platform, body(['a\udc00b']), { [`${field}[0]`]: /surrogate/ })
    })

    it(`${platform}: ${field} is an array of strings`, () => {
      for (const value of ['a', 1, {}, true, ''])
        refuse(platform, body(value), { [field]: /must be an array of strings/ })
      refuse(platform, body([1, null]), { [`${field}[0]`]: /a number/, [`${field}[1]`]: /but it is null/ })
    })
  }
})

describe('all at once', () => {
  it('a thread body that breaks six rules lists six', () => {
    const body = {
      media_type: 'carousel',
      content: 'a'.repeat(501),
      media_urls: ['nope'],
      reply_control: 'x',
      status: 'x',
      scheduled_date: 'x',
    }
    refuse('thread', body, {
      content: /501/,
      media_urls: /2 to 10 URLs when media_type is carousel, but it has 1/,
      'media_urls[0]': /absolute URL/,
      reply_control: /one of/,
      status: /one of/,
      scheduled_date: /ISO 8601/,
    })
    refuse(
      'thread',
      { ...body, media_type: 'x' },
      {
        media_type: /one of/,
        content: /501/,
        'media_urls[0]': /absolute URL/,
        reply_control: /one of/,
        status: /one of/,
        scheduled_date: /ISO 8601/,
      },
    )
  })

  it('a photo body that breaks ten rules lists ten', () => {
    const body = {
      media_type: 'reel',
      caption: 'a'.repeat(2201),
      media_urls: [1, `ftp://${'a'.repeat(2048)}`],
      hashtags: [...Array(30).fill('a'), `# ${'a'.repeat(100)}`],
      status: 'scheduled',
    }
    refuse('photo', body, {
      caption: /2201/,
      media_urls: /exactly 1 URL when media_type is reel, but it has 2/,
      'media_urls[0]': /must be a string/,
      'media_urls[1]': [/at most 2048/, /absolute URL/],
      hashtags: /at most 30/,
      'hashtags[30]': [/prefix/, /white space/, /at most 100/],
      scheduled_date: /required/,
    })
  })
})

describe('readPostPatch', () => {
  function patch(current: PostInput, body: Body) {
    const issues = createIssues()
    const { input, unknownFields } = readPostPatch(issues, current, body)
    return { input, unknownFields, details: sentences(issues.details) }
  }

  const full: Record<Format, Body> = {
    thread: { media_type: 'image', content: 'a', media_urls: urls(1), reply_control: 'mentioned_only' },
    photo: { media_type: 'carousel', caption: 'a', media_urls: urls(2), hashtags: ['b'] },
    professional: { content: 'a', media_urls: urls(2), hashtags: ['b'] },
    short: { content: 'a', media_urls: urls(2), mentions: ['b'] },
  }
  for (const platform of FORMATS) {
    const current = accept(platform, {
      ...full[platform],
      status: 'scheduled',
      scheduled_date: '2026-07-01T09:30:00.123Z',
    })

    it(`${platform}: an empty patch changes nothing`, () => {
      assert.deepEqual(patch(current, {}), { input: current, unknownFields: [], details: {} })
    })

    it(`${platform}: null clears what is optional and resets what has a default`, () => {
      const body = { media_urls: null, hashtags: null, mentions: null, status: null, scheduled_date: null }
      const { input } = patch(current, body)
      assert.deepEqual(input, {
        ...current,
        media_urls: null,
        hashtags: null,
        mentions: null,
        status: 'draft',
        scheduled_date: null,
      })
    })

    it(`${platform}: the merged post obeys the rules of creation`, () => {
      assert.match(String(patch(current, { scheduled_date: null }).details.scheduled_date), /required when status/)
      assert.deepEqual(patch(current, { scheduled_date: null, status: 'draft' }).details, {})
      assert.match(String(patch(current, { status: 'published' }).details.status), /one of/)
      const unscheduled = patch(current, { status: 'draft' }).input
      assert.deepEqual(unscheduled.scheduled_date, current.scheduled_date, 'the date stays as a plan')
    })

    it(`${platform}: the platform cannot change`, () => {
      const { input, unknownFields } = patch(current, { platform: 'other', nope: 1, id: 'x' })
      assert.deepEqual(input, current)
      assert.deepEqual(unknownFields, ['platform', 'nope'])
    })
  }

  it('a changed media_type is checked against the existing URLs', () => {
    const current = accept('thread', { media_type: 'image', content: 'a', media_urls: urls(1) })
    assert.match(String(patch(current, { media_type: 'text' }).details.media_urls), /not allowed/)
    assert.match(String(patch(current, { media_type: 'carousel' }).details.media_urls), /2 to 10/)
    assert.deepEqual(patch(current, { media_type: 'text', media_urls: null }).details, {})
    assert.match(String(patch(current, { media_type: null }).details.media_type), /required/)
  })

  it('required fields cannot be cleared', () => {
    assert.match(String(patch(accept('short', VALID.short), { content: null }).details.content), /required/)
    assert.match(String(patch(accept('short', VALID.short), { content: ' ' }).details.content), /required/)
    assert.match(String(patch(accept('photo', VALID.photo), { media_urls: [] }).details.media_urls), /required/)
  })

  it('reply_control is reset to everyone', () => {
    const current = accept('thread', { ...VALID.thread, reply_control: 'mentioned_only' })
    assert.equal(patch(current, { reply_control: null }).input.reply_control, 'everyone')
  })
})

describe('properties', () => {
  const platform = fc.constantFrom(...FORMATS)
  const names = [
    'media_type',
    'content',
    'caption',
    'media_urls',
    'hashtags',
    'mentions',
    'reply_control',
    'status',
    'scheduled_date',
    'platform',
  ]
  const anything = fc.jsonValue({ maxDepth: 2, stringUnit: 'binary' })
  const arbitraryBody = fc.oneof(
    fc.dictionary(fc.oneof(fc.constantFrom(...names, '__proto__', 'constructor'), fc.string()), anything),
    fc.record(
      Object.fromEntries(names.map((name) => [name, fc.oneof(anything, fc.array(fc.string({ unit: 'binary' })))])),
      { requiredKeys: [] },
    ),
  )

  it('no JSON makes reading throw, and every message belongs to a field that was or should be sent', () => {
    fc.assert(
      fc.property(platform, arbitraryBody, (platform, body) => {
        const { details } = read(platform, body)
        for (const [field, messages] of Object.entries(details)) {
          assert.ok(names.includes(field.replace(/\[\d+\]$/, '')), field)
          for (const message of messages) {
            assert.ok(message.startsWith(`${field} `) && message.isWellFormed(), message)
          }
        }
        const issues = createIssues()
        readPostPatch(issues, accept(platform, VALID[platform]), body)
      }),
      { numRuns: 1000 },
    )
  })

  // Text as people send it: any code points except refused ones, without white space at the ends.
  const character = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((c) => !/[\p{Cc}\s]/u.test(c) && c.trim() === c)
  const word = (max: number) => fc.array(character, { minLength: 1, maxLength: max }).map((parts) => parts.join(''))
  const tag = word(100).filter((text) => !/^[#＃@＠]/.test(text))
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true })
  const status = fc.constantFrom(
    {},
    { status: 'draft' },
    { status: 'draft', scheduled_date: '2026-07-01T09:30:00.000Z' },
    { status: 'scheduled', scheduled_date: '2026-07-01T09:30:00.000Z' },
  )
  const some = (max: number) => fc.array(url, { minLength: 1, maxLength: max })
  const single = fc.array(url, { minLength: 1, maxLength: 1 })
  const several = fc.array(url, { minLength: 2, maxLength: 10 })
  const tags = fc.array(tag, { maxLength: 30 })
  const optional = { requiredKeys: [] as [] }

  const validBody: fc.Arbitrary<[Format, Body]> = fc
    .oneof(
      fc.tuple(fc.constant('thread' as const), fc.record({ media_type: fc.constant('text'), content: word(500) })),
      fc.tuple(
        fc.constant('thread' as const),
        fc.oneof(
          fc.record({ media_type: fc.constantFrom('image', 'video'), content: word(500), media_urls: single }),
          fc.record({ media_type: fc.constant('carousel'), content: word(500), media_urls: several }),
        ),
      ),
      fc.tuple(
        fc.constant('photo' as const),
        fc.oneof(
          fc.record({ media_type: fc.constantFrom('feed_post', 'reel'), caption: word(2200), media_urls: single }),
          fc.record({ media_type: fc.constant('carousel'), hashtags: tags, media_urls: several }),
        ),
      ),
      fc.tuple(
        fc.constant('professional' as const),
        fc
          .tuple(fc.record({ content: word(3000) }), fc.record({ media_urls: some(20), hashtags: tags }, optional))
          .map(([a, b]) => ({ ...a, ...b })),
      ),
      fc.tuple(
        fc.constant('short' as const),
        fc
          .tuple(fc.record({ content: word(280) }), fc.record({ media_urls: some(20), mentions: tags }, optional))
          .map(([a, b]) => ({ ...a, ...b })),
      ),
    )
    .chain(([platform, body]) => status.map((more): [Format, Body] => [platform, { ...body, ...more }]))

  it('a valid body is accepted and its strings come back exactly', () => {
    fc.assert(
      fc.property(validBody, ([platform, body]) => {
        const input = accept(platform, body)
        assert.equal(input.media_type, body.media_type ?? null)
        assert.equal(input.content, body.content ?? body.caption ?? null)
        assert.deepEqual(input.media_urls, body.media_urls ?? null)
        assert.deepEqual(input.hashtags, body.hashtags ?? null)
        assert.deepEqual(input.mentions, body.mentions ?? null)
        assert.equal(input.status, body.status ?? 'draft')
        assert.equal(input.scheduled_date?.toISOString(), body.scheduled_date)
        const issues = createIssues()
        assert.deepEqual(readPostPatch(issues, input, {}).input, input)
        assert.equal(issues.count, 0)
      }),
      { numRuns: 300 },
    )
  })

  it('whatever is accepted obeys every limit', () => {
    // Valid bodies with one field replaced, so that acceptance stays likely and every bound is tried.
    const long = fc.tuple(character, fc.integer({ min: 1, max: 3100 })).map(([c, count]) => c.repeat(count))
    const value = fc.oneof(anything, long, fc.array(fc.oneof(long, url, tag), { maxLength: 35 }))
    let accepted = 0
    fc.assert(
      fc.property(validBody, fc.constantFrom(...names), value, ([platform, body], name, value) => {
        const { input, count } = read(platform, { ...body, [name]: value })
        if (count > 0) return
        accepted++
        assertLimits(input)
      }),
      { numRuns: 1000 },
    )
    assert.ok(accepted > 100, `only ${accepted} bodies were accepted`)
  })

  function assertLimits(input: PostInput): void {
    const { platform, media_type: mediaType, content, media_urls: mediaUrls, status } = input
    const length = content === null ? 0 : Array.from(content).length
    const count = mediaUrls?.length ?? 0
    assert.ok(content === null || (content.trim() === content && content !== '' && content.isWellFormed()))
    switch (platform) {
      case 'thread':
        assert.ok(length <= 500)
        if (mediaType === 'text') assert.ok(count === 0 && length > 0)
        else if (mediaType === 'carousel') assert.ok(count >= 2 && count <= 10)
        else assert.ok((mediaType === 'image' || mediaType === 'video') && count === 1)
        assert.ok(['everyone', 'accounts_you_follow', 'mentioned_only'].includes(input.reply_control ?? ''))
        break
      case 'photo':
        assert.ok(length <= 2200)
        if (mediaType === 'carousel') assert.ok(count >= 2 && count <= 10)
        else assert.ok((mediaType === 'feed_post' || mediaType === 'reel') && count === 1)
        break
      case 'professional':
        assert.ok(length > 0 && length <= 3000 && count <= 20 && mediaType === null)
        break
      case 'short':
        assert.ok(length > 0 && length <= 280 && count <= 20 && mediaType === null)
        break
    }
    for (const text of mediaUrls ?? []) {
      assert.ok(Array.from(text).length <= 2048 && /^https?:\/\/\S+$/i.test(text))
      const url = new URL(text)
      assert.ok(url.username === '' && url.password === '')
    }
    const tags = [...(input.hashtags ?? []), ...(input.mentions ?? [])]
    assert.ok(tags.length <= 30)
    for (const tag of tags) assert.ok(/^\S+$/.test(tag) && Array.from(tag).length <= 100 && tag.isWellFormed())
    for (const tag of input.hashtags ?? []) assert.ok(!tag.startsWith('#'))
    for (const handle of input.mentions ?? []) assert.ok(!handle.startsWith('@'))
    assert.ok(status === 'draft' || (status === 'scheduled' && input.scheduled_date !== null))
    assert.ok(input.scheduled_date === null || !Number.isNaN(input.scheduled_date.getTime()))
  }
})
