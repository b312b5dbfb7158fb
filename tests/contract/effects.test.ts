import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

// React calls whatever an effect returns when the effect ends. An arrow function without braces returns the value of
// its expression, and DOM functions change: scrollIntoView() returns a Promise in current browsers, which crashes the
// page. Types do not show it, so every effect must have braces and an explicit return.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const EFFECT = /\buse(?:Layout|Insertion|Isomorphic)?Effect\(\s*(?!\(\) => \{)/g

function findBareEffects(text: string): string[] {
  return [...text.matchAll(EFFECT)].map(({ index }) => text.slice(index, index + 80).split('\n', 1)[0]!)
}

test('the check finds an effect without braces', () => {
  assert.equal(findBareEffects('  useEffect(() => top.current?.scrollIntoView(), [])').length, 1)
  assert.equal(findBareEffects('  useLayoutEffect(close, [path])').length, 1)
  assert.equal(findBareEffects('  useEffect(\n    () => setText(value),\n    [value],\n  )').length, 1)
  assert.deepEqual(findBareEffects('  useEffect(() => {\n    close()\n  }, [path])'), [])
})

test('every effect of the dashboard has braces, so that it returns only what is written there', () => {
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })
  assert.ok(files.length > 100)
  const found = files.flatMap((file) =>
    findBareEffects(readFileSync(join(ROOT, file), 'utf8')).map((line) => `${file}: ${line}`),
  )
  assert.deepEqual(found, [])
})

test('the dashboard only calls the API through its typed client, without type assertions', () => {
  // Code for other pages, and uploads of files, whose progress fetch does not report.
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/FormExample\.tsx$|forms[\\/]code\.ts$|src[\\/]api[\\/]files\.ts$/.test(file),
  )
  const found = files.filter((file) =>
    /\bas never\b[^:]|\bas unknown as\b|(?<![.\w])fetch\(|XMLHttpRequest/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  assert.deepEqual(found, [])
})
