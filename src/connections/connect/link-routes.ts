import type { Db } from '../../db/database.ts'
import { validationError } from '../../errors.ts'
import { baseUrlAt, callerOf } from '../../http/call.ts'
import { answerCreated, type CreationDeps, readIdempotencyKey } from '../../http/idempotency.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import { objectBody } from '../../http/server/body.ts'
import { checkNames, createIssues, type Issues } from '../../lib/issues.ts'
import { type AppKind, FORMATS, type Format } from '../../platforms/profile.ts'
import { PROFILES, type Profile } from '../../platforms/registry.ts'
import type { Connections } from '../connections.ts'
import { ConnectLinkSchema, connectLinkExample, NewConnectLinkSchema } from '../schemas.ts'
import { CONNECT_MINUTES, createConnectLink, explainMissingApp } from './connect.ts'

interface Deps extends CreationDeps {
  connections: Connections
  config: { baseUrl: string }
}

const operation = operationsOf<Deps>('Connections')

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
    const { workspaceId } = callerOf(request)
    const create = async (db: Db) => {
      const link = await createConnectLink(db, new Date(clock.now()), { workspaceId, provider: profile.name, app })
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
