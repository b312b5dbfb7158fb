import { HOUR_MS } from '../../lib/time/span.ts'
import { failureOf, fieldsOf, isRefusal, listOf, quote, type Stage, secretsOf, textOf } from '../answers.ts'
import type { Failure, HttpAnswer, PlatformContext, TransportError } from '../contract.ts'

// https://docs.x.com/x-api/fundamentals/response-codes-and-errors

type Errors = Pick<PlatformContext, 'account' | 'settings' | 'now'>

const QUARTER_HOUR_MS = 15 * 60_000
const LONGEST_RESET_MS = 25 * HOUR_MS

interface XProblem {
  title: string | null
  detail: string | null
  /** The end of the problem's type, such as `client-forbidden`. Null for about:blank. */
  type: string | null
  /** Names of the parameters that are wrong. */
  parameters: string[]
}

export function xFailure(context: Errors, answer: HttpAnswer, stage: Stage): Failure {
  const problem = readProblem(answer)
  const name = problem.type ?? problem.title
  const said = problem.detail === null ? '' : ` X says: ${quote(problem.detail, secretsOf(context))}`
  const fail = (failureClass: Failure['class'], message: string, retryAt: Date | null = null) =>
    failureOf(context, failureClass, message, answer, {
      code: name === null ? String(answer.status) : `${answer.status} ${name.slice(0, 80)}`,
      retryAt,
    })

  switch (answer.status) {
    case 400:
      if (problem.parameters.includes('media.media_ids')) {
        return fail(
          'media_processing',
          `X no longer accepts the uploaded media of this post. They have to be uploaded again.${said}`,
        )
      }
      break
    case 401:
      return fail('auth_expired', 'X no longer accepts the access to this account. Connect the account again.')
    case 402:
      return fail(
        'out_of_credit',
        'The credits of the X developer account are used up. Buy credits in the X developer console; the post waits until then.',
        new Date(context.now().getTime() + HOUR_MS),
      )
    case 403:
      return forbidden(problem, said, fail)
    case 429:
      return fail(
        'rate_limited',
        'The limit of X is reached. It is tried again when X lifts it.',
        resetOf(answer, context.now()),
      )
  }
  if (isRefusal(answer.status)) return fail('rejected_content', `X refused the post. Change it and try again.${said}`)
  return stage === 'send'
    ? fail(
        'ambiguous',
        'X did not say clearly whether the post was published. It is being checked; do not post it again by hand.',
      )
    : fail('platform_down_before_send', 'X does not answer properly at the moment. It is tried again.')
}

/**
 * X answers 403 to very different things and tells them apart only by the sentence in `detail`. A sentence that is not
 * known fails this one post and no other.
 */
function forbidden(problem: XProblem, said: string, fail: (c: Failure['class'], message: string) => Failure): Failure {
  const detail = problem.detail ?? ''
  if (/duplicate content/i.test(detail)) {
    return fail(
      'duplicate_on_platform',
      'X refused the post because this account has published the same text shortly before. Change the text, or wait half a day.',
    )
  }
  if (/\b(suspended|locked|restricted)\b/i.test(detail)) {
    return fail('account_restricted', `X has restricted this account. Sign in to X and follow what it asks.${said}`)
  }
  const isPermission = /client-forbidden|unsupported-authentication|not-authorized/.test(problem.type ?? '')
  if (isPermission || /\b(permissions?|not permitted|not authorized|scopes?)\b/i.test(detail)) {
    return fail(
      'permission_missing',
      `X does not let this connection do that. Connect the account again and grant all permissions.${said}`,
    )
  }
  return fail('rejected_content', `X refused the post. Change it and try again.${said}`)
}

export function xTransportFailure(context: Errors, error: TransportError, stage: Stage): Failure {
  return error.sent && stage === 'send'
    ? failureOf(
        context,
        'ambiguous',
        'The connection to X broke before it answered. The post may be out; it is being checked. Do not post it again by hand.',
        null,
      )
    : failureOf(context, 'platform_down_before_send', 'X could not be reached. It is tried again.', null)
}

function readProblem(answer: HttpAnswer): XProblem {
  const body = fieldsOf(answer.json)
  const errors = listOf(body.errors).map(fieldsOf)
  // With `errors` the outer detail only says that something is wrong.
  const message = errors.map((error) => textOf(error.message) ?? textOf(error.detail)).find((text) => text !== null)
  const type = textOf(body.type)?.split('/').at(-1) ?? null
  return {
    title: textOf(body.title),
    detail: message ?? textOf(body.detail),
    type: type === 'about:blank' ? null : type,
    parameters: errors.flatMap((error) => Object.keys(fieldsOf(error.parameters))),
  }
}

/**
 * Up to three limits are told: of the window, of the user's day and of the app's day. The one that is used up counts,
 * the latest when several are. https://docs.x.com/x-api/fundamentals/rate-limits
 */
function resetOf({ headers }: HttpAnswer, now: Date): Date {
  const limits = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']
    .map((name) => ({
      reset: Number(headers.get(`${name}-reset`) ?? Number.NaN) * 1000,
      left: headers.get(`${name}-remaining`),
    }))
    .filter(({ reset }) => reset > now.getTime() && reset <= now.getTime() + LONGEST_RESET_MS)
  const usedUp = limits.filter(({ left }) => left === '0')
  const times = (usedUp.length > 0 ? usedUp : limits.slice(0, 1)).map(({ reset }) => reset)
  return new Date(times.length > 0 ? Math.max(...times) : now.getTime() + QUARTER_HOUR_MS)
}
