import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDoorpost, createIntake, DoorpostError } from '../../sdk/src/index.ts'
import { startServer } from '../helpers/server.ts'
import { answerJson, startScripted } from './helper.ts'

const server = await startServer()
const key = await server.key()
const doorpost = createDoorpost({ baseUrl: server.url, key })
const SOME_KEY = 'svc_pk_0'
const DONE = { success: true, data: { id: '1' } }
const refusal = (error: string) => ({ error, message: 'Not now.' })

async function failureOf(promise: PromiseLike<unknown>): Promise<DoorpostError> {
  try {
    await promise
  } catch (error) {
    assert.ok(error instanceof DoorpostError, String(error))
    return error
  }
  throw new Error('It did not fail.')
}

describe('with a server', () => {
  test('a contact is created, read, changed and deleted', async () => {
    const made = await doorpost.contacts.create({ first_name: 'Ana', email: 'ana@example.com', phone: '123' })
    assert.deepEqual(made.extra, { phone: '123' })
    const changed = await doorpost.contacts.update(made.id, { first_name: 'Anna' })
    assert.equal(changed.first_name, 'Anna')
    const { data, response, requestId } = await doorpost.contacts.get(made.id).withResponse()
    assert.equal(data.first_name, 'Anna')
    assert.match(response.headers.get('etag')!, /^"\d+[."]/)
    assert.equal(requestId, response.headers.get('x-request-id'))
    assert.deepEqual(await doorpost.contacts.delete(made.id), { id: made.id, deleted: true })
    assert.equal((await failureOf(doorpost.contacts.get(made.id))).code, 'not_found')
  })

  test('a list is read to its end, page by page, and each item comes once', async () => {
    const names = Array.from({ length: 25 }, (_, at) => `Person ${at}`)
    for (const first_name of names) await doorpost.contacts.create({ first_name, utm_source: 'many' })
    const found: string[] = []
    for await (const { first_name } of doorpost.contacts.list({ utm_source: 'many', limit: 10 }))
      found.push(first_name!)
    assert.deepEqual(found.toReversed(), names)
    const sizes: number[] = []
    for await (const { data } of doorpost.contacts.list({ utm_source: 'many', limit: 10 }).pages())
      sizes.push(data.length)
    assert.deepEqual(sizes, [10, 10, 5])
    const third = await doorpost.contacts.list({ utm_source: 'many', limit: 10, page: 3 }).page()
    assert.deepEqual([third.data.length, third.pagination.total], [5, 25])
  })

  test('a refusal says what is wrong with each field, and names the request', async () => {
    const error = await failureOf(doorpost.contacts.create({ first_name: '', email: 'nothing' }))
    assert.deepEqual([error.code, error.status, error.name], ['validation_error', 400, 'DoorpostError'])
    assert.deepEqual(Object.keys(error.details).sort(), ['email', 'first_name'])
    assert.match(error.requestId!, /\S/)
    const german = createDoorpost({ baseUrl: server.url, key, language: 'de' })
    assert.notEqual((await failureOf(german.contacts.create({ first_name: '' }))).message, error.message)
  })

  test('an unknown key, a missing permission and a stale version have their codes', async () => {
    const unknown = createDoorpost({ baseUrl: server.url, key: `svc_pk_${'0'.repeat(38)}` })
    assert.equal((await failureOf(unknown.contacts.list().page())).code, 'unauthorized')
    const limited = createDoorpost({ baseUrl: server.url, key: await server.key({ scopes: ['posts:read'] }) })
    assert.equal((await failureOf(limited.contacts.list().page())).code, 'forbidden')
    const { id } = await doorpost.contacts.create({ first_name: 'Bo' })
    const stale = await failureOf(doorpost.contacts.update(id, { first_name: 'Bob' }, { ifMatch: 99 }))
    assert.equal(stale.code, 'precondition_failed')
    const version = Number(/\d+/.exec((await doorpost.contacts.get(id).withResponse()).response.headers.get('etag')!))
    assert.equal((await doorpost.contacts.update(id, { first_name: 'Bob' }, { ifMatch: version })).first_name, 'Bob')
  })

  test('without a key, a contact and a form are sent', async () => {
    const intake = createIntake({ baseUrl: `${server.url}/` })
    const contact = await intake.createContact({ first_name: 'Page' })
    assert.equal((await doorpost.contacts.get(contact.id)).first_name, 'Page')
    const form = await doorpost.forms.create({ name: 'Contact' })
    const fields = new FormData()
    for (const [name, value] of Object.entries({ first_name: 'Form', email: 'form@example.com' }))
      fields.set(name, value)
    assert.ok((await intake.submitForm(form.public_id, fields)).id)
    await intake.submitForm(form.public_id, { first_name: 'Form 2', email: 'form2@example.com' })
    const sent = await doorpost.forms.listSubmissions(form.id).page()
    assert.equal(sent.data.length, 2)
  })

  test('a missing id asks nothing', () => {
    assert.throws(() => doorpost.contacts.get(''), /id is missing/)
    // @ts-expect-error: for those without types
    assert.throws(() => doorpost.contacts.listNotes(), /id is missing/)
  })

  test('wrong options are refused at once', () => {
    assert.throws(() => createDoorpost({ baseUrl: 'doorpost.example' }), /baseUrl must be/)
    assert.throws(() => createDoorpost({ baseUrl: server.url, key: 'secret' }), /svc_pk_/)
  })
})

