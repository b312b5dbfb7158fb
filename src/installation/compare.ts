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
    return mismatch('other_installation', 'installation.other_installation')
  }
  if (seen !== null && seen.sends > database.sends) {
    const values = { counted: database.sends, sent: seen.sends }
    return mismatch('older_database', 'installation.older_database', values)
  }
  // A person has confirmed since the file was written, so what was accepted then counts, not what the file says.
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

export const UNKNOWN_FOLDER = mismatch('unknown_data_folder', 'installation.unknown_data_folder')

/** The restore itself records this, so that it counts on every server, also where nothing else has changed. */
export function restoredBackup(created: string): Mismatch {
  return mismatch('restored_backup', 'installation.restored_backup', { created })
}

function mismatch(code: MismatchCode, reason: Code, values: Record<string, Value> = {}): Mismatch {
  return { code, reason: { code: reason, values } }
}

/** What is not known differs from nothing. */
function differs(before: string | number | null, now: string | number | null): boolean {
  return before !== null && now !== null && before !== now
}
