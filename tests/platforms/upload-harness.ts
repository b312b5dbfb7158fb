import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { TestContext } from 'node:test'
import { message } from '../../src/messages/message.ts'
import {
  type Account,
  type Adapter,
  type Http,
  type HttpRequest,
  MediaError,
  type MediaFile,
  type Outgoing,
  type PlatformContext,
  type PlatformSettings,
  type PrepareResult,
  type Progress,
} from '../../src/platforms/shared/contract.ts'
import { platformHttp } from '../helpers/platform-http.ts'
import { type Exchange, type ScriptedAnswer, startScript } from '../helpers/scripted-platform.ts'

export const POST_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'
export const NOW = new Date('2026-05-04T10:00:00.000Z')

/** A documented refusal and its expected class. */
export interface ErrorRow {
  name: string
  answer: ScriptedAnswer
  kind: 'refused' | 'unknown'
  class: string
  code: string
  message: string
  retryAt?: string
  existingId?: string | null
}

export async function readDocument<T = Exchange[]>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`documents/${name}.json`, import.meta.url), 'utf8')) as T
}

export interface ContextOptions {
  settings: PlatformSettings
  account: Account
  files?: Record<string, { type: string; bytes: number | Uint8Array }>
  http?: Http
  now?: () => Date
}

export function toContext(options: ContextOptions): PlatformContext {
  return {
    http: options.http ?? platformHttp,
    now: options.now ?? (() => NOW),
    settings: options.settings,
    account: options.account,
    openMedia: async (url) => {
      const file = options.files?.[url]
      if (!file) throw new MediaError(message('file.wrong_status', { status: 404 }))
      return toMedia(file)
    },
  }
}

interface Played extends Pick<ContextOptions, 'account' | 'files'> {
  authorizePath: string
  tokenPath: string
  version: string
}

/** Plays exchanges with a platform: `finished` says whether all took place. */
export function createPlayer({ account, files, authorizePath, tokenPath, version }: Played) {
  const settingsOf = (url: string): PlatformSettings => ({
    apiUrl: url,
    authorizeUrl: `${url}${authorizePath}`,
    tokenUrl: `${url}${tokenPath}`,
    version,
    clientId: 'app',
    clientSecret: 'app-secret',
  })
  const play = async (t: TestContext, exchanges: readonly Exchange[], more: Partial<ContextOptions> = {}) => {
    const { url, finished } = await startScript(t, exchanges)
    return { context: toContext({ settings: settingsOf(url), account, ...(files && { files }), ...more }), finished }
  }
  return { play, settingsOf }
}

function toMedia({ type, bytes }: { type: string; bytes: number | Uint8Array }): MediaFile {
  const size = typeof bytes === 'number' ? bytes : bytes.length
  return {
    type,
    bytes: size,
    read: async (start, end) =>
      typeof bytes === 'number' ? new Uint8Array(Math.min(end, size) - start).fill(7) : bytes.slice(start, end),
  }
}

export function toPost(platform: Outgoing['platform'], text: string, mediaUrls: string[] = []): Outgoing {
  return { id: POST_ID, platform, mediaType: null, text, mediaUrls, altTexts: [], links: [], replyControl: null }
}

export interface Prepared {
  result: PrepareResult
  /** Progress as the engine returns it: through JSON. */
  progress: Progress
  waits: number[]
}

/** Prepares like the engine, and checks every call: at most one write, and progress that is plain JSON. */
export async function prepareAll(
  adapter: Adapter,
  context: PlatformContext,
  post: Outgoing,
  start: Progress = {},
): Promise<Prepared> {
  let progress = start
  const waits: number[] = []
  for (let calls = 0; calls < 100; calls += 1) {
    const writes: HttpRequest[] = []
    const counting: Http = (request) => {
      if (request.method !== 'GET') writes.push(request)
      return context.http(request)
    }
    const result = await adapter.prepare({ ...context, http: counting }, post, progress)
    assert.ok(writes.length <= 1, 'more than one write in a step')
    progress = JSON.parse(JSON.stringify(result.progress))
    assert.deepEqual(progress, result.progress)
    if (result.kind !== 'continue') return { result, progress, waits }
    if (result.waitMs > 0) waits.push(result.waitMs)
  }
  throw new Error('preparation does not end')
}
