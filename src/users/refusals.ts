import { ApiError, validationError } from '../errors.ts'

export const LOCKED_SECONDS = 15 * 60

export const WRONG_PASSWORD = 'The e-mail address or the password is wrong. Check both, or set a new password.'
const WRONG_CODE = 'This code is wrong, too old, or was used before. Use the one that the app shows now.'
const WRONG_BACKUP_CODE = 'This backup code is wrong or was used before. Use another one.'
const START_AGAIN = 'This sign-in has ended. Begin again with e-mail address and password.'
const NOT_FRESH = 'For this you must have signed in within the last day. Sign out, sign in again, then do it.'
const NO_SECOND_FACTOR = 'The second factor is not set up. Begin with POST /v1/auth/totp.'
const NO_CHALLENGE = 'Ask for new options first: they hold for five minutes, and once.'
const WRONG_PASSKEY =
  'This passkey does not fit. Try again or use another one, or sign in with e-mail address and password.'

/** Fields that the refusals are about, where the request has names of its own for them. */
export interface RefusalFields {
  password?: string
  /** Set where somebody is signed in already: a wrong code then is no end of the session. */
  code?: string
}

/** What better-auth refuses, in our words. Anything else stays what it is. */
export function toRefusal(error: unknown, fields: RefusalFields = {}): unknown {
  switch (codeOf(error)) {
    case 'INVALID_EMAIL':
    case 'INVALID_EMAIL_OR_PASSWORD':
      return refuse('unauthorized', WRONG_PASSWORD, error)
    case 'INVALID_PASSWORD':
      return validationError({
        [fields.password ?? 'password']: ['The password is wrong. Type the one you signed in with.'],
      })
    case 'INVALID_CODE':
      return wrongCode(fields)
    case 'INVALID_BACKUP_CODE':
    case 'CONFLICT':
      return refuse('unauthorized', WRONG_BACKUP_CODE, error)
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
      return refuse('unauthorized', START_AGAIN, error)
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return tooManyCodes(error)
    case 'SESSION_NOT_FRESH':
      return refuse('forbidden', NOT_FRESH, error)
    case 'TOTP_ALREADY_ENABLED':
      return refuse('validation_error', 'The second factor is on already. Turn it off first to set it up anew.', error)
    case 'TOTP_NOT_ENABLED':
    case 'TWO_FACTOR_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return refuse('validation_error', NO_SECOND_FACTOR, error)
    case 'CHALLENGE_NOT_FOUND':
      return refuse('validation_error', NO_CHALLENGE, error)
    case 'FAILED_TO_VERIFY_REGISTRATION':
    case 'YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY':
      return refuse('validation_error', 'The passkey could not be added. Ask for new options and try again.', error)
    case 'PASSKEY_NOT_FOUND':
    case 'AUTHENTICATION_FAILED':
    case 'USER_NOT_VERIFIED':
      return refuse('unauthorized', WRONG_PASSKEY, error)
    case 'UNAUTHORIZED':
      return refuse('unauthorized', 'Your session has ended. Sign in again.', error)
    default:
      return error
  }
}

export function tooManyCodes(cause?: unknown): ApiError {
  return new ApiError('rate_limit_exceeded', {
    message: 'Too many wrong codes for this account. Wait a quarter of an hour, then sign in again.',
    headers: { 'retry-after': String(LOCKED_SECONDS) },
    cause,
  })
}

export function tooManySignIns(cause: unknown): ApiError {
  return new ApiError('rate_limit_exceeded', {
    message: 'Too many people sign in at this moment. Try again in 5 seconds.',
    headers: { 'retry-after': '5' },
    cause,
  })
}

export function wrongPassword(): ApiError {
  return new ApiError('unauthorized', { message: WRONG_PASSWORD })
}

/** Also for one that was right, once. */
export function wrongCode({ code }: RefusalFields): ApiError {
  return code === undefined
    ? new ApiError('unauthorized', { message: WRONG_CODE })
    : validationError({ [code]: [WRONG_CODE] })
}

/** The database keeps one second factor for each person: of two that begin at once, one is refused. */
export function begunTwice(error: unknown): unknown {
  const isTaken = (error as { code?: unknown }).code === '23505'
  return isTaken ? refuse('validation_error', 'The set-up was begun twice at once. Begin it again.', error) : error
}

export function startAgain(): ApiError {
  return new ApiError('unauthorized', { message: START_AGAIN })
}

function refuse(code: 'unauthorized' | 'forbidden' | 'validation_error', message: string, cause: unknown): ApiError {
  return new ApiError(code, { message, cause })
}

/** better-auth's own name of the error; where it has none, that of the status. */
function codeOf(error: unknown): string | null {
  const { name, status, body } = error as { name?: string; status?: unknown; body?: { code?: unknown } }
  if (name !== 'APIError') return null
  if (typeof body?.code === 'string') return body.code
  return typeof status === 'string' ? status : null
}
