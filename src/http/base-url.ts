import type { Request } from './call.ts'

/** Where callers reach us. A port that the system chose (PORT=0) is known once somebody has come in by it. */
export function baseUrlAt(baseUrl: string, request: Request): string {
  return baseUrl.replace(/:0$/, `:${request.raw.socket.localPort}`)
}
