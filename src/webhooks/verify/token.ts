import { parseJson } from '../../lib/text/json.ts'
import { parseDelivery } from '../mapping/parse-delivery.ts'
import { follow } from '../mapping/pointer.ts'
import { type Rejection, reject, type Sender, type TokenPlace } from '../senders/shared/contract.ts'
import { nameOfSecret } from '../senders/shared/texts.ts'
import { findHeader, type Incoming, isSameText, isSecret, readHeader, type Verifier } from './checks.ts'

// Senders that do not sign, but send a secret. Both functions return null if it is right.

/** The secret may be in one of several places. A wrong one in any of them is refused. */
export function verifyToken(sender: Sender, secrets: readonly string[], incoming: Incoming): Rejection | null {
  const places = sender.token ?? []
  const given: string[] = []
  for (const header of new Set(places.flatMap(headerOf))) {
    if (findHeader(incoming, header) === null) continue
    const value = readHeader(incoming, header, 'missing_signature')
    if (typeof value !== 'string') return value
    given.push(...(header === 'authorization' ? readAuthorization(value, places) : [value]))
  }
  for (const place of places) if (place.startsWith('body:')) given.push(...tokenInBody(incoming, place.slice(5)))
  if (given.length === 0) return reject('missing_signature', 'rejection.no_token', { secret: nameOfSecret(sender) })
  const usable = secrets.filter(isSecret)
  // Compares with all of them, so that the time does not depend on which one is right.
  const isRight = given.map((each) => usable.map((secret) => isSameText(each, secret)).includes(true)).includes(true)
  return isRight ? null : reject('wrong_signature', 'rejection.wrong_token', { secret: nameOfSecret(sender) })
}

function headerOf(place: TokenPlace): string[] {
  if (place === 'bearer' || place === 'basic') return ['authorization']
  return place.startsWith('header:') ? [place.slice(7)] : []
}

/** With Basic, only the password counts: many senders also ask for a user name, and it may be anything. */
function readAuthorization(value: string, places: readonly TokenPlace[]): string[] {
  const [, scheme = '', rest = ''] = /^(\w+) +(\S+)$/.exec(value) ?? []
  if (scheme.toLowerCase() === 'basic' && places.includes('basic')) {
    const pair = Buffer.from(rest, 'base64').toString()
    return [pair, pair.slice(pair.indexOf(':') + 1)]
  }
  if (!places.includes('bearer')) return []
  return scheme.toLowerCase() === 'bearer' ? [rest] : [value]
}

function tokenInBody({ headers, body }: Incoming, pointer: string): string[] {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? null
  const parsed = parseDelivery(type, body)
  const found = 'value' in parsed ? follow(parsed.value, pointer)?.value : undefined
  return typeof found === 'string' && found !== '' ? [found] : []
}

export function verifyBody(
  check: NonNullable<Sender['checkBody']>,
  { verifyToken: token }: Verifier,
  { body }: Incoming,
): Rejection | null {
  if (!isSecret(token)) return reject('no_secret', 'rejection.no_verify_token')
  const parsed = parseJson(body)
  return check('value' in parsed ? parsed.value : null, (text) => isSameText(text, token))
}
