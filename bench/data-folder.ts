import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** With its database, which for root is elsewhere: with PostgreSQL's own account. */
export async function removeDataFolder(dataDir: string): Promise<void> {
  const database = await realpath(join(dataDir, 'postgres')).catch(() => dataDir)
  for (const folder of [database, dataDir]) {
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}
