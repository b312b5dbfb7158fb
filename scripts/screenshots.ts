import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { LANGUAGES } from '../src/messages/languages.ts'

// npm run screenshots                    a picture of every page in .cache/screenshots/en: light and dark, on a desktop
//                                        and a phone; and those of the README
// npm run screenshots -- --language de   in .cache/screenshots/de
//   --pages compose,links                only of these pages (tests/browser/places.ts)
//   --whole                              whole pages, and not only what fits the window; none for the README
// npm run screenshots -- --check         takes none; fails if the sources of a page in the README have changed since
//                                        its picture was taken

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

const { values: asked } = parseArgs({
  options: {
    check: { type: 'boolean' },
    language: { type: 'string', default: 'en' },
    pages: { type: 'string' },
    whole: { type: 'boolean' },
  },
})
if (asked.check) check()
else await takePictures()

function check(): void {
  const made = readStamp()
  const old = Object.keys(current).filter((name) => made[name] !== current[name])
  if (old.length === 0) return
  console.error(`These pages have changed since their pictures were taken: ${old.join(', ')}. Run npm run screenshots.`)
  process.exitCode = 1
}

async function takePictures(): Promise<void> {
  const { language, pages, whole } = asked
  if (!LANGUAGES.some((each) => each === language)) throw new Error(`--language is one of ${LANGUAGES.join(', ')}`)
  const folder = `${FOLDER}/${language}`
  const env = {
    ...process.env,
    SCREENSHOTS: folder,
    SCREENSHOTS_LANGUAGE: language,
    ...(pages !== undefined && { SCREENSHOTS_PAGES: pages }),
    ...(whole && { SCREENSHOTS_WHOLE: 'true' }),
  }
  const words = ['scripts/test.ts', 'tests/browser/pages.test.ts']
  const { status } = spawnSync(process.execPath, words, { env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  if (language !== 'en' || whole) return
  const names = Object.keys(SOURCES).filter((name) => pages?.split(',').includes(pageOf(name)) ?? true)
  for (const name of names) await copyFile(`${folder}/${name}`, `${PICTURES}/${name}`)
  const made = { ...readStamp(), ...Object.fromEntries(names.map((name) => [name, current[name]!])) }
  await writeFile(STAMP, `${JSON.stringify(made, null, 2)}\n`)
}

function readStamp(): Record<string, string> {
  return JSON.parse(readFileSync(STAMP, 'utf8'))
}

function pageOf(picture: string): string {
  return picture.replace(/-(?:light|dark)\.png$/, '')
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
