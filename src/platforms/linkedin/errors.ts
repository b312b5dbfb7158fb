import { failureOf, fieldsOf, isRefusal, listOf, quote, type Stage, secretsOf, textOf } from '../answers.ts'
import type { Failure, HttpAnswer, PlatformContext, TransportError } from '../contract.ts'

// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling

export const POST_URN = /^urn:li:(?:share|ugcPost|activity):\d{1,25}$/
const POST_URN_INSIDE = /urn:li:(?:share|ugcPost|activity):\d{1,25}/

type Errors = Pick<PlatformContext, 'account' | 'settings' | 'now'>

interface LinkedInError {
  message: string | null
  /** The most telling code: DUPLICATE_POST, ACCESS_DENIED, 65601 … */
  code: string | null
  codes: string[]
}

export function linkedinFailure(context: Errors, answer: HttpAnswer, stage: Stage): Failure {
  const error = readError(answer)
  const parts = { code: error.code === null ? String(answer.status) : `${answer.status} ${error.code}` }
  const said = error.message === null ? '' : ` LinkedIn says: ${quote(error.message, secretsOf(context))}`
  const fail = (
    failureClass: Failure['class'],
    message: string,
    more: { retryAt?: Date; existingId?: string | null } = {},
  ) => failureOf(context, failureClass, message, answer, { ...parts, ...more })

  if (error.codes.includes('DUPLICATE_POST')) {
    // The URN of the first post is only in the message.
    const existingId = POST_URN_INSIDE.exec(error.message ?? '')?.[0] ?? null
    return fail(
      'duplicate_on_platform',
      'LinkedIn refused the post because this account has published the same one already. Change the text, or delete the first post and wait a day or two.',
      { existingId },
    )
  }
  if (answer.status === 426 || error.codes.includes('NONEXISTENT_VERSION')) {
    return fail(
      'version_sunset',
      `LinkedIn no longer accepts version ${context.settings.version} of its interface. Whoever runs this server has to set a newer LinkedIn version; the post is not lost and was not published.`,
    )
  }
  switch (answer.status) {
    case 401:
      return fail('auth_expired', 'LinkedIn no longer accepts the access to this account. Connect the account again.')
    case 403:
      if (error.codes.includes('MEMBER_RESTRICTED')) {
        return fail(
          'account_restricted',
          `LinkedIn has restricted this account. Sign in to LinkedIn and follow what it asks.${said}`,
        )
      }
      return fail(
        'permission_missing',
        `LinkedIn does not let this connection do that: a permission is missing, or the person no longer manages the page. Connect the account again and grant all permissions.${said}`,
      )
    case 429:
      return fail('rate_limited', 'The daily limit of LinkedIn is reached. The post goes out when LinkedIn lifts it.', {
        retryAt: resetOf(answer, context.now()),
      })
  }
  if (error.codes.includes('MEDIA_ASSET_PROCESSING')) {
    return fail('not_ready', 'LinkedIn is still working on the media of this post. It is tried again.')
  }
  if (error.codes.some((code) => code === 'MEDIA_ASSET_WAITING_UPLOAD' || code === 'MEDIA_ASSET_PROCESSING_FAILED')) {
    return fail(
      'media_processing',
      `LinkedIn could not use the media of this post. Check that the file plays or opens, then try again.${said}`,
    )
  }
  if (isRefusal(answer.status)) {
    return fail('rejected_content', `LinkedIn refused the post. Change it and try again.${said}`)
  }
  return stage === 'send'
    ? fail(
        'ambiguous',
        'LinkedIn did not say clearly whether the post was published. It is being checked; do not post it again by hand.',
      )
    : fail(
        'platform_down_before_send',
        'LinkedIn does not answer properly at the moment. Nothing was published; it is tried again.',
      )
}

export function linkedinTransportFailure(context: Errors, error: TransportError, stage: Stage): Failure {
  return error.sent && stage === 'send'
    ? failureOf(
        context,
        'ambiguous',
        'The connection to LinkedIn broke before it answered. The post may be out; it is being checked. Do not post it again by hand.',
        null,
      )
    : failureOf(
        context,
        'platform_down_before_send',
        'LinkedIn could not be reached. Nothing was published; it is tried again.',
        null,
      )
}

function readError(answer: HttpAnswer): LinkedInError {
  const body = fieldsOf(answer.json)
  const inputs = listOf(fieldsOf(body.errorDetails).inputErrors).map(fieldsOf)
  const codes = [...inputs.map((input) => textOf(input.code)), textOf(body.code)].filter((code) => code !== null)
  const service = typeof body.serviceErrorCode === 'number' ? String(body.serviceErrorCode) : null
  const code = codes[0] ?? service
  const description = inputs.map((input) => textOf(input.description)).find((text) => text !== null)
  return { message: textOf(body.message) ?? description ?? null, code: code === null ? null : code.slice(0, 80), codes }
}

/** Limits are per day and end at midnight UTC: https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits */
function resetOf(answer: HttpAnswer, now: Date): Date {
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
  if (Number.isSafeInteger(seconds) && seconds > 0 && seconds <= 86_400) return new Date(now.getTime() + seconds * 1000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}
