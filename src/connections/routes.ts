import type { Db } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { baseUrlAt, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readIdempotencyKey } from '../http/idempotency.ts'
import { answerDeleted, idOf, objectBody, readQuery } from '../http/input.ts'
import { pageById, readPage } from '../http/pagination.ts'
import { deletedAnswer, operationsOf, pageAnswer, recordAnswer } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import { checkNames, createIssues, describeFound, type Issues } from '../lib/issues.ts'
import { message } from '../messages/message.ts'
import { PROFILES, PROVIDERS, type Profile, type Provider } from '../platforms/registry.ts'
import { type AppKind, FORMATS } from '../platforms/shared/provider.ts'
import { CONNECT_MINUTES, createConnectLink, explainMissingApp } from './connect.ts'
import type { Connections } from './connections.ts'
import {
  ConnectionPatchSchema,
  ConnectionSignInSchema,
  connection,
  connectionSignInExample,
  connectLink,
  NewConnectLinkSchema,
} from './schemas.ts'
import { readApprover, readServiceUrl, readSignIn } from './sign-in.ts'

interface Deps extends CreationDeps {
  connections: Connections
  config: { baseUrl: string; allowPrivateNetworks: boolean }
}

const operation = operationsOf<Deps>('Connections')

const onConnection = operationsOf<Deps>('Connections', { missing: message('connection.not_found') })
const NOT_DEFAULT = message('connection.not_default')

export const listConnections = operation({
  id: 'listConnections',
  summary: 'List connected accounts',
  description:
    'Newest first. Accounts are connected in a browser: `POST /v1/connections/links` and `doorpost connections add ' +
    '--provider PROVIDER` make the link for it. Those with an app password or an access token are connected by ' +
    '`POST /v1/connections/sign-in`.',
  answers: { 200: pageAnswer('The accounts that posts can go out on.', connection.schema, connection.example) },
  query: PageQuery,
  async handle({ connections }, request, reply) {
    const page = readQuery(request, readPage)
    // A workspace has few accounts, so they are sorted in memory.
    const { rows, pagination } = pageById(page, await connections.list(workspaceOf(request)))
    return reply.send({ success: true, data: rows, pagination })
  },
})

export const updateConnection = onConnection({
  id: 'updateConnection',
  idempotent: 'repeatable',
  summary: 'Make an account the default of its platform',
  body: { schema: ConnectionPatchSchema, examples: { default: { default: true } } },
  answers: { 200: recordAnswer('The account as it is now. The earlier default no longer is one.', connection) },
  async handle({ connections }, request) {
    const id = idOf(request)
    if (objectBody(request).default !== true) throw validationError({ default: [NOT_DEFAULT] })
    return connections.makeDefault(workspaceOf(request), id)
  },
})

export const resumeConnection = onConnection({
  id: 'resumeConnection',
  idempotent: 'repeatable',
  summary: 'Let an account post again',
  description:
    'For an account with the status `held`, once what the platform held against it is settled: a restriction is lifted, ' +
    'credit is paid, the version of its API is set anew. Posts that were held go out by their dates; those that are too ' +
    'late by now are `missed`. If the platform still refuses, the account is held again.',
  answers: { 200: recordAnswer('The account as it is now.', connection) },
  handle: ({ connections }, request) => connections.resume(workspaceOf(request), idOf(request)),
})

export const deleteConnection = onConnection({
  id: 'deleteConnection',
  summary: 'Disconnect an account',
  description:
    'Its tokens are deleted here. Posts that are to go out on it are held until they are moved to another account or it is ' +
    'connected again. The approval itself is taken back in the settings of the platform. A key with `posts:write` may do this, ' +
    'so that a script can stop an account; only an owner can connect one.',
  answers: { 200: deletedAnswer('The account is no longer connected.', connection.example) },
  handle: ({ connections }, request) => answerDeleted(request, (id) => connections.remove(workspaceOf(request), id)),
})

