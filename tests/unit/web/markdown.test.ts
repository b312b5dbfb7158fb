import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readBlocks, readInline } from '../../../web/src/help/markdown.ts'

const text = (kind: string, words: string, href = '') => ({ kind, text: words, href })

test('a page of the documentation becomes headings, paragraphs, code, lists and tables', () => {
  const source = [
    '# Forms',
    '',
    'One',
    'two',
    '',
    '```sh',
    '# not a heading',
    '',
    '| no table',
    '```',
    '- a',
    '  b',
    '- c',
  ]
  assert.deepEqual(
    readBlocks([...source, '', '| x | y |', '|---|---|', '| `a\\|b` | 2 |', '## 3. A b-c, d!'].join('\n')),
    [
      { kind: 'heading', level: 1, text: 'Forms', id: 'forms' },
      { kind: 'paragraph', text: 'One two' },
      { kind: 'code', text: '# not a heading\n\n| no table' },
      { kind: 'list', isOrdered: false, items: ['a b', 'c'] },
      { kind: 'table', head: ['x', 'y'], rows: [['`a|b`', '2']] },
      { kind: 'heading', level: 2, text: '3. A b-c, d!', id: '3-a-b-c-d' },
    ],
  )
  assert.deepEqual(readBlocks('1. one\n2. two'), [{ kind: 'list', isOrdered: true, items: ['one', 'two'] }])
  assert.deepEqual(readBlocks('```\nnever closed'), [{ kind: 'code', text: 'never closed' }])
})

test('words are code, strong, emphasised or a link', () => {
  assert.deepEqual(readInline('See **a `b`**, *c* and [d](e.md#f): 2 * 3 * 4.'), [
    text('text', 'See '),
    text('strong', 'a `b`'),
    text('text', ', '),
    text('emphasis', 'c'),
    text('text', ' and '),
    text('link', 'd', 'e.md#f'),
    text('text', ': 2 * 3 * 4.'),
  ])
})

test('no page of the documentation shows marks instead of what they mean', () => {
  for (const file of globSync('docs/{start,how-to,reference,why}/*.md')) {
    const blocks = readBlocks(readFileSync(file, 'utf8'))
    assert.equal(blocks[0]?.kind, 'heading', file)
    for (const block of blocks) {
      if (block.kind !== 'paragraph') continue
      assert.doesNotMatch(block.text, /^[#>|]|```/, file)
      for (const part of readInline(block.text)) {
        if (part.kind === 'text') assert.doesNotMatch(part.text, /\]\(|`|\*\*/, `${file}: ${part.text}`)
      }
    }
  }
})
