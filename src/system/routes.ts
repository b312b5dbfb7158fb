import { hash, timingSafeEqual } from 'node:crypto'
import type { Pool } from '../db/database.ts'
import { type Migration, schemaProblem } from '../db/migrate.ts'
import { ApiError } from '../errors.ts'
import type { Metrics } from '../http/metrics.ts'
import { guesserOf, type RateLimits } from '../http/rate-limit.ts'
import type { Operation } from '../http/route.ts'
import { success } from '../http/schemas.ts'
import { type SharedAnswer, sendShared } from '../http/shared-answer.ts'
import * as S from '../lib/schema.ts'

interface Deps {
  pool: Pool
  migrations: Migration[]
  metrics: Metrics
  metricsToken: string | null
  limits: RateLimits
  isStopping: () => boolean
  openapi: SharedAnswer
}

const Status = success(S.object({ status: S.literal('ok') }, { additionalProperties: false }))

export const getHealth: Operation<Deps> = {
  id: 'getHealth',
  tag: 'System',
  summary: 'Is the process alive?',
  answers: { 200: { description: 'It is.', schema: Status, example: { success: true, data: { status: 'ok' } } } },
  async handle(_deps, _request, reply) {
    return reply.send({ success: true, data: { status: 'ok' } })
  },
}

export const getReadiness: Operation<Deps> = {
  id: 'getReadiness',
  tag: 'System',
  summary: 'Can it serve?',
  description: 'Ready when the database answers and its schema is up to date; not while the process is stopping.',
  answers: { 200: { description: 'It can.', schema: Status, example: { success: true, data: { status: 'ok' } } } },
  errors: ['service_unavailable'],
  async handle({ pool, migrations, isStopping }, _request, reply) {
    if (isStopping()) throw notReady('The process is stopping.')
    let problem: string | null
    try {
      problem = await schemaProblem(pool, migrations)
    } catch (cause) {
      throw notReady('The database cannot be reached.', cause)
    }
    if (problem !== null) throw notReady(`The database schema is not usable: ${problem}.`)
    return reply.send({ success: true, data: { status: 'ok' } })
  },
}

export const getMetrics: Operation<Deps> = {
  id: 'getMetrics',
  tag: 'System',
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
      const message = 'The metrics need the token of METRICS_TOKEN: "Authorization: Bearer ...".'
      throw new ApiError('unauthorized', { message, headers: { 'www-authenticate': 'Bearer realm="metrics"' } })
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  },
}

export const getOpenApi: Operation<Deps> = {
  id: 'getOpenApi',
  tag: 'System',
  summary: 'This document',
  answers: {
    200: {
      description: 'OpenAPI 3.1.',
      schema: S.object({}, { additionalProperties: true }),
      example: { openapi: '3.1.0' },
    },
  },
  async handle({ openapi }, request, reply) {
    return sendShared(request, reply.header('access-control-allow-origin', '*'), openapi)
  },
}

function notReady(message: string, cause?: unknown): ApiError {
  return new ApiError('service_unavailable', { message, cause, headers: { 'retry-after': '2' } })
}

/** Hashed first: the comparison needs equal lengths and must not tell how much was right. */
function sameSecret(given: string, wanted: string): boolean {
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', wanted, 'buffer'))
}
