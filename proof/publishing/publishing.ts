import { readArguments } from '../../bench/tools/arguments.ts'
import { printTable } from '../../bench/tools/report.ts'
import { PROVIDERS } from '../../src/platforms/registry.ts'
import { watchInterrupt } from '../interrupt.ts'
import { list, saveResult, say } from '../output.ts'
import { missingFaults } from './faults/faults.ts'
import type { Kill } from './faults/killer.ts'
import { CRASH_POINTS } from './faults/messages.ts'
import { findScenarios } from './registry.ts'
import { type ProofOptions, type ProofResult, runProof } from './run.ts'
import type { Scenario } from './scenarios/scenario.ts'

const USAGE = `npm run prove:publishing -- [--only NAME] [--posts N] [--kills N] [--seed N] [--minutes-max N] [--hard] [--control]

Runs the kill run, then each of the scenarios in proof/publishing/scenarios.

  --only NAME      kill, or the name of a scenario, such as freeze or slow-send
  --posts N        posts of all types with all providers, a third of them in groups (1200)
  --kills N        SIGKILLs of workers, API and database while they go out (240)
  --seed N         same seed, same posts, faults and kinds of kills (1)
  --minutes-max N  stops and evaluates after this time (60)
  --hard           platforms publish repeats, and take up to 2 s for a call, even if the caller was killed
  --control        disables the safeguard of each claim: it must be violated, or the proof proves nothing

LOG_LEVEL=warn shows what the processes say. Everything stays on this machine, in a folder of its own that is removed at the end. Exit code 1: something was violated.
`
const KILL_RUN = 'kill'
const LOG_LEVEL = process.env.LOG_LEVEL ?? 'silent'
const SHOWN_MAX = 10

const options = readOptions()
const interrupted = watchInterrupt(say)

try {
  process.exitCode = (await runAll()) ? 0 : 1
} catch (error) {
  if (!interrupted.aborted) process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = interrupted.aborted ? 130 : 1
}
// Pending waits for killed processes must not keep this one alive.
setTimeout(() => process.exit(), 2_000).unref()

/** Returns true if every claim holds. */
async function runAll(): Promise<boolean> {
  const { only } = options
  const scenarios = (await findScenarios()).filter(({ name }) => only === null || name === only)
  const withKills = only === null || only === KILL_RUN
  if (!withKills && scenarios.length === 0) {
    const names = (await findScenarios()).map(({ name }) => name)
    process.stderr.write(`--only ${only} is not known. Choose one of: ${[KILL_RUN, ...names].join(', ')}.\n`)
    return false
  }
  let isAllProved = true
  if (withKills) isAllProved = await runKills()
  for (const scenario of scenarios) isAllProved = (await runScenario(scenario)) && isAllProved
  return isAllProved
}

async function runKills(): Promise<boolean> {
  const result = await runProof({ ...options, logLevel: LOG_LEVEL, signal: interrupted, onProgress: say })
  print(result)
  const { seconds, repeats, faults, verdict, kills } = result
  say(`\nWritten to ${await saveResult('proof', { options, seconds, repeats, faults, verdict, kills })}`)
  return isProved(result)
}

async function runScenario({ name, claim, run }: Scenario): Promise<boolean> {
  const { control } = options
  say(`\n${name}`)
  const { n, violations } = await run({ control, logLevel: LOG_LEVEL, signal: interrupted, onProgress: say })
  say(`${claim}, ${n}, ${violations.length === 0 ? 'holds' : `VIOLATED ${violations.length} times`}`)
  for (const violation of violations.slice(0, SHOWN_MAX)) say(`    ${violation}`)
  if (!control) return violations.length === 0
  say(`control: ${name}, ${violations.length > 0 ? 'as it must be' : 'NOT VIOLATED: the scenario proves nothing'}`)
  return violations.length > 0
}

