import { createHash, randomUUID } from 'node:crypto'
import { fieldsOf } from './answers.ts'
import { PLATFORM_TIMEOUT_MS } from './client.ts'
import { type Http, type HttpAnswer, type HttpRequest, type PrivateKey, TransportError } from './contract.ts'

// RFC 9449: access that is bound to a key. Every request carries a proof that whoever sends it has the key, so that a token
// alone is of no use to a thief.

// Loaded when it is needed: most installations have no such account.
const loadJose = () => import('jose')

const ALGORITHM = 'ES256'
const NONCE_MAX = 1_024

/** A new private key, as JSON. */
export async function createProofKey(): Promise<PrivateKey> {
  const { exportJWK, generateKeyPair } = await loadJose()
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return (await exportJWK(privateKey)) as PrivateKey
}

/** What others may know of a key. */
export function publicKeyOf({ kty, crv, x, y }: PrivateKey): Omit<PrivateKey, 'd'> {
  return { kty, crv, x, y }
}

/** Signs for a key of ours. `header` comes beside the algorithm. */
export async function signJwt(key: PrivateKey, header: Record<string, unknown>, claims: Record<string, unknown>) {
  const { importJWK, SignJWT } = await loadJose()
  return new SignJWT(claims).setProtectedHeader({ ...header, alg: ALGORITHM }).sign(await importJWK(key, ALGORITHM))
}

/** Sends what `make` makes, with a proof. Called again when the server asks for its nonce, which it does before anything else. */
type ProvenCall = (make: () => Promise<HttpRequest>) => Promise<HttpAnswer>

/** Adds a proof to every request; a bearer token becomes one that is bound to the key. */
export function withProofs(http: Http, key: PrivateKey, now: () => Date): Http {
  const call = createProvenCall(http, key, now)
  return (request) => call(async () => request)
}

/**
 * A server may want its newest nonce in the proof, and refuses a request without it untouched: that one is sent once more. Both
 * together end within the time-out of one, because after that time the engine may look whether a post is out.
 */
export function createProvenCall(http: Http, key: PrivateKey, now: () => Date): ProvenCall {
  const nonces = new Map<string, string>()
  const send = async (request: HttpRequest): Promise<HttpAnswer> => {
    const { origin } = new URL(request.url)
    const answer = await http(await prove(request, key, now(), nonces.get(origin)))
    const nonce = answer.headers.get('dpop-nonce')
    if (nonce !== null && nonce.length <= NONCE_MAX) nonces.set(origin, nonce)
    return answer
  }
  return async (make) => {
    const request = await make()
    const endsAt = performance.now() + (request.timeoutMs ?? PLATFORM_TIMEOUT_MS)
    const answer = await send(request)
    if (!wantsNonce(answer)) return answer
    const timeoutMs = Math.floor(endsAt - performance.now())
    if (timeoutMs < 1) throw new TransportError('The server asked for another proof too late.', false)
    return send({ ...(await make()), timeoutMs })
  }
}

function wantsNonce({ status, headers, json }: HttpAnswer): boolean {
  if ((status !== 400 && status !== 401) || !headers.has('dpop-nonce')) return false
  return (
    fieldsOf(json).error === 'use_dpop_nonce' || /\berror="use_dpop_nonce"/.test(headers.get('www-authenticate') ?? '')
  )
}

async function prove(request: HttpRequest, key: PrivateKey, at: Date, nonce: string | undefined): Promise<HttpRequest> {
  const { origin, pathname } = new URL(request.url)
  const token = /^Bearer (.+)$/.exec(request.headers?.authorization ?? '')?.[1]
  const claims = {
    jti: randomUUID(),
    htm: request.method,
    htu: origin + pathname,
    iat: Math.floor(at.getTime() / 1000),
    ...(nonce === undefined ? {} : { nonce }),
    ...(token === undefined ? {} : { ath: createHash('sha256').update(token).digest('base64url') }),
  }
  const dpop = await signJwt(key, { typ: 'dpop+jwt', jwk: publicKeyOf(key) }, claims)
  const authorization = token === undefined ? {} : { authorization: `DPoP ${token}` }
  return { ...request, headers: { ...request.headers, ...authorization, dpop } }
}
