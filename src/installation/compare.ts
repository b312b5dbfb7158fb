import type { Folder, StoredMark } from './mark-files.ts'

export const MISMATCH_CODES = [
  'older_database',
  'other_server',
  'failover',
  'other_installation',
  'copied_data_folder',
  'unknown_data_folder',
  'restored_backup',
] as const
type MismatchCode = (typeof MISMATCH_CODES)[number]

export interface Mismatch {
  code: MismatchCode
  reason: string
}

export interface DatabaseFacts {
  installationId: string
  sends: number
  feedEpoch: number
  /** Where it was when a person or the first start last accepted it. */
  acceptedServer: string | null
  acceptedTimeline: number | null
  /** Where it is now; null where the server does not tell. */
  server: string | null
  timeline: number | null
  /** The newest place in the feed that was given. */
  position: number
}

/** Null when it is the database that the node has seen, and not older. `seen` is null on a node that saw none. */
export function findMismatch(seen: StoredMark | null, database: DatabaseFacts, folder: Folder): Mismatch | null {
  if (seen !== null && seen.installationId !== database.installationId) {
    return mismatch('other_installation', 'DATA_DIR belongs to another installation than this database.')
  }
  if (seen !== null && seen.sends > database.sends) {
    const counts = `The database has counted ${database.sends} sends, but ${seen.sends} were made`
    return mismatch('older_database', `${counts}: it was restored from a backup, or lost its newest commits.`)
  }
  // A person has confirmed since the file was written, so what was accepted then counts, not what the file says.
  const file = seen !== null && seen.feedEpoch >= database.feedEpoch ? seen : null
  if (differs(database.acceptedServer, database.server) || differs(file?.server ?? null, database.server)) {
    const reason = 'The database is on another server, or was created anew: it was restored or cloned.'
    return mismatch('other_server', reason)
  }
  if (differs(database.acceptedTimeline, database.timeline) || differs(file?.timeline ?? null, database.timeline)) {
    const reason =
      'The database server was promoted or restored to a point in time, and may have lost its newest commits.'
    return mismatch('failover', reason)
  }
  if (seen !== null && seen.folder.inode !== folder.inode && seen.folder.bornAt !== folder.bornAt) {
    return mismatch('copied_data_folder', 'DATA_DIR is a copy: it was restored, moved or cloned.')
  }
  return null
}

/**
 * After a failover: whether what this node has seen is all there. Commits that waited for a standby are on the one that
 * was promoted, if it was the right one; so what this node knows of is compared as well.
 */
export function isCoveredBy(database: DatabaseFacts, seen: StoredMark | null): boolean {
  if (seen === null || !seen.synchronous || seen.installationId !== database.installationId) return false
  // Never back: that is the old primary, which does not know yet that it was replaced.
  const isLater = seen.timeline !== null && database.timeline !== null && database.timeline >= seen.timeline
  const isSameServer = seen.server === database.server && database.acceptedServer === database.server
  const hasAll = seen.sends <= database.sends && seen.position <= database.position
  return isLater && isSameServer && hasAll && seen.feedEpoch === database.feedEpoch
}

export const UNKNOWN_FOLDER = mismatch(
  'unknown_data_folder',
  'DATA_DIR is empty, but the database has sent posts, and no other node of the installation vouches for it: it may be a ' +
    'clone or a restored backup.',
)

/** Found by the restore itself, so that it counts on every server, also where nothing else has changed. */
export function restoredBackup(createdAt: string): Mismatch {
  return mismatch('restored_backup', `The database was restored from the backup of ${createdAt}.`)
}

function mismatch(code: MismatchCode, finding: string): Mismatch {
  return { code, reason: `${finding} Posts may be public that this database believes unsent.` }
}

/** What is not known differs from nothing. */
function differs(before: string | number | null, now: string | number | null): boolean {
  return before !== null && now !== null && before !== now
}
