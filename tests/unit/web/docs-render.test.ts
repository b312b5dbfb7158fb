import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderMarkdown } from '../../../web/docs/render.ts'
import { type Entry, search } from '../../../web/docs/search.ts'

const render = (source: string) => renderMarkdown(source, (href) => (href === 'b.md' ? '/docs/b' : null))

test('HTML in a page is shown as text, and comments are left out', () => {
  const { html } = render(
    '# A <b>c</b>\n\n<script>alert(1)</script>\n\n<!-- not run: no -->\nx <img src=x onerror=y> &amp; <!-- z --> "q"',
  )
  assert.doesNotMatch(html, /<script|<img|<b>|not run|<!--/)
  assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/)
  assert.match(html, /&lt;img src=x onerror=y&gt;/)
})

test('code is shown as it is written', () => {
  const { html } = render('```html\n<a href="x">&amp;</a>\n```\n`<b>`')
  assert.match(html, /<code data-language="html">&lt;a href=&quot;x&quot;&gt;&amp;amp;&lt;\/a&gt;<\/code>/)
  assert.match(html, /<code>&lt;b&gt;<\/code>/)
})

test('a link to what is not served leaves its words, whatever it would start', () => {
  const { html } = render('[b](b.md) [c](c.md) [d](javascript:alert(1)) ![e](e.png)')
  assert.equal(html.trim(), '<p><a href="/docs/b">b</a> c d </p>')
})

test('headings have the ids that GitHub gives them', () => {
  const { title, headings } = render('# Page\n## 3. A b-c, d!\n## Same\n### Same\n## With `code` and [b](b.md)')
  assert.equal(title, 'Page')
  assert.deepEqual(
    headings.map(({ id }) => id),
    ['3-a-b-c-d', 'same', 'same-1', 'with-code-and-b'],
  )
})

test('the words of a section are those that readers see, with those of its lists, tables and code', () => {
  const { sections } = render(
    '# Page\nOne *two*.\n## Part\n- a\n- b `c`\n\n| x | y |\n|---|---|\n| 1 | **2** |\n\n```sh\nls\n```\n<!-- not run: x -->',
  )
  assert.deepEqual(sections, [
    { id: '', heading: 'Page', text: 'One two.' },
    { id: 'part', heading: 'Part', text: 'a b c x y 1 2 ls' },
  ])
})

test('the search wants every word, at the beginning of a word, and puts headings first', () => {
  const entries: Entry[] = [
    { path: '/a', page: 'Forms', heading: 'Spam', text: 'Held submissions of a form.' },
    { path: '/b', page: 'Platforms', heading: 'Platforms', text: 'Connect accounts. Spam is elsewhere.' },
    { path: '/c', page: 'Mail', heading: 'Bounces', text: 'A form sends mail about spam.' },
  ]
  const paths = (query: string) => search(entries, query).map(({ entry }) => entry.path)
  assert.deepEqual(paths('spam form'), ['/a', '/c'])
  assert.deepEqual(paths('SPAM  bounc'), ['/c'])
  assert.deepEqual(paths('nothing'), [])
  assert.deepEqual(paths('  '), [])
  assert.match(search(entries, 'elsewhere')[0]!.extract, /Spam is elsewhere/)
})
