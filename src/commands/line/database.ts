import { type Config, readConfig } from '../../config/config.ts'
import { readMigrations } from '../../db/migrations/files.ts'
import { migrate } from '../../db/migrations/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import type { Parts } from '../../db/parts.ts'
import { ensureWorkspace } from '../../db/workspaces.ts'
import { migrateQueue } from '../../jobs/queue.ts'
import { createIds } from '../../lib/ids.ts'
import { systemClock } from '../../lib/time/clock.ts'
import type { CommandContext } from './command.ts'

// Separate from command.ts, because loading the database code takes longer than running a command without it.

export interface Workplace extends Pick<Parts, 'pool' | 'ids'> {
  config: Config
  workspaceId: string
}

/** Runs `work` on the migrated database: that of the running server, or one that is started for this command. */
export async function withDatabase<T>(context: CommandContext, work: (place: Workplace) => Promise<T>): Promise<T> {
  const config = readConfig(context.env, context.cwd)
  const database = await openDatabase(config, { as: 'command', onError: () => {} })
  try {
    const { pool } = database
    await migrate(database.connection, {
      migrations: await readMigrations(),
      migrateJobs: migrateQueue,
      mustExist: true,
    })
    const ids = createIds(() => systemClock().now())
    const workspaceId = await ensureWorkspace(pool, () => ids.next().id)
    return await work({ config, pool, ids, workspaceId })
  } finally {
    await database.close()
  }
}
