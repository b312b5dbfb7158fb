import { build, type Db, run, runOne } from '../db/database.ts'
import { selectColumns } from '../db/statements/columns.ts'
import { type WorkspaceChange, workspace } from './schemas.ts'

const COLUMNS = selectColumns(workspace.columns)

export type WorkspaceRow = NonNullable<Awaited<ReturnType<typeof findWorkspace>>>

export function findWorkspace(db: Db, id: string) {
  return runOne(db, build.selectFrom('workspaces').select(COLUMNS).where('id', '=', id))
}

export function selectWorkspaces(db: Db, ids: readonly string[]) {
  return run(db, build.selectFrom('workspaces').select(COLUMNS).where('id', 'in', ids))
}

export function updateWorkspace(db: Db, id: string, { contact_statuses, ...change }: WorkspaceChange) {
  const statuses = contact_statuses && JSON.stringify(contact_statuses)
  const set = {
    ...change,
    ...(statuses === undefined ? {} : { contact_statuses: statuses }),
    ...(change.track_links === undefined ? {} : { track_links_chosen: true }),
  }
  return runOne(db, build.updateTable('workspaces').set(set).where('id', '=', id).returning(COLUMNS))
}
