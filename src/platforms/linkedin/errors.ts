import type { HttpAnswer } from '../shared/contract.ts'
import {
  ACCESS_ENDED,
  createFailures,
  type FailureRule,
  FORBIDDEN,
  IN_PROGRESS,
  limitReached,
  RESTRICTED,
} from '../shared/failures.ts'
import { fieldsOf, listOf, textOf } from '../shared/values.ts'
import { linkedinProfile } from './profile.ts'

// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling

type LinkedInProblem = ReturnType<typeof readProblem>

const POST_URN_INSIDE = /urn:li:(?:share|ugcPost|activity):\d{1,25}/
export const POST_URN = new RegExp(`^${POST_URN_INSIDE.source}$`)

const RULES: readonly FailureRule<LinkedInProblem>[] = [
  {
    when: ({ codes }) => codes.includes('DUPLICATE_POST'),
    class: 'duplicate_on_platform',
    code: 'linkedin.duplicate',
    // The URN of the first post is only in the message.
    existingId: ({ said }) => POST_URN_INSIDE.exec(said ?? '')?.[0] ?? null,
  },
  {
    when: ({ codes }, status) => status === 426 || codes.includes('NONEXISTENT_VERSION'),
    class: 'version_sunset',
    code: 'linkedin.version_ended',
  },
  ACCESS_ENDED,
  { status: 403, when: ({ codes }) => codes.includes('MEMBER_RESTRICTED'), ...RESTRICTED },
  { ...FORBIDDEN, code: 'linkedin.forbidden' },
  limitReached(resetOf),
  { when: ({ codes }) => codes.includes('MEDIA_ASSET_PROCESSING'), ...IN_PROGRESS },
  {
    when: ({ codes }) =>
      codes.includes('MEDIA_ASSET_WAITING_UPLOAD') || codes.includes('MEDIA_ASSET_PROCESSING_FAILED'),
    class: 'media_processing',
    code: 'linkedin.media_unusable',
  },
]

export const linkedinFailures = createFailures({
  label: linkedinProfile.label,
  // Often caused by an expired upload URL.
  uploadRefusals: ['rejected_content', 'permission_missing', 'media_processing'],
  readProblem,
  rules: RULES,
})

/** `codes` are DUPLICATE_POST, ACCESS_DENIED … */
function readProblem(answer: HttpAnswer) {
  const body = fieldsOf(answer.json)
  const inputs = listOf(fieldsOf(body.errorDetails).inputErrors).map(fieldsOf)
  const codes = [...inputs.map((input) => textOf(input.code)), textOf(body.code)].filter((code) => code !== null)
  const service = typeof body.serviceErrorCode === 'number' ? String(body.serviceErrorCode) : null
  const description = inputs.map((input) => textOf(input.description)).find((text) => text !== null)
  return { name: codes[0] ?? service, said: textOf(body.message) ?? description ?? null, codes }
}

/** Limits are per day and end at midnight UTC: https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits */
function resetOf(answer: HttpAnswer, now: Date): Date {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (Number.isSafeInteger(seconds) && seconds > 0 && seconds <= 86_400) return new Date(now.getTime() + seconds * 1000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
