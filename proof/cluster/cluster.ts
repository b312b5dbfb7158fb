import { readArguments } from '../../bench/tools/arguments.ts'
import { median, printTable } from '../../bench/tools/report.ts'
import { watchInterrupt } from '../interrupt.ts'
import { list, saveResult, say } from '../output.ts'
import { FAULTS, LOSING_FAULT } from './faults.ts'
import { type ClusterProofOptions, type ClusterProofResult, runClusterProof } from './run.ts'
import { LOST_BY_CONTROL } from './watch/verdict.ts'

const USAGE = `npm run prove:cluster -- [--faults N] [--rate N] [--seed N] [--minutes-max N] [--control]

  --faults N       faults, one after the other: nodes, workers and the primary are killed, frozen or cut off (18)
  --rate N         contacts and webhook deliveries a second; forms, posts and probes come on top (8)
  --seed N         same seed, same faults and load (1)
  --minutes-max N  stops and evaluates after this time (30)
  --control        uses an asynchronous standby: acknowledged rows must be lost, or the proof proves nothing

Runs three API nodes behind HAProxy, three workers, PostgreSQL with a synchronous standby (Patroni, etcd) and Redis. All are real processes on this machine, in a
temporary folder that is removed at the end. It needs these Debian packages: apt-get install etcd-server patroni postgresql
haproxy redis-server. Exits with 1 if a claim was violated.
`
const SHOWN_MAX = 10

const options = readOptions()
const interrupted = watchInterrupt(say)

try {
  const result = await runClusterProof({ ...options, signal: interrupted, onProgress: say })
  print(result)
  say(`\nWritten to ${await saveResult('proof-cluster', { options, ...result })}`)
  const violated = result.verdict.claims.filter(({ violations }) => violations.length > 0).map(({ what }) => what)
  process.exitCode = (options.control ? isRightControl(violated) : violated.length === 0) ? 0 : 1
} catch (error) {
  if (!interrupted.aborted) process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = interrupted.aborted ? 130 : 1
}
// Pending waits for killed processes must not keep this one alive.
setTimeout(() => process.exit(), 2_000).unref()

/** Rows must be lost, and still nothing may be posted twice. */
function isRightControl(violated: readonly string[]): boolean {
  return violated.includes(LOST_BY_CONTROL) && !violated.includes('nothing is public twice')
}

function print(result: ClusterProofResult): void {
  const { verdict, recoveries, limits, slowestRevocationMs, unanswered, live, pause, failovers, seconds } = result
  const kinds = [...FAULTS, LOSING_FAULT].filter((kind) => recoveries.some((each) => each.kind === kind))
  printTable({
    title: `${recoveries.length} faults in ${Math.round(seconds)} s; seconds until writes succeeded again`,
    header: ['fault', 'n', 'median', 'slowest', 'failed writes'],
    rows: kinds.map((kind) => {
      const own = recoveries.filter((each) => each.kind === kind)
      const times = own.map(({ recoveredAfterMs }) => (recoveredAfterMs ?? Number.POSITIVE_INFINITY) / 1000)
      const failed = own.reduce((sum, { failedWrites }) => sum + failedWrites, 0)
      return [kind, String(own.length), median(times).toFixed(1), Math.max(...times).toFixed(1), String(failed)]
    }),
  })
  const { contacts, deliveries, submissions, posts, events } = verdict.stored
  say(
    `  stored: contacts ${contacts} (${submissions} from forms), deliveries ${deliveries}, posts ${posts}, events ${events}`,
  )
  say(`  public: ${verdict.publicItems}; posts: ${list(verdict.postStates)}; requests without an answer: ${unanswered}`)
  const alone = limits.filter((trial) => trial.alone).length
  say(`  trials of the limit: ${limits.length}; not counted, because a node did not reach Redis in time: ${alone}`)
  say(`  a revoked key was accepted for at most ${slowestRevocationMs} ms`)
  say(
    `  live streams: ${live.map(({ name, connections, resets }) => `${name} opened ${connections}, resets ${resets}`).join('; ')}`,
  )
  if (pause !== null) say(`  publishing is paused: ${pause}`)
  for (const line of failovers) say(`  ${line}`)
  say('\nclaim, n, result')
  for (const { what, n, violations } of verdict.claims) {
    say(`${what}, ${n}, ${violations.length === 0 ? 'holds' : `VIOLATED ${violations.length} times`}`)
    for (const violation of violations.slice(0, SHOWN_MAX)) say(`    ${violation}`)
  }
  if (!options.control) return
  const isLost = verdict.claims.some(({ what, violations }) => what === LOST_BY_CONTROL && violations.length > 0)
  say(`control: ${LOST_BY_CONTROL}, ${isLost ? 'violated, as it must be' : 'NOT VIOLATED: the proof proves nothing'}`)
}

function readOptions(): Pick<ClusterProofOptions, 'faults' | 'rate' | 'seed' | 'minutesMax' | 'control'> {
  const spec = { faults: '18', rate: '8', seed: '1', 'minutes-max': '30', control: false } as const
  const { values, whole } = readArguments('prove:cluster', USAGE, spec)
  return {
    faults: whole('faults', 10_000),
    rate: whole('rate', 1_000),
    seed: whole('seed', 2 ** 31),
    minutesMax: whole('minutes-max', 600),
    control: values.control,
  }
}
