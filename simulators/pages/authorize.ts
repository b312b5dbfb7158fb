import { findAccount, listAccounts } from '../core/accounts.ts'
import { issueCode } from '../core/tokens.ts'
import { type Call, type Reply, type Route, redirect } from '../http/call.ts'
import type { Account, PlatformName } from '../state/records.ts'
import { escapeHtml, LABELS, page } from './html.ts'

interface AuthorizeRules {
  platform: PlatformName
  path: string
  codeLifeMs: number
  /** The scopes that an app may request; null if the platform does not know the app. */
  scopesOf(call: Call, clientId: string): readonly string[] | null
  /** Whether an app may redirect there. Without this function it may redirect anywhere. */
  isRedirectOf?(call: Call, clientId: string, redirectUri: string): boolean
  /** Requests without these scopes are refused. */
  requiredScopes: readonly string[]
  /** `optional`: checked if sent, but not required. */
  pkce: boolean | 'optional'
  /** Fragment of the redirect URL: Meta adds `#_`. */
  fragment: string
  /** Parameters for the application when the person denies. */
  denied: Record<string, string>
  /** LinkedIn reports a wrong scope to the application; the others show a page. */
  scopeError: ((scope: string) => Record<string, string>) | null
  /** Additional parameters of the redirect URL, such as who approved. */
  more?(call: Call): Record<string, string>
  /** The key that the access will be bound to. */
  proofKeyOf?(call: Call): string | null
}

interface Asked {
  redirectUri: URL
  state: string | null
  scopes: string[]
}

export function authorizeRoutes(rules: AuthorizeRules): Route[] {
  return [
    { method: 'GET', path: rules.path, call: 'authorize', handle: (call) => ask(call, rules) },
    { method: 'POST', path: rules.path, call: 'authorize', handle: (call) => decide(call, rules) },
  ]
}

function ask(call: Call, rules: AuthorizeRules): Reply {
  const asked = readAsked(call, rules)
  if (!('scopes' in asked)) return asked
  const auto = call.world.settings.current.auto_approve || call.query.get('auto_approve') === '1'
  const chosen = findAccount(call.world, rules.platform, call.query.get('account') ?? '')
  const accounts = listAccounts(call.world, rules.platform).filter((account) => account.kind === 'member')
  const account = chosen ?? accounts[0]
  if (auto && account) return approve(call, rules, asked, account)
  return page(rules.platform, 'Connect an account', form(call, rules, asked, accounts))
}

function decide(call: Call, rules: AuthorizeRules): Reply {
  const asked = readAsked(call, rules)
  if (!('scopes' in asked)) return asked
  if (call.body.fields.decision !== 'approve') return back(asked, { ...rules.denied, ...rules.more?.(call) }, rules)
  const account = findAccount(call.world, rules.platform, String(call.body.fields.account ?? ''))
  if (account?.kind !== 'member') return problem(rules, 'Choose an account.')
  return approve(call, rules, asked, account)
}

function approve(call: Call, rules: AuthorizeRules, asked: Asked, account: Account): Reply {
  call.accountId = account.id
  const { code } = issueCode(call.world, {
    platform: rules.platform,
    accountId: account.id,
    clientId: call.query.get('client_id') ?? '',
    redirectUri: call.query.get('redirect_uri') ?? '',
    scopes: asked.scopes,
    challenge: rules.pkce ? call.query.get('code_challenge') : null,
    challengeMethod: rules.pkce ? call.query.get('code_challenge_method') : null,
    expiresAt: call.world.clock.now() + rules.codeLifeMs,
    proofKey: rules.proofKeyOf?.(call) ?? null,
  })
  return back(asked, { code, ...rules.more?.(call) }, rules)
}

/** For platforms with a single application: the scopes that it may request. */
export function oneApp(
  platform: 'threads' | 'instagram' | 'linkedin' | 'x',
  scopes: readonly string[],
): AuthorizeRules['scopesOf'] {
  return (call, clientId) => (clientId === call.world.settings.current[platform].client_id ? scopes : null)
}

function readAsked(call: Call, rules: AuthorizeRules): Asked | Reply {
  const { query } = call
  const known = rules.scopesOf(call, query.get('client_id') ?? '')
  if (known === null) {
    return problem(rules, 'Unknown client_id. The sandbox knows the one in its settings.')
  }
  if (query.get('response_type') !== 'code') return problem(rules, 'response_type must be code.')
  const redirectUri = URL.parse(query.get('redirect_uri') ?? '')
  if (!redirectUri || !/^https?:$/.test(redirectUri.protocol))
    return problem(rules, 'redirect_uri must be an http(s) URL.')
  if (rules.isRedirectOf?.(call, query.get('client_id') ?? '', query.get('redirect_uri') ?? '') === false) {
    return problem(rules, 'The redirect uri included is not valid: the app was registered with another one.')
  }
  if (
    rules.pkce === true &&
    (!query.get('code_challenge') || !['S256', 'plain'].includes(query.get('code_challenge_method') ?? ''))
  ) {
    return problem(rules, 'code_challenge and code_challenge_method (S256 or plain) are required.')
  }
  const scopes = (query.get('scope') ?? '').split(/[ ,]+/).filter((scope) => scope !== '')
  const asked: Asked = { redirectUri, state: query.get('state'), scopes }
  const wrong = scopes.find((scope) => !known.includes(scope))
  if (wrong !== undefined && rules.scopeError)
    return back(asked, { ...rules.scopeError(wrong), ...rules.more?.(call) }, rules)
  if (wrong !== undefined) return problem(rules, `Invalid scope: ${wrong}.`)
  const missing = rules.requiredScopes.find((scope) => !scopes.includes(scope))
  return missing === undefined ? asked : problem(rules, `The scope ${missing} is required.`)
}

function back(asked: Asked, params: Record<string, string>, rules: AuthorizeRules): Reply {
  const url = new URL(asked.redirectUri)
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  if (asked.state !== null) url.searchParams.set('state', asked.state)
  return redirect(url.href + rules.fragment)
}

function problem(rules: AuthorizeRules, what: string): Reply {
  return page(
    rules.platform,
    'Cannot connect',
    `<h1>This cannot be connected</h1><article><p>${escapeHtml(what)}</p></article>`,
    400,
  )
}

function form(call: Call, rules: AuthorizeRules, asked: Asked, accounts: Account[]): string {
  const action = `/${rules.platform}${rules.path}?${escapeHtml(call.query.toString())}`
  const choices = accounts.map(
    (account, at) =>
      `<label><input type="radio" name="account" value="${escapeHtml(account.id)}"${at === 0 ? ' checked' : ''}> ${escapeHtml(account.name)} (@${escapeHtml(account.username)})</label>`,
  )
  return `<h1>Connect an account of the ${LABELS[rules.platform]} sandbox</h1><form method="post" action="${action}">
<p>The application <code>${escapeHtml(call.query.get('client_id') ?? '')}</code> asks for:</p>
<ul>${asked.scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`).join('')}</ul>
<p>It will be sent back to <code>${escapeHtml(asked.redirectUri.origin)}</code>.</p>${choices.join('')}
<p><button class="approve" name="decision" value="approve">Approve</button> <button name="decision" value="deny">Deny</button></p></form>`
}
