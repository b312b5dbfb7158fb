import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'

// Takes a picture of every page into .cache/screenshots and updates those in the README. With --check it takes none,
// and fails if the sources of a page in the README have changed since its picture was taken.

const FOLDER = '.cache/screenshots'
const PICTURES = 'docs/screenshots'
const STAMP = `${PICTURES}/made-from.json`
/** The frame around every page. */
const FRAME = ['web/src/shell/**', 'web/src/theme.ts', 'web/src/app.css']
/** Picture → sources of its page. */
const SOURCES: Record<string, string[]> = {
  'overview-light.png': ['web/src/overview/**'],
  'compose-light.png': ['web/src/posts/compose/**'],
  'posts-calendar-dark.png': ['web/src/posts/{Agenda,Calendar,Grid,Posts}*', 'web/src/posts/{entries,search}.ts'],
}

const current = Object.fromEntries(Object.entries(SOURCES).map(([name, own]) => [name, hashOf([...FRAME, ...own])]))

if (process.argv.includes('--check')) {
  const made = JSON.parse(readFileSync(STAMP, 'utf8')) as Record<string, string>
  const old = Object.keys(current).filter((name) => made[name] !== current[name])
  if (old.length > 0) {
    console.error(
      `These pages have changed since their pictures were taken: ${old.join(', ')}. Run npm run screenshots.`,
    )
    process.exitCode = 1
  }
} else {
  const env = { ...process.env, SCREENSHOTS: FOLDER }
  const words = ['scripts/test.ts', 'tests/browser/pages.test.ts']
  const { status } = spawnSync(process.execPath, words, { env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  for (const name of Object.keys(SOURCES)) await copyFile(`${FOLDER}/${name}`, `${PICTURES}/${name}`)
  await writeFile(STAMP, `${JSON.stringify(current, null, 2)}\n`)
}

/** Hash of what affects the picture: comments and trailing spaces do not count. */
function hashOf(patterns: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(patterns).filter((file) => /\.(?:tsx?|css)$/.test(file))
  if (files.length === 0) throw new Error(`no sources: ${patterns.join(', ')}`)
  for (const file of files.sort()) {
    const text = readFileSync(file, 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
    hash.update(
      text
        .split('\n')
        .filter((line) => line.trim() !== '')
        .join('\n'),
    )
  }
  return hash.digest('hex')
}
