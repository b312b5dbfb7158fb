import { type Language, negotiate } from '../messages/languages.ts'
import type { Reply, Request } from './call.ts'

// Browsers send one of a few hundred headers.
const KNOWN_MAX = 500
const HEADER_MAX = 1_000
const known = new Map<string, Language>()

/** The language of the response, by Accept-Language. */
export function languageOf({ headers }: Pick<Request, 'headers'>): Language {
  const header = headers['accept-language']?.slice(0, HEADER_MAX)
  if (header === undefined) return 'en'
  const found = known.get(header)
  if (found !== undefined) return found
  const language = negotiate(header)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(header, language)
  return language
}

/** Says that the response has text in the language that the reader asked for. */
export function markSpoken(reply: Reply): void {
  reply.header('content-language', reply.language)
  addVary(reply, 'Accept-Language')
}

/** The language of a page for a visitor who asked for it; says so in the headers. */
export function pageLanguage(reply: Reply): Language {
  markSpoken(reply)
  return reply.language
}

export function addVary(reply: Reply, name: string): void {
  const vary = reply.headerOf('vary')
  if (vary === undefined) reply.header('vary', name)
  else if (!vary.includes(name)) reply.header('vary', `${vary}, ${name}`)
}
