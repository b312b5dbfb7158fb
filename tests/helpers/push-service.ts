import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

// A push service (RFC 8030) on loopback, and the browser behind it, which decrypts what it gets (RFC 8291 and 8188).
// Independent of the library that encrypts.

export interface Received {
  /** What the browser would show. */
  shown: { title: string; body: string; url: string; tag: string }
  headers: Record<string, string | string[] | undefined>
  /** The claims of the signed token (RFC 8292); its signature is right. */
  claims: { aud: string; exp: number; sub: string }
  /** The key that signed it. */
  publicKey: string
  /** Everything that went over the wire. */
  raw: Buffer
}

export type PushService = Awaited<ReturnType<typeof startPushService>>

/** `answer` says the status of each response; 201 unless changed. */
export async function startPushService() {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer; got: Received[] }>()
  const state = { status: 201, headers: {} as Record<string, string>, requests: 0 }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    state.requests++
    const browser = browsers.get(request.url ?? '')
    const status = browser === undefined ? 404 : state.status
    if (status === 201) {
      const raw = Buffer.concat(chunks)
      browser!.got.push({
        ...readToken(request.headers.authorization ?? ''),
        ...decrypt(browser!, raw),
        raw,
        headers: request.headers,
      })
    }
    response.writeHead(status, state.headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    state,
    /** A browser that subscribed. */
    browser() {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('base64url')}`
      const got: Received[] = []
      browsers.set(path, { ecdh, auth, got })
      return {
        got,
        address: {
          endpoint: url + path,
          expirationTime: null,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        /** It unsubscribed: the service does not know it any more. */
        forget: () => void browsers.delete(path),
      }
    },
  }
}

/** RFC 8188: salt, record size, the length of the sender's key, that key; then one record. */
function decrypt({ ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }, raw: Buffer) {
  const salt = raw.subarray(0, 16)
  const keyLength = raw.readUInt8(20)
  const sender = raw.subarray(21, 21 + keyLength)
  const sealed = raw.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2, then zeros.
  const end = padded.lastIndexOf(2)
  return { shown: JSON.parse(padded.subarray(0, end).toString()) as Received['shown'] }
}

/** `vapid t=…, k=…` */
function readToken(header: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+),\s*k=([\w-]+)$/.exec(header) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isRight) throw new Error('the signature of the token is wrong')
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims'], publicKey }
}
