import { createHmac } from 'node:crypto'
import { parseQuery } from '../../http/query-values.ts'
import { parseJson } from '../../lib/text/json.ts'
import { senderOf } from '../senders/registry.ts'
import { type Incoming, isSameText, isSecret, type Verifier } from './checks.ts'

// The echo is short plain text without angle brackets, so that it cannot be turned into a page.

export interface HandshakeAnswer {
  contentType: string
  body: string
}

const ECHO = /^[\x20-\x3b\x3d\x3f-\x7e]{1,256}$/
/** Slack's body has about 150 bytes. */
const BODY_BYTES_MAX = 4_096

/** Null if it is not a handshake for this source, or one that it must not answer. */
export function handshake(verifier: Verifier, incoming: Incoming): HandshakeAnswer | null {
  const known = senderOf(verifier.sender)?.handshake
  if (known?.method !== incoming.method) return null
  const query = parseQuery(incoming.query)
  if ('challenge' in known) {
    const echo = known.challenge({
      query,
      json: (containing) => smallJson(incoming.body, containing),
      text: () => (incoming.body.length > BODY_BYTES_MAX ? null : incoming.body.toString()),
      isVerifyToken: (token) => isVerifyToken(verifier, token),
    })
    if (typeof echo !== 'string' || !ECHO.test(echo)) return null
    return { contentType: 'text/plain; charset=utf-8', body: echo }
  }
  const secret = verifier.secrets.find(isSecret)
  const word = query[known.parameter]
  if (secret === undefined || typeof word !== 'string' || !known.word.test(word)) return null
  const signature = createHmac('sha256', secret).update(word).digest(known.encoding)
  return { contentType: 'application/json', body: JSON.stringify(known.answer(signature, word)) }
}

function isVerifyToken({ verifyToken }: Verifier, token: unknown): boolean | null {
  if (!isSecret(verifyToken)) return null
  return typeof token === 'string' && isSameText(token, verifyToken)
}

function smallJson(body: Buffer, containing: string): Record<string, unknown> | null {
  if (body.length > BODY_BYTES_MAX || !body.includes(containing)) return null
  const parsed = parseJson(body)
  const isObject = 'value' in parsed && typeof parsed.value === 'object' && parsed.value !== null
  return isObject ? (parsed.value as Record<string, unknown>) : null
}
