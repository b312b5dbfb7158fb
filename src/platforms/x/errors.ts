import { HOUR_MS, MINUTE_MS } from '../../lib/time/span.ts'
import type { HttpAnswer } from '../shared/contract.ts'
import { ACCESS_ENDED, createFailures, type FailureRule, LONGEST_RESET_MS, RESTRICTED } from '../shared/failures.ts'
import { fieldsOf, listOf, textOf } from '../shared/values.ts'
import { xProfile } from './profile.ts'

// https://docs.x.com/x-api/fundamentals/response-codes-and-errors

type XProblem = ReturnType<typeof readProblem>

/** 403s differ only in `detail`. */
const RULES: readonly FailureRule<XProblem>[] = [
  {
    status: 400,
    when: ({ parameters }) => parameters.includes('media.media_ids'),
    class: 'media_processing',
    message: 'X no longer accepts the uploaded media of this post. They have to be uploaded again.{said}',
  },
  ACCESS_ENDED,
  {
    status: 402,
    class: 'out_of_credit',
    message:
      'The credits of the X developer account are used up. Buy credits in the X developer console; the post waits until then.',
    retryAt: (_answer, now) => new Date(now.getTime() + HOUR_MS),
  },
  {
    status: 403,
    when: ({ said }) => /duplicate content/i.test(said ?? ''),
    class: 'duplicate_on_platform',
    message:
      'X refused the post because this account has published the same text shortly before. Change the text, or wait half a day.',
  },
  { status: 403, when: ({ said }) => /\b(suspended|locked|restricted)\b/i.test(said ?? ''), ...RESTRICTED },
  {
    status: 403,
    when: ({ type, said }) =>
      /client-forbidden|unsupported-authentication|not-authorized/.test(type ?? '') ||
      /\b(permissions?|not permitted|not authorized|scopes?)\b/i.test(said ?? ''),
    class: 'permission_missing',
    message: 'X does not let this connection do that. Connect the account again and grant all permissions.{said}',
  },
  {
    status: 429,
    class: 'rate_limited',
    message: 'The limit of X is reached. It is tried again when X lifts it.',
    retryAt: resetOf,
  },
]

export const xFailures = createFailures({
  label: xProfile.label,
  again: 'It is tried again.',
  uploadRefusals: ['rejected_content', 'media_processing'],
  readProblem,
  rules: RULES,
})

function readProblem(answer: HttpAnswer) {
  const body = fieldsOf(answer.json)
  const errors = listOf(body.errors).map(fieldsOf)
  const message = errors.map((error) => textOf(error.message) ?? textOf(error.detail)).find((text) => text !== null)
  const lastPart = textOf(body.type)?.split('/').at(-1) ?? null
  const type = lastPart === 'about:blank' ? null : lastPart
  return {
    name: type ?? textOf(body.title),
    said: message ?? textOf(body.detail),
    /** Such as `client-forbidden`. */
    type,
    parameters: errors.flatMap((error) => Object.keys(fieldsOf(error.parameters))),
  }
}

/** The latest of the limits that are used up. https://docs.x.com/x-api/fundamentals/rate-limits */
function resetOf({ headers }: HttpAnswer, now: Date): Date {
  const limits = ['x-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour']
    .map((name) => ({
      reset: Number(headers.get(`${name}-reset`) ?? Number.NaN) * 1000,
      left: headers.get(`${name}-remaining`),
    }))
    .filter(({ reset }) => reset > now.getTime() && reset <= now.getTime() + LONGEST_RESET_MS)
  const usedUp = limits.filter(({ left }) => left === '0')
  const times = (usedUp.length > 0 ? usedUp : limits.slice(0, 1)).map(({ reset }) => reset)
  return new Date(times.length > 0 ? Math.max(...times) : now.getTime() + 15 * MINUTE_MS)
}
