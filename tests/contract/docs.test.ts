import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ERROR_STATUS } from '../../src/errors.ts'
import { en } from '../../src/messages/en.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = globSync(['*.md', 'docs/**/*.md', 'web/*.md', 'simulators/*.md'], { cwd: ROOT })
const readPage = (page: string) => readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '')

/** The anchor that GitHub generates for a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function anchorsOf(page: string): string[] {
  return [...readPage(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!))
}

test('every link between the documents leads to an existing heading', () => {
  assert.ok(PAGES.length > 30)
  const broken = PAGES.flatMap((page) =>
    [...readPage(page).matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].flatMap(([, link]) => {
      const [path, anchor] = link!.split('#')
      const target = path === '' ? page : posix.join(dirname(page), path!)
      if (!existsSync(join(ROOT, target))) return [`${page}: ${link}`]
      return anchor && target.endsWith('.md') && !anchorsOf(target).includes(anchor) ? [`${page}: ${link}`] : []
    }),
  )
  assert.deepEqual(broken, [])
})

test('the README is a landing page of at most 700 words', () => {
  const words = readFileSync(join(ROOT, 'README.md'), 'utf8')
    .split(/\s+/)
    .filter((word) => word !== '')
  assert.ok(words.length <= 700, `${words.length} words`)
})

test('the help of every page of the dashboard leads to an existing heading', () => {
  const links = globSync('web/src/**/*.tsx', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/<Help\b[^>]* page="([^"]+)"/g)].map(([, link]) => link!),
  )
  assert.ok(links.length > 20)
  const broken = links.filter((link) => {
    const [page, anchor] = link.split('#')
    const path = `docs/how-to/${page}.md`
    return !PAGES.includes(path) || (anchor !== undefined && !anchorsOf(path).includes(anchor))
  })
  assert.deepEqual(broken, [])
})

test('every error of the API is explained, with its status, and no other', () => {
  const rows = readPage('docs/reference/errors.md').matchAll(/^\| `(\w+)` \| (\d+) \| [^|]{5,} \| [^|]{5,} \|$/gm)
  assert.deepEqual(Object.fromEntries([...rows].map(([, code, status]) => [code, Number(status)])), ERROR_STATUS)
})

/** Texts of chats, mails, pages and files: no program sees their codes. */
const NOT_REASONS = /^(?:column|notice|push|letter|time|form_page|sender)\./

test('every code of a reason that the program can store is listed', () => {
  const listed = new Set(
    [...readPage('docs/reference/codes.md').matchAll(/^\| `([\w.]+)` \|/gm)].map(([, code]) => code),
  )
  const missing = Object.keys(en).filter((code) => !listed.has(code) && !NOT_REASONS.test(code))
  assert.deepEqual(missing, [])
})

test('every document is in the index', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8')
  const pages = globSync('docs/*/*.md', { cwd: ROOT }).filter((page) => !page.startsWith('docs/decisions/'))
  assert.deepEqual(
    pages.filter((page) => !index.includes(`](${posix.relative('docs', page)})`)),
    [],
  )
})

test('references to documents in the program and its files are correct', () => {
  const files = globSync(
    ['src/**/*.ts', 'web/src/**/*.{ts,tsx}', 'packaging/**/*', 'scripts/**/*.ts', 'openapi.json'],
    {
      cwd: ROOT,
      exclude: ['**/node_modules/**'],
      withFileTypes: true,
    },
  ).filter((entry) => entry.isFile())
  const missing = files.flatMap(({ parentPath, name }) =>
    [...readFileSync(join(parentPath, name), 'utf8').matchAll(/(?<![\w/-])docs\/[\w/-]+\.md/g)]
      .filter(([path]) => !existsSync(join(ROOT, path)))
      .map(([path]) => `${name}: ${path}`),
  )
  assert.deepEqual(missing, [])
})
