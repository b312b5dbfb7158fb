import { globSync, readFileSync } from 'node:fs'

/** The first line of a test file may have marks, such as `// @slow @alone`. They say when `scripts/test.ts` runs it, and how. */
export const MARKS = {
  quick: 'a path through a feature: also in `npm run test:quick`, beside all of tests/unit and tests/contract',
  sql: 'has less common statements: also runs on the oldest PostgreSQL that we support',
  slow: 'only in `npm run test:all`: small runs of the proofs, and the dashboard in detail',
  alone: 'takes long, measures memory, or changes the whole process: begins first, in a process of its own',
}

interface TestFile {
  path: string
  marks: string[]
}

export function findTests(): TestFile[] {
  return globSync('tests/**/*.test.ts')
    .sort()
    .map((path) => {
      const [first = ''] = readFileSync(path, 'utf8').split('\n', 1)
      const marks = first.startsWith('// @') ? [...first.matchAll(/@(\S+)/g)].map(([, mark]) => mark!) : []
      return { path, marks }
    })
}
