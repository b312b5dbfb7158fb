import { ACCESS_LIFE_MS, APP_PASSWORD_SCOPE, REFRESH_LIFE_MS } from '../bluesky/session.ts'
import { findAccount, listAccounts } from '../core/accounts.ts'
import { issueRefreshToken, issueToken, revokeAccount, revokeToken } from '../core/tokens.ts'
import { INSTAGRAM_SCOPES } from '../instagram/platform.ts'
import { LINKEDIN_SCOPES } from '../linkedin/oauth.ts'
import { MASTODON_SCOPES, TOKEN_LIFE_MS } from '../mastodon/oauth.ts'
import { LONG_LIFE_MS } from '../meta/oauth.ts'
import { PLATFORM_NAMES, type PlatformName, type Token } from '../state/records.ts'
import type { World } from '../state/world.ts'
import { THREADS_SCOPES } from '../threads/platform.ts'
import { X_SCOPES } from '../x/oauth.ts'

const YEAR_MS = 31_536_000_000
const GRANTS: Record<PlatformName, { scopes: string[]; kind: Token['kind']; lifeMs: number }> = {
  threads: { scopes: THREADS_SCOPES, kind: 'long', lifeMs: LONG_LIFE_MS },
  instagram: { scopes: INSTAGRAM_SCOPES, kind: 'long', lifeMs: LONG_LIFE_MS },
  linkedin: { scopes: LINKEDIN_SCOPES, kind: 'access', lifeMs: 5_184_000_000 },
  x: { scopes: X_SCOPES, kind: 'access', lifeMs: 7_200_000 },
  bluesky: { scopes: [APP_PASSWORD_SCOPE], kind: 'access', lifeMs: ACCESS_LIFE_MS },
  mastodon: { scopes: MASTODON_SCOPES, kind: 'access', lifeMs: TOKEN_LIFE_MS },
}

/** Creates a token without the authorization pages. Returns a string as the reason for a refusal. */
export function grantToken(world: World, input: Record<string, unknown>): Record<string, unknown> | string {
  const platform = PLATFORM_NAMES.find((name) => name === input.platform)
  if (!platform) return `platform must be one of ${PLATFORM_NAMES.join(', ')}`
  const members = listAccounts(world, platform).filter((account) => account.kind === 'member')
  const account = input.account === undefined ? members[0] : findAccount(world, platform, String(input.account))
  if (!account) return 'no such account'
  const usual = GRANTS[platform]
  const scopes = typeof input.scope === 'string' ? input.scope.split(/[ ,]+/) : usual.scopes
  const token = issueToken(world, {
    platform,
    accountId: account.id,
    scopes,
    kind: usual.kind === 'long' && input.kind === 'short' ? 'short' : usual.kind,
    lifeMs: input.expires_in === undefined ? usual.lifeMs : Number(input.expires_in) * 1000,
  })
  const granted: Record<string, unknown> = {
    access_token: token.token,
    expires_in: Math.floor((token.expiresAt - token.issuedAt) / 1000),
    scope: scopes.join(' '),
    account: account.id,
    username: account.username,
  }
  const refreshable =
    ['x', 'bluesky'].includes(platform) || (platform === 'linkedin' && world.settings.current.linkedin.refresh_tokens)
  if (refreshable && input.refresh !== false) {
    const expiresAt = world.clock.now() + (platform === 'bluesky' ? REFRESH_LIFE_MS : YEAR_MS)
    granted.refresh_token = issueRefreshToken(world, { platform, accountId: account.id, scopes, expiresAt }).token
  }
  return granted
}

/** Revokes `{token}`, or every token of `{platform, account}`, as if the person had removed the application. */
export function revokeGrants(world: World, input: Record<string, unknown>): string | null {
  if (typeof input.token === 'string') {
    revokeToken(world, input.token, input.token)
    return null
  }
  const platform = PLATFORM_NAMES.find((name) => name === input.platform)
  const account = platform && findAccount(world, platform, String(input.account))
  if (!platform || !account) return 'send token, or platform and account'
  revokeAccount(world, platform, account.id)
  return null
}
