import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Script } from 'node:vm'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { readContact } from '../../src/contacts/input.ts'
import { ERROR_STATUS, type ErrorCode } from '../../src/errors.ts'
import { buildOpenApi } from '../../src/http/docs/openapi.ts'
import { dataAnswer, type RouteRow } from '../../src/http/route.ts'
import { createIssues } from '../../src/lib/issues.ts'
import { array, object, optional, output, type Schema, string } from '../../src/lib/schema.ts'
import { parseDateTime } from '../../src/lib/time/date-time.ts'
import { FORMATS, type Format } from '../../src/platforms/shared/provider.ts'
import { readPost } from '../../src/posts/input.ts'
import { closeAnswers } from '../helpers/document.ts'
import { startServer } from '../helpers/server.ts'

type Body = Record<string, unknown>
// biome-ignore lint/suspicious/noExplicitAny: a JSON document
type Json = any
interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { value: unknown }>
}
interface Parameter {
  name: string
  in: string
}
interface Operation {
  operationId: string
  tags: string[]
  /** Left out where what the document says at its top holds. */
  security?: object[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { description: string; content?: Record<string, Media> }>
}

const committed = JSON.parse(readFileSync(new URL('../../openapi.full.json', import.meta.url), 'utf8'))
const forKeys = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const operations = Object.entries<Record<string, Operation>>(committed.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation: { ...operation, responses: resolved(operation.responses) },
  })),
)

/** Refusals that several operations share are components. */
function resolved(responses: Record<string, object>): Operation['responses'] {
  const find = (response: { $ref?: string }) => committed.components.responses[response.$ref?.split('/').at(-1) ?? '']
  return Object.fromEntries(Object.entries(responses).map(([status, each]) => [status, find(each) ?? each]))
}

const server = await startServer()

const ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } })
// biome-ignore lint/suspicious/noExplicitAny: the package's types are for its CommonJS form
;(addFormats as any)(ajv)
ajv.addFormat('idn-email', true)
// The format requires an offset, but the API assumes UTC for a missing one; the field's description says so.
ajv.addFormat('date-time', (text: string) => 'date' in parseDateTime(text))
// Likewise a URL may contain characters that RFC 3986 wants percent-encoded, such as ü: formats are hints for readers.
ajv.addFormat('uri', (text: string) => URL.canParse(text))
ajv.addSchema({ $id: 'doc', ...committed })
ajv.addSchema({ $id: 'answers', ...closeAnswers(committed) })

const compiled = new Map<string, ValidateFunction>()

function compile(schema: object, document = 'doc'): (value: unknown) => string | null {
  const text = JSON.stringify(schema).replaceAll('"#/', `"${document}#/`)
  const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
  compiled.set(text, validate)
  return (value) => (validate(value) ? null : ajv.errorsText(validate.errors))
}

function problemsOf(schema: object, value: unknown): string | null {
  return compile(schema)(value)
}

const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const examplesOf = (media: Media): unknown[] => [
  ...(media.example === undefined ? [] : [media.example]),
  ...Object.values(media.examples ?? {}).map(({ value }) => value),
]

/** The schema of a component, or the one that its frame has as data. Examples of records belong to their components. */
function exampled(schema: object): { schema: object; examples: unknown[] } {
  const find = (each: { $ref?: string }) => committed.components.schemas[each.$ref?.split('/').at(-1) ?? ''] ?? each
  const frame = find(schema)
  const data = frame.properties?.data ?? {}
  const inner = data.items ?? data
  return frame.examples ? { schema, examples: frame.examples } : { schema: inner, examples: find(inner).examples ?? [] }
}

function findParameter(parameter: Parameter & { $ref?: string }): Parameter {
  return committed.components.parameters[parameter.$ref?.split('/').at(-1) ?? ''] ?? parameter
}

