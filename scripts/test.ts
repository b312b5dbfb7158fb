import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildDashboard, hashSources, isBuilt } from '../src/dashboard/build.ts'
import { OLDEST_PACKAGE, startCluster, type TestCluster } from '../tests/helpers/postgres.ts'
import { createTemplate } from '../tests/helpers/process.ts'
import { findTests, type MARKS } from './test-marks.ts'
import { countSkips } from './test-skips.ts'

// `npm test` runs every test on the embedded PostgreSQL, then the ones with less common SQL on the oldest supported
// PostgreSQL. `npm test -- tests/api/contacts` runs files or folders, `npm run test:quick` takes less than
// a minute, and `npm run test:all` includes the longest tests. Marks in the files decide (test-marks.ts).

interface Tally {
  passed: number
  failed: number
  /** How many for each reason. */
  skips: Map<string, number>
}

/**
 * How many files of a folder share a process, one after the other. Loading modules and compiling schemas takes about
 * two seconds of CPU per process, which is more than most files need for their tests. Files that mostly wait come first
 * and those that only compute come last, so that no core is idle at the end.
 */
const WAITING_FOLDERS = { startup: 9, browser: 3, sdk: 5, publishing: 11, database: 11 }
const FOLDERS = { api: 16, platforms: 9, simulators: 9, contract: 13, unit: 36 }

/** Many groups wait for something: two cores are enough for four. */
const GROUPS_AT_ONCE = 4

/** A process that left something open never exits. The longest group takes two minutes, and ten on a busy machine. */
const GROUP_DEADLINE_MS = 20 * 60_000

/** If more groups failed, something is broken, and none is repeated. */
const REPEATED_MAX = 8

/** Most objects in tests live for one request: with a larger young generation, less is collected. */
const MEMORY = ['--min-semi-space-size=16', '--max-semi-space-size=32']

interface Group {
  files: string[]
  /** The server that its files use. */
  cluster: TestCluster
}

const running = new Set<ChildProcess>()
const results = new Map<Group, Tally>()
/** Groups that failed when run with others and passed alone. */
const flaky: Group[] = []
const chosen = process.argv.slice(2)
const isAll = chosen.includes('--all')
/** Tells files to run fewer cases: `npm run test:all` runs all of them. */
const BRIEF = chosen.length === 0 ? { TEST_BRIEF: 'true' } : {}
const tests = findTests()
const newest = await startCluster()
const cleanUps: Array<() => Promise<void> | void> = [newest.stop]
// PostgreSQL, and what tests have started, would outlive a run that is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    for (const child of running) killGroup(child)
    for (const cleanUp of cleanUps) await cleanUp()
    process.kill(process.pid, signal)
  })
}
const on = (cluster: TestCluster, groups: string[][]): Group[] => groups.map((files) => ({ files, cluster }))
try {
  if (chosen.includes('--quick')) {
    await runAll(on(newest, [...inGroups(filesWith('quick'), 4), ...groupsOf({ contract: 8, unit: 30 })]))
  } else if (chosen.length > 0 && !isAll) {
    await runAll(on(newest, [filesOf(chosen)]))
  } else {
    // Built once here. Otherwise each server would start to build it, and most are stopped before they finish.
    const sources = hashSources()
    if (!isBuilt(sources)) await buildDashboard(sources, new AbortController().signal)
    const starting = startCluster({ packageName: OLDEST_PACKAGE })
    cleanUps.push(() =>
      starting.then(
        ({ stop }) => stop(),
        () => {},
      ),
    )
    const [oldest, template] = await Promise.all([
      starting,
      createTemplate({ after: (cleanUp) => cleanUps.push(cleanUp) }),
    ])
    process.env.TEST_TEMPLATE = template
    const left = isAll ? [] : filesWith('slow')
    const first = filesWith('alone').filter((file) => !left.includes(file))
    const groups = [
      ...on(newest, inGroups(first, 1)),
      ...on(newest, groupsOf(WAITING_FOLDERS, [...first, ...left])),
      ...on(oldest, inGroups(filesWith('sql'), 6)),
      ...on(newest, groupsOf(FOLDERS, [...first, ...left])),
    ]
    const known = new Set([...groups.flatMap(({ files }) => files), ...left])
    const lost = tests.flatMap(({ path }) => (known.has(path) ? [] : path))
    if (lost.length > 0) throw new Error(`${lost.join(', ')} would never run: add the folder to scripts/test.ts.`)
    await runAll(groups)
    await repeatFailures()
    if (left.length > 0)
      console.log(`\nnpm run test:all runs ${left.length} more files: proofs, and the dashboard in detail`)
  }
} finally {
  for (const cleanUp of cleanUps) await cleanUp()
}

