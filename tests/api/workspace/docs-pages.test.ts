import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { describe, test } from 'node:test'
import { startServer } from '../../helpers/server.ts'

const server = await startServer({ dashboard: true })
const HTML = { 'accept-encoding': 'br', accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

async function get(path: string, headers: Record<string, string> = HTML): Promise<Response> {
  return fetch(`${server.url}${path}`, { headers, redirect: 'manual' })
}

const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const attributes = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => decode(value!))

/** Every page that can be reached from the index, as HTML. */
async function walk(): Promise<Map<string, string>> {
  const pages = new Map<string, string>()
  const next = ['/docs']
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (pages.has(path)) continue
    const answer = await get(path)
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('content-type')!, /^text\/html/, path)
    const html = await answer.text()
    pages.set(path, html)
    const links = attributes(html, 'href').map((href) => href.split('#', 1)[0]!)
    next.push(...links.filter((href) => href.startsWith('/docs') && href !== '/docs/api'))
  }
  return pages
}

describe('the documentation at /docs', async () => {
  const pages = await walk()

  test('has every page of docs/', () => {
    const files = globSync('docs/{start,how-to,reference,why,decisions}/*.md')
    assert.ok(files.length > 30)
    const expected = files.map((file) => `/${file.replace(/\.md$/, '')}`)
    assert.deepEqual([...pages.keys()].sort(), ['/docs', '/docs/decisions', ...expected].sort())
  })

  test('every link leads to a page and a heading that exist, or to another website', async () => {
    const broken: string[] = []
    const files = new Map<string, number>()
    for (const [page, html] of pages) {
      for (const href of [...attributes(html, 'href'), ...attributes(html, 'src'), ...attributes(html, 'data-index')]) {
        if (/^https?:|^mailto:/.test(href)) continue
        const [path, hash] = href.split('#')
        const target = path === '' ? page : path!
        const found = pages.get(target)
        if (found === undefined) {
          if (!files.has(target)) files.set(target, (await get(target)).status)
          if (files.get(target) !== 200) broken.push(`${page}: ${href} is ${files.get(target)}`)
        } else if (hash && !attributes(found, 'id').includes(decodeURIComponent(hash))) broken.push(`${page}: ${href}`)
      }
    }
    assert.deepEqual(broken, [])
    assert.ok(files.has('/openapi.json') && files.has('/docs/api'), 'links to what is not a page are tried')
  })

  test('no page shows marks instead of what they mean, or has an id twice', () => {
    for (const [page, html] of pages) {
      const words = decode(html.replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ''))
      assert.doesNotMatch(words, /\]\(|\*\*|```|^#+ |<!--/m, page)
      const ids = attributes(html, 'id')
      assert.equal(new Set(ids).size, ids.length, page)
      assert.equal(html.match(/<h1/g)?.length, 1, page)
    }
  })

  test('the list of pages has all of the index, and says which one is open', () => {
    for (const [page, html] of pages) {
      if (page === '/docs' || page.startsWith('/docs/decisions')) continue
      assert.match(html, new RegExp(`<a href="${page}" aria-current="page">`), page)
    }
  })

  test('nothing is inline, and nothing comes from elsewhere', async () => {
    for (const [page, html] of pages) {
      // Only tags: samples have such texts.
      assert.doesNotMatch(
        html.match(/<[^>]*>/g)!.join('\n'),
        /<script(?![^>]*\ssrc="\/)|<style|\sstyle=|\son[a-z]+=|<iframe|<img(?![^>]*\ssrc="\/)/,
        page,
      )
    }
    const policy = (await get('/docs')).headers.get('content-security-policy')!
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
  })

  test('the search knows every section, and its file may be kept forever', async () => {
    const [path] = attributes(pages.get('/docs')!, 'data-index')
    const answer = await get(path!)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.equal(answer.headers.get('content-encoding'), 'br')
    const entries = (await answer.json()) as Array<{ path: string; page: string; heading: string; text: string }>
    const headings = [...pages].flatMap(([page, html]) =>
      [...html.matchAll(/<h([1-6]) id="([^"]+)"/g)].map(([, level, id]) => (level === '1' ? page : `${page}#${id}`)),
    )
    const known = new Set(entries.map((entry) => entry.path))
    assert.deepEqual(
      headings.filter((path) => !known.has(path)),
      [],
    )
    assert.ok(
      entries.some(({ text }) => text.includes('DATABASE_URL')),
      'also what is in tables and code',
    )
  })
})

describe('a page of the documentation', () => {
  test('is not sent again while it is the same, and comes compressed', async () => {
    const first = await get('/docs/how-to/forms')
    assert.equal(first.headers.get('cache-control'), 'no-cache')
    assert.equal(first.headers.get('content-encoding'), 'br')
    const etag = first.headers.get('etag')!
    assert.equal((await get('/docs/how-to/forms', { ...HTML, 'if-none-match': etag })).status, 304)
    assert.equal((await get('/docs/how-to/mail', { ...HTML, 'if-none-match': etag })).status, 200)
  })

  test('is found with a slash at the end and with a query', async () => {
    for (const path of ['/docs/', '/docs/how-to/forms?a=b']) {
      assert.equal((await get(path)).status, 200, path)
    }
  })

  test('that does not exist is a 404, with the search for people and in JSON for programs', async () => {
    for (const path of ['/docs/nothing', '/docs/how-to/nothing', '/docs/how-to/..%2f..%2findex', '/docs/404x']) {
      const page = await get(path)
      assert.equal(page.status, 404, path)
      assert.match(await page.text(), /There is no such page/)
      const json = await get(path, { accept: 'application/json' })
      assert.equal(json.status, 404, path)
      assert.equal(((await json.json()) as { error: string }).error, 'not_found')
    }
  })

  test('knows only GET', async () => {
    const answer = await fetch(`${server.url}/docs/how-to/forms`, { method: 'POST' })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD')
  })

  test('is also where the help of earlier versions leads', async () => {
    for (const [old, now] of [
      ['/help', '/docs'],
      ['/help/forms', '/docs/how-to/forms'],
      ['/help/errors', '/docs/reference/errors'],
      ['/help/nothing', '/docs'],
    ]) {
      const answer = await get(old!)
      assert.equal(answer.status, 308)
      assert.equal(answer.headers.get('location'), now)
    }
  })
})
