import type { ApiErrorCode } from './generated/errors.ts'

/** What the API says, or why there is no answer of it. */
export type ErrorCode = ApiErrorCode | 'network_error' | 'timeout' | 'unexpected_answer'

interface Facts {
  code: ErrorCode
  status?: number | null
  details?: Record<string, string[]>
  requestId?: string | null
  retryAfter?: number | null
  cause?: unknown
}

/** Thrown by all functions of the client. `message` is for people, `code` for programs. */
export class DoorpostError extends Error {
  override readonly name = 'DoorpostError'
  readonly code: ErrorCode
  /** Of the answer; null when there was none. */
  readonly status: number | null
  /** The field → every rule that it breaks. */
  readonly details: Record<string, string[]>
  /** Names the request in the log of the server. */
  readonly requestId: string | null
  /** How many seconds the server asks to wait. */
  readonly retryAfter: number | null

  constructor(message: string, { code, status, details, requestId, retryAfter, cause }: Facts) {
    super(message, cause === undefined ? {} : { cause })
    this.code = code
    this.status = status ?? null
    this.details = details ?? {}
    this.requestId = requestId ?? null
    this.retryAfter = retryAfter ?? null
  }
}

interface Refusal {
  error: ApiErrorCode
  message: string
  details: Record<string, string[]>
}

/** Reads the body of a refusal, which is not ours if a proxy wrote it. */
export async function toError(response: Response): Promise<DoorpostError> {
  const text = await response.text()
  const body = parse(text) as Partial<Refusal> | null
  const facts = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfter: retryAfterOf(response),
  }
  if (typeof body?.error !== 'string') {
    return new DoorpostError(`This is not an answer of Doorpost (status ${response.status}). Is baseUrl right?`, {
      ...facts,
      code: 'unexpected_answer',
    })
  }
  return new DoorpostError(body.message ?? body.error, { ...facts, code: body.error, details: body.details ?? {} })
}

/** Seconds or a date. */
function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get('retry-after')
  if (text === null || text === '') return null
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