/** Calls `visit` with every schema of the document once, wherever it is. */
function walkSchemas(visit: (schema: Record<string, Json>, path: string) => void): void {
  const walk = (schema: Json, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return
    visit(schema, path)
    for (const [name, each] of Object.entries(schema.properties ?? {})) walk(each, `${path}.${name}`)
    for (const word of ['items', 'additionalProperties', 'contentSchema']) walk(schema[word], `${path} ${word}`)
    for (const word of ['anyOf', 'oneOf', 'allOf']) {
      for (const [at, each] of (schema[word] ?? []).entries()) walk(each, `${path} ${word} ${at}`)
    }
  }
  const walkContent = (content: Record<string, Media> = {}, path: string) => {
    for (const [type, media] of Object.entries(content)) walk(media.schema, `${path} ${type}`)
  }
  const { schemas, parameters, headers, responses } = committed.components
  for (const [name, schema] of Object.entries(schemas)) walk(schema, name)
  for (const [name, { schema }] of Object.entries<Json>({ ...parameters, ...headers })) walk(schema, name)
  for (const [name, { content }] of Object.entries<Json>(responses)) walkContent(content, name)
  for (const { name, operation } of operations) {
    walkContent(operation.requestBody?.content, name)
    for (const [status, { content }] of Object.entries(operation.responses)) walkContent(content, `${name} ${status}`)
  }
}

