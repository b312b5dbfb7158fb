import { accessSync, constants, existsSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { explainFailure, SetupError } from './problem.ts'

/** Settings from `.env` in the working folder, when there is one. What is set already wins. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return
  try {
    // Asked first: loadEnvFile() calls every failure ENOENT.
    accessSync('.env', constants.R_OK)
    process.loadEnvFile('.env')
  } catch (error) {
    throw new SetupError(
      `The settings in ${resolve('.env')} cannot be read (${(error as NodeJS.ErrnoException).code}). Make it a file that this user may read, or move it away.`,
      { cause: error },
    )
  }
}

/** For entry points: what is wrong with the file is said in one line. */
export function loadEnvFileOrExit(): void {
  try {
    loadEnvFile()
  } catch (error) {
    writeSync(2, `${explainFailure(error)}\n`)
    process.exit(1)
  }
}
