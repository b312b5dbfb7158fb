import assert from 'node:assert/strict'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { say } from '../output.ts'
import { type Installation, installPackage } from '../package/installation.ts'
import { freePort } from '../publishing/scenarios/postgres.ts'
import { openTrial } from '../trial.ts'
import { type Span, startCollector } from './collector.ts'

// `npm run try:otel`, after `npm run pack`: npm installs the package and OpenTelemetry's packages beside it, as
// docs/how-to/watching.md says, and a small collector on loopback checks what Doorpost sends. Two processes serve the
// sandbox. Needs the npm registry.

const OPEN_TELEMETRY = ['@opentelemetry/api', '@opentelemetry/sdk-node']
const PROCESSES = 2
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
/** Part of everything that must not appear in a trace. */
const MARK = 'zqmark'
const WAIT_MS = 120_000
/** Enough to reach every process that shares the port: chance decides which one answers. */
const REQUESTS_MOST = 400

const [file] = globSync(fileURLToPath(new URL('../../dist/doorpost-*.tgz', import.meta.url)))
if (file === undefined) throw new Error('There is no package yet. Run npm run pack.')
const { folder, atEnd, run } = openTrial('try-otel')
await run(tryTraces)
say('done')

async function tryTraces(): Promise<void> {
  const options = { folder: join(folder, 'doorpost'), file: file!, node: process.execPath, withPostgres: true }
  const installation = installPackage({ ...options, beside: OPEN_TELEMETRY })
  const collector = await startCollector()
  atEnd(collector.stop)
  const port = await freePort()
  Object.assign(installation.env, {
    PORT: String(port),
    PROCESSES: String(PROCESSES),
    SANDBOX: 'true',
    ALLOW_PRIVATE_NETWORKS: 'true',
    METRICS_TOKEN: `${MARK}-metrics-token`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=try',
    OTEL_BSP_SCHEDULE_DELAY: '200',
  })
  const server = await installation.start()
  atEnd(server.stop)
  const printed = installation.run('keys', 'create', '--name', 'try')
  const send = createSender(`http://127.0.0.1:${port}`, printed.trim().split('\n').at(-1)!)

  await tryPost(send, collector)
  await tryEvent(send, collector)
  await tryProcesses(send, collector)
  await server.stop()
  checkResources(collector.spans)
  checkNothingSecret(collector.raw(), installation, printed.trim().split('\n').at(-1)!)
  say(`  ${collector.spans.length} spans, nothing personal, no secret, no host name, user or command line`)
}

type Send = ReturnType<typeof createSender>
type Collector = Awaited<ReturnType<typeof startCollector>>

function createSender(url: string, key: string) {
  return async (method: string, path: string, json?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, connection: 'close', 'content-type': 'application/json', ...headers },
      ...(json ? { body: JSON.stringify(json) } : {}),
    })
    const body = await response.json()
    assert.ok(response.ok, `${method} ${path}: ${response.status} ${JSON.stringify(body)}`)
    return (body as { data: { id: string; publication: { state: string } } }).data
  }
}

/** From the request of a caller with a trace to the call that makes the post visible. */
async function tryPost(send: Send, { find }: Collector): Promise<void> {
  const json = {
    content: `Hello, ${MARK}`,
    status: 'scheduled',
    scheduled_date: new Date(Date.now() + 1_000).toISOString(),
  }
  const { id } = await send('POST', '/v1/posts/short', json, { traceparent: `00-${TRACE}-${CALLER}-01` })
  const request = await find('the request', ({ name, traceId }) => name === 'POST /v1/posts/short' && traceId === TRACE)
  assert.equal(request.parentSpanId, CALLER)
  const insert = await find('its statement', ({ name, traceId }) => name === 'posts.insert' && traceId === TRACE)
  assert.equal(insert.parentSpanId, request.spanId)
  for (const until = Date.now() + WAIT_MS; ; await sleep(200)) {
    const { publication } = await send('GET', `/v1/posts/${id}`)
    if (publication.state === 'published') break
    assert.ok(Date.now() < until, `the post is ${publication.state}`)
  }
  const job = await find('its job', ({ name, traceId }) => name === 'job post.publish' && traceId === TRACE)
  assert.equal(job.parentSpanId, request.spanId)
  const isCall = ({ attributes, parentSpanId }: Span) => parentSpanId === job.spanId && 'server.address' in attributes
  const call = await find('the call of the platform', isCall)
  assert.equal(call.traceId, TRACE)
  say('  a request with traceparent, its statement, the job that published the post and its call are one trace')
}

