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

/** Folders whose files share processes: loading the program takes longer than most of their tests. */
const SHARING = { unit: 20, contract: 1, simulators: 10, platforms: 1, api: 5, database: 1, connections: 4, events: 5 }
/** Those that start and kill whole servers load the machine, so they come by themselves. */
const ALONE = { startup: 1, browser: 1 }

/** Many of them wait for something: two cores are enough for three. */
const GROUPS_AT_ONCE = 3

const total: Tally = { passed: 0, failed: 0, skipped: 0 }
const chosen = process.argv.slice(2)
if (chosen.length > 0) {
  await runOn('the PostgreSQL of Doorpost', await startCluster(), [chosen])
} else {
  // The publishing tests wait most, so they begin.
  await runOn('the PostgreSQL of Doorpost', await startCluster(), await groupsOf({ publish: 1, ...SHARING }))
  await runOn('whole processes and the dashboard in a browser', null, await groupsOf(ALONE))
  const oldest = await startCluster({ packageName: OLDEST_PACKAGE })
  await runOn(
    'the oldest PostgreSQL',
    oldest,
    inGroups(
      ABOUT_SQL.map((name) => `tests/${name}.test.ts`),
      4,
    ),
  )
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0

async function groupsOf(folders: Record<string, number>): Promise<string[][]> {
  const groups = Object.entries(folders).map(async ([folder, size]) => {
    const files = await Array.fromAsync(glob(`tests/${folder}/**/*.test.ts`))
    return inGroups(files.sort(), size)
  })
  return (await Promise.all(groups)).flat()
}

function inGroups(files: string[], size: number): string[][] {
  const count = Math.ceil(files.length / size)
  return Array.from({ length: count }, (_, at) => files.slice(at * size, (at + 1) * size))
}

async function runOn(name: string, cluster: TestCluster | null, groups: string[][]): Promise<void> {
  console.log(`\n# Tests on ${name}`)
  const env = cluster === null ? {} : { TEST_CLUSTER_URL: cluster.urlOf('postgres') }
  const waiting = [...groups]
  const work = async () => {
    for (let files = waiting.shift(); files !== undefined; files = waiting.shift()) await runGroup(files, env)
  }
  try {
    await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, work))
  } finally {
    await cluster?.stop()
  }
}

/** In one process. What it says is printed when it has ended, so that groups do not talk at the same time. */
async function runGroup(files: string[], env: Record<string, string>): Promise<void> {
  // Hundreds of processes load the same modules.
  const NODE_COMPILE_CACHE = resolve('node_modules/.cache/doorpost-tests')
  const options = ['--test', '--test-isolation=none', '--test-reporter=spec', '--test-timeout=180000']
  const child = spawn(process.execPath, [...options, ...files], {
    env: { NODE_COMPILE_CACHE, ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const startedAt = performance.now()
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  const text = Buffer.concat(chunks).toString()
  const count = (what: string) => Number(text.match(new RegExp(`^ℹ ${what} (\\d+)$`, 'm'))?.[1] ?? 0)
  const failed = count('fail') + count('cancelled')
  // A runner that died without a summary has failed, whatever it counted.
  const hasFailed = failed > 0 || code !== 0
  total.passed += count('pass')
  total.skipped += count('skipped') + count('todo')
  total.failed += hasFailed ? Math.max(1, failed) : 0
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${hasFailed ? 'FAILED' : 'passed'} in ${seconds} s: ${files.join(' ')}`)
  console.log(text.replace(/^ℹ .*\n/gm, ''))
}
