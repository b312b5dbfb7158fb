import type { IncomingHttpHeaders } from 'node:http'
import { isbot } from 'isbot'
import { remember } from '../lib/bounds/remember.ts'

/** Who opens a link. Every click is counted; those that are not from people are counted separately. */
export type ClickKind = 'person' | 'bot' | 'preview' | 'head'

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/
const AGENT_MAX = 512

/** Shortened, because clients can send any length. */
function shorten(agent: string): string {
  return agent.length > AGENT_MAX ? agent.slice(0, AGENT_MAX) : agent
}

export interface Agent {
  text: string
  isBot: boolean
  /** Shorter than the text, because it is used in a look-up with every click. */
  number: number
}

let agents = 0

/** The most recent agents: matching the patterns of all bots takes some microseconds for each. */
const agentNamed = remember((text): Agent => ({ text, isBot: text === '' || isbot(text), number: ++agents }), 1_000)

export function agentOf({ 'user-agent': agent = '' }: IncomingHttpHeaders): Agent {
  return agentNamed(shorten(agent))
}

export function classify(method: string, headers: IncomingHttpHeaders, { isBot }: Agent): ClickKind {
  // Networks check links with HEAD, using the user agents of browsers.
  if (method === 'HEAD') return 'head'
  // A browser prefetches what the person might open next.
  if (isAhead(headers['sec-purpose']) || isAhead(headers.purpose) || isAhead(headers['x-moz'])) return 'preview'
  return isBot ? 'bot' : 'person'
}

function isAhead(purpose: string | string[] | undefined): boolean {
  return purpose !== undefined && /\b(?:prefetch|preview|prerender)\b/i.test(String(purpose))
}

/** The host of the page that the visitor came from; empty if it is missing or not a name. */
export const hostOfReferrer = remember((referrer) => {
  if (referrer === '' || !URL.canParse(referrer)) return ''
  const { protocol, hostname } = new URL(referrer)
  const host = hostname.replace(/^www\./, '')
  return /^(?:https?|android-app):$/.test(protocol) && HOST.test(host) ? host : ''
}, 1_000)
