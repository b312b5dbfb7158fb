import { json, type Reply } from '../http/call.ts'

/** Every error is one sentence: https://docs.joinmastodon.org/entities/Error/ */
export function mastodonError(status: number, error: string): Reply {
  return json(status, { error })
}

export function invalidToken(): Reply {
  return mastodonError(401, 'The access token is invalid')
}

export function outsideScopes(): Reply {
  return mastodonError(403, 'This action is outside the authorized scopes')
}

export function notFound(): Reply {
  return mastodonError(404, 'Record not found')
}

export function invalid(what: string): Reply {
  return mastodonError(422, `Validation failed: ${what}`)
}

/** The time has microseconds, like Ruby's iso8601(6). */
export function tooManyRequests(limit: number, resetAt: number): Reply {
  return json(
    429,
    { error: 'Too many requests' },
    {
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': new Date(resetAt).toISOString().replace('Z', '000Z'),
    },
  )
}

export function oauthError(status: number, error: string, description: string): Reply {
  return json(status, { error, error_description: description })
}
