import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** The tested version. */
export const PDS_VERSION = '0.5.35'

/** Installs a real PDS into its own folder, unless it is already there. Doorpost does not depend on it. */
export function installPds(folder: string, say: (line: string) => void): void {
  if (installedVersion(folder) === PDS_VERSION) return
  say(`Installing @atproto/pds ${PDS_VERSION} in ${folder}. Its SQLite module is compiled, which takes some minutes.`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const words = ['install', '--no-audit', '--no-fund', '--save-exact', `@atproto/pds@${PDS_VERSION}`]
  const { status, error } = spawnSync('npm', words, { cwd: folder, env: buildEnv(), stdio: 'inherit' })
  if (status !== 0) throw new Error(`@atproto/pds could not be installed (exit code ${status}).`, { cause: error })
}

function installedVersion(folder: string): string | null {
  const manifest = join(folder, 'node_modules/@atproto/pds/package.json')
  const module = join(folder, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')
  if (!existsSync(manifest) || !existsSync(module)) return null
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/** Compiles native modules for this Node, with the headers from its npm package. */
function buildEnv(): NodeJS.ProcessEnv {
  const bin = dirname(process.execPath)
  const home = dirname(bin)
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`
  return { ...process.env, PATH: path, ...(existsSync(join(home, 'include/node')) ? { npm_config_nodedir: home } : {}) }
}
