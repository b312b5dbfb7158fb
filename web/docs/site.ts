import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { escapeHtml, type Rendered, renderMarkdown } from './render.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Files outside docs/ that pages link to, and where a running Doorpost has them. */
const SERVED: Record<string, string> = { 'openapi.json': '/openapi.json', 'openapi.full.json': '/openapi.full.json' }

export interface DocsPage extends Rendered {
  /** In the repository: "docs/how-to/forms.md". */
  file: string
  /** Where it is served: "/docs/how-to/forms". */
  path: string
}

export interface NavGroup {
  title: string
  links: Array<{ label: string; page: DocsPage }>
}

export interface SearchEntry {
  path: string
  page: string
  heading: string
  text: string
}

export interface DocsSite {
  /** The index first, then in the order of the index. */
  pages: DocsPage[]
  nav: NavGroup[]
  search: SearchEntry[]
}

/** Every page of docs/ except what is only about the project's own progress. */
export function readSite(): DocsSite {
  const files = globSync('docs/{start,how-to,reference,why,decisions}/*.md', { cwd: ROOT })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
  const all = new Set(['docs/README.md', ...files])
  const render = (file: string): DocsPage => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return { file, path: pathOf(file), ...renderMarkdown(source, (href) => resolveLink(file, href, all)) }
  }
  const index = render('docs/README.md')
  const byFile = new Map(files.map((file) => [file, render(file)]))
  const decisions = files.filter((file) => file.startsWith('docs/decisions/')).map((file) => byFile.get(file)!)
  const list = listOf('Decisions', decisions)
  const nav = readNav(byFile, list)
  const ordered = [
    ...new Set([index, ...nav.flatMap(({ links }) => links.map(({ page }) => page)), ...byFile.values()]),
  ]
  const search = ordered.flatMap((page) =>
    page.sections.map(({ id, heading, text }) => ({
      path: id === '' ? page.path : `${page.path}#${id}`,
      page: page.title,
      heading,
      text,
    })),
  )
  return { pages: ordered, nav, search }
}

function pathOf(file: string): string {
  return file === 'docs/README.md' ? '/docs' : `/${file.replace(/\.md$/, '')}`
}

function resolveLink(from: string, href: string, all: ReadonlySet<string>): string | null {
  if (/^(?:https?|mailto):/.test(href)) return href
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return null
  const [path = '', hash] = href.split('#')
  const anchor = hash ? `#${encodeURIComponent(hash)}` : ''
  if (path === '') return anchor || null
  const file = posix.join(posix.dirname(from), path)
  if (file === 'docs/decisions') return '/docs/decisions'
  if (all.has(file)) return pathOf(file) + anchor
  return SERVED[file] ?? null
}

/** The index says what comes in which order: its headings are the groups, its links the pages. */
function readNav(byFile: ReadonlyMap<string, DocsPage>, decisions: DocsPage): NavGroup[] {
  const nav: NavGroup[] = []
  for (const line of readFileSync(join(ROOT, 'docs/README.md'), 'utf8').split('\n')) {
    const heading = /^##+ (.+)$/.exec(line)
    if (heading) nav.push({ title: heading[1]!, links: [] })
    for (const [, label, href] of line.matchAll(/\[([^\]]+)\]\(([^)#\s]+)\)/g)) {
      const page = href === 'decisions' ? decisions : byFile.get(posix.join('docs', href!))
      if (page) nav.at(-1)?.links.push({ label: label!, page })
    }
  }
  return nav.filter(({ links }) => links.length > 0)
}

/** A page that leads to others. */
function listOf(title: string, pages: DocsPage[]): DocsPage {
  const items = pages.map((page) => `<li><a href="${page.path}">${escapeHtml(page.title)}</a></li>`).join('\n')
  return {
    file: 'docs/decisions',
    path: '/docs/decisions',
    title,
    html: `<h1>${title}</h1>\n<ul>\n${items}\n</ul>\n`,
    sections: [{ id: '', heading: title, text: '' }],
    headings: [],
  }
}
