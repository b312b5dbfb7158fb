// @alone

import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, describe, test } from 'node:test'
import * as api from '@opentelemetry/api'
import { createLog } from '../../../src/lib/log/log.ts'
import { traceIdOf } from '../../../src/lib/trace/traceparent.ts'
import { createTracing } from '../../../src/lib/trace/tracing.ts'
import { startTracing } from '../../../src/process/open-telemetry.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

// Uses the real OpenTelemetry API with a span collector of its own instead of the SDK.

interface Seen {
  name: string
  kind: number | undefined
  traceId: string
  spanId: string
  parentId: string | null
  attributes: Record<string, unknown>
  failed: boolean
  ended: number
}

const seen: Seen[] = []
const contexts = new AsyncLocalStorage<api.Context>()
let ids = 0
const newId = (length: number) => (++ids).toString(16).padStart(length, '0')

function startSpan(name: string, options: api.SpanOptions = {}, context = api.context.active()): api.Span {
  const parent = options.root ? undefined : api.trace.getSpanContext(context)
  const span: Seen = {
    name,
    kind: options.kind,
    traceId: parent?.traceId ?? newId(32),
    spanId: newId(16),
    parentId: parent?.spanId ?? null,
    attributes: { ...options.attributes },
    failed: false,
    ended: 0,
  }
  seen.push(span)
  const methods = {
    spanContext: () => ({ traceId: span.traceId, spanId: span.spanId, traceFlags: 1 }),
    setAttribute: (key: string, value: unknown) => void Object.assign(span.attributes, { [key]: value }),
    setAttributes: (more: object) => void Object.assign(span.attributes, more),
    setStatus: ({ code }: { code: number }) => void Object.assign(span, { failed: code === api.SpanStatusCode.ERROR }),
    updateName: (name: string) => void Object.assign(span, { name }),
    end: () => void span.ended++,
  }
  return methods as unknown as api.Span
}

api.context.setGlobalContextManager({
  active: () => contexts.getStore() ?? api.ROOT_CONTEXT,
  with: (context, work, self, ...words) => contexts.run(context, () => work.apply(self, words)),
  bind: (context, target) =>
    (typeof target === 'function'
      ? (...words: unknown[]) => contexts.run(context, () => target(...words))
      : target) as typeof target,
  enable() {
    return this
  },
  disable() {
    return this
  },
})
api.propagation.setGlobalPropagator({
  inject() {},
  fields: () => ['traceparent'],
  extract(context, carrier) {
    const [, traceId, spanId] = (carrier as { traceparent: string }).traceparent.split('-') as [string, string, string]
    return api.trace.setSpanContext(context, { traceId, spanId, traceFlags: 1, isRemote: true })
  },
})
api.trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan }) as unknown as api.Tracer })