export const createLink = operation({
  id: 'createConnectLink',
  showsSecret: true,
  summary: 'Make a link that connects an account',
  description:
    `The link works once, for ${CONNECT_MINUTES} minutes, and is shown once. Open it in the browser that is signed in to ` +
    'the platform and approve there; the account is then in the list. A repeat for an Idempotency-Key shows `url` as null.',
  idempotent: 'own',
  // Its URL is a secret, and headers are written down in more places than bodies.
  locate: () => '/v1/connections',
  body: {
    schema: NewConnectLinkSchema,
    examples: {
      threads: { provider: 'threads' },
      page: { provider: 'linkedin', kind: 'organization' },
      bluesky: { provider: 'bluesky', handle: 'example.bsky.social' },
    },
  },
  answers: {
    201: recordAnswer('The link. Anyone who opens it can connect an account to this workspace.', connectLink),
  },
  async handle(deps, request, reply) {
    const { connections, config, pool, clock } = deps
    const issues = createIssues()
    const body = objectBody(request)
    checkNames(issues, body, ['platform', 'provider', 'kind', 'service_url', 'handle'])
    const profile = readProvider(issues, body)
    const app = readKind(issues, body.kind, profile)
    const serviceUrl = profile && readServiceUrl(issues, profile, body.service_url, config.allowPrivateNetworks)
    const handle = profile && readApprover(issues, profile, body.handle)
    if (profile !== null) checkLinkable(issues, body, profile, app, await connections.providers(app))
    const idempotencyKey = readIdempotencyKey(issues, request)
    if (profile === null || issues.count > 0) throw validationError(issues.details)
    const baseUrl = baseUrlAt(config.baseUrl, request)
    const account = { workspaceId: workspaceOf(request), provider: profile.name, app, serviceUrl, handle }
    const create = async (db: Db) => {
      const link = await createConnectLink(db, new Date(clock.now()), account)
      return {
        platform: profile.format,
        provider: profile.name,
        url: `${baseUrl}/connect/${link.token}`,
        expires_at: link.expiresAt.toISOString(),
        redirect_url: `${baseUrl}/connect/callback`,
      }
    }
    reply.header('cache-control', 'no-store')
    return answerCreated(deps, request, reply, idempotencyKey, (tx) => create(tx ?? pool), 'url')
  },
})

export const signInConnection = operation({
  id: 'signInConnection',
  idempotent: 'repeatable',
  locate: ({ id }) => `/v1/connections/${id}`,
  summary: 'Connect an account with an app password or an access token',
  description:
    'For accounts that are connected without a browser: on Bluesky with an app password, on Mastodon with an access token. The secret is used to sign ' +
    'in and is not kept; what the provider gives for it is stored encrypted and never shown. An account that is known already ' +
    'is connected again under its id.',
  body: {
    schema: ConnectionSignInSchema,
    examples: { bluesky: connectionSignInExample },
  },
  answers: { 201: recordAnswer('The account. Posts can go out on it.', connection) },
  async handle({ connections, config }, request, reply) {
    const issues = createIssues()
    const body = objectBody(request)
    checkNames(issues, body, ['provider', 'service_url', 'handle', 'secret'])
    const profile = PROFILES.find(({ name }) => name === body.provider)
    if (profile === undefined || !takesSecret(profile)) {
      const names = PROFILES.filter(takesSecret).map(({ name }) => name)
      issues.add('provider', 'connection.approved_elsewhere', { choices: names.join(', ') })
      throw validationError(issues.details)
    }
    const input = readSignIn(issues, profile, body, config.allowPrivateNetworks)
    if (issues.count > 0) throw validationError(issues.details)
    const saved = await connections.signIn({ workspaceId: workspaceOf(request), provider: profile.name, ...input })
    reply.code(201).header('cache-control', 'no-store')
    return saved[0]!
  },
})

function takesSecret({ signIn }: Profile): boolean {
  return signIn.some((way) => way !== 'approval')
}

function readProvider(issues: Issues, { provider, platform }: Record<string, unknown>): Profile | null {
  if (provider !== undefined && provider !== null) {
    const profile = PROFILES.find(({ name }) => name === provider)
    if (profile === undefined)
      issues.add('provider', 'field.not_choice', { choices: PROVIDERS.join(', '), found: describeFound(provider) })
    else if (platform !== undefined && platform !== profile.format) {
      issues.add('platform', 'connection.other_format', { network: profile.label, format: profile.format })
    }
    return profile ?? null
  }
  const profile = PROFILES.find(({ format }) => format === platform)
  if (profile === undefined)
    issues.add('platform', 'field.not_choice', { choices: FORMATS.join(', '), found: describeFound(platform) })
  return profile ?? null
}

function checkLinkable(
  issues: Issues,
  { provider }: Record<string, unknown>,
  profile: Profile,
  app: AppKind,
  ready: readonly Provider[],
): void {
  const field = provider === undefined ? 'platform' : 'provider'
  if (!profile.signIn.includes('approval')) {
    issues.add(field, 'connection.needs_app_password', { network: profile.label })
  } else if (app === 'standard' || profile.apps.includes(app)) {
    if (!ready.includes(profile.name)) issues.add(field, explainMissingApp(profile.name, app))
  }
}

function readKind(issues: Issues, kind: unknown, profile: Profile | null): AppKind {
  if (kind !== undefined && kind !== 'member' && kind !== 'organization') {
    issues.add('kind', 'connection.not_kind')
  }
  if (kind !== 'organization') return 'standard'
  if (!profile?.apps.includes('pages')) issues.add('kind', 'connection.no_pages')
  return 'pages'
}
