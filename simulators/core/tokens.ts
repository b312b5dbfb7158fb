import { createHash } from 'node:crypto'
import type { Call } from '../http/call.ts'
import type { Code, PlatformName, RefreshToken, Token } from '../state/records.ts'
import type { World } from '../state/world.ts'

const PREFIXES: Record<PlatformName, string> = {
  threads: 'THAA',
  instagram: 'IGAA',
  linkedin: 'AQX',
  x: 'bX',
  bluesky: 'eyB',
  mastodon: 'mA',
}

interface NewToken {
  platform: PlatformName
  accountId: string
  kind: Token['kind']
  scopes: string[]
  lifeMs: number
  issuedAt?: number
  proofKey?: string | null
}

export function issueToken(world: World, input: NewToken): Token {
  const issuedAt = input.issuedAt ?? world.clock.now()
  const word = world.ids.word(PREFIXES[input.platform], 60)
  const token = input.platform === 'bluesky' ? toJwt(word, input.scopes, issuedAt, input.lifeMs) : word
  return world.tokens.put(token, {
    token,
    platform: input.platform,
    accountId: input.accountId,
    kind: input.kind,
    scopes: input.scopes,
    issuedAt,
    expiresAt: issuedAt + input.lifeMs,
    revoked: false,
    proofKey: input.proofKey ?? null,
  })
}

export function issueRefreshToken(
  world: World,
  input: Pick<RefreshToken, 'platform' | 'accountId' | 'scopes' | 'expiresAt' | 'proofKey'> & {
    clientId?: string | null
  },
): RefreshToken {
  const word = world.ids.word(`${PREFIXES[input.platform]}R`, 70)
  const now = world.clock.now()
  const scopes = ['com.atproto.refresh']
  const token = input.platform === 'bluesky' ? toJwt(word, scopes, now, input.expiresAt - now) : word
  return world.refreshTokens.put(token, {
    ...input,
    clientId: input.clientId ?? null,
    token,
    used: false,
    revoked: false,
  })
}

/** Bluesky's tokens contain their expiry. The last part is not a real signature. */
function toJwt(word: string, scopes: string[], issuedAt: number, lifeMs: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const [iat, exp] = [issuedAt, issuedAt + lifeMs].map((ms) => Math.floor(ms / 1000))
  return `${part({ alg: 'none' })}.${part({ scope: scopes.join(' '), iat, exp, jti: word })}.${word}`
}

export function issueCode(world: World, input: Omit<Code, 'code' | 'used'>): Code {
  const code = world.ids.word('AQC', 80)
  return world.codes.put(code, { ...input, code, used: false })
}

export function revokeToken(world: World, token: unknown, refreshToken?: unknown): void {
  const known = typeof token === 'string' ? world.tokens.get(token) : undefined
  if (known) world.tokens.put(known.token, { ...known, revoked: true })
  const refresh = typeof refreshToken === 'string' ? world.refreshTokens.get(refreshToken) : undefined
  if (refresh) world.refreshTokens.put(refresh.token, { ...refresh, revoked: true })
}

export function revokeAccount(world: World, platform: PlatformName, accountId: string): void {
  for (const token of world.tokens.newest(`${platform}:${accountId}`)) revokeToken(world, token.token)
  for (const token of world.refreshTokens.newest(`${platform}:${accountId}`)) revokeToken(world, null, token.token)
}

type TokenState = { state: 'missing' | 'unknown' | 'revoked' | 'expired'; token: null } | { state: 'ok'; token: Token }

export function readToken(call: Call, text: string | null = call.token): TokenState {
  if (text === null || text === '') return { state: 'missing', token: null }
  const token = call.world.tokens.get(text)
  if (!token || token.platform !== call.platform) return { state: 'unknown', token: null }
  if (token.revoked) return { state: 'revoked', token: null }
  if (token.expiresAt <= call.world.clock.now()) return { state: 'expired', token: null }
  return { state: 'ok', token }
}

type CodeProblem = 'unknown' | 'used' | 'expired' | 'redirect' | 'verifier'

/** Marks a code as used, so that a second attempt fails whatever the outcome of the first. */
export function spendCode(
  call: Call,
  input: { code: unknown; redirectUri: unknown; verifier?: unknown },
): Code | CodeProblem {
  const code = typeof input.code === 'string' ? call.world.codes.get(input.code) : undefined
  if (!code || code.platform !== call.platform) return 'unknown'
  if (code.used) return 'used'
  if (code.expiresAt <= call.world.clock.now()) return 'expired'
  if (code.redirectUri !== input.redirectUri) return 'redirect'
  if (code.challenge !== null && !provesChallenge(code, input.verifier)) return 'verifier'
  return call.world.codes.put(code.code, { ...code, used: true })
}

function provesChallenge(code: Code, verifier: unknown): boolean {
  if (typeof verifier !== 'string') return false
  if (code.challengeMethod === 'plain') return verifier === code.challenge
  return createHash('sha256').update(verifier).digest('base64url') === code.challenge
}
