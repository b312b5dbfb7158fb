import { ApiError, type ErrorCode, validationError } from '../errors.ts'

export const LOCKED_SECONDS = 15 * 60

export const WRONG_PASSWORD = 'The e-mail address or the password is wrong. Check both, or set a new password.'
export const WRONG_OWN_PASSWORD = 'The password is wrong. Type the one you signed in with.'
export const WRONG_CODE = 'This code is wrong, too old, or was used before. Use the one that the app shows now.'
const WRONG_BACKUP_CODE = 'This backup code is wrong or was used before. Use another one.'
export const START_AGAIN = 'This sign-in has ended. Begin again with e-mail address and password.'
const NO_SECOND_FACTOR = 'The second factor is not set up. Begin with POST /v1/auth/totp.'
const WRONG_NEW_PASSKEY = 'The passkey could not be added. Ask for new options and try again.'
export const WRONG_PASSKEY =
  'This passkey does not fit. Try again or use another one, or sign in with e-mail address and password.'

/** By the name that better-auth gives its refusal. */
const REFUSALS: Record<string, [ErrorCode, string]> = {
  INVALID_EMAIL: ['unauthorized', WRONG_PASSWORD],
  INVALID_EMAIL_OR_PASSWORD: ['unauthorized', WRONG_PASSWORD],
  INVALID_BACKUP_CODE: ['unauthorized', WRONG_BACKUP_CODE],
  CONFLICT: ['unauthorized', WRONG_BACKUP_CODE],
  INVALID_TWO_FACTOR_COOKIE: ['unauthorized', START_AGAIN],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['unauthorized', START_AGAIN],
  SESSION_NOT_FRESH: [
    'forbidden',
    'For this you must have signed in within the last day. Sign out, sign in again, then do it.',
  ],
  TOTP_ALREADY_ENABLED: ['validation_error', 'The second factor is on already. Turn it off first to set it up anew.'],
  TOTP_NOT_ENABLED: ['validation_error', NO_SECOND_FACTOR],
  TWO_FACTOR_NOT_ENABLED: ['validation_error', NO_SECOND_FACTOR],
  BACKUP_CODES_NOT_ENABLED: ['validation_error', NO_SECOND_FACTOR],
  CHALLENGE_NOT_FOUND: ['validation_error', 'Ask for new options first: they hold for five minutes, and once.'],
  FAILED_TO_VERIFY_REGISTRATION: ['validation_error', WRONG_NEW_PASSKEY],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['validation_error', WRONG_NEW_PASSKEY],
  PASSKEY_NOT_FOUND: ['unauthorized', WRONG_PASSKEY],
  AUTHENTICATION_FAILED: ['unauthorized', WRONG_PASSKEY],
  USER_NOT_VERIFIED: ['unauthorized', WRONG_PASSKEY],
  UNAUTHORIZED: ['unauthorized', 'Your session has ended. Sign in again.'],
}

/** Fields that the refusals are about, where the request has names of its own for them. */
export interface RefusalFields {
  password?: string
  /** Set where somebody is signed in already: a wrong code then does not end the session. */
  code?: string
}

/** What better-auth refuses, in our words. Anything else stays what it is. */
export function toRefusal(error: unknown, { password = 'password', code }: RefusalFields = {}): unknown {
  const name = nameOf(error)
  if (name === 'INVALID_PASSWORD') return validationError({ [password]: [WRONG_OWN_PASSWORD] })
  if (name === 'INVALID_CODE')
    return code === undefined ? unauthorized(WRONG_CODE) : validationError({ [code]: [WRONG_CODE] })
  if (name === 'ACCOUNT_TEMPORARILY_LOCKED') return tooManyCodes(error)
  const refusal = REFUSALS[name]
  return refusal ? new ApiError(refusal[0], { message: refusal[1], cause: error }) : error
}

export function tooManyCodes(cause?: unknown): ApiError {
  return new ApiError('rate_limit_exceeded', {
    message: 'Too many wrong codes for this account. Wait a quarter of an hour, then sign in again.',
    headers: { 'retry-after': String(LOCKED_SECONDS) },
    cause,
  })
}

export function unauthorized(message: string): ApiError {
  return new ApiError('unauthorized', { message })
}

/** better-auth's own name of the error; where it has none, that of the status. Empty for any other error. */
function nameOf(error: unknown): string {
  const { name, status, body } = error as { name?: string; status?: unknown; body?: { code?: unknown } }
  if (name !== 'APIError') return ''
  const code = typeof body?.code === 'string' ? body.code : status
  return typeof code === 'string' ? code : ''
}
