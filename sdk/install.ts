import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

// The packages of this folder are apart from those of the repository: the generator needs TypeScript 6.

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const read = (path: string) => JSON.parse(readFileSync(join(FOLDER, path), 'utf8'))

/**
 * Installs what package-lock.json says, unless it is there. `runtimes` are the old Node, Deno and Bun that only the tests
 * need. On an old Node, npm silently chooses an older generator where a range lets it, so its version is compared.
 */
export async function installPackages({ runtimes = false } = {}): Promise<void> {
  const { devDependencies, optionalDependencies } = read('package.json')
  const wanted: Record<string, string> = { ...devDependencies, ...(runtimes ? optionalDependencies : {}) }
  const missing = () => Object.entries(wanted).filter(([name, version]) => versionOf(name) !== version)
  if (missing().length === 0) return
  const words = ['ci', ...(runtimes ? [] : ['--omit=optional'])]
  await promisify(execFile)('npm', words, { cwd: FOLDER }).catch((error) => {
    throw new Error(`npm could not install the packages of sdk/. Is the registry of npm reachable?\n${error.stderr}`)
  })
  const wrong = missing().filter(([name]) => name in devDependencies)
  if (wrong.length > 0) throw new Error(`npm installed another version of ${wrong.map(([name]) => name).join(', ')}.`)
}

/** Null if it is not installed: most platforms have none of the runtimes. */
function versionOf(name: string): string | null {
  const path = `node_modules/${name}/package.json`
  return existsSync(join(FOLDER, path)) ? read(path).version : null
}
