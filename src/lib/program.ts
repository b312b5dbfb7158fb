import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { SetupError } from './problem.ts'

// Doorpost runs from a clone of its repository, through npm scripts, or as the package "doorpost". The commands it
// prints and its folders depend on that.

type Env = Record<string, string | undefined>

/** A clone is TypeScript; the package has the same files compiled. */
export const IS_PACKAGE = import.meta.url.endsWith('.js')

export interface Installation {
  isPackage: boolean
  /** The path of the called script. */
  script: string
  /** In the sandbox, commands without --sandbox would change the real installation. */
  isSandbox: boolean
}

const THIS: Installation = { isPackage: IS_PACKAGE, script: process.argv[1] ?? '', isSandbox: false }

/** Called once the settings are known: from then on, printed commands include what the sandbox needs. */
export function showForSandbox(isSandbox: boolean): void {
  THIS.isSandbox = isSandbox
}

/** A command as it must be typed here: `commandLine('keys list')` is "npx doorpost keys list". */
export function commandLine(words: string, installation: Installation = THIS): string {
  return `${commandStart(installation)} ${words}`
}

/** What every command begins with here. */
export function commandStart(installation: Installation = THIS): string {
  return `${programLine(installation)}${installation.isSandbox ? ' --sandbox' : ''}`
}

function programLine({ isPackage, script }: Installation): string {
  if (!isPackage) return 'npm run -s doorpost --'
  // npm links the program into this folder of a project, and npx into one of its own. Neither is on the PATH.
  return /[\\/]node_modules[\\/]\.bin[\\/]/.test(script) ? 'npx doorpost' : 'doorpost'
}

/** The command that starts the server here, with or without options: "npm start -- --sandbox". */
export function startLine(options = '', installation: Installation = THIS): string {
  const { isPackage, isSandbox } = installation
  const all = options === '' && isSandbox ? '--sandbox' : options
  if (!isPackage) return all === '' ? 'npm start' : `npm start -- ${all}`
  return `${programLine(installation)} ${all === '' ? 'start' : `start ${all}`}`
}

/** The default of DATA_DIR, in words. */
export const DATA_DIR_DEFAULT = !IS_PACKAGE
  ? './data'
  : process.platform === 'darwin'
    ? '~/Library/Application Support/doorpost'
    : '~/.local/share/doorpost'

/** The package's data belongs to the user who runs it, whatever the current folder. */
export function defaultDataDir(env: Env, { isPackage }: Pick<Installation, 'isPackage'> = THIS): string {
  if (!isPackage) return './data'
  if (process.platform === 'darwin') return join(home(), 'Library/Application Support/doorpost')
  return join(baseFolder(env.XDG_DATA_HOME) ?? join(home(), '.local/share'), 'doorpost')
}

/**
 * The file with settings. A clone has it in its own folder. The package is called from any folder, where a file of this
 * name may belong to another program with another database, so its file is in the data folder.
 */
export function settingsFile(env: Env, { isPackage }: Pick<Installation, 'isPackage'> = THIS): string | undefined {
  if (!isPackage) return '.env'
  return orUndefined(() => join(env.DATA_DIR?.trim() || defaultDataDir(env, { isPackage }), '.env'))
}

/** The folder for compiled modules; undefined if there is none. Nothing is written to the package's own folder. */
export function cacheFolder(env: Env): string | undefined {
  return orUndefined(() => {
    if (process.platform === 'darwin') return join(home(), 'Library/Caches/doorpost')
    return join(baseFolder(env.XDG_CACHE_HOME) ?? join(home(), '.cache'), 'doorpost')
  })
}

/** Without a home folder, readConfig() explains what to do. */
function orUndefined(find: () => string): string | undefined {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** The specification says to ignore relative paths: https://specifications.freedesktop.org/basedir-spec/latest/ */
function baseFolder(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined
}

function home(): string {
  try {
    const folder = homedir()
    if (isAbsolute(folder)) return folder
  } catch {
    // The user id has no entry in the list of users, and HOME is not set.
  }
  throw new SetupError('This user has no home folder for the data. Set DATA_DIR to a folder that it may write to.')
}
