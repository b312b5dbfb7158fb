import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { eventDocs } from '../../../src/app/routes.ts'
import { EVENT_TYPES } from '../../../src/events/emit.ts'
import { createSigningSecret, sign } from '../../../src/events/send.ts'
import { readDocument } from '../../helpers/document.ts'

// Compares the documentation of events, in the OpenAPI document and in docs/how-to/events.md, with what is sent.

const document = readDocument()
const guide = readFileSync(new URL('../../../docs/how-to/events.md', import.meta.url), 'utf8')
const ajv = new Ajv2020({ strict: false, allErrors: true })
// biome-ignore lint/suspicious/noExplicitAny: the package's types are for its CommonJS form
;(addFormats as any)(ajv)
ajv.addSchema({ $id: 'doc', ...document })

test('every type is documented, and the test type', () => {
  const types = [...EVENT_TYPES, 'endpoint.test'].sort()
  assert.deepEqual(eventDocs.map(({ type }) => type).sort(), types)
  assert.deepEqual(Object.keys(document.webhooks).sort(), types)
})

for (const { type, example } of eventDocs) {
  describe(type, () => {
    const { post } = document.webhooks[type]

    test('the example matches its schema, and no other schema does', () => {
      const { schema } = post.requestBody.content['application/json']
      const [shown] = document.components.schemas[schema.$ref.split('/').at(-1)].examples
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"doc#/')))
      assert.deepEqual(shown, example)
      assert.ok(validate(shown), ajv.errorsText(validate.errors))
      assert.ok(!validate({ ...shown, data: {} }))
      assert.ok(!validate({ ...shown, type: 'x' }))
    })

    test('the headers and the meaning of answers are documented', () => {
      assert.deepEqual(
        post.parameters.map(({ name }: { name: string }) => name),
        ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      )
      assert.deepEqual(Object.keys(post.responses).sort(), ['2XX', '410', '429', 'default'])
    })
  })
}

test('the manual check in the guide accepts our signatures, and no others', () => {
  const [, code = ''] = /By hand in Node:\n\n<!--.*-->\n```js\n([\s\S]*?)```/.exec(guide) ?? []
  const body = code.replace(/^import .*$/m, '').replace('export function isOurs', 'return function isOurs')
  const make = new Function('createHmac', 'timingSafeEqual', body)
  const isOurs: (secret: string, headers: object, body: string) => boolean = make(createHmac, timingSafeEqual)
  const secret = createSigningSecret()
  const timestamp = Math.floor(Date.now() / 1_000)
  const headersAt = (at: number, ...secrets: string[]) => ({
    'webhook-id': 'x',
    'webhook-timestamp': String(at),
    'webhook-signature': sign({ id: 'x', timestamp: at, body: '{}' }, secrets),
  })
  assert.ok(isOurs(secret, headersAt(timestamp, secret), '{}'))
  assert.ok(isOurs(secret, headersAt(timestamp, createSigningSecret(), secret), '{}'), 'during a rotation')
  assert.ok(!isOurs(secret, headersAt(timestamp, createSigningSecret()), '{}'))
  assert.ok(!isOurs(secret, headersAt(timestamp, secret), '{} '))
  assert.ok(!isOurs(secret, headersAt(timestamp - 301, secret), '{}'), 'too old')
  assert.ok(!isOurs(secret, { ...headersAt(timestamp, secret), 'webhook-signature': '' }, '{}'))
})
