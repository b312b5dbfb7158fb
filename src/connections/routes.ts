import type { Db } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { baseUrlAt, workspaceOf } from '../http/call.ts'
import { answerCreated, type CreationDeps, readIdempotencyKey } from '../http/idempotency.ts'
import { idOf, readQuery } from '../http/input.ts'
import { readPage, sliceOf, toPage } from '../http/pagination.ts'
import { dataAnswer, deletedAnswer, operationsOf, pageAnswer } from '../http/route.ts'
import { PageQuery } from '../http/schemas.ts'
import { objectBody } from '../http/server/body.ts'
import { checkNames, createIssues, type Issues } from '../lib/issues.ts'
import { type AppKind, FORMATS, type Format } from '../platforms/profile.ts'
import { PROFILES, type Profile } from '../platforms/registry.ts'
import { APPROVAL_ENDED } from './connect/approvals.ts'
import { CONNECT_MINUTES, createConnectLink, explainMissingApp } from './connect/connect.ts'
import type { Connections } from './connections.ts'
import {
  ConnectionPatchSchema,
  ConnectionSchema,
  ConnectLinkSchema,
  connectionExample,
  connectLinkExample,
  NewConnectLinkSchema,
} from './schemas.ts'

interface Deps extends CreationDeps {
  connections: Connections
  config: { baseUrl: string }
}

const operation = operationsOf<Deps>('Connections')

const NOT_FOUND = 'There is no connection with this id. List them at GET /v1/connections.'
const NOT_DEFAULT = 'default must be true. To change the default, send this for another account.'

export const listConnections = operation({
  id: 'listConnections',
  summary: 'List connected accounts',
  description:
    'Newest first. Accounts are connected in a browser: `POST /v1/connections/links` and `doorpost connections add ' +
    '--platform PLATFORM` make the link for it.',
  answers: { 200: pageAnswer('The accounts that posts can go out on.', ConnectionSchema, connectionExample) },
  query: PageQuery,
  async handle({ connections }, request, reply) {
    const page = readQuery(request, readPage)
    // There are few of them: one query reads all, newest first.
    const all = (await connections.list(workspaceOf(request))).sort((a, b) => (a.id < b.id ? 1 : -1))
    const { limit, offset, afterId } = sliceOf(page, all.length)
    const rest = afterId === null ? all.slice(offset) : all.filter(({ id }) => id < afterId)
    const { rows, pagination } = toPage(page, all.length, rest.slice(0, limit))
    return reply.send({ success: true, data: rows, pagination })
  },
})

export const updateConnection = operation({
  id: 'updateConnection',
  summary: 'Make an account the default of its platform',
  body: { schema: ConnectionPatchSchema, examples: { default: { default: true } } },
  answers: {
    200: dataAnswer(
      'The account as it is now. The earlier default no longer is one.',
      ConnectionSchema,
      connectionExample,
    ),
  },
  missing: NOT_FOUND,
  invalid: { default: NOT_DEFAULT },
  async handle({ connections }, request) {
    const id = idOf(request)
    if (objectBody(request).default !== true) throw validationError({ default: [NOT_DEFAULT] })
    return connections.makeDefault(workspaceOf(request), id)
  },
})

export const resumeConnection = operation({
  id: 'resumeConnection',
  summary: 'Let an account post again',
  description:
    'For an account with the status `held`, once what the platform held against it is settled: a restriction is lifted, ' +
    'credit is paid, the version of its API is set anew. Posts that were held go out by their dates; those that are too ' +
    'late by now are `missed`. If the platform still refuses, the account is held again.',
  answers: { 200: dataAnswer('The account as it is now.', ConnectionSchema, connectionExample) },
  missing: NOT_FOUND,
  invalid: { status: APPROVAL_ENDED },
  handle: ({ connections }, request) => connections.resume(workspaceOf(request), idOf(request)),
})

export const deleteConnection = operation({
  id: 'deleteConnection',
  summary: 'Disconnect an account',
  description:
    'Its tokens are deleted here. Posts that are to go out on it are held until they are moved to another account or it is ' +
    'connected again. The approval itself is taken back in the settings of the platform.',
  answers: { 200: deletedAnswer('The account is no longer connected.', connectionExample) },
  missing: NOT_FOUND,
  async handle({ connections }, request) {
    const id = idOf(request)
    return (await connections.remove(workspaceOf(request), id)) ? { id, deleted: true } : null
  },
})

export const createLink = operation({
  id: 'createConnectLink',
  showsSecret: true,
  summary: 'Make a link that connects an account',
  description:
    `The link works once, for ${CONNECT_MINUTES} minutes, and is shown once. Open it in the browser that is signed in to ` +
    'the platform and approve there; the account is then in the list. A repeat for an Idempotency-Key shows `url` as null.',
  idempotent: true,
  body: {
    schema: NewConnectLinkSchema,
    examples: { threads: { platform: 'thread' }, page: { platform: 'professional', kind: 'organization' } },
  },
  answers: {
    201: dataAnswer(
      'The link. Whoever opens it connects an account to this workspace.',
      ConnectLinkSchema,
      connectLinkExample,
    ),
  },
  invalid: { platform: explainMissingApp('threads') },
  async handle(deps, request, reply) {
    const { connections, config, pool, clock } = deps
    const issues = createIssues()
    const body = objectBody(request)
    checkNames(issues, body, ['platform', 'kind'])
    const app = readKind(issues, body)
    const profile = readPlatform(issues, body.platform, app, connections.platforms(app))
    const idempotencyKey = readIdempotencyKey(issues, request)
    if (profile === null || issues.count > 0) throw validationError(issues.details)
    const baseUrl = baseUrlAt(config.baseUrl, request)
    const account = { workspaceId: workspaceOf(request), provider: profile.name, app }
    const create = async (db: Db) => {
      const link = await createConnectLink(db, new Date(clock.now()), account)
      return {
        platform: profile.format,
        url: `${baseUrl}/connect/${link.token}`,
        expires_at: link.expiresAt.toISOString(),
        redirect_url: `${baseUrl}/connect/callback`,
      }
    }
    reply.header('cache-control', 'no-store')
    return answerCreated(deps, request, reply, idempotencyKey, (tx) => create(tx ?? pool), 'url')
  },
})

function readPlatform(issues: Issues, value: unknown, app: AppKind, ready: readonly Format[]): Profile | null {
  const profile = PROFILES.find(({ format }) => format === value)
  if (profile === undefined) issues.add('platform', `platform must be one of ${FORMATS.join(', ')}.`)
  else if (!profile.apps.includes(app)) return profile
  else if (!ready.includes(profile.format)) issues.add('platform', explainMissingApp(profile.name, app))
  return profile ?? null
}

/** Pages are approved for an app of their own. */
function readKind(issues: Issues, body: Record<string, unknown>): AppKind {
  const { kind = 'member', platform } = body
  if (kind !== 'member' && kind !== 'organization') issues.add('kind', 'kind must be member or organization.')
  if (kind !== 'organization') return 'standard'
  if (platform !== 'professional') issues.add('kind', 'kind organization is for professional only: LinkedIn pages.')
  return 'pages'
}
