import { parseWebUrl } from '../../lib/net/web-url.ts'
import { type Message, message } from '../../messages/message.ts'
import { failureOf, isSuccess, onTransportError, plainFailure, redact, secretsOf } from '../shared/answers.ts'
import { type Adapter, type HttpAnswer, type Progress, type SendResult, TransportError } from '../shared/contract.ts'
import { fieldsOf } from '../shared/values.ts'
import {
  callGraph,
  type Dialect,
  fingerprintOf,
  type GraphHost,
  type GraphPost,
  idOf,
  readProgress,
  unreachableFailure,
  WRITE_TIMEOUT_MS,
} from './dialect.ts'
import { classifyFailure } from './errors.ts'
import { prepare } from './prepare.ts'
import { readContainer, reconcile } from './reconcile.ts'

/** Waits while the platform does not find a container. After the last one, prepare makes a new container. */
const NOT_FOUND_WAITS_MS = [5_000, 15_000, 30_000, 5_000]

export function createMetaAdapter(dialect: Dialect): Adapter {
  return {
    auth: dialect.auth,
    prepare: (context, post, progress) => prepare({ dialect, context, post }, progress),
    sendTimeoutMs: WRITE_TIMEOUT_MS,
    send: (context, post, progress) => send({ dialect, context, post }, progress),
    reconcile: (context, post, progress, search) => reconcile({ dialect, context, post }, progress, search),
    permalink: (context, platformId) => fetchPermalink({ dialect, context }, platformId),
  }
}

async function send(graph: GraphPost, progress: Progress): Promise<SendResult> {
  const { dialect, context, post } = graph
  const network = { network: dialect.name }
  const unknown = (said: Message, answer?: HttpAnswer): SendResult => {
    const failure = answer ? failureOf(context, 'ambiguous', said, answer) : plainFailure('ambiguous', said)
    return { kind: 'unknown', failure }
  }
  const { container, published, refusals } = readProgress(progress, fingerprintOf(context.account.id, post))
  if (container === null) {
    return { kind: 'refused', failure: plainFailure('not_ready', message('meta.not_prepared', network)) }
  }
  // Publishing a container twice is undocumented, so it is never tried.
  if (published) return unknown(message('meta.already_out', network))
  const path = [context.account.id, dialect.edges.publish]
  const call = callGraph(graph, 'POST', path, { creation_id: container.id })
  const answer = await onTransportError(call, (error) => error)
  if (answer instanceof TransportError) {
    if (!answer.sent) return { kind: 'refused', failure: unreachableFailure(dialect) }
    return unknown(message('meta.answer_lost', network))
  }
  if (!isSuccess(answer)) {
    const { failure, mayBeVisible } = classifyFailure(graph, answer, 'send')
    if (mayBeVisible) return { kind: 'unknown', failure }
    if (await isPublished(graph, container.id)) {
      return unknown(message('meta.refused_but_out', network), answer)
    }
    const waitMs = NOT_FOUND_WAITS_MS[refusals] ?? NOT_FOUND_WAITS_MS.at(-1)!
    const isNotReady = failure.class === 'not_ready'
    const retryAt = failure.retryAt ?? (isNotReady ? new Date(context.now().getTime() + waitMs) : null)
    return { kind: 'refused', failure: { ...failure, retryAt }, progress: { ...progress, refusals: refusals + 1 } }
  }
  const platformId = idOf(fieldsOf(answer.json).id)
  if (platformId !== null) return { kind: 'published', platformId }
  return unknown(message('meta.unnamed', network), answer)
}

/** Meta sometimes refuses posts that are live, so the container's status decides. */
async function isPublished(graph: GraphHost, id: string): Promise<boolean> {
  const look = await onTransportError(readContainer(graph, id), () => null)
  return look?.kind === 'status' && look.status === 'PUBLISHED'
}

async function fetchPermalink(graph: GraphHost, platformId: string): Promise<string | null> {
  const answer = await onTransportError(callGraph(graph, 'GET', [platformId], { fields: 'permalink' }), () => null)
  const link = answer !== null && isSuccess(answer) ? fieldsOf(answer.json).permalink : null
  const url = typeof link === 'string' && link.length <= 2048 ? parseWebUrl(link) : null
  return url && redact(url.href, secretsOf(graph.context))
}
