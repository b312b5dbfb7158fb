import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSkips } from '../../scripts/test-skips.ts'

test('the closing lines of a run name what was skipped, and why: tests, and whole groups of them', () => {
  const output = [
    '﹣ everyday tasks: posts (0.69ms) # there is no Chromium for this machine on npm: install one',
    '▶ the dashboard # not a skip',
    '  ﹣ a story, Firefox (0.09ms) # no Firefox: install firefox-esr, or set FIREFOX_PATH',
    '    ﹣ another (in detail), Firefox (12ms) # no Firefox: install firefox-esr, or set FIREFOX_PATH',
    '  ﹣ without a reason (1.5ms) # SKIP',
    '  ✔ ﹣ a name that looks like one (1.5ms)',
    'ℹ skipped 3',
  ].join('\n')
  assert.deepEqual(
    [...countSkips(output)],
    [
      ['there is no Chromium for this machine on npm: install one', 1],
      ['no Firefox: install firefox-esr, or set FIREFOX_PATH', 2],
      ['no reason is given', 1],
    ],
  )
})
