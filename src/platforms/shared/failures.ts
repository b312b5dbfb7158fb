import { HOUR_MS } from '../../lib/time/span.ts'
import { failureOf, isRefusal, plainFailure, quote, type Stage, secretsOf } from './answers.ts'
import type { Failure, FailureClass, HttpAnswer, PlatformContext, TransportError } from './contract.ts'

// Turns answers into failures by a table of rules. Meta's hosts have their own codes (meta/errors.ts).

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
  /** {name}: the platform; {said}: what it said; {version}: of its API. */
  message: string
  retryAt?(answer: HttpAnswer, now: Date): Date
  existingId?(problem: P): string | null
}

interface Provider<P> {
  label: string
  /** Ends the message when the platform is down. */
  again: string
  /** Refusals after which an upload starts over. */
  uploadRefusals: readonly FailureClass[]
  readProblem(answer: HttpAnswer): P
  rules: readonly FailureRule<P>[]
}

export type Failures = ReturnType<typeof createFailures>

export const ACCESS_ENDED: FailureRule<unknown> = {
  status: 401,
  class: 'auth_expired',
  message: '{name} no longer accepts the access to this account. Connect the account again.',
}
export const RESTRICTED = {
  class: 'account_restricted',
  message: '{name} has restricted this account. Sign in to {name} and follow what it asks.{said}',
} as const
const REFUSED = {
  class: 'rejected_content',
  message: '{name} refused the post. Change it and try again.{said}',
} as const
const UNCLEAR = {
  class: 'ambiguous',
  message:
    '{name} did not say clearly whether the post was published. It is being checked; do not post it again by hand.',
} as const
const DOWN = {
  class: 'platform_down_before_send',
  message: '{name} does not answer properly at the moment. {again}',
} as const

export function createFailures<P extends Problem>({ label, again, uploadRefusals, readProblem, rules }: Provider<P>) {
  function ofAnswer(context: PlatformContext, answer: HttpAnswer, stage: Stage = 'other'): Failure {
    const { status } = answer
    const problem = readProblem(answer)
    const rule: FailureRule<P> =
      rules.find((each) => (each.status ?? status) === status && (each.when?.(problem, status) ?? true)) ??
      (isRefusal(status) ? REFUSED : stage === 'send' ? UNCLEAR : DOWN)
    const said = problem.said === null ? '' : ` ${label} says: ${quote(problem.said, secretsOf(context))}`
    const message = rule.message
      .replaceAll('{name}', label)
      .replace('{again}', again)
      .replace('{version}', context.settings.version)
      .replace('{said}', () => said)
    return failureOf(context, rule.class, message, answer, {
      code: problem.name === null ? String(status) : `${status} ${problem.name.slice(0, 80)}`,
      retryAt: rule.retryAt?.(answer, context.now()) ?? null,
      ...(rule.existingId ? { existingId: rule.existingId(problem) } : {}),
    })
  }

  function ofTransport(error: TransportError, stage: Stage = 'other'): Failure {
    if (!error.sent || stage !== 'send') {
      return plainFailure('platform_down_before_send', `${label} could not be reached. ${again}`)
    }
    const message = `The connection to ${label} broke before it answered. The post may be out; it is being checked. Do not post it again by hand.`
    return plainFailure('ambiguous', message)
  }

  /** A step that is safe to repeat was refused. */
  function failed(context: PlatformContext, answer: HttpAnswer): { kind: 'failed'; failure: Failure } {
    return { kind: 'failed', failure: ofAnswer(context, answer) }
  }

  /** A step of an upload was refused. `again`: the upload starts over. */
  function ofUpload(context: PlatformContext, answer: HttpAnswer): { kind: 'again' | 'failed'; failure: Failure } {
    const failure = ofAnswer(context, answer)
    if (!uploadRefusals.includes(failure.class)) return { kind: 'failed', failure }
    const message = `${label} did not take a media file of this post. Check that the file opens, then try again.`
    return { kind: 'again', failure: { ...failure, class: 'media_processing', message } }
  }

  /** A success without the expected fields. */
  function ofUnreadable(context: PlatformContext, answer: HttpAnswer): { kind: 'failed'; failure: Failure } {
    const message = `${label} answered something that cannot be understood. Nothing was published; it is tried again.`
    return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
  }

  return { label, ofAnswer, ofTransport, failed, ofUpload, ofUnreadable }
}
