import { HOUR_MS, MINUTE_MS } from '../../lib/time/span.ts'
import type { HttpAnswer } from '../shared/contract.ts'
import {
  ACCESS_ENDED,
  createFailures,
  type FailureRule,
  FORBIDDEN,
  LONGEST_RESET_MS,
  limitReached,
  MEDIA_GONE,
  RESTRICTED,
} from '../shared/failures.ts'
import { fieldsOf, listOf, textOf } from '../shared/values.ts'
import { xProfile } from './profile.ts'

// https://docs.x.com/x-api/fundamentals/response-codes-and-errors

type XProblem = ReturnType<typeof readProblem>

/** 403s differ only in `detail`. */
const RULES: readonly FailureRule<XProblem>[] = [
  { status: 400, when: ({ parameters }) => parameters.includes('media.media_ids'), ...MEDIA_GONE },
  ACCESS_ENDED,
  {
    status: 402,
    class: 'out_of_credit',
    code: 'x.out_of_credit',
    retryAt: (_answer, now) => new Date(now.getTime() + HOUR_MS),
  },
  {
    status: 403,
    when: ({ said }) => /duplicate content/i.test(said ?? ''),
    class: 'duplicate_on_platform',
    code: 'x.duplicate',
  },
  { status: 403, when: ({ said }) => /\b(suspended|locked|restricted)\b/i.test(said ?? ''), ...RESTRICTED },
  {
    ...FORBIDDEN,
    when: ({ type, said }) =>
      /client-forbidden|unsupported-authentication|not-authorized/.test(type ?? '') ||
      /\b(permissions?|not permitted|not authorized|scopes?)\b/i.test(said ?? ''),
  },
  limitReached(resetOf),
]

export const xFailures = createFailures({
  label: xProfile.label,
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
