import { globSync, readFileSync } from 'node:fs'

/** Marks on the first line of a test file, such as `// @slow @alone`, tell `scripts/test.ts` when and how to run it. */
export const MARKS = {
  quick:
    'covers the main path of a feature: `npm run test:quick` runs it too, with all of tests/unit and tests/contract',
  sql: 'uses less common SQL: also runs on the oldest supported PostgreSQL',
  slow: 'runs only in `npm run test:all`: small runs of the proofs, and the dashboard in detail',
  alone: 'takes long, measures memory, or changes the whole process: starts first, in a process of its own',
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
