import { callApi, requestFor } from '../shared/answers.ts'
import type { HttpAnswer, HttpRequest, PlatformContext, PlatformSettings } from '../shared/contract.ts'

// https://atproto.com/specs/xrpc

export const POSTS = 'app.bsky.feed.post'

export function methodUrl({ apiUrl }: PlatformSettings, name: string): string {
  return `${apiUrl}/xrpc/${name}`
}

export function query(context: PlatformContext, name: string, parameters: Record<string, string>): Promise<HttpAnswer> {
  return callApi(context, 'GET', `/xrpc/${name}`, { query: parameters })
}

export function procedure(context: PlatformContext, name: string, request: Partial<HttpRequest>): HttpRequest {
  return requestFor(context, 'POST', `/xrpc/${name}`, request)
}