describe('the document', () => {
  test('declares its tags, and describes every parameter', () => {
    const tags = committed.tags.map(({ name }: { name: string }) => name)
    for (const { name, operation } of operations) assert.ok(tags.includes(operation.tags[0]), name)
    for (const [name, { description }] of Object.entries<Json>(committed.components.parameters)) {
      assert.ok(description, name)
    }
  })

  test('a path parameter means the same for every method and every path below it', () => {
    const meanings = new Map<string, string>()
    for (const [path, item] of Object.entries<Record<string, Operation & { parameters?: Parameter[] }>>(
      committed.paths,
    )) {
      for (const [method, { parameters = [] }] of Object.entries(item)) {
        for (const [place, name] of [...path.matchAll(/\{(\w+)\}/g)].map((match) => [
          path.slice(0, match.index + match[0].length),
          match[1],
        ])) {
          const found = parameters.map(findParameter).find((each) => each.in === 'path' && each.name === name)
          assert.ok(found, `${method} ${path} declares ${name}`)
          const meaning = JSON.stringify(found)
          assert.equal(meaning, meanings.get(place!) ?? meaning, `${method} ${path}`)
          meanings.set(place!, meaning)
        }
      }
    }
    assert.ok(meanings.size > 15)
  })

  test('is served as committed, except for the address of the server', async () => {
    for (const [path, wanted] of [
      ['/openapi.json', forKeys],
      ['/openapi.full.json', committed],
    ]) {
      const { body } = await server.send('GET', path)
      assert.deepEqual(body, { ...wanted, servers: [{ url: server.deps.config.baseUrl }] })
    }
  })

  test('is small: for keys, and with the operations of the dashboard', () => {
    const size = (document: object) => JSON.stringify(document).length
    assert.ok(size(forKeys) < 500_000, `${size(forKeys)}`)
    assert.ok(size(committed) < 650_000, `${size(committed)}`)
  })

  test('for keys has what a key can use, and nothing of the dashboard', () => {
    const usable = operations.filter(({ operation: { security = committed.security as object[] } }) =>
      security.length === 0 ? true : security.some((each) => 'apiKey' in each),
    )
    const listed = Object.entries<object>(forKeys.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const signIn = /^\w+ \/v1\/(?:setup|auth|invitations)\b/
    assert.deepEqual(
      listed,
      usable.map(({ name }) => name).filter((name) => !signIn.test(name)),
    )
  })

  test('tells events, posts and entries of a timeline apart by one property', () => {
    for (const [name, property] of [
      ['DoorpostEvent', 'type'],
      ['Post', 'platform'],
      ['TimelineEntry', 'kind'],
    ] as const) {
      const { oneOf, discriminator } = committed.components.schemas[name]
      assert.equal(discriminator.propertyName, property)
      assert.equal(oneOf.length, Object.keys(discriminator.mapping).length)
      for (const [value, reference] of Object.entries<string>(discriminator.mapping)) {
        const member = committed.components.schemas[reference.split('/').at(-1)!]
        const { properties } = member.allOf?.at(-1) ?? member
        assert.equal(properties[property].const, value)
      }
    }
  })

  test('says what every value is: nothing is a bare object, and what is free says why', () => {
    const bare: string[] = []
    let free = 0
    walkSchemas((schema, path) => {
      const types = [schema.type].flat()
      const isObject = types.includes('object') || schema.properties !== undefined
      if (isObject && Object.keys(schema.properties ?? {}).length === 0 && !schema.allOf) {
        if (schema.additionalProperties === true && schema.description) free++
        else if (typeof schema.additionalProperties !== 'object') bare.push(path)
      }
      const says = ['$ref', 'type', 'const', 'enum', 'anyOf', 'oneOf', 'allOf'].some((word) => word in schema)
      if (!says || (types.includes('array') && !schema.items)) bare.push(path)
    })
    // The bytes of webhooks and of what is not JSON.
    assert.deepEqual([...new Set(bare.filter((path) => !/\*\/\*$/.test(path)))], [])
    assert.ok(free > 5)
  })

  test('names lists of texts that are there twice, and those that may be null', () => {
    const seen = new Map<string, string>()
    const found: string[] = []
    walkSchemas(({ enum: texts }, path) => {
      if (!Array.isArray(texts)) return
      const key = JSON.stringify(texts)
      if (texts.includes(null) || (texts.length > 2 && seen.has(key))) found.push(`${path} ${seen.get(key)}`)
      seen.set(key, path)
    })
    assert.deepEqual(found, [])
  })

  test('has the version of the interface', () => {
    assert.equal(committed.info.version, '1.0.0')
    assert.match(committed.openapi, /^3\.1\.\d+$/)
  })

  test('has every route of the router, and no other', async () => {
    const routed = server.app
      .routes()
      // Pages for people are not part of the API.
      .filter(({ url }) => /^\/(?:v1|healthz|readyz|metrics|openapi)\b/.test(url))
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    const documented = operations.map(({ name }) => name)
    for (const name of documented) assert.ok(routed.includes(name), `${name} is documented but not routed`)
    for (const name of routed) {
      const [method, path] = name.split(' ') as [string, string]
      if (documented.includes(name) || method === 'OPTIONS') continue
      const { status } = await server.send(method, path)
      assert.equal(status, 405, `${name} is routed but not documented`)
    }
    assert.ok(routed.length > documented.length)
  })

  test('says each refusal once, and a client that has the document is told so', async () => {
    const texts = Object.values(committed.components.responses).map((each) => JSON.stringify(each))
    assert.equal(new Set(texts).size, texts.length)
    const first = await server.send('GET', '/openapi.json')
    const etag = first.headers.get('etag')!
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'if-none-match': `"other", ${etag}`, 'accept-encoding': encoding }
      const again = await fetch(`${server.url}/openapi.json`, { headers })
      assert.equal(again.status, 304, encoding)
      assert.equal(await again.text(), '')
    }
    assert.equal((await fetch(`${server.url}/openapi.json`, { headers: { 'if-none-match': '"other"' } })).status, 200)
  })

  test('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.equal(new Set(ids).size, ids.length)
  })

  test('has no dangling reference and no unused schema', () => {
    const text = JSON.stringify(committed)
    const wanted = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    assert.deepEqual([...wanted].sort(), Object.keys(committed.components.schemas).sort())
  })
})

