import { accessSync, constants, existsSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'

/** Loads a file of settings, if it exists. Variables that are already set win. Reports a problem in one line. */
export function loadEnvFileOrExit(path: string | undefined): void {
  if (path === undefined || !existsSync(path)) return
  try {
    // Checked first, because loadEnvFile() reports every failure as ENOENT.
    accessSync(path, constants.R_OK)
    process.loadEnvFile(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    const remedy = 'Make it a file that this user may read, or move it away.'
    writeSync(2, `doorpost: The settings in ${resolve(path)} cannot be read (${code}). ${remedy}\n`)
    process.exit(1)
  }
}
