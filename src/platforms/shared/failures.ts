import { HOUR_MS } from '../../lib/time/span.ts'
import { type Code, message } from '../../messages/message.ts'
import { failureOf, isRefusal, plainFailure, type Stage, saidBy, secretsOf } from './answers.ts'
import type { Failure, FailureClass, HttpAnswer, PlatformContext, TransportError } from './contract.ts'

// Turns responses into failures by a table of rules. Meta's hosts have their own codes (meta/errors.ts).

/** The longest limits last a day; a reset further away is a mistake. */
export const LONGEST_RESET_MS = 25 * HOUR_MS

interface Problem {
  name: string | null
  said: string | null
}

/** The first rule that matches an answer decides. */
export interface FailureRule<P = Problem> {
  status?: number
  when?(problem: P, status: number): boolean
  class: FailureClass
  /** Its sentence may have the values `network`, `said` and `version` of the API. */
  code: Code
  retryAt?(answer: HttpAnswer, now: Date): Date
  existingId?(problem: P): string | null
}

interface Provider<P> {
  label: string
  /** Refusals after which an upload starts over. */
  uploadRefusals: readonly FailureClass[]
  readProblem(answer: HttpAnswer): P
  rules: readonly FailureRule<P>[]
}

export type Failures = ReturnType<typeof createFailures>

export const ACCESS_ENDED: FailureRule<unknown> = { status: 401, class: 'auth_expired', code: 'network.access_ended' }
export const RESTRICTED = { class: 'account_restricted', code: 'network.restricted' } as const
export const FORBIDDEN: FailureRule<unknown> = { status: 403, class: 'permission_missing', code: 'network.forbidden' }
export const TOO_LARGE: FailureRule<unknown> = {
  status: 413,
  class: 'rejected_content',
  code: 'network.media_too_large',
}
export const MEDIA_GONE = { class: 'media_processing', code: 'network.media_gone' } as const
export const IN_PROGRESS = { class: 'not_ready', code: 'network.media_in_progress' } as const
const REFUSED = { class: 'rejected_content', code: 'network.refused' } as const
const UNCLEAR = { class: 'ambiguous', code: 'network.unclear' } as const
const DOWN = { class: 'platform_down_before_send', code: 'network.down' } as const

export function limitReached(retryAt: (answer: HttpAnswer, now: Date) => Date): FailureRule<unknown> {
  return { status: 429, class: 'rate_limited', code: 'network.limit_reached', retryAt }
}

export function createFailures<P extends Problem>({ label, uploadRefusals, readProblem, rules }: Provider<P>) {
  const network = { network: label }

  function ofAnswer(context: PlatformContext, answer: HttpAnswer, stage: Stage = 'other'): Failure {
    const { status } = answer
    const problem = readProblem(answer)
    const rule: FailureRule<P> =
      rules.find((each) => (each.status ?? status) === status && (each.when?.(problem, status) ?? true)) ??
      (isRefusal(status) ? REFUSED : stage === 'send' ? UNCLEAR : DOWN)
    const version = rule.class === 'version_sunset' ? { version: context.settings.version } : {}
    const values = { ...network, ...version, said: saidBy(label, problem.said, secretsOf(context)) }
    return failureOf(context, rule.class, { code: rule.code, values }, answer, {
      code: problem.name === null ? String(status) : `${status} ${problem.name.slice(0, 80)}`,
      retryAt: rule.retryAt?.(answer, context.now()) ?? null,
      ...(rule.existingId ? { existingId: rule.existingId(problem) } : {}),
    })
  }

  function ofTransport(error: TransportError, stage: Stage = 'other'): Failure {
    return error.sent && stage === 'send'
      ? plainFailure('ambiguous', message('network.cut_off', network))
      : plainFailure('platform_down_before_send', message('network.unreachable', network))
  }

  /** A step that is safe to repeat was refused. */
  function failed(context: PlatformContext, answer: HttpAnswer): { kind: 'failed'; failure: Failure } {
    return { kind: 'failed', failure: ofAnswer(context, answer) }
  }

  /** A step of an upload was refused. `again`: the upload starts over. */
  function ofUpload(context: PlatformContext, answer: HttpAnswer): { kind: 'again' | 'failed'; failure: Failure } {
    const failure = ofAnswer(context, answer)
    if (!uploadRefusals.includes(failure.class)) return { kind: 'failed', failure }
    const refused = message('network.media_refused', network)
    return { kind: 'again', failure: { ...failure, class: 'media_processing', message: refused } }
  }

  /** A successful response without the expected fields. */
  function ofUnreadable(context: PlatformContext, answer: HttpAnswer): { kind: 'failed'; failure: Failure } {
    const said = message('network.not_understood', network)
    return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', said, answer) }
  }

  return { label, ofAnswer, ofTransport, failed, ofUpload, ofUnreadable }
}
