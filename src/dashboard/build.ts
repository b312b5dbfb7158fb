import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const WEB = join(ROOT, 'web')
export const BUILD_FOLDER = join(WEB, 'dist')
/** The package has only the built files, so there are no sources to compare them with. */
const HAS_SOURCES = existsSync(join(WEB, 'index.html'))
/** A file in the build that says which sources it was made from. */
const STAMP = 'made-from'
/** Pages import pure rules of the server directly; tests/contract/imports.test.ts says which. */
const SOURCE_FOLDERS = [
  'docs/decisions',
  'docs/how-to',
  'docs/reference',
  'docs/start',
  'docs/why',
  'web/docs',
  'web/public',
  'web/src',
  'src/forms/fields',
  'src/lib',
  'src/messages',
  'src/platforms',
  'src/webhooks/senders',
]
const SOURCE_FILES = [
  'docs/README.md',
  'web/index.html',
  'lingui.config.ts',
  'web/texts.ts',
  'web/vite.config.ts',
  'src/contact-fields.ts',
  'src/media/facts/file-type.ts',
  'src/links/target.ts',
  'src/posts/fields.ts',
  'src/posts/tracked-text.ts',
  'src/publishing/states.ts',
  'package-lock.json',
]
/** Node's pool has four threads. */
const COMPRESSED_AT_ONCE = 4
const COMPRESSED = /\.(?:js|css|svg|html|json)$/

/**
 * Hashes everything the build depends on. It uses contents, not modification times, which a clone or a copy changes.
 * Every start does this; synchronous reads of five hundred small files take a quarter of the time of asynchronous ones.
 */
export function hashSources(): string {
  const hash = createHash('sha256')
  if (!HAS_SOURCES) return ''
  const paths = [...SOURCE_FILES.map((name) => join(ROOT, name)), ...SOURCE_FOLDERS.flatMap(filesIn)]
  for (const path of paths.sort()) {
    const bytes = readFileSync(path)
    hash.update(`${path.slice(ROOT.length)}\n${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

export function isBuilt(sources: string): boolean {
  const stamp = join(BUILD_FOLDER, STAMP)
  return existsSync(stamp) && (!HAS_SOURCES || readFileSync(stamp, 'utf8') === sources)
}

/** Builds next to the current build and replaces it when complete, so a partial build is never served. */
export async function buildDashboard(sources: string, signal: AbortSignal): Promise<void> {
  const draft = join(WEB, `dist-${process.pid}-${randomBytes(4).toString('hex')}`)
  const old = `${draft}-old`
  try {
    await mkdir(draft)
    await runVite(draft, signal)
    await compressAll(draft)
    await writeFile(join(draft, STAMP), sources)
    await rename(BUILD_FOLDER, old).catch(() => {})
    await rename(draft, BUILD_FOLDER).catch(async (error) => {
      // Another process was faster.
      if (!isBuilt(sources)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

/** npm leaves out the build tool with --omit=dev, and its compiled part with --omit=optional. */
export function hasBuildTools(): boolean {
  return (
    globSync(`@rolldown/binding-${process.platform}-${process.arch}*`, { cwd: join(ROOT, 'node_modules') }).length > 0
  )
}

async function runVite(outDir: string, signal: AbortSignal): Promise<void> {
  const words = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', WEB, '--outDir', outDir, '--logLevel', 'warn']
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], signal })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`vite ended with ${code}: ${output.trim().slice(-2_000)}`)
}

const packGzip = promisify(gzip)
const packBrotli = promisify(brotliCompress)

/** Files of every first visit get the best compression: 6 % smaller, for twice the time. */
const isFetchedFirst = (name: string) => /^assets\/.*\.(?:js|css)$/.test(name)

/** Compresses all files once, so that no request has to. */
async function compressAll(folder: string): Promise<void> {
  const names = (await Array.fromAsync(glob('**/*', { cwd: folder }))).filter((name) => COMPRESSED.test(name))
  const compress = async (name: string) => {
    const bytes = await readFile(join(folder, name))
    await writeFile(join(folder, `${name}.gz`), await packGzip(bytes, { level: 9 }))
    const quality = isFetchedFirst(name) && bytes.length < 1_000_000 ? 10 : 9
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality }
    await writeFile(join(folder, `${name}.br`), await packBrotli(bytes, { params }))
  }
  // As many at a time as there are threads for it.
  const queue = names.values()
  const worker = async () => {
    for (const name of queue) await compress(name)
  }
  await Promise.all(Array.from({ length: COMPRESSED_AT_ONCE }, worker))
}
