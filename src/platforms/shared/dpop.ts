import { createHash, randomUUID } from 'node:crypto'
import { PLATFORM_TIMEOUT_MS } from './client.ts'
import { type Http, type HttpAnswer, type HttpRequest, type PrivateKey, TransportError } from './contract.ts'
import { fieldsOf } from './values.ts'

// RFC 9449: every request proves that the sender has the key.

// Loaded on demand.
const loadJose = () => import('jose')

const ALGORITHM = 'ES256'
const NONCE_MAX = 1_024

export async function createProofKey(): Promise<PrivateKey> {
  const { exportJWK, generateKeyPair } = await loadJose()
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  return (await exportJWK(privateKey)) as PrivateKey
}

export function publicKeyOf({ kty, crv, x, y }: PrivateKey): Omit<PrivateKey, 'd'> {
  return { kty, crv, x, y }
}

export async function signJwt(key: PrivateKey, header: Record<string, unknown>, claims: Record<string, unknown>) {
  const { importJWK, SignJWT } = await loadJose()
  return new SignJWT(claims).setProtectedHeader({ ...header, alg: ALGORITHM }).sign(await importJWK(key, ALGORITHM))
}

/** `make` is called again when the server asks for its nonce. */
type ProvenCall = (make: () => Promise<HttpRequest>) => Promise<HttpAnswer>

export function withProofs(http: Http, key: PrivateKey, now: () => Date): Http {
  const call = createProvenCall(http, key, now)
  return (request) => call(async () => request)
}

/**
 * A server refuses a request without its newest nonce; the request is then sent once more. Both together share one
 * timeout.
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
