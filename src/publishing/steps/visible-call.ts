import { SafeFetchError } from '../../lib/net/safe-fetch.ts'
import type { Deadline } from '../../lib/time/deadline.ts'
import { type Adapter, type PlatformContext, TransportError } from '../../platforms/contract.ts'

/**
 * Whatever is written to the platform with this context is written before the deadline or not at all, and ends within the
 * adapter's own time-out. Between the marker and the call the process may be stopped or the machine suspended; when it
 * continues, another worker may have found nothing on the platform and sent the post. Reads are harmless at any time.
 */
export function limitVisibleCall(adapter: Adapter, context: PlatformContext, notAfter: Deadline) {
  let tooLate = false
  const http: PlatformContext['http'] = async (request) => {
    if (request.method === 'GET') return context.http(request)
    try {
      return await context.http({ ...request, timeoutMs: adapter.sendTimeoutMs, notAfter })
    } catch (error) {
      if (isTooLate(error)) tooLate = true
      throw error
    }
  }
  return { context: { ...context, http }, wasTooLate: () => tooLate }
}

function isTooLate(error: unknown): boolean {
  return error instanceof TransportError && error.cause instanceof SafeFetchError && error.cause.reason === 'too_late'
}
