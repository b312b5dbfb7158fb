import { build, type Db, run, type Tx } from '../../db/database.ts'
import { COLUMNS, type PostRow } from '../store.ts'

function selectGroup(workspaceId: string, groupId: string) {
  const query = build.selectFrom('posts').select(COLUMNS).where('workspace_id', '=', workspaceId)
  return query.where('group_id', '=', groupId).orderBy('id')
}

export function selectMembers(db: Db, workspaceId: string, groupId: string): Promise<PostRow[]> {
  return run(db, selectGroup(workspaceId, groupId))
}

/** Holds the rows until the transaction ends, in one order: two changes of a group follow each other. */
export function selectMembersForChange(tx: Tx, workspaceId: string, groupId: string): Promise<PostRow[]> {
  return run(tx, selectGroup(workspaceId, groupId).forUpdate())
}
