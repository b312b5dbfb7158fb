import { bearer } from '../shared/answers.ts'
import type { HttpAnswer, HttpRequest, PlatformContext, PlatformSettings } from '../shared/contract.ts'

// https://atproto.com/specs/xrpc

export const POSTS = 'app.bsky.feed.post'

export function methodUrl({ apiUrl }: PlatformSettings, name: string): string {
  return `${apiUrl}/xrpc/${name}`
}

export function query(
  { http, settings, account }: PlatformContext,
  name: string,
  parameters: Record<string, string>,
): Promise<HttpAnswer> {
  const headers = bearer(account.accessToken)
  return http({ method: 'GET', url: methodUrl(settings, name), query: parameters, headers })
}

export function procedure(
  { settings, account }: PlatformContext,
  name: string,
  { headers, ...request }: Partial<HttpRequest>,
): HttpRequest {
  return {
    method: 'POST',
    url: methodUrl(settings, name),
    headers: { ...bearer(account.accessToken), ...headers },
    ...request,
  }
}
