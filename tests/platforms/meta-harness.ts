import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import {
  type Adapter,
  type Failure,
  type Http,
  type MediaFile,
  type Outgoing,
  type PlatformContext,
  type PlatformSettings,
  type PrepareResult,
  type Progress,
  TransportError,
} from '../../src/platforms/shared/contract.ts'
import { platformHttp } from '../helpers/platform-http.ts'
import { type Exchange, startScript } from '../helpers/scripted-platform.ts'

export const NOW = Date.parse('2026-11-15T09:00:00Z')
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS

export interface Service {
  adapter: Adapter
  accountId: string
  accessToken: string
  version: string
  clientSecret: string
  /** A post that needs one container, and how the platform lists it. */
  post: Outgoing
  listedType: string
  textField: string
  edges: { create: string; publish: string; list: string }
  statusField: string
  reasonField: string
}

/** One row of a table of errors. */
export interface ErrorRow {
  error: Record<string, unknown>
  status: number
  headers?: Record<string, string>
  send: string
  prepare: string
  says: string
}

export function readDocument<T = Exchange[]>(name: string): T {
  return JSON.parse(readFileSync(new URL(`documents/${name}.json`, import.meta.url), 'utf8')) as T
}

export interface Stage {
  context: PlatformContext
  clock: { now: number }
  /** The method and path of every request that was made. */
  calls: string[]
  settings: PlatformSettings
  finished(): void
}

export interface StageOptions {
  http?: Http
  openMedia?: (url: string) => Promise<MediaFile>
}

/** A platform that replays these exchanges, and an account on it. */
export async function setStage(
  t: TestContext,
  service: Service,
  exchanges: readonly Exchange[],
  options: StageOptions = {},
): Promise<Stage> {
  const script = await startScript(t, exchanges)
  const clock = { now: NOW }
  const calls: string[] = []
  const http = options.http ?? platformHttp
  const settings = settingsAt(script.url, service)
  return {
    clock,
    calls,
    settings,
    finished: script.finished,
    context: {
      settings,
      now: () => new Date(clock.now),
      account: { id: service.accountId, handle: 'bronz', kind: 'member', accessToken: service.accessToken },
      openMedia: options.openMedia ?? (() => assert.fail('no file was to be opened')),
      http: (request) => {
        calls.push(`${request.method} ${new URL(request.url).pathname}`)
        return http(request)
      },
    },
  }
}

export function settingsAt(url: string, service: Service): PlatformSettings {
  return {
    apiUrl: url,
    authorizeUrl: `${url}/oauth/authorize`,
    tokenUrl: `${url}/oauth/access_token`,
    version: service.version,
    clientId: '990602627938098',
    clientSecret: service.clientSecret,
  }
}

export interface Preparation {
  result: PrepareResult
  progress: Progress
  waits: number[]
}

/** Calls `prepare` like the engine, with its waits. Every step is stored as JSON and makes at most one write. */
export async function prepareAll(
  adapter: Adapter,
  stage: Stage,
  post: Outgoing,
  progress: Progress = {},
): Promise<Preparation> {
  const waits: number[] = []
  for (let step = 0; step < 200; step++) {
    const before = stage.calls.length
    const result = await adapter.prepare(stage.context, post, progress)
    const writes = stage.calls.slice(before).filter((call) => call.startsWith('POST'))
    assert.ok(writes.length <= 1, `one step made ${writes.length} writes`)
    progress = JSON.parse(JSON.stringify(result.progress)) as Progress
    if (result.kind !== 'continue') return { result, progress, waits }
    waits.push(result.waitMs)
    stage.clock.now += result.waitMs
  }
  return assert.fail('the preparation does not end')
}

export function failureIn(result: PrepareResult): Failure {
  assert.equal(result.kind, 'failed')
  return (result as { failure: Failure }).failure
}

/** Exchanges of a service, for situations that are not documented. */
export function exchangesOf(service: Service) {
  const { accountId, version, edges, statusField, reasonField } = service
  const account = `/${version}/${accountId}`
  const answer = (json: unknown, status = 200, headers: Record<string, string> = {}) => ({ status, headers, json })
  return {
    create: (id: string): Exchange => ({
      request: { method: 'POST', path: `${account}/${edges.create}` },
      answer: answer({ id }),
    }),
    createFails: (error: unknown, status = 400): Exchange => ({
      request: { method: 'POST', path: `${account}/${edges.create}` },
      answer: answer({ error }, status),
    }),
    status: (id: string, status: string, reason?: string): Exchange => ({
      request: { method: 'GET', path: `/${version}/${id}` },
      answer: answer({ id, [statusField]: status, ...(reason === undefined ? {} : { [reasonField]: reason }) }),
    }),
    statusFails: (id: string, error: unknown, status = 400): Exchange => ({
      request: { method: 'GET', path: `/${version}/${id}` },
      answer: answer({ error }, status),
    }),
    publish: (id: string): Exchange => ({
      request: { method: 'POST', path: `${account}/${edges.publish}` },
      answer: answer({ id }),
    }),
    publishAnswers: (reply: Exchange['answer']): Exchange => ({
      request: { method: 'POST', path: `${account}/${edges.publish}` },
      answer: reply,
    }),
    list: (data: unknown, paging?: unknown, query?: Record<string, string>): Exchange => ({
      request: { method: 'GET', path: `${account}/${edges.list}`, ...(query ? { query } : {}) },
      answer: answer({ data, ...(paging === undefined ? {} : { paging }) }),
    }),
    listFails: (error: unknown, status = 400): Exchange => ({
      request: { method: 'GET', path: `${account}/${edges.list}` },
      answer: answer({ error }, status),
    }),
    /** A listed post that looks like ours. */
    row: (id: string, over: Record<string, unknown> = {}) => ({
      id,
      media_type: service.listedType,
      timestamp: '2026-11-15T09:00:05+0000',
      [service.textField]: service.post.text,
      ...over,
    }),
  }
}

export const missing = {
  message: 'Unsupported get request. Object with ID does not exist',
  type: 'GraphMethodException',
  code: 100,
  error_subcode: 33,
}

/** An `Http` that fails before or after the request is sent. */
export const brokenHttp =
  (sent: boolean): Http =>
  () =>
    Promise.reject(new TransportError('no answer for ?access_token=THAAtoken-of-the-account', sent))
