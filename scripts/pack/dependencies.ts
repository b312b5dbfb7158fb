import { cp, mkdir, readdir, symlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

// Bundles the runtime dependencies into the package, exactly as they were tested. Files for developers are left out,
// which halves the size. npm then fetches nothing else but the embedded PostgreSQL.

interface LockedPackage {
  dependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

export type Lock = Record<string, LockedPackage>

/** Type declarations, source maps, TypeScript sources, documentation, and configuration of their authors' tools. */
const UNUSED = /^\.|\.(?:d\.[cm]?ts|[cm]?ts|map|flow|md|markdown|html)$/i
const UNUSED_FOLDER = /^(?:tests?|bench|benchmarks?|examples?)$/
const LICENCE = /^(?:licen[cs]e|copying|notice)/i
const README = /^readme/i

/** Paths of these packages and all their dependencies, as npm placed them: `node_modules/pg`, … */
export function findPackages(names: readonly string[], lock: Lock): string[] {
  const found = new Set<string>()
  const add = (name: string, from: string) => {
    const path = locate(name, from, lock)
    if (found.has(path)) return
    found.add(path)
    const { dependencies, peerDependencies, peerDependenciesMeta } = lock[path]!
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta?.[peer]?.optional)
    for (const each of [...Object.keys(dependencies ?? {}), ...peers]) add(each, path)
  }
  for (const name of names) add(name, '')
  return [...found].sort()
}

/** Looks a package up as Node does: in the folder of the importer, then in its parents. */
function locate(name: string, from: string, lock: Lock): string {
  const path = join(from, 'node_modules', name)
  if (path in lock) return path
  if (from === '') throw new Error(`package-lock.json does not have ${name}`)
  return locate(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), lock)
}

/** Links a package. Nested packages are found inside it. */
export async function linkPackage(root: string, target: string, path: string): Promise<void> {
  if (path.lastIndexOf('node_modules/') > 0) return
  await mkdir(dirname(join(target, path)), { recursive: true })
  await symlink(join(root, path), join(target, path))
}

export async function copyPackage(root: string, target: string, path: string): Promise<void> {
  const source = join(root, path)
  const hasLicence = (await readdir(source)).some((name) => LICENCE.test(name))
  await cp(source, join(target, path), {
    recursive: true,
    filter: (file) => {
      const name = basename(file)
      // Nested packages are listed separately and copied if they are needed.
      if (name === 'node_modules' && file !== source) return false
      if (dirname(file) === source && UNUSED_FOLDER.test(name)) return false
      if (LICENCE.test(name) || (!hasLicence && README.test(name))) return true
      return !UNUSED.test(name)
    },
  })
}