const tracing = createTracing(api)
after(() => {
  tracing.close()
  for (const each of [api.context, api.propagation, api.trace]) each.disable()
})
const server = await startServer({ tracing, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const key = await server.key()

const ASKED = {
  endpoint: 'http://127.0.0.1:4318',
  serviceName: 'x',
  version: '1.2.3',
  detectors: null,
  role: 'api',
  process: 2,
}
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'
const traceparent = `00-${TRACE}-${PARENT}-01`

describe('traceparent', () => {
  test('is logged with the request, also on the fast path of links', async () => {
    const link = (await server.send('POST', '/v1/links', { key, json: { target: 'https://example.com/' } })).body.data
    await fetch(`${server.url}/l/${link.code}`, { redirect: 'manual' })
    seen.length = 0
    for (const path of ['/v1/contacts', `/l/${link.code}`, '/nowhere']) {
      const from = server.logs.length
      await fetch(`${server.url}${path}`, { redirect: 'manual', headers: { traceparent } })
      await new Promise(setImmediate)
      const lines = server.logs.slice(from).map((line) => JSON.parse(line))
      assert.equal(lines.find(({ msg }) => msg === 'request').trace_id, TRACE, path)
    }
    // The cheapest requests have no span.
    const requests = seen.filter(({ kind }) => kind === api.SpanKind.SERVER)
    assert.deepEqual(
      requests.map(({ name, ended }) => [name, ended]),
      [
        ['GET /v1/contacts', 1],
        ['GET unmatched', 1],
      ],
    )
  })

  test('that is malformed is ignored, and the request is not refused', async () => {
    const wrong = [
      '',
      'x',
      `00-${TRACE}-${PARENT}`,
      `00-${TRACE}-${PARENT}-01-more`,
      `ff-${TRACE}-${PARENT}-01`,
      `00-${TRACE.toUpperCase()}-${PARENT}-01`,
      `00-${'0'.repeat(32)}-${PARENT}-01`,
      `00-${TRACE}-${'0'.repeat(16)}-01`,
      `00-${TRACE}","x":"-${PARENT}-01`,
      `01-${TRACE}-${PARENT}-01-${'x'.repeat(600)}`,
    ]
    for (const header of wrong) {
      assert.equal(traceIdOf(header), null, header)
      const from = server.logs.length
      const answer = await server.send('GET', '/healthz', { headers: { traceparent: header } })
      assert.equal(answer.status, 200)
      assert.ok(!server.logs.slice(from).join('').includes('trace_id'), header)
    }
    assert.equal(traceIdOf(`01-${TRACE}-${PARENT}-01-of-later-versions`), TRACE)
    assert.equal(traceIdOf([traceparent, traceparent]), null)
  })
})

describe('OpenTelemetry', () => {
  test('a request, its statements and outbound calls are spans of one trace, without anything personal', async () => {
    const receiver = await startReceiver((_request, response) => void response.end('ok'))
    await server.send('POST', '/v1/events/endpoints', { key, json: { url: `${receiver.url}?secret=zqmark` } })
    seen.length = 0
    const json = { first_name: 'Zqmark', email: 'zqmark@example.com', note: 'zqmark' }
    const headers = { traceparent, 'x-request-id': 'request-of-trace' }
    await server.send('POST', '/v1/contacts?', { key, json, headers })
    await server.send('GET', '/v1/contacts?q=zqmark', { key })
    const request = seen.find(({ name }) => name === 'POST /v1/contacts')!
    assert.deepEqual([request.traceId, request.parentId, request.ended], [TRACE, PARENT, 1])
    assert.deepEqual(request.attributes, {
      'http.request.method': 'POST',
      'http.route': '/v1/contacts',
      'http.response.status_code': 201,
      'doorpost.request_id': 'request-of-trace',
    })
    const insert = seen.find(({ name }) => name.startsWith('contacts.insert'))!
    assert.deepEqual([insert.traceId, insert.parentId, insert.ended], [TRACE, request.spanId, 1])
    assert.equal(insert.attributes['doorpost.pool'], 'intake')
    await server.deps.courier.runDue()
    const job = seen.find(({ name, attributes }) => {
      return name === 'event delivery' && attributes['doorpost.event_type'] === 'contact.created'
    })!
    assert.equal(job.attributes['doorpost.event_id'], receiver.requests.at(-1)!.headers['webhook-id'])
    const call = seen.find(({ name, parentId }) => name === 'POST' && parentId === job.spanId)!
    assert.deepEqual([call.traceId, call.ended, call.attributes['server.address']], [job.traceId, 1, '127.0.0.1'])
    assert.equal(call.attributes['http.response.status_code'], 200)
    assert.equal(receiver.requests.at(-1)!.headers.traceparent, undefined, 'receivers do not learn of our traces')
    assert.ok(!JSON.stringify(seen).toLowerCase().includes('zqmark'))
    // Background work of the server may still be in progress.
    const ours = seen.filter(({ traceId }) => [TRACE, job.traceId].includes(traceId))
    assert.ok(ours.every(({ ended }) => ended === 1))
  })

  test('a statement belongs to the request that asked for it, also when connections are scarce', async () => {
    seen.length = 0
    await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        server.send('GET', `/v1/people?page=${at + 1}`, {
          key,
          headers: { traceparent: `00-${String(at + 1).padStart(32, 'a')}-${PARENT}-01` },
        }),
      ),
    )
    const requests = seen.filter(({ name }) => name === 'GET /v1/people')
    assert.equal(requests.length, 30)
    for (const { traceId } of requests) assert.ok(seen.filter((span) => span.traceId === traceId).length >= 2, traceId)
  })

  test('a statement and a job that fail are marked, and the error is passed on', async () => {
    seen.length = 0
    const work = () => server.deps.tracing!.runWork({ name: 'broken' }, () => server.sql('select 1 / 0'))
    await assert.rejects(work, { code: '22012' })
    const job = seen.find(({ name }) => name === 'broken')!
    const ours = seen.filter(({ traceId }) => traceId === job.traceId)
    assert.deepEqual(
      ours.map(({ name, failed, ended, attributes }) => [name, failed, ended, attributes['error.type']]),
      [
        ['broken', true, 1, 'error'],
        ['select', true, 1, '22012'],
      ],
    )
  })

  test('that is configured but not installed is reported with what to do, and Doorpost starts anyway', async () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line: string) => void lines.push(line) })
    const missing = async () => {
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    }
    assert.equal(await startTracing(ASKED, log, missing), null)
    assert.match(lines.join(''), /npm install --no-save @opentelemetry\/api @opentelemetry\/sdk-node/)
    assert.equal(await startTracing({ ...ASKED, endpoint: null }, log), null)
    lines.length = 0
    const other = async () => ({ NodeSDK: class {} }) as never
    assert.equal(await startTracing(ASKED, log, other), null)
    assert.match(lines.join(''), /cannot be used.*npm install --no-save @opentelemetry\/api@latest/)
  })

  test('polling statements have no spans', async () => {
    seen.length = 0
    await server.sql('select 1')
    await server.deps.courier.runDue()
    assert.deepEqual(seen, [])
  })

  test('the jobs of a post belong to the request that created, moved or published it', async () => {
    const trace = (letter: string) => ({ traceparent: `00-${letter.repeat(32)}-${PARENT}-01` })
    const payloads = async (id: string) => {
      const rows = await server.sql(
        `select payload, key from graphile_worker._private_jobs where key like '%' || $1 order by key`,
        [id],
      )
      return rows.map((row) => String((row.payload as { traceparent?: string }).traceparent).slice(3, 35))
    }
    const scheduled = { content: 'Hello', status: 'scheduled', scheduled_date: '2030-01-01T00:00:00Z' }
    const photo = { ...scheduled, media_urls: ['https://example.com/a.jpg'], media_type: 'feed_post' }
    const [one, other, none] = await Promise.all([
      server.send('POST', '/v1/posts/photo', { key, json: photo, headers: trace('a') }),
      server.send('POST', '/v1/posts/short', { key, json: scheduled, headers: trace('b') }),
      server.send('POST', '/v1/posts/short', { key, json: { ...scheduled, content: 'Other' } }),
    ])
    assert.deepEqual([one.status, other.status, none.status], [201, 201, 201], JSON.stringify(one.body))
    assert.deepEqual(await payloads(one.body.data.id), ['a'.repeat(32), 'a'.repeat(32)])
    assert.deepEqual(await payloads(other.body.data.id), ['b'.repeat(32)])
    const path = `/v1/posts/${other.body.data.id}`
    const moved = { scheduled_date: '2030-02-01T00:00:00Z' }
    assert.equal((await server.send('PATCH', path, { key, json: moved, headers: trace('c') })).status, 200)
    assert.deepEqual(await payloads(other.body.data.id), ['c'.repeat(32)])
    // A job of a request without traceparent belongs to the trace that began there.
    const began = seen.find(({ name, parentId }) => name === 'POST /v1/posts/short' && parentId === null)!
    assert.deepEqual(await payloads(none.body.data.id), [began.traceId])

    seen.length = 0
    const work = { name: 'job post.publish', traceparent: `00-${TRACE}-${PARENT}-01` }
    await server.deps.tracing!.runWork(work, () => server.sql('select 1'))
    assert.deepEqual(
      seen.map(({ name, traceId }) => [name, traceId]),
      [
        ['job post.publish', TRACE],
        ['select', TRACE],
      ],
    )
    assert.equal(seen[0]!.parentId, PARENT)
    await server.deps.tracing!.runWork({ name: 'job x', traceparent: 'of nobody' }, async () => {})
    assert.equal(seen.at(-1)!.parentId, null)
  })

  test('reports version, role and number of the process, and of the machine only what was configured', async () => {
    interface Given {
      resource: Record<string, string | number>
      resourceDetectors?: unknown[]
    }
    const given: Given[] = []
    class NodeSDK {
      constructor(options: object) {
        given.push(options as Given)
      }
      start() {}
      async shutdown() {}
    }
    const resources = { envDetector: 'env', resourceFromAttributes: (attributes: object) => attributes }
    const log = createLog('silent', { write() {} })
    for (const detectors of [null, 'host']) {
      const started = await startTracing({ ...ASKED, detectors }, log, async () => ({ api, resources, NodeSDK }))
      await started!.stop()
    }
    const [quiet, asked] = given
    assert.deepEqual(quiet!.resourceDetectors, ['env'])
    assert.equal(asked!.resourceDetectors, undefined, 'the SDK reads the setting')
    const { 'service.instance.id': id, ...rest } = quiet!.resource
    assert.match(String(id), /^[0-9a-f-]{36}$/)
    assert.notEqual(asked!.resource['service.instance.id'], id)
    assert.deepEqual(rest, { 'service.version': '1.2.3', 'doorpost.role': 'api', 'doorpost.process': 2 })
  })
})
