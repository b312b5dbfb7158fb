import { validationError } from '../errors.ts'
import type { Issues } from '../lib/issues.ts'
import { SafeFetchError } from '../lib/net/fetch-error.ts'
import { checkPublicUrl } from '../lib/net/url-guard.ts'
import { message } from '../messages/message.ts'
import { type Profile, type Provider, profileOf } from '../platforms/registry.ts'
import { redactMessage } from '../platforms/shared/answers.ts'
import { AuthError, TransportError } from '../platforms/shared/contract.ts'
import { saveApproval } from './approvals.ts'
import type { ConnectionsOptions } from './options.ts'
import type { Connection } from './schemas.ts'

// Connects an account with an app password or an access token.

export interface SignInRequest {
  workspaceId: string
  provider: Provider
  serviceUrl: string | null
  handle: string | null
  secret: string
}

const HANDLE_MAX = 253
const SECRET_MAX = 4_096

export function readSignIn(
  issues: Issues,
  profile: Profile,
  body: { service_url?: unknown; handle?: unknown; secret?: unknown },
  allowPrivate: boolean,
): Omit<SignInRequest, 'workspaceId' | 'provider'> {
  const serviceUrl = readServiceUrl(issues, profile, body.service_url, allowPrivate)
  const needsHandle = profile.signIn.includes('app_password')
  const handle = readHandle(issues, profile, body.handle, needsHandle)
  const secret = typeof body.secret === 'string' ? body.secret.trim() : ''
  if (secret === '' || secret.length > SECRET_MAX) {
    const values = { network: profile.label, max: SECRET_MAX }
    issues.add('secret', needsHandle ? 'connection.app_password_required' : 'connection.token_required', values)
  }
  return { serviceUrl, handle, secret }
}

/** Null if the provider's own page asks for it. */
export function readApprover(issues: Issues, profile: Profile, value: unknown): string | null {
  if (profile.service?.asksHandle) return readHandle(issues, profile, value, true)
  if (value !== undefined && value !== null) {
    issues.add('handle', 'connection.handle_not_needed', { network: profile.label })
  }
  return null
}

function readHandle(issues: Issues, { label }: Profile, value: unknown, isRequired: boolean): string | null {
  const handle = typeof value === 'string' ? value.trim().replace(/^@/, '') : ''
  if (isRequired && handle === '') issues.add('handle', 'connection.handle_required', { network: label })
  if (handle.length > HANDLE_MAX || /[\s/]/.test(handle)) {
    issues.add('handle', 'connection.handle_invalid', { network: label })
  }
  return handle || null
}

/** Scheme and host; null if the provider has one server. */
export function readServiceUrl(issues: Issues, profile: Profile, value: unknown, allowPrivate: boolean): string | null {
  const { label, service, api } = profile
  if (!service) {
    if (value !== undefined && value !== null) issues.add('service_url', 'connection.one_server', { network: label })
    return null
  }
  if (value === undefined || value === null || value === '') return api.apiUrl
  const url = withScheme(typeof value === 'string' ? value.trim() : '', allowPrivate)
  const problems = checkPublicUrl(url, { httpsOnly: !allowPrivate, ports: null, allowPrivate })
  if (problems.length > 0) {
    const values = { server: message(`service.${service.noun}`), example: api.apiUrl, problem: problems[0]! }
    issues.add('service_url', 'connection.not_server', values)
    return null
  }
  return new URL(url).origin
}

// A host with or without a port, or a whole account name.
const BARE_HOST = /^(?:@?[\w.-]+@)?([^\s/@:?#][^\s/@:?#.]*\.[^\s/@:?#]+|localhost(?=:)|\[[\da-f:.]+\])(:\d{1,5})?\/?$/i
const OWN_MACHINE = /^(?:localhost|127\.|\[::1\])/i

/** https, except on this machine. */
function withScheme(text: string, allowPrivate: boolean): string {
  const [, host, port = ''] = BARE_HOST.exec(text) ?? []
  if (host === undefined) return text
  return `${allowPrivate && OWN_MACHINE.test(host) ? 'http' : 'https'}://${host}${port}`
}

export async function signInAccount(options: ConnectionsOptions, request: SignInRequest): Promise<Connection[]> {
  const { workspaceId, provider, serviceUrl, handle, secret } = request
  const { label, service } = profileOf(provider)
  const { signIn } = options.adapters[provider].auth
  const settings = await options.settingsFor(provider, 'standard', serviceUrl)
  if (signIn === undefined || settings === null) throw new Error(`${provider} has no sign-in without a browser`)
  const now = new Date(options.clock.now())
  try {
    const found = await signIn(options.httpFor(provider, settings), settings, { handle, secret }, now)
    const connections = await saveApproval(options, {
      workspaceId,
      provider,
      app: 'standard',
      clientId: null,
      serviceUrl,
      ...found,
    })
    options.log.info({ provider, connections: connections.map(({ id }) => id) }, 'account connected')
    return connections
  } catch (error) {
    if (error instanceof AuthError) throw validationError({ secret: [redactMessage(error.said, [secret])] })
    if (!(error instanceof TransportError)) throw error
    options.log.warn({ provider, err: error }, 'account not connected')
    const problem = error.cause instanceof SafeFetchError ? error.cause.said : message('app.no_answer')
    const values = { server: message(`service.${service?.noun ?? 'server'}`), network: label, problem }
    throw validationError({ service_url: [message('connection.unreachable', values)] })
  }
}
