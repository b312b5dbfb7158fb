import { type Db, run, runOne, sql } from '../db/database.ts'
import { uuidArray } from '../db/statements/arrays.ts'

export interface FeedRow {
  workspace_id: string
  position: number
  id: string
  type: string
  subject_id: string
  subject_version: number
  change_index: number
  created_at: Date
  /** People get no notification of it. */
  is_quiet: boolean
}

/** How far the feed of a workspace has been read. */
export type Place = readonly [workspaceId: string, position: number]

/** The events after each position, in feed order, at most `most` for each workspace. */
export async function selectBehind(db: Db, places: readonly Place[], most: number): Promise<FeedRow[]> {
  const owners = uuidArray(places.map(([workspaceId]) => workspaceId))
  const positions = places.map(([, position]) => position)
  const query = sql<FeedRow>`select event.*
      from unnest(${owners}::uuid[], ${positions}::bigint[]) as place (workspace_id, position) cross join lateral (
        select workspace_id, position, id, type, subject_id, subject_version, change_index, created_at, is_quiet from events
         where events.workspace_id = place.workspace_id and events.position > place.position
         order by events.position limit ${most}) as event
     order by event.position`
  return run(db, query, 'events.behind')
}

/** The newest position of a feed; 0 if it is empty. */
export async function findLastPlace(db: Db, workspaceId: string): Promise<number> {
  const query = sql<{ position: number }>`select position from events where workspace_id = ${workspaceId}
     order by position desc limit 1`
  return (await runOne(db, query))?.position ?? 0
}
