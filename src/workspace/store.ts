import { build, type Db, run, runOne, sql } from '../db/database.ts'
import type { TrackLinks } from '../platforms/text/text.ts'

const COLUMNS = [
  'id',
  'name',
  'time_zone',
  'late_window_minutes',
  'allowed_origins',
  sql<TrackLinks>`track_links`.as('track_links'),
  'utm_campaign',
  'contact_statuses',
  'created_at',
] as const

export type WorkspaceRow = NonNullable<Awaited<ReturnType<typeof findWorkspace>>>

/** What its owners decide. */
export type Settings = Omit<WorkspaceRow, 'id' | 'created_at' | 'contact_statuses'> & {
  /** Status → its own name here. */
  contact_statuses: Record<string, string> | null
}

export function findWorkspace(db: Db, id: string) {
  return runOne(db, build.selectFrom('workspaces').select(COLUMNS).where('id', '=', id))
}

export function selectWorkspaces(db: Db, ids: readonly string[]) {
  return run(db, build.selectFrom('workspaces').select(COLUMNS).where('id', 'in', ids))
}

export function updateWorkspace(db: Db, id: string, { contact_statuses, ...change }: Partial<Settings>) {
  const statuses = contact_statuses && JSON.stringify(contact_statuses)
  const set = statuses === undefined ? change : { ...change, contact_statuses: statuses }
  return runOne(db, build.updateTable('workspaces').set(set).where('id', '=', id).returning(COLUMNS))
}
