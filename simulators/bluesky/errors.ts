import { json, type Reply } from '../http/call.ts'

/** https://atproto.com/specs/xrpc#error-responses */
export function xrpcError(status: number, error: string, message: string): Reply {
  return json(status, { error, message })
}

export function invalidRequest(message: string, error = 'InvalidRequest'): Reply {
  return xrpcError(400, error, message)
}

export function invalidRecord(problem: string): Reply {
  return invalidRequest(`Invalid app.bsky.feed.post record: ${problem}`)
}

export function tooManyRequests(resetAt: number): Reply {
  const headers = {
    'ratelimit-limit': '3000',
    'ratelimit-remaining': '0',
    'ratelimit-reset': String(Math.ceil(resetAt / 1000)),
    'ratelimit-policy': '3000;w=300',
  }
  return json(429, { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' }, headers)
}
