import { connectCache } from '../db/credential-cache.ts'
import type { Parts } from '../db/parts.ts'
import { createOrigins } from './origins.ts'
import { createWorkspaces } from './workspace.ts'

type Settings = Parameters<typeof createWorkspaces>[0]['settings']

export function openWorkspace({ pool, listener, workspaceId, config }: Parts & { config: Settings }) {
  const { isCurrent } = listener
  const origins = createOrigins({ db: pool, isCurrent, workspaceId, setting: config.allowedOrigins })
  connectCache(listener, origins.cache)
  return { origins, workspaces: createWorkspaces({ pool, settings: config, onOrigins: origins.forget }) }
}
