import { failureOf, fieldsOf, isSuccess, redact, secretsOf } from '../answers.ts'
import type {
  Adapter,
  Failure,
  FailureClass,
  HttpAnswer,
  Outgoing,
  PlatformContext,
  Progress,
  SendResult,
} from '../contract.ts'
import { TransportError } from '../contract.ts'
import { callGraph, type Dialect, idOf, unreachableFailure, WRITE_TIMEOUT_MS } from './dialect.ts'
import { judge } from './errors.ts'
import { prepare } from './prepare.ts'
import { fingerprintOf, readProgress } from './progress.ts'
import { readContainer, reconcile } from './reconcile.ts'

export function createMetaAdapter(dialect: Dialect): Adapter {
  return {
    auth: dialect.auth,
    prepare: (context, post, progress) => prepare(dialect, context, post, progress),
    sendTimeoutMs: WRITE_TIMEOUT_MS,
    send: (context, post, progress) => send(dialect, context, post, progress),
    reconcile: (context, post, progress, search) => reconcile(dialect, context, post, progress, search),
    permalink: (context, platformId) => permalink(dialect, context, platformId),
  }
}

async function send(
  dialect: Dialect,
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
): Promise<SendResult> {
  const state = readProgress(progress, fingerprintOf(context.account.id, post))
  const failure = (kind: FailureClass, message: string, answer: HttpAnswer | null = null) =>
    failureOf(context, kind, message, answer)
  if (state.container === null) {
    return { kind: 'refused', failure: failure('not_ready', `The post is not yet prepared on ${dialect.name}.`) }
  }
  // What publishing a container twice does is not documented, so it is never tried.
  if (state.published) {
    const message = `${dialect.name} says that the post is already out. It is looked up.`
    return { kind: 'unknown', failure: failure('ambiguous', message) }
  }

  let answer: HttpAnswer
  try {
    const path = [context.account.id, dialect.edges.publish]
    answer = await callGraph(dialect, context, 'POST', path, { creation_id: state.container.id })
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    if (!error.sent) return { kind: 'refused', failure: unreachableFailure(dialect.name) }
    const message = `The answer of ${dialect.name} was lost, so the post may be out. It is looked up.`
    return { kind: 'unknown', failure: failure('ambiguous', message) }
  }
  if (!isSuccess(answer)) {
    const verdict = judge(dialect.name, context, answer, 'send')
    if (verdict.mayBeVisible) return { kind: 'unknown', failure: verdict.failure }
    if (await isPublished(dialect, context, state.container.id)) {
      const message = `${dialect.name} refused the post, but its own status says that it is out. It is looked up.`
      return { kind: 'unknown', failure: failure('ambiguous', message, answer) }
    }
    const { refusals } = state
    const refusal = {
      ...verdict.failure,
      retryAt: verdict.failure.retryAt ?? soonOf(verdict.failure, refusals, context),
    }
    return { kind: 'refused', failure: refusal, progress: { ...progress, refusals: refusals + 1 } }
  }
  const platformId = idOf(fieldsOf(answer.json).id)
  if (platformId !== null) return { kind: 'published', platformId }
  const message = `${dialect.name} accepted the post without naming it. It is looked up.`
  return { kind: 'unknown', failure: failure('ambiguous', message, answer) }
}

/** Waits between calls for a container that the platform does not find; after the last one prepare makes a new one. */
const NOT_FOUND_WAITS_MS = [5_000, 15_000, 30_000, 5_000]

function soonOf(failure: Failure, refusals: number, context: PlatformContext): Date | null {
  if (failure.class !== 'not_ready') return null
  return new Date(context.now().getTime() + (NOT_FOUND_WAITS_MS[refusals] ?? NOT_FOUND_WAITS_MS.at(-1)!))
}

/** Meta refuses posts that are live at times, so after a refusal the container has the last word. */
async function isPublished(dialect: Dialect, context: PlatformContext, id: string): Promise<boolean> {
  try {
    const look = await readContainer(dialect, context, id)
    return look.kind === 'status' && look.status === 'PUBLISHED'
  } catch (error) {
    // The refusal stands.
    if (error instanceof TransportError) return false
    throw error
  }
}

async function permalink(dialect: Dialect, context: PlatformContext, platformId: string): Promise<string | null> {
  let answer: HttpAnswer
  try {
    answer = await callGraph(dialect, context, 'GET', [platformId], { fields: 'permalink' })
  } catch (error) {
    if (error instanceof TransportError) return null
    throw error
  }
  const link = isSuccess(answer) ? fieldsOf(answer.json).permalink : null
  const url = typeof link === 'string' && link.length <= 2048 ? URL.parse(link) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  return redact(url.href, secretsOf(context))
}
