import { hash, timingSafeEqual } from 'node:crypto'
import type { Listener } from '../db/listener.ts'
import type { Migration } from '../db/migrations/files.ts'
import { findSchemaState } from '../db/migrations/migrate.ts'
import type { DiskWatch } from '../db/pools.ts'
import type { Pulse } from '../db/pulse.ts'
import type { SettingsWatch } from '../db/settings-watch.ts'
import { ApiError } from '../errors.ts'
import { guesserOf, type RateLimits } from '../http/access/rate-limit.ts'
import { type SharedAnswer, sendShared } from '../http/answers/shared-answer.ts'
import type { Metrics } from '../http/metrics/metrics.ts'
import { dataAnswer, operationsOf } from '../http/route.ts'
import * as S from '../lib/schema.ts'
import { forReader } from '../messages/for-reader.ts'
import { type Message, message } from '../messages/message.ts'

interface Deps {
  pulse: Pulse
  diskWatch: DiskWatch
  settingsWatch: Pick<SettingsWatch, 'problem'>
  listener: Pick<Listener, 'problem'>
  migrations: Migration[]
  metrics: Metrics
  metricsToken: string | null
  limits: RateLimits
  isStopping: () => boolean
  config: { role: string }
  time: { problem(): Message | null }
}

const operation = operationsOf<Deps>('System')

const ReadinessSchema = S.closed({
  status: S.literal('ok'),
  problems: S.array(S.string(), 'What it can do without for now, such as a wrong clock.'),
})

export const getHealth = operation({
  id: 'getHealth',
  summary: 'Is the process alive?',
  answers: { 200: dataAnswer('It is.', S.closed({ status: S.literal('ok') }), { status: 'ok' }) },
  handle: async () => ({ status: 'ok' }),
})

export const getReadiness = operation({
  id: 'getReadiness',
  summary: 'Can it serve?',
  description:
    'Ready when the database answers, its schema fits, writes succeed and its notices arrive; not while the process is stopping. A ' +
    'worker is not either while its clock is wrong: it then publishes and purges nothing. An API node names that in `problems`.',
  answers: { 200: dataAnswer('It can.', ReadinessSchema, { status: 'ok', problems: [] }) },
  errors: ['service_unavailable'],
  async handle({ pulse, diskWatch, settingsWatch, listener, migrations, isStopping, config, time }) {
    if (isStopping()) throw notReady(message('ready.stopping'))
    const schema = await findSchemaState(pulse, migrations).catch((cause) => {
      throw notReady(message('ready.no_database'), cause)
    })
    if (schema.kind !== 'current') throw notReady(message('ready.schema', { report: schema.problem }))
    const diskProblem = await diskWatch.problem()
    if (diskProblem !== null) throw notReady(message('ready.disk', { report: diskProblem }))
    const broken = settingsWatch.problem() ?? listener.problem()
    if (broken !== null) throw notReady(message('ready.problem', { report: broken }))
    const wrongClock = time.problem()
    if (wrongClock !== null && config.role === 'worker') throw notReady(wrongClock)
    return { status: 'ok', problems: wrongClock === null ? [] : [forReader(wrongClock)] }
  },
})

export const getMetrics = operation({
  id: 'getMetrics',
  summary: 'Metrics for Prometheus',
  description: 'Asks for a bearer token when METRICS_TOKEN is set; wrong ones are limited for each address.',
  answers: {
    200: {
      description: 'The Prometheus text format.',
      contentType: 'text/plain',
      schema: S.string(),
      example: 'doorpost_http_requests_total{route="/v1/contacts",method="POST",status="201"} 1',
    },
  },
  errors: ['unauthorized', 'rate_limit_exceeded'],
  async handle({ metrics, metricsToken, limits }, request, reply) {
    const who = guesserOf('metrics_token', request)
    if (metricsToken !== null) await limits.check('failed_auth', who)
    if (metricsToken !== null && !sameSecret(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) {
      await limits.count('failed_auth', who, reply)
      const headers = { 'www-authenticate': 'Bearer realm="metrics"' }
      throw new ApiError('unauthorized', { message: message('metrics.token'), headers })
    }
    const { contentType, text } = await metrics.render()
    return reply.type(contentType).send(text)
  },
})

const document = {
  description: 'OpenAPI 3.1.',
  schema: S.output('OpenApiDocument', { openapi: S.string() }, { additionalProperties: true }),
  example: { openapi: '3.1.0' },
}

export const getOpenApi = operationsOf<{ openapi: SharedAnswer }>('System')({
  id: 'getOpenApi',
  summary: 'This document',
  description: 'The operations that programs use with a key. `/openapi.full.json` also has those of the dashboard.',
  answers: { 200: document },
  handle: ({ openapi }, request, reply) =>
    sendShared(request, reply.header('access-control-allow-origin', '*'), openapi),
})

export const getFullOpenApi = operationsOf<{ fullOpenapi: SharedAnswer }>('System')({
  id: 'getFullOpenApi',
  summary: 'This document with the operations of the dashboard',
  description: 'Also has the operations for people who are signed in. They may change with any version.',
  answers: { 200: document },
  handle: ({ fullOpenapi }, request, reply) =>
    sendShared(request, reply.header('access-control-allow-origin', '*'), fullOpenapi),
})

function notReady(message: Message, cause?: unknown): ApiError {
  return new ApiError('service_unavailable', { message, cause, headers: { 'retry-after': '2' } })
}

/** Hashes both first: the comparison needs equal lengths and must not reveal how much was right. */
function sameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
}
