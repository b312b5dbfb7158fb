import type { Code, Message, Value } from '../messages/message.ts'
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
  reason: Message
}

export interface DatabaseFacts {
  installationId: string
  sends: number
  feedEpoch: number
  /** The server at the time a person, or the first start, last accepted the database. */
  acceptedServer: string | null
  acceptedTimeline: number | null
  /** The current server; null if it does not say. */
  server: string | null
  timeline: number | null
  /** The newest position in the feed. */
  position: number
}

/** Null if this is the database that the node has seen, and not an older copy. `seen` is null on a new node. */
export function findMismatch(seen: StoredMark | null, database: DatabaseFacts, folder: Folder): Mismatch | null {
  if (seen !== null && seen.installationId !== database.installationId) {
    return mismatch('other_installation', 'installation.other_installation')
  }
  if (seen !== null && seen.sends > database.sends) {
    const values = { counted: database.sends, sent: seen.sends }
    return mismatch('older_database', 'installation.older_database', values)
  }
  // Once a person has confirmed the database, the accepted state counts, not an older file.
  const file = seen !== null && seen.feedEpoch >= database.feedEpoch ? seen : null
  if (differs(database.acceptedServer, database.server) || differs(file?.server ?? null, database.server)) {
    return mismatch('other_server', 'installation.other_server')
  }
  if (differs(database.acceptedTimeline, database.timeline) || differs(file?.timeline ?? null, database.timeline)) {
    return mismatch('failover', 'installation.failover')
  }
  if (seen !== null && seen.folder.inode !== folder.inode && seen.folder.bornAt !== folder.bornAt) {
    return mismatch('copied_data_folder', 'installation.copied_data_folder')
  }
  return null
}

/**
 * After a failover: true if the database has everything that this node has seen. Commits that waited for a standby are
 * on the promoted server only if the right one was promoted, so this node also compares its own marks.
 */
export function isCoveredBy(database: DatabaseFacts, seen: StoredMark | null): boolean {
  if (seen === null || !seen.synchronous || seen.installationId !== database.installationId) return false
  // An earlier timeline is the old primary, which does not know yet that it was replaced.
  const isLater = seen.timeline !== null && database.timeline !== null && database.timeline >= seen.timeline
  const isSameServer = seen.server === database.server && database.acceptedServer === database.server
  const hasAll = seen.sends <= database.sends && seen.position <= database.position
  return isLater && isSameServer && hasAll && seen.feedEpoch === database.feedEpoch
}

export const UNKNOWN_FOLDER = mismatch('unknown_data_folder', 'installation.unknown_data_folder')

/** The restore itself records this, so that every server notices it, even if nothing else has changed. */
export function restoredBackup(created: string): Mismatch {
  return mismatch('restored_backup', 'installation.restored_backup', { created })
}

function mismatch(code: MismatchCode, reason: Code, values: Record<string, Value> = {}): Mismatch {
  return { code, reason: { code: reason, values } }
}

/** Unknown values never count as different. */
function differs(before: string | number | null, now: string | number | null): boolean {
  return before !== null && now !== null && before !== now
}
