import { comparable, fieldsOf, isSuccess } from '../answers.ts'
import { inPlatformTime } from '../clock-offset.ts'
import type { Finding, HttpAnswer, Outgoing, PlatformContext, Progress } from '../contract.ts'
import { TransportError } from '../contract.ts'
import { type ContainerStatus, callGraph, type Dialect, idOf, unreachableFailure } from './dialect.ts'
import { isUnreadable, judge, type Verdict } from './errors.ts'
import { sentContainer } from './progress.ts'

// Clocks differ, and the platform rounds its times to seconds.
const SLACK_MS = 60_000
const PAGE_SIZE = 100
// Threads allows 250 posts a day, Instagram 100.
const PAGES_MAX = 3

export interface Search {
  sentAt: Date
  takenIds: ReadonlySet<string>
}

/**
 * Whether a post went out. The container knows: PUBLISHED is out, FINISHED is ready and was not published, ERROR and
 * EXPIRED never were (developers.facebook.com/docs/threads/troubleshooting). The list of posts is for the id, and for
 * the times when the container cannot be read.
 */
export async function reconcile(
  dialect: Dialect,
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  search: Search,
): Promise<Finding> {
  const container = sentContainer(progress)
  try {
    // A restored database knows of no container, though one may have been published.
    if (container === null) return await searchList(dialect, context, post, search)
    const look = await readContainer(dialect, context, container.id)
    if (look.kind === 'failed') return { kind: 'failed', failure: look.verdict.failure }
    const theirs: Search = { ...search, sentAt: inPlatformTime(search.sentAt, look.answer) }
    switch (look.status) {
      case 'PUBLISHED':
        return { kind: 'found', platformId: await nameOf(dialect, context, post, theirs) }
      case 'FINISHED':
      case 'ERROR':
      case 'EXPIRED':
        return { kind: 'absent' }
      case 'IN_PROGRESS':
        return { kind: 'not_seen' }
      default:
        return await searchList(dialect, context, post, theirs)
    }
  } catch (error) {
    if (error instanceof TransportError) return { kind: 'failed', failure: unreachableFailure(dialect.name) }
    throw error
  }
}

async function searchList(
  dialect: Dialect,
  context: PlatformContext,
  post: Outgoing,
  search: Search,
): Promise<Finding> {
  const found = await findMatches(dialect, context, post, search)
  if (found.kind === 'failed') return { kind: 'failed', failure: found.verdict.failure }
  if (found.ids.length === 0) return { kind: 'not_seen' }
  return { kind: 'found', platformId: onlyOne(found.ids) }
}

/** A look at a container. UNREADABLE stands for the answer that there is no such container. */
export interface Look extends ContainerStatus {
  kind: 'status'
  answer: HttpAnswer
}

export async function readContainer(
  dialect: Dialect,
  context: PlatformContext,
  id: string,
): Promise<Look | { kind: 'failed'; verdict: Verdict }> {
  const answer = await callGraph(dialect, context, 'GET', [id], { fields: dialect.statusFields })
  if (isSuccess(answer)) return { kind: 'status', ...dialect.readStatus(fieldsOf(answer.json)), answer }
  if (!isUnreadable(answer)) return { kind: 'failed', verdict: judge(dialect.name, context, answer, 'read') }
  return { kind: 'status', status: 'UNREADABLE', code: null, reason: '', isFinal: false, answer }
}

/** Posts since then that look like this one and belong to no other. */
export async function findMatches(
  dialect: Dialect,
  context: PlatformContext,
  post: Outgoing,
  search: Search,
): Promise<{ kind: 'listed'; ids: string[] } | { kind: 'failed'; verdict: Verdict }> {
  const since = search.sentAt.getTime() - SLACK_MS
  const wantedType = dialect.listedTypes[post.mediaType ?? '']
  const wantedText = comparable(post.text)
  const ids = new Set<string>()
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await callGraph(dialect, context, 'GET', [context.account.id, dialect.edges.list], {
      fields: `id,media_type,timestamp,${dialect.textField}`,
      since: String(Math.floor(since / 1000)),
      limit: String(PAGE_SIZE),
      ...(after === null ? {} : { after }),
    })
    const body = fieldsOf(answer.json)
    if (!isSuccess(answer) || !Array.isArray(body.data)) {
      return { kind: 'failed', verdict: judge(dialect.name, context, answer, 'read') }
    }
    for (const row of body.data.map(fieldsOf)) {
      const id = idOf(row.id)
      const text = row[dialect.textField] ?? ''
      if (id === null || search.takenIds.has(id) || typeof text !== 'string') continue
      if (row.media_type !== wantedType || comparable(text) !== wantedText) continue
      if (timeOf(row.timestamp) >= since) ids.add(id)
    }
    // The address of the next page is in the answer too, but only the cursor is taken from there: it gets our token.
    const paging = fieldsOf(body.paging)
    const cursor = fieldsOf(paging.cursors).after
    if (paging.next === undefined || typeof cursor !== 'string' || cursor === after) break
    after = cursor
  }
  return { kind: 'listed', ids: [...ids] }
}

/** It is out, whether or not its id can be told now. */
async function nameOf(
  dialect: Dialect,
  context: PlatformContext,
  post: Outgoing,
  search: Search,
): Promise<string | null> {
  try {
    const found = await findMatches(dialect, context, post, search)
    return found.kind === 'listed' ? onlyOne(found.ids) : null
  } catch (error) {
    if (error instanceof TransportError) return null
    throw error
  }
}

/** Of several posts that look the same none is taken: the wrong id is worse than none. */
function onlyOne(ids: string[]): string | null {
  return ids.length === 1 ? ids[0]! : null
}

/** 2023-10-17T05:42:03+0000, or NaN. */
function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN
}