describe('sent again', () => {
  test('an answer that is lost on the way stores one contact: the repeat has the same Idempotency-Key', async () => {
    let lost = 0
    const proxy = await startScripted(async (request, response, body, count) => {
      const { 'content-type': type = '', 'idempotency-key': id = '', authorization = '' } = request.headers
      const headers = { 'content-type': type, 'idempotency-key': String(id), authorization }
      const answer = await fetch(`${server.url}${request.url}`, { method: 'POST', headers, body })
      if (count < 3) {
        lost++
        response.destroy()
      } else answerJson(response, answer.status, (await answer.json()) as object)
    })
    const made = await createDoorpost({ baseUrl: proxy.url, key }).contacts.create({
      first_name: 'Once',
      utm_source: 'once',
    })
    assert.equal(lost, 2)
    const { data } = await doorpost.contacts.list({ utm_source: 'once' }).page()
    assert.deepEqual(
      data.map(({ id }) => id),
      [made.id],
    )
  })

  for (const status of [429, 503]) {
    test(`${status} waits as long as Retry-After says`, async () => {
      const { url, requests } = await startScripted((_, response, _body, count) => {
        if (count > 1) answerJson(response, 200, DONE)
        else answerJson(response, status, refusal('rate_limit_exceeded'), { 'retry-after': '1' })
      })
      const startedAt = performance.now()
      await createDoorpost({ baseUrl: url, key: SOME_KEY }).contacts.get('1')
      assert.equal(requests.length, 2)
      assert.ok(performance.now() - startedAt >= 950)
    })
  }

  test('a wait that is longer than allowed is an error that says how long', async () => {
    const { url, requests } = await startScripted((_, response) => {
      answerJson(response, 429, refusal('rate_limit_exceeded'), { 'retry-after': '3600' })
    })
    const error = await failureOf(createDoorpost({ baseUrl: url, key: SOME_KEY }).contacts.get('1'))
    assert.deepEqual([error.code, error.retryAfter, requests.length], ['rate_limit_exceeded', 3600, 1])
  })

  test('what may have been done and takes no Idempotency-Key is not sent again', async () => {
    const { url, requests } = await startScripted((_, response) => response.destroy())
    const client = createDoorpost({ baseUrl: url, key: SOME_KEY })
    assert.equal((await failureOf(client.contacts.delete('1'))).code, 'network_error')
    assert.equal((await failureOf(client.events.testEndpoint('1'))).code, 'network_error')
    assert.equal(requests.length, 2)
    assert.equal((await failureOf(client.contacts.get('1', { retries: 1 }))).code, 'network_error')
    assert.equal(requests.length, 4)
  })

  test('a refusal that a repeat does not change is not sent again', async () => {
    const { url, requests } = await startScripted((_, response) => answerJson(response, 500, refusal('internal_error')))
    await failureOf(createDoorpost({ baseUrl: url, key: SOME_KEY }).contacts.get('1'))
    assert.equal(requests.length, 1)
  })

  test('every call has its own Idempotency-Key, unless the caller has one', async () => {
    const { url, requests } = await startScripted((_, response) => answerJson(response, 201, DONE))
    const client = createDoorpost({ baseUrl: url, key: SOME_KEY })
    for (const _ of [1, 2]) await client.contacts.create({ first_name: 'Ana' })
    await client.contacts.update('1', {}, { idempotencyKey: 'mine' })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
    assert.notEqual(keys[0], keys[1])
    assert.equal(keys[2], 'mine')
  })
})

describe('time', () => {
  test('an answer that takes too long is a timeout', async () => {
    const { url } = await startScripted(() => {})
    const error = await failureOf(
      createDoorpost({ baseUrl: url, key: SOME_KEY, timeoutMs: 100, retries: 0 }).contacts.get('1'),
    )
    assert.equal(error.code, 'timeout')
    // The head of an answer is not an answer.
    const slow = await startScripted((_, response) => void response.writeHead(200).write('{'))
    const half = createDoorpost({ baseUrl: slow.url, key: SOME_KEY, timeoutMs: 100, retries: 0 })
    assert.equal((await failureOf(half.contacts.get('1'))).code, 'timeout')
  })

  test('a signal ends a request, and the wait before the next one', async () => {
    const hanging = await startScripted(() => {})
    const waiting = await startScripted((_, response) =>
      answerJson(response, 503, refusal('service_unavailable'), { 'retry-after': '60' }),
    )
    for (const { url } of [hanging, waiting]) {
      const client = createDoorpost({ baseUrl: url, key: SOME_KEY })
      await assert.rejects(async () => client.contacts.get('1', { signal: AbortSignal.timeout(100) }), {
        name: 'TimeoutError',
      })
    }
    const gone = AbortSignal.abort(new Error('mine'))
    const asked = hanging.requests.length
    await assert.rejects(
      async () => createDoorpost({ baseUrl: hanging.url }).contacts.get('1', { signal: gone }),
      /mine/,
    )
    assert.equal(hanging.requests.length, asked)
  })
})

test('an answer of somebody else is told as that, and the key goes to no other server', async () => {
  const other = await startScripted((_, response) => void response.end('<html>'))
  const client = createDoorpost({ baseUrl: other.url, key: SOME_KEY })
  assert.equal((await failureOf(client.contacts.get('1'))).code, 'unexpected_answer')
  const front = await startScripted((_, response) => void response.writeHead(302, { location: other.url }).end())
  const asked = other.requests.length
  const error = await failureOf(createDoorpost({ baseUrl: front.url, key: SOME_KEY, retries: 0 }).contacts.get('1'))
  assert.ok(['network_error', 'unexpected_answer'].includes(error.code), error.code)
  assert.equal(other.requests.length, asked)
  const nobody = createDoorpost({ baseUrl: 'http://127.0.0.1:9', key: SOME_KEY, retries: 0 })
  assert.match((await failureOf(nobody.contacts.get('1'))).message, /cannot be reached at http:\/\/127\.0\.0\.1:9/)
})
