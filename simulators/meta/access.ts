import { accountOf } from '../core/accounts.ts'
import { readToken } from '../core/tokens.ts'
import { type Call, refuse } from '../http/call.ts'
import type { Account, Token } from '../state/records.ts'
import { graphError, missingPermission, objectMissing, TOKEN_PROBLEMS } from './errors.ts'

/** Returns the account of the token, or throws the platform's refusal. */
export function signedIn(call: Call, scope?: string): { account: Account; token: Token } {
  const { state, token } = readToken(call)
  if (state !== 'ok') refuse(graphError(call, TOKEN_PROBLEMS[state]))
  call.accountId = token.accountId
  if (scope !== undefined && !token.scopes.includes(scope)) refuse(graphError(call, missingPermission))
  return { account: accountOf(call, token.accountId), token }
}

/** Accepts `me` or the account's own id. Other ids look as if they did not exist. */
export function signedInAs(call: Call, user: string, scope: string): Account {
  const { account } = signedIn(call, scope)
  if (user !== 'me' && user !== account.id) refuse(graphError(call, objectMissing(user, call.method.toLowerCase())))
  return account
}

/** Graph accepts parameters in the query, a form or JSON. */
export function param(call: Call, name: string): string | null {
  const field = call.body.fields[name]
  if (typeof field === 'string') return field
  if (typeof field === 'number' || typeof field === 'boolean') return String(field)
  return call.query.get(name)
}

/** Reads `children`: comma-separated, a JSON array in a string, or an array in a JSON body. */
export function listParam(call: Call, name: string): string[] {
  const field = call.body.fields[name]
  if (Array.isArray(field)) return field.map(String)
  const text = param(call, name) ?? ''
  if (text.startsWith('[')) {
    try {
      const parsed: unknown = JSON.parse(text)
      if (Array.isArray(parsed)) return parsed.map(String)
    } catch {
      return []
    }
  }
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}

export function flagParam(call: Call, name: string): boolean {
  return ['true', '1'].includes(param(call, name) ?? '')
}
