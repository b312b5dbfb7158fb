import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closeAnswers } from './document.ts'

// Checks every response that a test receives against the published document: status, content type and shape.

interface Response {
  content?: Record<string, object>
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, Response | { $ref: string }> }>>
  components: { schemas: Record<string, { properties?: Record<string, object> }>; responses: Record<string, Response> }
}

const document: Document = closeAnswers(
  JSON.parse(readFileSync(new URL('../../openapi.full.json', import.meta.url), 'utf8')),
)
// Tests write events of their own, whose data has no id.
for (const [name, { properties }] of Object.entries(document.components.schemas)) {
  if (name.endsWith('Event') && properties?.data) {
    properties.data = { anyOf: [properties.data, { not: { required: ['id'] } }] }
  }
}
// tests/contract/openapi.test.ts checks the document itself; compiling the schema of schemas for it takes a process 0.2 s.
const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  meta: false,
  validateSchema: false,
  code: { optimize: false },
})
// biome-ignore lint/suspicious/noExplicitAny: the package's types are for its CommonJS form
;(addFormats as any)(ajv)
ajv.addFormat('idn-email', true)
ajv.addSchema({ $id: 'doc', ...document })

const templates = Object.keys(document.paths).map((template) => ({
  template,
  // Literal paths win over those with parameters.
  rank: template.includes('{') ? 1 : 0,
  pattern: new RegExp(`^${template.replace(/\./g, '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`),
}))
templates.sort((a, b) => a.rank - b.rank)

/**
 * Statuses that any path may return without documenting them: the route or the method does not exist, or HTTP is
 * broken.
 */
const UNNAMED = new Set([400, 404, 405, 413])

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape is checked against openapi.json
  body: any
}

export function checkAnswer(method: string, path: string, answer: Answer): void {
  const requestId = answer.headers.get('x-request-id')
  assert.match(requestId ?? '', /^[A-Za-z0-9_-]{8,64}$/, 'every answer has an X-Request-Id')
  if (method === 'HEAD' || method === 'OPTIONS' || path.startsWith('/docs')) return
  // A slash at the end makes no difference.
  const bare = path.split('?', 1)[0]!.replace(/(.)\/$/, '$1')
  const template = templates.find(({ pattern }) => pattern.test(bare))?.template
  const operation = template === undefined ? undefined : document.paths[template]![method.toLowerCase()]
  const documented = operation?.responses[answer.status]
  const shared = documented && '$ref' in documented ? documented.$ref.split('/').at(-1)! : null
  const response = shared === null ? (documented as Response | undefined) : document.components.responses[shared]
  if (response === undefined) {
    assert.ok(
      // Public paths are rate limited, even those that do not exist.
      (operation === undefined && UNNAMED.has(answer.status)) || (template === undefined && answer.status === 429),
      `${method} ${template ?? bare} answered ${answer.status}, which is not documented`,
    )
    checkSchema({ $ref: 'doc#/components/schemas/ApiError' }, answer.body, `${method} ${bare} ${answer.status}`)
    return
  }
  if (answer.status === 304) {
    assert.equal(answer.text, '')
    return
  }
  // Answers that 0.2 stored have none.
  if (answer.status === 201 && answer.headers.get('idempotency-replayed') === null)
    assert.match(answer.headers.get('location') ?? '', /^\/v1\//, `${method} ${bare}: Location`)
  const types = Object.keys(response.content ?? {})
  const sent = answer.headers.get('content-type') ?? ''
  const type = types.find((each) => sent.startsWith(each))
  assert.ok(
    type,
    `${method} ${bare} ${answer.status}: the content type is ${sent}, and documented are ${types.join(', ')}`,
  )
  if (type !== 'application/json') return
  checkLinks(path, answer)
  const place =
    shared === null
      ? ['paths', template!, method.toLowerCase(), 'responses', String(answer.status)]
      : ['components', 'responses', shared]
  const pointer = [...place, 'content', type, 'schema']
    .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
    .map(encodeURIComponent)
    .join('/')
  checkSchema({ $ref: `doc#/${pointer}` }, answer.body, `${method} ${bare} ${answer.status}`)
}

/** A page that is sent whole names the next one as its body does. */
function checkLinks(path: string, { body, headers, text }: Answer): void {
  const next: string | null | undefined = body?.pagination?.next_cursor
  if (next === undefined || text.length > 120_000 || path.length > 900 || path.startsWith('/v1/events?')) return
  const link = headers.get('link') ?? ''
  // The feed has no end.
  if (path === '/v1/events' || path === '/v1/events/') return
  assert.match(link, /^<\/v1\/[^>]*>; rel="first"/, `${path}: Link`)
  assert.equal(/rel="next"/.test(link), next !== null, `${path}: Link ${link}`)
  if (next !== null) assert.ok(link.includes(next), `${path}: Link ${link}`)
}

// Compiling one takes milliseconds, and a file sends thousands of requests.
const validators = new Map<string, ValidateFunction>()

function checkSchema(schema: { $ref: string }, value: unknown, what: string): void {
  const validate = validators.get(schema.$ref) ?? ajv.compile(schema)
  validators.set(schema.$ref, validate)
  assert.ok(
    validate(value),
    `${what} is not as documented: ${ajv.errorsText(validate.errors).slice(0, 2_000)}\n${JSON.stringify(value)}`,
  )
}
