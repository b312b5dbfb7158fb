import { basename } from 'node:path'
import type { Header } from '../../backup/format.ts'
import { insertRehearsal } from '../../backup/schedule-store.ts'
import type { Config } from '../../config/config.ts'
import { transaction } from '../../db/database.ts'
import { openDatabase } from '../../db/open.ts'

interface Outcome {
  path: string
  /** Null where not even that could be read. */
  header: Header | null
  problem: string | null
}

/**
 * Tells the installation that the backup is of what became of it. False where there is none here, which is as good: a
 * backup may be tried on any machine, and the result counts whether or not it can be noted.
 */
export async function noteRehearsal(config: Config, { path, header, problem }: Outcome): Promise<boolean> {
  const outcome = {
    file: basename(path),
    made_at: header && new Date(header.createdAt),
    problem,
    installationId: header?.installationId ?? null,
  }
  try {
    const database = await openDatabase(config, { as: 'command', onError: () => {} })
    try {
      return await transaction(database.jobs, (tx) => insertRehearsal(tx, outcome))
    } finally {
      await database.close()
    }
  } catch {
    return false
  }
}
