import { readConfig } from '../config/config.ts'
import { readMigrations } from '../db/migrations/files.ts'
import { migrate } from '../db/migrations/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { migrateQueue } from '../jobs/queue.ts'
import type { Commands } from './line/command.ts'

export const commands: Commands = {
  '': {
    summary: 'Update the database schema. Doorpost also does this when it starts.',
    async run(context) {
      const database = await openDatabase(readConfig(context.env, context.cwd), { as: 'maker', onError: () => {} })
      try {
        const applied = await migrate(database.connection, {
          migrations: await readMigrations(),
          migrateJobs: migrateQueue,
          onWait: context.print,
        })
        context.result({ applied: applied.map(({ version, name }) => ({ version, name })) })
        for (const { version, name } of applied) context.print(`applied ${String(version).padStart(4, '0')} ${name}`)
        if (applied.length === 0) context.print('The schema is up to date.')
      } finally {
        await database.close()
      }
    },
  },
}
