import { readArguments } from '../../bench/tools/arguments.ts'
import { printTable } from '../../bench/tools/report.ts'
import { watchInterrupt } from '../interrupt.ts'
import { list, saveResult, say } from '../output.ts'
import { type EventsProofOptions, type EventsProofResult, runEventsProof } from './run.ts'
import { SABOTAGED } from './sabotage.ts'
import type { EventsVerdict } from './verdict.ts'

const USAGE = `npm run prove:events -- [--events N] [--kills N] [--seed N] [--minutes-max N] [--control]

  --events N       contacts and webhook deliveries to send; each makes an event (5000)
  --kills N        SIGKILLs of the API, two workers and PostgreSQL during the run (60)
  --seed N         same seed, same load, victims and faults of the receiver (1)
  --minutes-max N  stops and evaluates after this time (30)
  --control        sabotages the database: the proof must find the broken promises, or it proves nothing

Later steps of the schedule take minutes and hours. Deliveries that wait for one of them, and open circuits, are brought forward with
SQL. The first step and the leases of killed workers take their real time. LOG_LEVEL=warn adds log lines to the error of a process that does not
start. Everything stays on this machine, in a folder of its own that is removed at the end. Exit code 1: something was violated.
`
const SHOWN_MAX = 10

const options = readOptions()
const interrupted = watchInterrupt(say)

try {
  const result = await runEventsProof({
    ...options,
    logLevel: process.env.LOG_LEVEL ?? 'silent',
    signal: interrupted,
    onProgress: say,
  })
  print(result)
  const { sent, ...rest } = result
  say(`\nWritten to ${await saveResult('proof-events', { options, sent: sent.length, ...rest })}`)
  const violated = violatedClaims(result.verdict)
  const isAsItMustBe = options.control ? SABOTAGED.every((what) => violated.has(what)) : violated.size === 0
  process.exitCode = isAsItMustBe ? 0 : 1
} catch (error) {
  if (!interrupted.aborted) process.stderr.write(`${(error as Error).stack}\n`)
  process.exitCode = interrupted.aborted ? 130 : 1
}
// Pending waits for killed processes must not keep this one alive.
setTimeout(() => process.exit(), 2_000).unref()

function violatedClaims({ claims }: EventsVerdict): Set<string> {
  return new Set(claims.filter(({ violations }) => violations.length > 0).map(({ what }) => what))
}

function print({ verdict, kills, sent, behaviours, feed, seconds, repeats, hurried }: EventsProofResult): void {
  const { contacts, fromForms, deliveries, events } = verdict.stored
  const counts = (...kinds: string[]) => {
    const own = sent.filter(({ what }) => kinds.includes(what))
    return [own.length, own.filter(({ id }) => id !== null).length].map(String)
  }
  printTable({
    title: `Outcome of ${sent.length} requests in ${Math.round(seconds)} s`,
    header: ['', 'sent', 'acknowledged', 'stored'],
    rows: [
      ['contacts', ...counts('contact'), String(contacts)],
      ['of them from forms', '', '', String(fromForms)],
      ['webhook deliveries', ...counts('delivery', 'form'), String(deliveries)],
    ],
  })
  const victims = Map.groupBy(kills, ({ who }) => who)
  say(`  kills: ${list(Object.fromEntries([...victims].map(([who, own]) => [who, own.length]).sort()))}`)
  say(`  requests repeated because there was no answer: ${repeats}`)
  say(`  events: ${events}; deliveries: ${list(verdict.states)}`)
  say(`  requests at the receiver: ${verdict.requests}; events that arrived more than once: ${verdict.cameAgain}`)
  say(`  the receiver: ${list(behaviours)}`)
  say(`  attempts brought forward: ${hurried}; pages of the feed: ${feed.pages}, requested again: ${feed.repeats}`)
  say('\nclaim, n, result')
  for (const { what, n, violations } of verdict.claims) {
    say(`${what}, ${n}, ${violations.length === 0 ? 'holds' : `VIOLATED ${violations.length} times`}`)
    for (const violation of violations.slice(0, SHOWN_MAX)) say(`    ${violation}`)
  }
  if (!options.control) return
  const violated = violatedClaims(verdict)
  for (const what of SABOTAGED) {
    say(
      `control: ${what}, ${violated.has(what) ? 'violated, as it must be' : 'NOT VIOLATED: the proof proves nothing'}`,
    )
  }
}

function readOptions(): Pick<EventsProofOptions, 'events' | 'kills' | 'seed' | 'minutesMax' | 'control'> {
  const spec = { events: '5000', kills: '60', seed: '1', 'minutes-max': '30', control: false } as const
  const { values, whole } = readArguments('prove:events', USAGE, spec)
  return {
    events: whole('events', 1_000_000),
    kills: whole('kills', 10_000),
    seed: whole('seed', 2 ** 31),
    minutesMax: whole('minutes-max', 600),
    control: values.control,
  }
}
