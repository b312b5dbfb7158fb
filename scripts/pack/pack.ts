import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPackage } from './build-package.ts'

// `npm run pack`: the npm package in dist/package, and as a file beside it. With --sizes it is installed twice, and what it
// takes on disk is compared with what we promise.

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const SIZES = [
  { what: 'with the embedded PostgreSQL', options: [], most: 200 },
  { what: 'without it (--omit=optional)', options: ['--omit=optional'], most: 60 },
]

const { values } = parseArgs({ options: { sizes: { type: 'boolean', default: false } } })
const folder = join(DIST, 'package')
await buildPackage(folder)
const [{ filename }] = JSON.parse(npm(folder, ['pack', '--json', '--pack-destination', DIST]))
const file = join(DIST, filename)
console.log(`${folder}\n${file} (${megabytes(statSync(file).size)})`)
if (values.sizes) for (const each of SIZES) measure(each)

function measure({ what, options, most }: (typeof SIZES)[number]): void {
  const place = mkdtempSync(join(tmpdir(), 'doorpost-size-'))
  try {
    writeFileSync(join(place, 'package.json'), '{}')
    npm(place, ['install', '--ignore-scripts', ...options, resolve(file)])
    const bytes =
      1024 * Number(execFileSync('du', ['-sk', join(place, 'node_modules')], { encoding: 'utf8' }).split('\t')[0])
    console.log(`installed ${what}: ${megabytes(bytes)}, at most ${most} MB`)
    if (bytes > most * 1_000_000) process.exitCode = 1
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function npm(cwd: string, words: string[]): string {
  mkdirSync(DIST, { recursive: true })
  return execFileSync('npm', words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
