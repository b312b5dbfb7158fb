import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILD_FOLDER, buildDashboard, hashSources, isBuilt } from '../../src/dashboard/build.ts'
import { loadReference } from '../../src/http/docs/pages.ts'
import { compile } from './compile.ts'
import { copyPackage, findPackages, linkPackage } from './dependencies.ts'
import { packageManifest } from './manifest.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const COMPILED = ['src/**/*.ts', 'simulators/**/*.ts', 'sdk/src/**/*.ts']
const COPIED = [
  'bin/doorpost.js',
  'src/**/*.js',
  'src/**/*.json',
  'migrations/*.sql',
  'docs/**/*.md',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
]

/**
 * Writes the complete npm package into a new folder. Nothing is compiled or built on the user's machine. For tests, the
 * bundled packages can be links to those of the clone.
 */
export async function buildPackage(folder: string, { linked = false } = {}): Promise<void> {
  const sources = hashSources()
  if (!isBuilt(sources)) await buildDashboard(sources, new AbortController().signal)
  await rm(folder, { recursive: true, force: true })
  await cp(BUILD_FOLDER, join(folder, 'web/dist'), { recursive: true })
  for await (const path of glob(COMPILED, { cwd: ROOT })) {
    if (path.endsWith('.d.ts')) continue
    const text = compile(await readFile(join(ROOT, path), 'utf8'))
    await write(join(folder, path.replace(/\.ts$/, '.js')), text)
  }
  for await (const path of glob(COPIED, { cwd: ROOT })) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(ROOT, path), join(folder, path))
  }
  const manifest = packageManifest(await readJson('package.json'))
  await write(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const { packages } = await readJson('package-lock.json')
  const place = linked ? linkPackage : copyPackage
  for (const path of findPackages(manifest.bundleDependencies, packages)) await place(ROOT, folder, path)
  await writeFile(join(folder, 'src/http/docs/reference.js.gz'), await loadReference())
}

async function readJson(name: string) {
  return JSON.parse(await readFile(join(ROOT, name), 'utf8'))
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}
