import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '../src/config/config.ts'
import { readMigrations } from '../src/db/migrations/files.ts'
import { migrate } from '../src/db/migrations/migrate.ts'
import { openDatabase } from '../src/db/open.ts'
import { migrateQueue } from '../src/jobs/queue.ts'

// Writes src/db/types.ts from the schema after all migrations. An argument names another file.
const dataDir = await mkdtemp(join(tmpdir(), 'doorpost-types-'))
await chmod(dataDir, 0o711)
const database = await openDatabase(readConfig({ DATA_DIR: dataDir }, process.cwd()), {
  as: 'server',
  onError: () => {},
})
try {
  await migrate(database.connection, { migrations: await readMigrations(), migrateJobs: migrateQueue })
  const { host, user, database: name } = database.connection
  const url = `postgres://${user}@/${name}?host=${encodeURIComponent(String(host))}`
  const bin = new URL('../node_modules/kysely-codegen/dist/cli/bin.js', import.meta.url).pathname
  const options = ['--dialect', 'postgres', '--default-schema', 'public', '--include-pattern', 'public.*', '--url', url]
  // src/db/database.ts reads int8 as numbers; without this the types would be strings.
  options.push('--type-mapping', JSON.stringify({ int8: 'number' }))
  const out = process.argv[2] ?? new URL('../src/db/types.ts', import.meta.url).pathname
  await promisify(execFile)(process.execPath, [bin, ...options, '--out-file', out])
} finally {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
}