const sum = (what: 'passed' | 'failed') => results.values().reduce((total, tally) => total + tally[what], 0)
const [passed, failed] = [sum('passed'), sum('failed')]
const skips = new Map<string, number>()
for (const tally of results.values()) {
  for (const [reason, count] of tally.skips) skips.set(reason, (skips.get(reason) ?? 0) + count)
}
// Since the process started.
const minutes = (performance.now() / 60_000).toFixed(1)
console.log(`\n${results.size} groups in ${minutes} minutes`)
for (const { files } of flaky) console.log(`FLAKY (failed with others, passed alone): ${files.join(' ')}`)
for (const [reason, count] of skips) console.log(`SKIPPED ${count} (${reason})`)
console.log(`${passed} passed, ${failed} failed, ${skips.values().reduce((all, count) => all + count, 0)} skipped`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

/** Test files, or all of a folder. */
function filesOf(paths: readonly string[]): string[] {
  return paths.flatMap((given) => {
    const wanted = relative('.', given)
    const found = tests.filter(({ path }) => path === wanted || path.startsWith(`${wanted}/`))
    if (found.length === 0) throw new Error(`there is no test at ${given}`)
    return found.map(({ path }) => path)
  })
}

function groupsOf(folders: Record<string, number>, without: string[] = []): string[][] {
  return Object.entries(folders).flatMap(([folder, size]) => {
    const files = tests.map(({ path }) => path).filter((path) => path.startsWith(`tests/${folder}/`))
    return inGroups(
      files.filter((file) => !without.includes(file)),
      size,
    )
  })
}

function filesWith(mark: keyof typeof MARKS): string[] {
  return tests.flatMap(({ path, marks }) => (marks.includes(mark) ? path : []))
}

function inGroups(files: string[], size: number): string[][] {
  const count = Math.ceil(files.length / size)
  const each = files.length / count
  return Array.from({ length: count }, (_, at) => files.slice(Math.round(at * each), Math.round((at + 1) * each)))
}

async function runAll(groups: Group[]): Promise<void> {
  const waiting = [...groups]
  let ended = 0
  const work = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      results.set(group, await runGroup(group))
      ended++
      console.log(`${ended} of ${groups.length}`)
    }
  }
  await Promise.all(Array.from({ length: GROUPS_AT_ONCE }, work))
}

/**
 * A group that fails with others and passes alone does not stop a release, but the closing lines name it: find the
 * cause before anything else.
 */
async function repeatFailures(): Promise<void> {
  const failures = results.entries().filter(([, { failed }]) => failed > 0)
  const groups = failures.map(([group]) => group).toArray()
  if (groups.length > REPEATED_MAX) return
  for (const group of groups) {
    console.log(`\nonce more, alone: ${group.files.join(' ')}`)
    const result = await runGroup(group)
    results.set(group, result)
    if (result.failed === 0) flaky.push(group)
  }
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {} // It has ended.
}

/** Runs a group in one process. Prints its output when it has ended, so that the output of groups does not mix. */
async function runGroup({ files, cluster }: Group): Promise<Tally> {
  // Hundreds of processes load the same modules.
  const NODE_COMPILE_CACHE = resolve('node_modules/.cache/doorpost-tests')
  const options = [...MEMORY, '--test-reporter=spec', '--test-timeout=180000', 'tests/helpers/run-files.ts']
  const child = spawn(process.execPath, [...options, ...files], {
    env: { NODE_COMPILE_CACHE, ...process.env, ...BRIEF, TEST_CLUSTER_URL: cluster.urlOf('postgres') },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A process group of its own, which can be killed as a whole.
    detached: true,
  })
  running.add(child)
  const startedAt = performance.now()
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => void chunks.push(chunk))
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    killGroup(child)
  }, GROUP_DEADLINE_MS)
  const closed = once(child, 'close')
  const [code] = (await once(child, 'exit')) as [number | null]
  clearTimeout(deadline)
  running.delete(child)
  // Child processes that it left behind may hold the pipe open.
  await Promise.race([closed, delay(5_000, null, { ref: false })])
  child.stdout.destroy()
  const text = Buffer.concat(chunks).toString()
  const count = (what: string) => Number(text.match(new RegExp(`^ℹ ${what} (\\d+)$`, 'm'))?.[1] ?? 0)
  // The runner counts each file as a test.
  const filesThat = (sign: string) => text.match(new RegExp(`^${sign} tests/`, 'gm'))?.length ?? 0
  const failed = count('fail') + count('cancelled') - filesThat('✖')
  // A runner that died without a summary has failed, whatever it counted.
  const hasFailed = failed > 0 || code !== 0
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  const where = cluster === newest ? '' : ', on the oldest PostgreSQL'
  const how = isLate ? 'DID NOT END' : hasFailed ? 'FAILED' : 'passed'
  const secondsOf = (file: string) =>
    Number(text.match(new RegExp(`${RegExp.escape(file)} \\((\\d+)`))?.[1] ?? 0) / 1_000
  const each = files.map((file) => `${file} ${secondsOf(file).toFixed(1)} s`)
  console.log(`${how} in ${seconds} s${where}: ${each.join(', ')}`)
  // Names of passing tests are printed only for chosen files.
  if (hasFailed || (chosen.length > 0 && !isAll)) console.log(text.replace(/^ℹ (?!Error|Warning).*\n/gm, ''))
  return {
    passed: count('pass') - filesThat('✔'),
    failed: hasFailed ? Math.max(1, failed) : 0,
    skips: countSkips(text),
  }
}
