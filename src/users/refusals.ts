import { ApiError, type ErrorCode, retryLater, validationError } from '../errors.ts'
import { type Message, message } from '../messages/message.ts'

export const LOCKED_SECONDS = 15 * 60

export const WRONG_PASSWORD = message('sign_in.wrong_password')
const WRONG_OWN_PASSWORD = message('sign_in.wrong_own_password')
export const WRONG_CODE = message('sign_in.wrong_code')
const WRONG_BACKUP_CODE = message('sign_in.wrong_backup_code')
export const START_AGAIN = message('sign_in.start_again')
const NO_SECOND_FACTOR = message('sign_in.no_second_factor')
const WRONG_NEW_PASSKEY = message('sign_in.wrong_new_passkey')
const WRONG_PASSKEY = message('sign_in.wrong_passkey')

/** By better-auth's name of the refusal. */
const REFUSALS: Record<string, [ErrorCode, Message]> = {
  INVALID_EMAIL: ['unauthorized', WRONG_PASSWORD],
  INVALID_EMAIL_OR_PASSWORD: ['unauthorized', WRONG_PASSWORD],
  INVALID_BACKUP_CODE: ['unauthorized', WRONG_BACKUP_CODE],
  CONFLICT: ['unauthorized', WRONG_BACKUP_CODE],
  INVALID_TWO_FACTOR_COOKIE: ['unauthorized', START_AGAIN],
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: ['unauthorized', START_AGAIN],
  SESSION_NOT_FRESH: ['forbidden', message('sign_in.not_fresh')],
  TOTP_ALREADY_ENABLED: ['validation_error', message('sign_in.second_factor_on')],
  TOTP_NOT_ENABLED: ['validation_error', NO_SECOND_FACTOR],
  TWO_FACTOR_NOT_ENABLED: ['validation_error', NO_SECOND_FACTOR],
  BACKUP_CODES_NOT_ENABLED: ['validation_error', NO_SECOND_FACTOR],
  CHALLENGE_NOT_FOUND: ['validation_error', message('sign_in.no_passkey_options')],
  FAILED_TO_VERIFY_REGISTRATION: ['validation_error', WRONG_NEW_PASSKEY],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['validation_error', WRONG_NEW_PASSKEY],
  PASSKEY_NOT_FOUND: ['unauthorized', WRONG_PASSKEY],
  AUTHENTICATION_FAILED: ['unauthorized', WRONG_PASSKEY],
  USER_NOT_VERIFIED: ['unauthorized', WRONG_PASSKEY],
  UNAUTHORIZED: ['unauthorized', message('access.session_ended')],
}

/** The request's own names for the fields that refusals mention. */
export interface RefusalFields {
  password?: string
  /** Set if the person is already signed in: a wrong code then does not end the session. */
  code?: string
}

/** Translates a refusal of better-auth into ours. Any other error stays as it is. */
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
  return retryLater('rate_limit_exceeded', message('sign_in.too_many_codes'), LOCKED_SECONDS, cause)
}

export function unauthorized(message: Message): ApiError {
  return new ApiError('unauthorized', { message })
}

/** better-auth's name of the error, or else that of its status. Empty for any other error. */
function nameOf(error: unknown): string {
  const { name, status, body } = error as { name?: string; status?: unknown; body?: { code?: unknown } }
  if (name !== 'APIError') return ''
  const code = typeof body?.code === 'string' ? body.code : status
  return typeof code === 'string' ? code : ''
}
