import { isSuccess, onTransportError } from '../shared/answers.ts'
import { inPlatformTime, SEARCH_MARGIN_MS } from '../shared/client.ts'
import type { Finding, HttpAnswer, Progress, Search } from '../shared/contract.ts'
import { comparable } from '../shared/text.ts'
import { fieldsOf } from '../shared/values.ts'
import {
  type ContainerStatus,
  callGraph,
  type GraphHost,
  type GraphPost,
  idOf,
  sentContainer,
  unreachableFailure,
} from './dialect.ts'
import { classifyFailure, isUnreadable } from './errors.ts'

const PAGE_SIZE = 100
// Threads allows 250 posts a day, Instagram 100.
const PAGES_MAX = 3

/**
 * The container's status decides: PUBLISHED is out; FINISHED, ERROR and EXPIRED are not
 * (developers.facebook.com/docs/threads/troubleshooting). The list has the post's id, and replaces the container if
 * that cannot be read.
 */
export function reconcile(graph: GraphPost, progress: Progress, search: Search): Promise<Finding> {
  const container = sentContainer(progress)
  const finding = container === null ? searchList(graph, search) : askContainer(graph, container.id, search)
  return onTransportError(finding, () => ({ kind: 'failed', failure: unreachableFailure(graph.dialect) }))
}

async function askContainer(graph: GraphPost, id: string, search: Search): Promise<Finding> {
  const look = await readContainer(graph, id)
  if (look.kind === 'failed') return look
  const theirs: Search = { ...search, sentAt: inPlatformTime(search.sentAt, look.answer) }
  switch (look.status) {
    case 'PUBLISHED': {
      const found = await onTransportError(searchList(graph, theirs), () => null)
      return found?.kind === 'found' ? found : { kind: 'found', platformId: null }
    }
    case 'FINISHED':
    case 'ERROR':
    case 'EXPIRED':
      return { kind: 'absent' }
    case 'IN_PROGRESS':
      return { kind: 'not_seen' }
    default:
      return searchList(graph, theirs)
  }
}

async function searchList(graph: GraphPost, search: Search): Promise<Finding> {
  const found = await findMatches(graph, search)
  if (found.kind === 'failed') return found
  const [id = null] = found.ids
  if (id === null) return { kind: 'not_seen' }
  // The wrong id is worse than none.
  return { kind: 'found', platformId: found.ids.length === 1 ? id : null }
}

/** UNREADABLE: there is no such container. */
export interface Look extends ContainerStatus {
  kind: 'status'
  answer: HttpAnswer
}

type FailedRead = Extract<Finding, { kind: 'failed' }>

export async function readContainer(graph: GraphHost, id: string): Promise<Look | FailedRead> {
  const { dialect } = graph
  const answer = await callGraph(graph, 'GET', [id], { fields: dialect.statusFields })
  if (isSuccess(answer)) return { kind: 'status', ...dialect.readStatus(fieldsOf(answer.json)), answer }
  if (!isUnreadable(answer)) return { kind: 'failed', failure: classifyFailure(graph, answer, 'read').failure }
  return { kind: 'status', status: 'UNREADABLE', code: null, reason: '', isFinal: false, answer }
}

type Matches = { kind: 'listed'; ids: string[] }

export async function findMatches(graph: GraphPost, search: Search): Promise<Matches | FailedRead> {
  const { dialect, context, post } = graph
  const since = search.sentAt.getTime() - SEARCH_MARGIN_MS
  const wantedType = dialect.listedTypes[post.mediaType ?? '']
  const wantedText = comparable(post.text)
  const ids = new Set<string>()
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const answer = await callGraph(graph, 'GET', [context.account.id, dialect.edges.list], {
      fields: `id,media_type,timestamp,${dialect.textField}`,
      since: String(Math.floor(since / 1000)),
      limit: String(PAGE_SIZE),
      ...(after === null ? {} : { after }),
    })
    const body = fieldsOf(answer.json)
    if (!isSuccess(answer) || !Array.isArray(body.data)) {
      return { kind: 'failed', failure: classifyFailure(graph, answer, 'read').failure }
    }
    for (const row of body.data.map(fieldsOf)) {
      const id = idOf(row.id)
      const text = row[dialect.textField] ?? ''
      if (id === null || search.takenIds.has(id) || typeof text !== 'string') continue
      if (row.media_type !== wantedType || comparable(text) !== wantedText) continue
      if (timeOf(row.timestamp) >= since) ids.add(id)
    }
    // The URL of the next page would be called with our token, so only its cursor is used.
    const paging = fieldsOf(body.paging)
    const cursor = fieldsOf(paging.cursors).after
    if (paging.next === undefined || typeof cursor !== 'string' || cursor === after) break
    after = cursor
  }
  return { kind: 'listed', ids: [...ids] }
}

/** 2023-10-17T05:42:03+0000, or NaN. */
function timeOf(value: unknown): number {
  return typeof value === 'string' ? Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) : Number.NaN
}
