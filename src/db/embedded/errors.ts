import { SetupError } from '../../lib/problem.ts'
import { startLine } from '../../lib/program.ts'

/** One line that says what is wrong and what to do. */
export class EmbeddedServerError extends SetupError {}

/** The package is not installed, or not made for this machine. */
export class NoEmbeddedServer extends EmbeddedServerError {}

/** For commands that do not create one. */
export class NoDatabaseYet extends EmbeddedServerError {
  constructor(dataDir: string) {
    super(
      `There is no database in ${dataDir} yet. If that is the right folder, start Doorpost first (${startLine()}). ` +
        'Otherwise set DATA_DIR to the folder of your installation.',
    )
  }
}

/** Turns the failure of a file operation into one line. */
export function orExplain<T>(what: string, operation: () => T): T {
  try {
    return operation()
  } catch (error) {
    throw asServerError(what, error)
  }
}

export function asServerError(what: string, error: unknown): EmbeddedServerError {
  if (error instanceof EmbeddedServerError) return error
  const reason = REMEDIES[errorCode(error) ?? ''] ?? (error instanceof Error ? error.message : String(error))
  return new EmbeddedServerError(`${what}: ${reason}`, { cause: error })
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/** Returns false if the target was created meanwhile. */
export function unlessExists(operation: () => void): boolean {
  try {
    operation()
    return true
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST' || code === 'ENOTEMPTY') return false
    throw error
  }
}

const NO_PERMISSION = 'no permission; grant it to this account, or choose another data folder'
const NO_SPACE = 'no space left; free some space and start again'
const NOT_A_FOLDER = 'there is a file where a folder is needed; choose another data folder'
const REMEDIES: Record<string, string> = {
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EROFS: 'the disk is read-only; choose another data folder',
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  ENOTDIR: NOT_A_FOLDER,
  EEXIST: NOT_A_FOLDER,
}