async function tryEvent(send: Send, { find }: Collector): Promise<void> {
  const ids: string[] = []
  const headers: string[] = []
  const receiver = createServer((request, response) => {
    ids.push(String(request.headers['webhook-id']))
    headers.push(...Object.keys(request.headers))
    request.resume().on('end', () => response.end())
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  atEnd(() => receiver.close())
  const { port } = receiver.address() as AddressInfo
  await send('POST', '/v1/events/endpoints', { url: `http://127.0.0.1:${port}/${MARK}`, events: ['contact.created'] })
  await send('POST', '/v1/contacts', { first_name: MARK, email: `${MARK}@example.com` })
  const delivery = await find('the delivery of an event', ({ name }) => name === 'event delivery')
  assert.deepEqual(ids, [delivery.attributes['doorpost.event_id']])
  assert.equal(delivery.attributes['doorpost.event_type'], 'contact.created')
  const call = await find('its call', ({ parentSpanId }) => parentSpanId === delivery.spanId)
  assert.equal(call.traceId, delivery.traceId)
  assert.ok(!headers.includes('traceparent'), 'receivers do not learn of the trace')
  say('  the delivery of an event is one trace, with the id that the receiver has')
}

async function tryProcesses(send: Send, { spans, find }: Collector): Promise<void> {
  const numbers = () => new Set(spans.map(({ resource }) => Number(resource['doorpost.process'])))
  for (let sent = 0; numbers().size <= PROCESSES; sent++) {
    assert.ok(sent < REQUESTS_MOST, `only processes ${[...numbers()]} sent spans`)
    await send('GET', `/v1/contacts?q=${MARK}`)
    await sleep(50)
  }
  await find('a job of the first process', ({ name, resource }) => {
    return name.startsWith('job ') && Number(resource['doorpost.process']) === 0
  })
  say(`  spans of the first process and of the ${PROCESSES} that serve the API`)
}

/** Service, version, instance, what the operator set, and nothing else. */
function checkResources(spans: readonly Span[]): void {
  const instances = new Map<number, Set<unknown>>()
  for (const { resource } of spans) {
    const { 'service.instance.id': instance, 'doorpost.process': number, ...rest } = resource
    assert.deepEqual(
      Object.keys(rest)
        .filter((name) => !name.startsWith('telemetry.sdk.'))
        .sort(),
      ['deployment.environment.name', 'doorpost.role', 'service.name', 'service.version'],
    )
    assert.deepEqual([rest['service.name'], rest['deployment.environment.name']], ['doorpost', 'try'])
    instances.set(Number(number), (instances.get(Number(number)) ?? new Set()).add(instance))
  }
  for (const each of instances.values()) assert.equal(each.size, 1)
  assert.equal(new Set([...instances.values()].flatMap((each) => [...each])).size, instances.size)
  const roots = spans.filter(({ parentSpanId }) => parentSpanId === null)
  // At its start the sandbox connects accounts: these calls belong to no request.
  const isWork = ({ name }: Span) => /^(job |event delivery$|[A-Z]+$|[A-Z]+ (\/|unmatched))/.test(name)
  const others = roots.filter((span) => !isWork(span)).map(({ name }) => name)
  assert.deepEqual(others, [], 'no statement begins a trace')
}

function checkNothingSecret(raw: string, { home }: Installation, key: string): void {
  const words = { mark: MARK, key, host: hostname(), folder: home, program: process.execPath }
  for (const [what, word] of Object.entries(words)) {
    assert.ok(!raw.toLowerCase().includes(word.toLowerCase()), `the collector got the ${what}`)
  }
}