// Before the tests that only compute: in a process that is busy for longer than a connection is kept, a request would
// use a connection that the server is about to close.
describe('the API reference', () => {
  test('/docs/api is a page that only loads scripts of this server', async () => {
    const { status, headers, text } = await server.send('GET', '/docs/api')
    assert.equal(status, 200)
    assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
    const scripts = [...text.matchAll(/<script\b[^>]*>/g)].map(([element]) => /\bsrc="([^"]+)"/.exec(element)?.[1])
    assert.deepEqual(scripts, ['/docs/api/reference.js', '/docs/api/start.js'])
    const start = await server.send('GET', '/docs/api/start.js')
    assert.match(start.headers.get('content-type')!, /^text\/javascript/)
    assert.ok(start.text.includes("'/openapi.json'"))
    for (const source of [text, start.text])
      assert.ok(!/(?:https?:)?\/\/[\w.-]+/i.test(source.replace(/\s\/\/ .*/g, '')))
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'/)
    assert.ok(!/https?:|\*/.test(policy), 'the browser is told to load from nowhere else')
  })

  test('/docs/api/reference.js is the whole script, plain or compressed', async () => {
    const plain = await server.send('GET', '/docs/api/reference.js', { headers: { 'accept-encoding': 'identity' } })
    const packed = await server.send('GET', '/docs/api/reference.js', { headers: { 'accept-encoding': 'gzip' } })
    assert.deepEqual([plain.status, packed.status], [200, 200])
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    for (const { headers } of [plain, packed]) {
      assert.match(headers.get('content-type')!, /^text\/javascript/)
      assert.equal(headers.get('vary'), 'Accept-Encoding')
    }
    assert.ok(plain.text.length > 1_000_000)
    assert.ok(plain.text === packed.text, 'the same script')
    assert.doesNotThrow(() => new Script(plain.text), 'it is JavaScript')
  })
})

describe('examples', () => {
  for (const { name, operation } of operations) {
    test(`${name}: there is one for the request and for each answer, and each matches its schema`, () => {
      for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
        assert.ok(examplesOf(media).length > 0, `request ${type}`)
        for (const example of examplesOf(media)) assert.equal(problemsOf(media.schema, example), null)
      }
      for (const [status, { content }] of Object.entries(operation.responses)) {
        if (status === '304') continue
        assert.ok(content, `${status} has content`)
        for (const media of Object.values(content)) {
          const own = examplesOf(media)
          const { schema, examples } = own.length > 0 ? { schema: media.schema, examples: own } : exampled(media.schema)
          assert.ok(examples.length > 0, `answer ${status}`)
          for (const example of examples) assert.equal(compile(schema, 'answers')(example), null, status)
        }
      }
    })
  }

  test('each refusal has one example, which is what the service would say', () => {
    for (const [name, { content }] of Object.entries<{ content?: Record<string, Media> }>(
      committed.components.responses,
    )) {
      const body = content?.['application/json']?.example as Body | undefined
      if (body === undefined) continue
      const code = body.error as ErrorCode
      assert.equal(
        name.replace(/Page$/, ''),
        code.replace(/(?:^|_)(.)/g, (_, letter) => letter.toUpperCase()),
      )
      assert.match(String(body.message), /^[A-Za-z].*\.$/)
      if (code === 'rate_limit_exceeded') assert.deepEqual(Object.keys(body), ['error', 'message'])
      else assert.equal(body.status, ERROR_STATUS[code])
      if (code === 'validation_error')
        assert.ok(
          Object.values(body.details as Body)
            .flat()
            .includes(body.message),
        )
    }
  })

  test('the SHA-256 and the size in the example of a delivery are those of its body', () => {
    const [delivery] = committed.components.schemas.Delivery.examples
    assert.equal(delivery.body_bytes, Buffer.byteLength(delivery.body_text))
    assert.equal(delivery.body_sha256, hash('sha256', delivery.body_text, 'hex'))
  })
})

/** A body as the rules see it: null and blank fields are absent, strings are trimmed. A schema cannot express that. */
function normalise(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(normalise)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, normalise(inner)])
      .filter(([, inner]) => inner !== null && inner !== ''),
  )
}

const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.string({ unit: 'grapheme', maxLength: 40 }))
const textUpTo = (max: number) =>
  fc.oneof(
    anyText,
    fc.constantFrom('', ' ', ' x '),
    fc.integer({ min: max - 1, max: max + 1 }).map((n) => '😀'.repeat(n)),
  )
