import { MINUTE_MS } from '../../lib/time/span.ts'
import type { HttpAnswer } from '../shared/contract.ts'
import { ACCESS_ENDED, createFailures, type FailureRule, LONGEST_RESET_MS, RESTRICTED } from '../shared/failures.ts'
import { fieldsOf, textOf } from '../shared/values.ts'
import { blueskyProfile } from './profile.ts'

// https://atproto.com/specs/xrpc#error-responses: `error` is the name, `message` is for people.

const ENDED = ['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired']
const RESTRICTIONS = ['AccountTakedown', 'AccountSuspended', 'AccountDeactivated', 'RepoTakendown', 'RepoDeactivated']

const named = (names: readonly string[]) => (problem: { name: string | null }) =>
  problem.name !== null && names.includes(problem.name)

const RULES: readonly FailureRule[] = [
  { when: named(RESTRICTIONS), ...RESTRICTED },
  // Also the answer to expired access.
  { ...ACCESS_ENDED, status: 400, when: named(ENDED) },
  ACCESS_ENDED,
  {
    status: 403,
    class: 'permission_missing',
    message:
      '{name} does not let this connection do that. Connect the account again, by approval or with a new app password.{said}',
  },
  {
    status: 413,
    class: 'rejected_content',
    message: 'A media file is larger than the server of this account takes. Make it smaller and try again.{said}',
  },
  {
    when: named(['BlobTooLarge', 'InvalidMimeType']),
    class: 'rejected_content',
    message: '{name} does not take one of the media files. Make it smaller or convert it, then try again.{said}',
  },
  {
    when: named(['BlobNotFound']),
    class: 'media_processing',
    message: '{name} no longer has the uploaded media of this post. They have to be uploaded again.',
  },
  {
    status: 429,
    class: 'rate_limited',
    message: 'The limit of {name} is reached. It is tried again when {name} lifts it.',
    retryAt: resetOf,
  },
]

export const blueskyFailures = createFailures({
  label: blueskyProfile.label,
  again: 'It is tried again.',
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
