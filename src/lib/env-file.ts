import { accessSync, constants, existsSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

/** Loads a file of settings, if there is one. What is set already wins; a problem is told in one line. */
export function loadEnvFileOrExit(path: string | undefined): void {
  if (path === undefined || !existsSync(path)) return
  try {
    // Asked first: loadEnvFile() calls every failure ENOENT.
    accessSync(path, constants.R_OK)
    process.loadEnvFile(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const remedy = 'Make it a file that this user may read, or move it away.'
    writeSync(2, `doorpost: The settings in ${resolve(path)} cannot be read (${code}). ${remedy}\n`)
    process.exit(1)
  }
}
