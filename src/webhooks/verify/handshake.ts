import { createHmac } from 'node:crypto'
import { parseQuery } from '../../http/input/query.ts'
import { parseJson } from '../../lib/text/json.ts'
import { isSameText, isSecret } from './checks.ts'
import type { Encoding, Incoming, Provider, Verifier } from './contract.ts'
import { isCrcToken } from './schemes.ts'

// Before they send, providers ask whether the URL is meant for them. These requests are not signed. What is echoed goes
// out as plain text, short, and without angle brackets: nobody can make a page of it.

export interface HandshakeAnswer {
  contentType: string
  body: string
}

const ECHO = /^[\x20-\x3b\x3d\x3f-\x7e]{1,256}$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Slack's has about 150 bytes. */
const SLACK_BYTES_MAX = 4_096

const HANDSHAKES: Partial<Record<Provider, { method: string; answer: Answer }>> = {
  meta: { method: 'GET', answer: answerMeta },
  x: { method: 'GET', answer: answerX },
  linkedin: { method: 'GET', answer: answerLinkedin },
  slack: { method: 'POST', answer: answerSlack },
  microsoft: { method: 'POST', answer: answerMicrosoft },
}
type Answer = (verifier: Verifier, incoming: Incoming) => HandshakeAnswer | null

/** Null: not a handshake for this source, or one that it must not answer. */
export function handshake(verifier: Verifier, incoming: Incoming): HandshakeAnswer | null {
  const known = HANDSHAKES[verifier.provider]
  return known?.method === incoming.method ? known.answer(verifier, incoming) : null
}

function answerMeta(verifier: Verifier, incoming: Incoming): HandshakeAnswer | null {
  const query = parseQuery(incoming.query)
  const token = query['hub.verify_token']
  if (query['hub.mode'] !== 'subscribe' || typeof token !== 'string') return null
  if (verifier.verifyToken === null || !isSecret(verifier.verifyToken)) return null
  return isSameText(token, verifier.verifyToken) ? echo(query['hub.challenge']) : null
}

function answerX(verifier: Verifier, incoming: Incoming): HandshakeAnswer | null {
  const token = parseQuery(incoming.query).crc_token
  // Deliveries are signed with the same secret: only what can never be one is signed for a stranger.
  if (typeof token !== 'string' || !isCrcToken(token)) return null
  return answerSigned(verifier, token, 'base64', (mac) => ({ response_token: `sha256=${mac}` }))
}

function answerLinkedin(verifier: Verifier, incoming: Incoming): HandshakeAnswer | null {
  const challengeCode = parseQuery(incoming.query).challengeCode
  // As above: deliveries are signed behind "hmacsha256=", which a UUID is not.
  if (typeof challengeCode !== 'string' || !UUID.test(challengeCode)) return null
  return answerSigned(verifier, challengeCode, 'hex', (mac) => ({ challengeCode, challengeResponse: mac }))
}

function answerSigned(verifier: Verifier, text: string, encoding: Encoding, toBody: (mac: string) => object) {
  const secret = verifier.secrets.find(isSecret)
  if (secret === undefined) return null
  const mac = createHmac('sha256', secret).update(text).digest(encoding)
  return { contentType: 'application/json', body: JSON.stringify(toBody(mac)) }
}

/** The body may hold Slack's old verification token. It has to be right where the source knows it. */
function answerSlack(verifier: Verifier, { body }: Incoming): HandshakeAnswer | null {
  if (body.length > SLACK_BYTES_MAX || !body.includes('url_verification')) return null
  const parsed = parseJson(body)
  if (!('value' in parsed) || typeof parsed.value !== 'object' || parsed.value === null) return null
  const { type, challenge, token } = parsed.value as Record<string, unknown>
  if (type !== 'url_verification') return null
  if (verifier.verifyToken !== null && isSecret(verifier.verifyToken)) {
    if (typeof token !== 'string' || !isSameText(token, verifier.verifyToken)) return null
  }
  return echo(challenge)
}

/** There is nothing to check yet: the clientState comes with the notifications. SharePoint writes the name in lower case. */
function answerMicrosoft(_verifier: Verifier, incoming: Incoming): HandshakeAnswer | null {
  if (incoming.query === '') return null
  const query = parseQuery(incoming.query)
  return echo(query.validationToken ?? query.validationtoken)
}

function echo(text: unknown): HandshakeAnswer | null {
  return typeof text === 'string' && ECHO.test(text) ? { contentType: 'text/plain; charset=utf-8', body: text } : null
}
