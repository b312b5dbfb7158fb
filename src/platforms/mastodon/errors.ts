import { MINUTE_MS } from '../../lib/time/span.ts'
import type { HttpAnswer } from '../shared/contract.ts'
import { ACCESS_ENDED, createFailures, type FailureRule, LONGEST_RESET_MS, RESTRICTED } from '../shared/failures.ts'
import { fieldsOf, textOf } from '../shared/values.ts'
import { mastodonProfile } from './profile.ts'

// https://docs.joinmastodon.org/entities/Error/

type MastodonProblem = ReturnType<typeof readProblem>

const RULES: readonly FailureRule<MastodonProblem>[] = [
  ACCESS_ENDED,
  // "Your login is currently disabled", "… pending approval", "… missing a confirmed e-mail address".
  { status: 403, when: ({ said }) => /\blogin\b/i.test(said ?? ''), ...RESTRICTED },
  {
    status: 403,
    class: 'permission_missing',
    message: 'The Mastodon server does not let this connection do that. Connect the account again.{said}',
  },
  {
    status: 404,
    class: 'rejected_content',
    message:
      'The Mastodon server did not find what the post needs. If the post was out before and somebody deleted it there, wait an hour and retry. Otherwise check that the server is still a Mastodon server.{said}',
  },
  {
    status: 413,
    class: 'rejected_content',
    message: 'A file is larger than the Mastodon server takes. Make it smaller and try again.',
  },
  {
    status: 422,
    when: ({ said }) => /not finished processing/i.test(said ?? ''),
    class: 'not_ready',
    message: 'The Mastodon server is still working on the media of this post. It is tried again.',
  },
  {
    status: 422,
    when: ({ said }) => /not found or already attached/i.test(said ?? ''),
    class: 'media_processing',
    message: 'The Mastodon server no longer has the uploaded media of this post. They have to be uploaded again.{said}',
  },
  {
    status: 429,
    class: 'rate_limited',
    message: 'The limit of the Mastodon server is reached. It is tried again when the server lifts it.',
    retryAt: resetOf,
  },
]

export const mastodonFailures = createFailures({
  label: mastodonProfile.label,
  again: 'It is tried again.',
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
