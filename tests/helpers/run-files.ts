import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

// The test files on the command line, one after the other in this process: they share loaded modules and compiled code,
// and what a file starts is stopped before the next one is loaded. With `node --test --test-isolation=none` all are loaded first.

/** For a file. A single test has the limit of `--test-timeout`. */
const FILE_DEADLINE_MS = 15 * 60_000

for (const file of process.argv.slice(2)) {
  test(file, { timeout: FILE_DEADLINE_MS }, async (t) => {
    const loading = import(pathToFileURL(file).href)
    // Or the first test would begin before the end of the file has been read.
    t.before(() => loading)
    await loading
  })
}
