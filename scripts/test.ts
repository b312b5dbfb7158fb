import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OLDEST_PACKAGE, startCluster, type TestCluster } from '../tests/helpers/postgres.ts'

// `npm test`: every test on the PostgreSQL that Doorpost brings along, then those with most SQL again on the oldest one we
// support. `npm test -- tests/api/contacts.test.ts` runs some files only.

interface Tally {
  passed: number
  failed: number
  skipped: number
}

/** What the oldest PostgreSQL could do otherwise: files with the less common statements. The rest is about HTTP and rules. */
const ABOUT_SQL = [
  'api/contacts-import',
  'api/contacts-list',
  'api/events-feed',
  'api/people',
  'api/posts-jobs',
  'api/posts-list',
  'api/reports',
  'api/webhooks-deliveries',
  'database/migrations',
  'events/dispatch',
  'publish/happy',
]

/** Many of them wait for something: two cores are enough for four. */
const FILES_AT_ONCE = 4

const chosen = process.argv.slice(2)
const total: Tally = { passed: 0, failed: 0, skipped: 0 }

// Those that start and kill whole servers come last, by themselves and fewer at a time: they load the machine.
await runOn(
  'the PostgreSQL of Doorpost',
  await startCluster(),
  ['unit', 'contract', 'simulators', 'platforms', 'api', 'database', 'connections', 'publish', 'events'],
  chosen,
  FILES_AT_ONCE,
)
if (chosen.length === 0) {
  await runOn('whole processes and the dashboard in a browser', null, ['startup', 'browser'], [], FILES_AT_ONCE - 1)
  const oldest = await startCluster({ packageName: OLDEST_PACKAGE })
  const files = ABOUT_SQL.map((name) => `tests/${name}.test.ts`)
  await runOn('the oldest PostgreSQL', oldest, [], files, FILES_AT_ONCE)
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

async function runOn(
  name: string,
  cluster: TestCluster | null,
  folders: string[],
  files: string[],
  concurrency: number,
): Promise<void> {
  console.log(`\n# Tests on ${name}`)
  try {
    const patterns = folders.map((folder) => `tests/${folder}/**/*.test.ts`)
    const paths = files.length > 0 ? files : (await Array.fromAsync(glob(patterns))).sort()
    if (paths.length === 0) return
    // Hundreds of processes load the same modules.
    const NODE_COMPILE_CACHE = resolve('node_modules/.cache/doorpost-tests')
    const env = {
      NODE_COMPILE_CACHE,
      ...process.env,
      ...(cluster ? { TEST_CLUSTER_URL: cluster.urlOf('postgres') } : {}),
    }
    const options = ['--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`, '--test-timeout=180000']
    const child = spawn(process.execPath, [...options, ...paths], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let tail = ''
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      tail = (tail + chunk.toString()).slice(-200_000)
    })
    const [code] = (await once(child, 'close')) as [number | null]
    const count = (what: string) => Number(tail.match(new RegExp(`^ℹ ${what} (\\d+)$`, 'm'))?.[1] ?? 0)
    total.passed += count('pass')
    total.skipped += count('skipped') + count('todo')
    const failed = count('fail') + count('cancelled')
    // A runner that died without a summary has failed, whatever it counted.
    total.failed += failed === 0 && code !== 0 ? 1 : failed
  } finally {
    await cluster?.stop()
  }
}
