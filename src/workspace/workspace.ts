import { namedStatuses } from '../contact-fields.ts'
import type { Db, Pool } from '../db/database.ts'
import { MINUTE_MS } from '../lib/time/span.ts'
import { effectiveOrigins } from './origins.ts'
import type { WorkspaceChange } from './schemas.ts'
import { findWorkspace, selectWorkspaces, updateWorkspace, type WorkspaceRow } from './store.ts'

interface WorkspacesOptions {
  pool: Pool
  /** The values that apply if the workspace sets nothing. */
  settings: { lateWindowMs: number; allowedOrigins: readonly string[] | null }
  /** Called when the allowed origins have changed. */
  onOrigins: () => void
}

export type Workspaces = ReturnType<typeof createWorkspaces>

export function createWorkspaces({ pool, settings, onOrigins }: WorkspacesOptions) {
  const show = ({ created_at, ...row }: WorkspaceRow) => ({
    ...row,
    contact_statuses: namedStatuses(row.contact_statuses),
    effective: {
      late_window_minutes: row.late_window_minutes ?? settings.lateWindowMs / MINUTE_MS,
      late_window_from: row.late_window_minutes === null ? 'setting' : 'workspace',
      allowed_origins: [...(effectiveOrigins(row.allowed_origins, settings.allowedOrigins) ?? [])],
      allowed_origins_from: row.allowed_origins === null ? 'setting' : 'workspace',
    },
    created_at,
  })
  const get = async (id: string) => show((await findWorkspace(pool, id))!)

  return {
    get,
    async update(id: string, change: WorkspaceChange) {
      if (Object.keys(change).length === 0) return get(id)
      const row = await updateWorkspace(pool, id, change)
      if (change.allowed_origins !== undefined) onOrigins()
      return show(row!)
    },
    /** For each id: how the links in its posts are tracked. */
    async trackingOf(db: Db, ids: readonly string[]) {
      const rows = new Map((await selectWorkspaces(db, [...new Set(ids)])).map((row) => [row.id, row]))
      return ids.map((id) => rows.get(id)!)
    },
    /** Read when needed, so a change applies at once on every node. */
    async lateWindowOf(db: Db, id: string) {
      const minutes = (await findWorkspace(db, id))?.late_window_minutes
      return minutes == null ? settings.lateWindowMs : minutes * MINUTE_MS
    },
  }
}