/** Mostly a valid value, sometimes nothing, sometimes something else. */
const field = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 8, arbitrary: value as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.constantFrom(null, undefined, '', '  ') },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
const mediaUrl = fc.oneof(
  { weight: 6, arbitrary: fc.webUrl({ withQueryParameters: true, withFragments: true }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'ftp://x',
      'HTTPS://exämple.com/ü?a=|',
      ' https://example.com/a.jpg ',
      'x',
      `https://e.com/${'x'.repeat(2034)}`,
    ),
  },
)
const tag = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('a', ' b ', '#c', '@d', 'x'.repeat(100), 'x'.repeat(101)),
)
const date = fc.oneof(
  fc
    .date({ min: new Date('1970-01-02'), max: new Date('9999-12-30'), noInvalidDate: true })
    .map((each) => each.toISOString()),
  fc.constantFrom('2030-01-01T10:00', '2030-01-01T10:00:00+02:00', '2030-01-01', '2030-02-30T00:00:00Z'),
)
const status = fc.constantFrom('draft', 'scheduled', ' draft', 'published')
const schedule = {
  status: field(status),
  scheduled_date: field(date),
  time_zone: fc.oneof(fc.constant(undefined), field(fc.constantFrom('Europe/Lisbon', ' Asia/Tokyo ', 'UTC', 'Mars'))),
  connection_id: field(fc.oneof(fc.uuid(), fc.constantFrom('x', ' 019A8B7C-3D2E-7F10-8A4B-5C6D7E8F9012 '))),
}
const tags = field(fc.array(tag, { maxLength: 4 }))
const urls = (max: number) => field(fc.array(mediaUrl, { maxLength: max }))

const BODIES: Record<Format, fc.Arbitrary<Body>> = {
  thread: fc.record(
    {
      media_type: field(fc.constantFrom('text', 'image', 'video', 'carousel', 'reel')),
      content: field(textUpTo(500)),
      media_urls: urls(3),
      reply_control: field(fc.constantFrom('everyone', 'accounts_you_follow', 'mentioned_only', 'nobody')),
      ...schedule,
    },
    { requiredKeys: ['media_type'] },
  ),
  photo: fc.record(
    {
      media_type: field(fc.constantFrom('feed_post', 'reel', 'carousel')),
      caption: field(textUpTo(2200)),
      media_urls: urls(3),
      hashtags: tags,
      ...schedule,
    },
    { requiredKeys: ['media_type', 'media_urls'] },
  ),
  professional: fc.record(
    { content: field(textUpTo(3000)), media_urls: urls(3), hashtags: tags, ...schedule },
    { requiredKeys: ['content'] },
  ),
  short: fc.record(
    { content: field(textUpTo(280)), media_urls: urls(5), mentions: tags, ...schedule },
    { requiredKeys: ['content'] },
  ),
}
const CONTACT: fc.Arbitrary<Body> = fc
  .tuple(
    fc.record(
      {
        first_name: field(textUpTo(255)),
        last_name: field(textUpTo(255)),
        email: field(fc.oneof(fc.emailAddress(), fc.constantFrom('ana@exämple.de', ' a@b.co ', 'no'))),
        company: field(textUpTo(255)),
        utm_source: field(anyText),
        utm_medium: field(anyText),
      },
      { requiredKeys: ['first_name'] },
    ),
    fc.dictionary(
      fc.string({ minLength: 1, maxLength: 10 }),
      fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.jsonValue()),
      { maxKeys: 3 },
    ),
  )
  .map(([known, extra]) => ({ ...extra, ...known }))

const newPost = (platform: Format) => refer(`New${platform[0]!.toUpperCase()}${platform.slice(1)}Post`)

