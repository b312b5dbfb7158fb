import { escapeHtml } from './render.ts'
import type { DocsPage, DocsSite } from './site.ts'

/** Where the built files are. */
export interface Assets {
  script: string
  styles: readonly string[]
  search: string
}

/** The frame around every page. It can be read without scripts; the search and the copy buttons need them. */
export function layOut(site: DocsSite, page: DocsPage, assets: Assets): string {
  const at = site.pages.indexOf(page)
  return frame(site, assets, {
    title: page.path === '/docs' ? 'Doorpost documentation' : `${page.title} · Doorpost`,
    path: page.path,
    body: `<main id="content" tabindex="-1">
<article>
${page.html}</article>
${page.path === '/docs' ? '' : neighbours(site, at)}
</main>
${contents(page)}`,
  })
}

/** For an address that no page has. */
export function layOutMissing(site: DocsSite, assets: Assets): string {
  return frame(site, assets, {
    title: 'Not found · Doorpost',
    path: '',
    body: `<main id="content" tabindex="-1">
<article>
<h1>There is no such page</h1>
<p>The link may be old. Search above, or start at <a href="/docs">the index</a>.</p>
</article>
</main>`,
  })
}

interface Frame {
  title: string
  path: string
  body: string
}

function frame(site: DocsSite, assets: Assets, { title, path, body }: Frame): string {
  const styles = assets.styles.map((href) => `    <link rel="stylesheet" href="${href}">`).join('\n')
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <script src="/theme.js"></script>
${styles}
    <script type="module" src="${assets.script}"></script>
  </head>
  <body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="/docs"><img src="/icon.svg" alt="" width="24" height="24">Doorpost<span> documentation</span></a>
<div class="search" data-index="${assets.search}" hidden>
<input type="search" role="combobox" aria-label="Search the documentation" aria-expanded="false" aria-controls="results" aria-autocomplete="list" placeholder="Search" autocomplete="off" spellcheck="false">
<kbd aria-hidden="true">/</kbd>
<ul id="results" role="listbox" aria-label="Results" hidden></ul>
<p class="found" role="status"></p>
</div>
<nav class="places" aria-label="Doorpost">
<a href="/docs/api">API reference</a>
<a href="/">Dashboard</a>
<button type="button" class="theme" aria-label="Switch between light and dark" hidden>◐</button>
</nav>
</header>
<div class="columns">
<details class="pages" open>
<summary>All pages</summary>
${navigation(site, path)}
</details>
${body}
</div>
  </body>
</html>
`
}

function navigation({ nav }: DocsSite, here: string): string {
  const groups = nav.map(({ title, links }) => {
    const items = links.map(
      ({ label, page }) =>
        `<li><a href="${page.path}"${page.path === here ? ' aria-current="page"' : ''}>${escapeHtml(label)}</a></li>`,
    )
    return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
  })
  return `<nav aria-label="Pages">\n${groups.join('\n')}\n</nav>`
}

function contents({ headings }: DocsPage): string {
  const shown = headings.filter(({ level }) => level <= 3)
  if (shown.length < 2) return ''
  const items = shown.map(
    ({ level, id, text }) => `<li class="level-${level}"><a href="#${id}">${escapeHtml(text)}</a></li>`,
  )
  return `<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`
}

function neighbours({ pages }: DocsSite, at: number): string {
  const link = (page: DocsPage | undefined, rel: string, label: string) =>
    page ? `<a rel="${rel}" href="${page.path}"><small>${label}</small> ${escapeHtml(page.title)}</a>` : '<span></span>'
  return `<nav class="neighbours" aria-label="Previous and next page">
${link(pages[at - 1], 'prev', 'Previous')}
${link(pages[at + 1], 'next', 'Next')}
</nav>`
}
