import { MINUTE_MS } from '../../lib/time/span.ts'
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
  TOO_LARGE,
} from '../shared/failures.ts'
import { fieldsOf, textOf } from '../shared/values.ts'
import { blueskyProfile } from './profile.ts'

// https://atproto.com/specs/xrpc#error-responses: `error` is the name, `message` is for people.

const ENDED = ['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired']
const RESTRICTIONS = ['AccountTakedown', 'AccountSuspended', 'AccountDeactivated', 'RepoTakendown', 'RepoDeactivated']

const named = (names: readonly string[]) => (problem: { name: string | null }) =>
  problem.name !== null && names.includes(problem.name)

const RULES: readonly FailureRule[] = [
  { when: named(RESTRICTIONS), ...RESTRICTED },
  // Also returned for expired access.
  { ...ACCESS_ENDED, status: 400, when: named(ENDED) },
  ACCESS_ENDED,
  { ...FORBIDDEN, code: 'bluesky.forbidden' },
  TOO_LARGE,
  {
    when: named(['BlobTooLarge', 'InvalidMimeType']),
    class: 'rejected_content',
    code: 'bluesky.media_not_taken',
  },
  { when: named(['BlobNotFound']), ...MEDIA_GONE },
  limitReached(resetOf),
]

export const blueskyFailures = createFailures({
  label: blueskyProfile.label,
  uploadRefusals: [],
  readProblem,
  rules: RULES,
})

export function readProblem(answer: HttpAnswer) {
  const { error, message } = fieldsOf(answer.json)
  return { name: textOf(error), said: textOf(message) }
}

/** https://docs.bsky.app/docs/advanced-guides/rate-limits */
export function resetOf({ headers }: HttpAnswer, now: Date): Date {
  const reset = Number(headers.get('ratelimit-reset') ?? Number.NaN) * 1000
  const isUsable = reset > now.getTime() && reset <= now.getTime() + LONGEST_RESET_MS
  return new Date(isUsable ? reset : now.getTime() + 5 * MINUTE_MS)
}
