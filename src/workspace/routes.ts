import { baseUrlAt, type Request, workspaceOf } from '../http/call.ts'
import { API_VERSION } from '../http/docs/openapi.ts'
import { readInput } from '../http/input.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { shortLinkProblem } from '../links/redirect.ts'
import { forReader } from '../messages/for-reader.ts'
import type { Message } from '../messages/message.ts'
import { type Provider, profileOf } from '../platforms/registry.ts'
import { type Installation, workspace } from './schemas.ts'
import type { Workspaces } from './workspace.ts'

interface Deps {
  workspaces: Workspaces
  config: { baseUrl: string; linkBaseUrl: string; rateLimits: Installation['rate_limits'] }
  /** True if the platforms are simulated. */
  isSandbox: boolean
  connections: { providers(app?: 'standard' | 'pages'): Promise<Provider[]> }
}

const operation = operationsOf<Deps>('Workspace')

export const getWorkspace = operation({
  id: 'getWorkspace',
  summary: 'Read the settings of the workspace',
  answers: { 200: recordAnswer('The settings, what counts now, and what the installation is like.', workspace) },
  async handle(deps, request) {
    const shown = await deps.workspaces.get(workspaceOf(request))
    return workspace.show({ ...shown, installation: await installation(deps, request) })
  },
})

export const updateWorkspaceSettings = operation({
  id: 'updateWorkspace',
  idempotent: 'repeatable',
  summary: 'Change the settings of the workspace',
  description: 'Only what is sent changes. It counts at once, on other nodes within a second.',
  body: {
    schema: workspace.changeSchema,
    examples: {
      change: { name: 'Example Ltd', time_zone: 'Europe/Lisbon', allowed_origins: ['https://www.example.com'] },
      reset: { late_window_minutes: null, allowed_origins: null },
    },
  },
  answers: { 200: recordAnswer('The settings as they are now.', workspace) },
  async handle(deps, request) {
    const problem = problemOf(deps)
    const change = readInput(request, (issues, body) => {
      const change = workspace.readChange(issues, body)
      if (change.track_links === 'short' && problem !== null) {
        issues.add('track_links', 'post.no_short_links', { problem })
      }
      return change
    })
    const shown = await deps.workspaces.update(workspaceOf(request), change)
    return workspace.show({ ...shown, installation: await installation(deps, request) })
  },
})

function problemOf({ config, isSandbox }: Deps): Message | null {
  return shortLinkProblem({ linkBaseUrl: config.linkBaseUrl, isSandbox })
}

async function installation(deps: Deps, request: Request): Promise<Installation> {
  const { config, isSandbox, connections } = deps
  const baseUrl = baseUrlAt(config.baseUrl, request)
  const providers = await connections.providers()
  const problem = problemOf(deps)
  const { authenticated, dashboard, public: forForms, webhook, failed_auth } = config.rateLimits
  return {
    base_url: baseUrl,
    link_base_url: config.linkBaseUrl,
    short_link_problem: problem && forReader(problem),
    version: API_VERSION,
    sandbox: isSandbox,
    platforms: [...new Set(providers.map((provider) => profileOf(provider).format))],
    providers,
    linkedin_pages: (await connections.providers('pages')).includes('linkedin'),
    redirect_url: `${baseUrl}/connect/callback`,
    rate_limits: { authenticated, dashboard, public: forForms, webhook, failed_auth },
  }
}
