import { json, type Reply } from '../http/call.ts'

interface LinkedinProblem {
  status: number
  message: string
  code?: string
  serviceErrorCode?: number
}

export function linkedinError({ status, message, code, serviceErrorCode }: LinkedinProblem): Reply {
  return json(status, {
    message,
    ...(code === undefined ? {} : { code }),
    ...(serviceErrorCode === undefined ? {} : { serviceErrorCode }),
    status,
  })
}

interface InputError {
  description: string
  fieldPath: string | null
  code: string
}

/** For a body that breaks a rule of the post: 422, or 400 where LinkedIn documents it. */
export function inputError(message: string, errors: InputError[], status = 422): Reply {
  return json(status, {
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    message,
    errorDetails: {
      inputErrors: errors.map(({ description, fieldPath, code }) => ({
        description,
        input: fieldPath === null ? {} : { inputPath: { fieldPath } },
        code,
      })),
    },
    status,
  })
}

export function fieldError(fieldPath: string, code: string, description: string): Reply {
  return inputError(`ERROR :: ${fieldPath} :: ${description}`, [{ description, fieldPath, code }])
}

/** Only the message contains the URN of the first post. */
export function duplicateError(urn: string): Reply {
  return inputError(`Unable to create the post. Content is a duplicate of ${urn}`, [
    { description: 'Duplicate post is detected', fieldPath: null, code: 'DUPLICATE_POST' },
  ])
}

export function accessDenied(what: string): Reply {
  return linkedinError({
    status: 403,
    serviceErrorCode: 100,
    code: 'ACCESS_DENIED',
    message: `Not enough permissions to access: ${what}`,
  })
}

export function throttled(): Reply {
  return linkedinError({
    status: 429,
    serviceErrorCode: 101,
    message: 'Resource level throttle limit for calls to this resource is reached.',
  })
}

export const TOKEN_PROBLEMS: Record<'missing' | 'unknown' | 'revoked' | 'expired', LinkedinProblem> = {
  missing: { status: 401, serviceErrorCode: 65604, code: 'EMPTY_ACCESS_TOKEN', message: 'Empty oauth2 access token' },
  unknown: { status: 401, serviceErrorCode: 65600, code: 'INVALID_ACCESS_TOKEN', message: 'Invalid access token' },
  revoked: {
    status: 401,
    serviceErrorCode: 65601,
    code: 'REVOKED_ACCESS_TOKEN',
    message: 'The token used in the request has been revoked by the user',
  },
  expired: {
    status: 401,
    serviceErrorCode: 65602,
    code: 'EXPIRED_ACCESS_TOKEN',
    message: 'The token used in the request has expired',
  },
}

export function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description })
}