function checkAccepted(schema: object, bodies: fc.Arbitrary<Body>, refuses: (body: Body) => boolean): void {
  let accepted = 0
  const problems = compile(schema)
  fc.assert(
    fc.property(bodies, (body) => {
      if (refuses(JSON.parse(JSON.stringify(body)))) return
      accepted++
      assert.equal(problems(normalise(JSON.parse(JSON.stringify(body)))), null)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(accepted > 15, `only ${accepted} of the bodies were acceptable`)
}
const refusesPost = (platform: Format) => (body: Body) => {
  const issues = createIssues()
  readPost(issues, platform, body)
  return issues.count > 0
}
const refusesContact = (body: Body) => {
  const issues = createIssues()
  readContact(issues, body)
  return issues.count > 0
}

describe('the documented schema accepts what the rules accept', () => {
  test('contacts', () => checkAccepted(refer('NewContact'), CONTACT, refusesContact))
  for (const platform of FORMATS) {
    test(`${platform} posts`, () => checkAccepted(newPost(platform), BODIES[platform], refusesPost(platform)))
  }
})

const many = (n: number, text = 'x') => Array.from({ length: n }, () => text)
const FEED = { media_type: 'feed_post', media_urls: ['https://e.com/a.jpg'] }
const TEXT = { media_type: 'text', content: 'x' }
/**
 * Refused by both. Rules that no schema can express (blank text, counts by media type, a date for scheduled) are in the
 * descriptions.
 */
const REFUSED: Array<[Format | 'contact', Body]> = [
  ['contact', {}],
  ['contact', { first_name: null }],
  ['contact', { first_name: 7 }],
  ['contact', { first_name: 'x'.repeat(256) }],
  ['contact', { first_name: 'x', company: 'x'.repeat(256) }],
  ['contact', { first_name: 'x', email: `${'x'.repeat(260)}@e.com` }],
  ['thread', {}],
  ['thread', { ...TEXT, media_type: 'story' }],
  ['thread', { ...TEXT, content: 'x'.repeat(501) }],
  ['thread', { ...TEXT, reply_control: 'nobody' }],
  ['thread', { media_type: 'carousel', media_urls: many(11, 'https://e.com/a.jpg') }],
  ['photo', { media_type: 'feed_post' }],
  ['photo', { ...FEED, media_urls: [] }],
  ['photo', { ...FEED, media_urls: 'https://e.com/a.jpg' }],
  ['photo', { ...FEED, media_urls: many(11, 'https://e.com/a.jpg'), media_type: 'carousel' }],
  ['photo', { ...FEED, caption: 'x'.repeat(2201) }],
  ['photo', { ...FEED, hashtags: ['#a'] }],
  ['photo', { ...FEED, hashtags: ['a b'] }],
  ['photo', { ...FEED, hashtags: many(31) }],
  ['photo', { ...FEED, hashtags: ['x'.repeat(101)] }],
  ['professional', {}],
  ['professional', { content: '' }],
  ['professional', { content: 'x'.repeat(3001) }],
  ['professional', { content: 'x', media_urls: many(21, 'https://e.com/a.jpg') }],
  ['professional', { content: 'x', media_urls: ['not a url'] }],
  ['short', { content: 'x'.repeat(281) }],
  ['short', { content: 'x', mentions: ['@a'] }],
  ['short', { content: 'x', mentions: [1] }],
  ['short', { content: 'x', status: 'sent' }],
  ['short', { content: 'x', scheduled_date: 1893456000 }],
  ['short', { content: 'x', time_zone: 60 }],
  ['short', { content: 'x', time_zone: 'x'.repeat(65) }],
  ['short', { content: 'x', connection_id: 'x' }],
  ['short', { content: 'x', media_urls: [`https://e.com/${'x'.repeat(2048)}`] }],
]
describe('the documented schema refuses what the rules refuse', () => {
  for (const [kind, body] of REFUSED) {
    test(`${kind} ${JSON.stringify(body).slice(0, 80)}`, () => {
      assert.ok(kind === 'contact' ? refusesContact(body) : refusesPost(kind)(body), 'refused by the rules')
      assert.ok(problemsOf(kind === 'contact' ? refer('NewContact') : newPost(kind), body), 'refused by the schema')
    })
  }
})

test('two schemas with the same name are refused, with their operations', () => {
  const row = (id: string, data: object): RouteRow<object> => [
    'GET',
    `/v1/${id}`,
    { mode: 'open' },
    {
      id,
      tag: 'System',
      summary: id,
      answers: { 200: dataAnswer('It.', data as Schema, {}) },
      handle: async () => ({}),
    },
  ]
  const build = (...routes: RouteRow<object>[]) => buildOpenApi({ routes, events: [], enums: {} }, '')
  const thing = output('Thing', { id: string() })
  const same = row('listThings', array(optional(thing)))
  const other = row('getOther', object({ inside: output('Thing', { name: string() }) }))
  assert.doesNotThrow(() => build(row('getThing', thing), same))
  assert.throws(() => build(row('getThing', thing), same, other), {
    message: 'two schemas are called Thing: one in getThing, another in getOther',
  })
})
