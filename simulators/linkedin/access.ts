import { accountOf, findAccount, listAccounts } from '../core/accounts.ts'
import { readToken } from '../core/tokens.ts'
import { type Call, type Handler, type Reply, refuse } from '../http/call.ts'
import type { Account, Token } from '../state/records.ts'
import { accessDenied, linkedinError, TOKEN_PROBLEMS } from './errors.ts'

export interface Member {
  account: Account
  token: Token
}

export function signedIn(call: Call): Member {
  const { state, token } = readToken(call)
  if (state !== 'ok') return refuse(linkedinError(TOKEN_PROBLEMS[state]))
  const { fresh_token_refused_ms: freshMs } = call.world.settings.current.linkedin
  if (call.world.clock.now() - token.issuedAt < freshMs) refuse(linkedinError(TOKEN_PROBLEMS.revoked))
  call.accountId = token.accountId
  return { account: accountOf(call, token.accountId), token }
}

/** Every call under /rest names its version. Versions expire after about a year. */
export function versioned(handle: Handler): Handler {
  return (call) => checkVersion(call) ?? handle(call)
}

function checkVersion(call: Call): Reply | null {
  const version = call.headers['linkedin-version']
  const { oldest_version: oldest, newest_version: newest } = call.world.settings.current.linkedin
  if (typeof version !== 'string' || version === '') {
    return linkedinError({
      status: 400,
      code: 'VERSION_MISSING',
      message: 'A version must be present. Please specify a version by adding the LinkedIn-Version header.',
    })
  }
  if (!/^\d{6}(\.\d{2})?$/.test(version)) {
    return linkedinError({ status: 400, code: 'INVALID_VERSION', message: `Requested version ${version} is not valid` })
  }
  const month = version.slice(0, 6)
  if (month >= oldest && month <= newest) return null
  // The real message has eight digits too.
  return linkedinError({
    status: 426,
    code: 'NONEXISTENT_VERSION',
    message: `Requested version ${month}01 is not active`,
  })
}

/** Returns the account of an author or owner URN if this token may act for it. */
export function actingFor(call: Call, member: Member, urn: string, what: string): Account {
  const account = accountOfUrn(call, urn)
  const scope = account?.kind === 'organization' ? 'w_organization_social' : 'w_member_social'
  const own = account?.id === member.account.id || (account && mayPostFor(account, member.account))
  if (!account || !own || !member.token.scopes.includes(scope)) return refuse(accessDenied(what))
  if (account.restricted) {
    return refuse(
      linkedinError({ status: 403, code: 'MEMBER_RESTRICTED', serviceErrorCode: 100, message: 'Member is restricted' }),
    )
  }
  call.accountId = account.id
  return account
}

/**
 * Posts of organisations can be read with the right scope. Posts of members cannot: that permission is closed to new
 * apps.
 */
export function mayRead(call: Call, member: Member, account: Account, what: string): void {
  const allowed =
    account.kind === 'organization' &&
    mayPostFor(account, member.account) &&
    member.token.scopes.includes('r_organization_social')
  if (!allowed) refuse(accessDenied(what))
  call.accountId = account.id
}

export function urnOf(account: Account): string {
  return `urn:li:${account.kind === 'organization' ? 'organization' : 'person'}:${account.id}`
}

export function accountOfUrn(call: Call, urn: string): Account | undefined {
  const found = /^urn:li:(person|organization):(.+)$/.exec(urn)
  const account = found ? findAccount(call.world, 'linkedin', found[2]!) : undefined
  return account && urnOf(account) === urn ? account : undefined
}

function mayPostFor(organization: Account, member: Account): boolean {
  return [...organization.admins, ...(organization.contentAdmins ?? [])].includes(member.id)
}

export function organizationsOf(call: Call, member: Account, role: string): Account[] {
  return listAccounts(call.world, 'linkedin').filter((account) => {
    if (account.kind !== 'organization') return false
    if (role === 'CONTENT_ADMINISTRATOR') return (account.contentAdmins ?? []).includes(member.id)
    return role === 'ADMINISTRATOR' && account.admins.includes(member.id)
  })
}
