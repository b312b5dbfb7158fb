import { execFileSync } from 'node:child_process'
import { mkdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPackage } from './build-package.ts'

// `npm run pack` writes the npm package to dist/package, and as a file beside it.

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))

const folder = join(DIST, 'package')
await buildPackage(folder)
// Uses another folder until it is complete, so that an interrupted run leaves nothing that looks like a package.
const draft = join(DIST, 'package.new')
rmSync(draft, { recursive: true, force: true })
mkdirSync(draft, { recursive: true })
const [{ filename }] = JSON.parse(npm(folder, ['pack', '--json', '--pack-destination', draft]))
const file = join(DIST, filename)
renameSync(join(draft, filename), file)
rmdirSync(draft)
console.log(`${folder}\n${file} (${(statSync(file).size / 1_000_000).toFixed(1)} MB)`)

function npm(cwd: string, words: string[]): string {
  return execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
