import { MINUTE_MS } from '../../lib/time/span.ts'
import type { HttpAnswer } from '../shared/contract.ts'
import {
  ACCESS_ENDED,
  createFailures,
  type FailureRule,
  FORBIDDEN,
  IN_PROGRESS,
  LONGEST_RESET_MS,
  limitReached,
  MEDIA_GONE,
  RESTRICTED,
  TOO_LARGE,
} from '../shared/failures.ts'
import { fieldsOf, textOf } from '../shared/values.ts'
import { mastodonProfile } from './profile.ts'

// https://docs.joinmastodon.org/entities/Error/

type MastodonProblem = ReturnType<typeof readProblem>

const RULES: readonly FailureRule<MastodonProblem>[] = [
  ACCESS_ENDED,
  // "Your login is currently disabled", "… pending approval", "… missing a confirmed e-mail address".
  { status: 403, when: ({ said }) => /\blogin\b/i.test(said ?? ''), ...RESTRICTED },
  FORBIDDEN,
  { status: 404, class: 'rejected_content', code: 'mastodon.not_found' },
  TOO_LARGE,
  { status: 422, when: ({ said }) => /not finished processing/i.test(said ?? ''), ...IN_PROGRESS },
  { status: 422, when: ({ said }) => /not found or already attached/i.test(said ?? ''), ...MEDIA_GONE },
  limitReached(resetOf),
]

export const mastodonFailures = createFailures({
  label: mastodonProfile.label,
  uploadRefusals: ['rejected_content', 'media_processing', 'not_ready'],
  readProblem,
  rules: RULES,
})

function readProblem(answer: HttpAnswer) {
  const { error, error_description: description } = fieldsOf(answer.json)
  return { name: null, said: textOf(description) ?? textOf(error) }
}

/** https://docs.joinmastodon.org/api/rate-limits/: a time, or seconds on some servers. */
function resetOf({ headers }: HttpAnswer, now: Date): Date {
  const latest = now.getTime() + LONGEST_RESET_MS
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const times = [Date.parse(headers.get('x-ratelimit-reset') ?? ''), now.getTime() + seconds * 1000]
  const time = times.find((each) => each > now.getTime() && each <= latest)
  return new Date(time ?? now.getTime() + 5 * MINUTE_MS)
}