function isProved({ verdict }: ProofResult): boolean {
  if (options.control) return verdict.duplicates > 0
  return verdict.claims.every(({ violations }) => violations.length === 0)
}

function print(result: ProofResult): void {
  const { verdict, kills, repeats, seconds } = result
  const states = Object.keys(verdict.states)
  printTable({
    title: `Outcome of ${result.entries.length} posts in ${Math.round(seconds)} s`,
    header: ['', ...states, 'all'],
    rows: [...Object.entries(verdict.perProvider), ['all', verdict.states] as const].map(([name, counts]) => [
      name,
      ...states.map((state) => String(counts[state] ?? 0)),
      String(Object.values(counts).reduce((sum, count) => sum + count, 0)),
    ]),
  })
  printTable({
    title: 'Kills',
    header: ['', ...PROVIDERS],
    rows: CRASH_POINTS.map((point) => [
      point,
      ...PROVIDERS.map((provider) => String(countKills(kills, `${point} on ${provider}`))),
    ]),
  })
  printTable({
    title: 'Faults',
    header: ['', ...PROVIDERS],
    rows: Object.entries(result.faults).map(([kind, counts]) => [
      kind,
      ...PROVIDERS.map((provider) => String(counts[provider] ?? 0)),
    ]),
  })
  const ofDatabase = kills.filter(({ who }) => who === 'database').length
  const ofApi = kills.filter(({ who }) => who === 'api').length
  const random = kills.filter(({ who, where }) => who.startsWith('worker') && where === 'random').length
  say(`  at random: workers ${random}, API ${ofApi}, database ${ofDatabase}`)
  const missing = missingFaults(result.faults)
  if (missing.length > 0) say(`  faults that did not happen, because there were too few posts: ${missing.join(', ')}`)
  const { uploaded, inGroups } = countPosts(result)
  say(`  posts in groups: ${inGroups}; with uploaded files: ${uploaded}`)
  say(`  visible calls: ${list(verdict.visibleCalls)}; posts sent more than once ${verdict.sentAgain}`)
  say(`  requests to the API repeated: ${repeats}; published without an id: ${verdict.withoutId}`)
  for (const [reason, count] of Object.entries(verdict.reasons)) say(`  ${count} x ${reason}`)
  say('\nclaim, n, result')
  for (const { what, n, violations } of verdict.claims) {
    say(`${what}, ${n}, ${violations.length === 0 ? 'holds' : `VIOLATED ${violations.length} times`}`)
    for (const violation of violations.slice(0, SHOWN_MAX)) say(`    ${violation}`)
  }
  if (options.control) {
    const result = verdict.duplicates > 0 ? 'as it must be' : 'NONE: the proof proves nothing'
    say(`control: without the marker there are duplicates, ${verdict.duplicates}, ${result}`)
    say(`  of these: ${list(verdict.duplicatesPerProvider)}`)
  }
}

function countKills(kills: readonly Kill[], where: string): number {
  return kills.filter((kill) => kill.where === where).length
}

function countPosts({ entries }: ProofResult) {
  const posts = entries.map(({ planned }) => planned)
  return {
    uploaded: posts.filter(({ isUploaded, files }) => isUploaded && files.length > 0).length,
    inGroups: posts.filter(({ group }) => group !== null).length,
  }
}

type Options = Required<Pick<ProofOptions, 'posts' | 'kills' | 'seed' | 'minutesMax' | 'control' | 'hard'>>

function readOptions(): Options & { only: string | null } {
  const spec = {
    only: null,
    posts: '1200',
    kills: '240',
    seed: '1',
    'minutes-max': '60',
    control: false,
    hard: false,
  } as const
  const { values, whole } = readArguments('prove:publishing', USAGE, spec)
  return {
    only: values.only ?? null,
    posts: whole('posts', 100_000),
    kills: whole('kills', 10_000),
    seed: whole('seed', 2 ** 31),
    minutesMax: whole('minutes-max', 600),
    control: values.control,
    hard: values.hard,
  }
}
