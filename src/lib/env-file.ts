import { accessSync, constants, existsSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

/** Loads `.env` of the working folder, if there is one. What is set already wins; a problem is told in one line. */
export function loadEnvFileOrExit(): void {
  if (!existsSync('.env')) return
  try {
    // Asked first: loadEnvFile() calls every failure ENOENT.
    accessSync('.env', constants.R_OK)
    process.loadEnvFile('.env')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const remedy = 'Make it a file that this user may read, or move it away.'
    writeSync(2, `doorpost: The settings in ${resolve('.env')} cannot be read (${code}). ${remedy}\n`)
    process.exit(1)
  }
}
