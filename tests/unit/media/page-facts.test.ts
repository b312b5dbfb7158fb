import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readPageFacts } from '../../../src/media/remote/link-preview.ts'
import { linkOf } from '../../../src/platforms/shared/link-card.ts'

const nothing = { title: null, description: null, image: null }

describe('the metadata of a page', () => {
  const cases: Array<[name: string, html: string, expected: Partial<typeof nothing> | Record<string, string>]> = [
    ['the title', '<title>\n A  page </title>', { title: 'A page' }],
    ['OpenGraph before the title', '<title>a</title><meta property=og:title content=b>', { title: 'b' }],
    ['any order and case', "<META CONTENT='x>y' PROPERTY='OG:Title'/>", { title: 'x>y' }],
    [
      'the first one counts',
      '<meta property="og:image" content="1"><meta property="og:image" content="2">',
      { image: '1' },
    ],
    ['entities', '<title>&lt;b&gt; &#39;&#x41;&#8230; &bogus; &#0;</title>', { title: "<b> 'A… &bogus;" }],
    ['an empty value is none', '<meta property="og:title" content=" "><title>t</title>', { title: 't' }],
    [
      'names of Twitter',
      '<meta name="twitter:title" content="t"><meta name="twitter:image" content="i">',
      { title: 't', image: 'i' },
    ],
    ['the description', '<meta name="description" content="d">', { description: 'd' }],
    ['not what is in comments', '<!-- <title>a</title> --><title>b</title>', { title: 'b' }],
    [
      'not what is in scripts',
      '<script>"<title>a</title>"</script><style><title>c</style><title>b</title>',
      { title: 'b' },
    ],
    ['not what is in the body', '<body><title>a</title>', {}],
    ['a page that is cut', '<title>a', {}],
    ['a tag that is cut', '<meta property="og:title" content="a', {}],
    ['nothing', '', {}],
  ]
  for (const [name, html, expected] of cases) {
    it(name, () => assert.deepEqual(readPageFacts(html), { ...nothing, ...expected }))
  }

  it('pages built to be slow are read like others', () => {
    const size = 262_144
    for (const piece of ['<', '<!--', '<meta ', '<meta a', '<title>', 'a=', '<meta "', '<script', ' ', 'a ']) {
      readPageFacts(piece.repeat(Math.ceil(size / piece.length)).slice(0, size))
      readPageFacts(`<meta ${piece.repeat(size)}`.slice(0, size))
    }
  })
})

describe('the link of a text', () => {
  for (const [text, link] of [
    ['see https://example.com/a.', 'https://example.com/a'],
    ['(https://example.com/a)', 'https://example.com/a'],
    ['http://one.example and https://two.example', 'http://one.example'],
    ['no link: example.com', null],
    ['https://', null],
  ] as const) {
    it(text, () => assert.equal(linkOf(text), link))
  }
})
