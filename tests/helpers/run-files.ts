import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import './macros.ts'

// Runs the test files on the command line one after the other in this process: they share loaded modules and compiled
// code, and what a file starts is stopped before the next one is loaded. `node --test --test-isolation=none` would load
// all of them first.

/** Per file. A single test has the limit of `--test-timeout`. */
const FILE_DEADLINE_MS = 15 * 60_000

for (const file of process.argv.slice(2)) {
  test(file, { timeout: FILE_DEADLINE_MS }, async (t) => {
    const loading = import(pathToFileURL(file).href)
    // Otherwise the first test would begin before the whole file was read.
    t.before(() => loading)
    await loading
  })
}
