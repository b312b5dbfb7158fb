import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { type Call, json, type Reply, refuse } from '../http/call.ts'

// DPoP, RFC 9449, as packages/oauth/oauth-provider of bluesky-social/atproto checks it. It uses Node's own functions,
// independent of the ones that Doorpost signs with.

const NONCE_LIFE_MS = 3 * 60_000
const MAX_AGE_S = 10 * 60
const USED_KEPT = 1_000

interface Jwt {
  header: Record<string, unknown>
  claims: Record<string, unknown>
}

/** Builds a refusal: the authorization server and the PDS use different formats. */
type RefuseProof = (call: Call, error: 'invalid_dpop_proof' | 'use_dpop_nonce', description: string) => Reply

/** Returns the thumbprint of the key that signed this request. The proof must name the access token `token`. */
export function checkProof(call: Call, token: string | null, refuseProof: RefuseProof): string {
  const nonce = nonceAt(call, 0)
  call.replyHeaders['dpop-nonce'] = nonce
  const fail = (description: string) => refuse(refuseProof(call, 'invalid_dpop_proof', description))
  const text = call.headers.dpop
  if (typeof text !== 'string') return fail('DPoP proof required')
  const jwt = readJwt(text)
  const key = (jwt?.header.jwk ?? {}) as JsonWebKey
  if (jwt?.header.typ !== 'dpop+jwt' || 'd' in key || !verifyJwt(text, key)) return fail('Invalid DPoP proof')
  const { htm, htu, iat, jti, ath, nonce: sent } = jwt.claims
  if (htm !== call.method) return fail('DPoP "htm" mismatch')
  if (htu !== `${call.world.url}/bluesky${call.path}`) return fail('DPoP "htu" mismatch')
  if (typeof jti !== 'string' || jti === '') return fail('DPoP "jti" missing')
  if (Math.abs(Number(iat) - call.world.clock.now() / 1000) > MAX_AGE_S) return fail('DPoP "iat" is too far away')
  if (sent !== nonce && sent !== nonceAt(call, -1)) {
    return refuse(refuseProof(call, 'use_dpop_nonce', 'Authorization server requires nonce in DPoP proof'))
  }
  if (token !== null && ath !== createHash('sha256').update(token).digest('base64url'))
    return fail('DPoP "ath" mismatch')
  const thumbprint = thumbprintOf(key)
  if (isReplayed(call, `${thumbprint} ${jti}`)) return fail('DPoP proof replayed')
  return thumbprint
}

/** A proof is valid for one request. Expired ones are forgotten. */
function isReplayed({ world }: Call, id: string): boolean {
  const now = world.clock.now()
  if (world.usedProofs.size >= USED_KEPT) {
    for (const [used, endsAt] of world.usedProofs) if (endsAt < now) world.usedProofs.delete(used)
  }
  if (world.usedProofs.has(id)) return true
  // A proof may be dated in the future as far as in the past.
  world.usedProofs.set(id, now + 2 * MAX_AGE_S * 1000)
  return false
}

/** Does not verify the signature. */
export function readJwt(text: string): Jwt | null {
  try {
    const [header, claims] = text.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
    return { header, claims }
  } catch {
    return null
  }
}

export function verifyJwt(text: string, jwk: JsonWebKey): boolean {
  const [header, claims, signature] = text.split('.')
  if (readJwt(text)?.header.alg !== 'ES256' || jwk.crv !== 'P-256' || signature === undefined) return false
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const bytes = Buffer.from(signature, 'base64url')
    return verify('sha256', Buffer.from(`${header}.${claims}`), { key, dsaEncoding: 'ieee-p1363' }, bytes)
  } catch {
    return false
  }
}

/** RFC 7638. */
function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
}

function nonceAt(call: Call, step: number): string {
  const slot = Math.floor(call.world.clock.now() / NONCE_LIFE_MS) + step
  return createHash('sha256').update(`nonce ${slot}`).digest('base64url')
}

export function oauthRefusal(_call: Call, error: string, description: string): Reply {
  return json(400, { error, error_description: description })
}

export function resourceRefusal(_call: Call, error: string, description: string): Reply {
  const challenge = `DPoP error="${error}", error_description="${description.replaceAll('"', "'")}"`
  return json(401, { error, message: description }, { 'www-authenticate': challenge })
}
