import type { Db, Pool } from '../db/database.ts'
import { type PageRequest, toPage } from '../http/pagination.ts'

export interface TimelinePerson {
  workspaceId: string
  emailKey: string
  /** Of whoever asks. */
  scopes: ReadonlySet<string>
}

/** Something that happened with a person. The rest depends on the kind: see schemas.ts. */
export interface TimelineEntry {
  /** A UUIDv7 of the moment: entries sort by it. */
  id: string
  at: Date
  kind: string
  contact_id: string | null
  by: object | string | null
}

/** One kind of what is known of people. */
export interface TimelineSource {
  /** The newest below `afterId`, newest first. */
  select(db: Db, person: TimelinePerson, slice: { afterId: string | null; limit: number }): Promise<TimelineEntry[]>
  count(db: Db, person: TimelinePerson): Promise<number>
}

/** All that the sources know, in one list, newest first. Each is asked for a page, so the cost does not grow with the list. */
export async function readTimeline(
  db: Pool,
  sources: readonly TimelineSource[],
  person: TimelinePerson,
  page: PageRequest,
) {
  const slice = { afterId: page.afterId, limit: page.limit + 1 }
  const lists = await Promise.all(sources.map((source) => source.select(db, person, slice)))
  const counts = await Promise.all(sources.map((source) => source.count(db, person)))
  const entries = lists.flat().sort((a, b) => (a.id < b.id ? 1 : -1))
  const total = counts.reduce((sum, count) => sum + count, 0)
  return toPage(page, total, entries.slice(0, slice.limit))
}
