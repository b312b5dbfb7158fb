import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { readArguments } from '../tools/arguments.ts'
import { type PartReport, printReport, saveResult, times } from '../tools/report.ts'
import { measureEvents } from './events.ts'
import { measureMapping } from './mapping.ts'
import { measurePublishing } from './publishing.ts'
import type { Measured } from './result.ts'

const USAGE = `npm run bench:workers -- [--only PART] [--workers LIST] [--posts N] [--events N] [--deliveries N] [--latency MS-MS]

Does throughput grow with workers? Runs the same work with 1, 2 and 4 worker processes and default settings. The servers they call run in a process of
their own and answer as slowly as a real network, so that neither they nor the cores of this machine are the limit.

  --only PART     publishing, events or mapping
  --workers LIST  numbers of worker processes (1,2,4)
  --posts N       posts that are all due at once, over 48 accounts (480)
  --events N      events that are all written at once, for 2 endpoints (1000)
  --deliveries N  webhook deliveries that are all mapped to contacts (2000). Mapping makes no outbound calls, so the cores are the limit
  --latency A-B   response time of the called servers in milliseconds (150-400). Use larger values on a busy machine

The database is in /dev/shm where there is one: what a commit costs on the disk is not the question here.
`
const PARTS = { publishing: measurePublishing, events: measureEvents, mapping: measureMapping }
type Part = keyof typeof PARTS
/** Required multiples of one worker's throughput. */
const TARGETS: Record<number, number> = { 2: 1.8, 4: 3 }
const MEMORY = '/dev/shm'

const options = readOptions()
const folder = existsSync(MEMORY) ? MEMORY : tmpdir()
// Databases are created in TMPDIR.
process.env.TMPDIR = folder
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())

try {
  const report = toReport(await measureAll())
  printReport(report)
  console.log(`\nWritten to ${await saveResult('workers', { report })}`)
  process.exitCode = report.errors.length > 0 ? 1 : 0
} catch (error) {
  if (!interrupted.signal.aborted) console.error(error)
  process.exitCode = interrupted.signal.aborted ? 130 : 1
}
setTimeout(() => process.exit(), 2_000).unref()

async function measureAll(): Promise<Map<Part, Measured[]>> {
  const all = new Map<Part, Measured[]>()
  for (const part of options.parts) {
    all.set(part, [])
    for (const workers of options.workers) {
      const { signal } = interrupted
      signal.throwIfAborted()
      const measured = await PARTS[part]({
        workers,
        count: options.count[part],
        latencyMs: options.latencyMs,
        folder,
        signal,
      })
      const { perSecond, missing, doubled } = measured
      console.log(
        `${part}, ${workers} worker(s): ${perSecond.toFixed(1)} a second, ${missing} missing, ${doubled} doubled`,
      )
      all.get(part)!.push(measured)
    }
  }
  return all
}

function toReport(all: ReadonlyMap<Part, readonly Measured[]>): PartReport {
  const rows = [...all].flatMap(([part, list]) =>
    list.map(({ workers, perSecond, cpuSeconds }) => ({ part, workers, perSecond, cpuSeconds, list })),
  )
  const ratioOf = ({ list, perSecond }: (typeof rows)[number]) => perSecond / list[0]!.perSecond
  return {
    name: 'workers',
    tables: [
      {
        title: 'throughput by number of worker processes',
        header: ['', 'a second', 'ratio', 'CPU s of workers'],
        rows: rows.map((row) => [
          `${row.part}, ${row.workers} worker(s)`,
          row.perSecond.toFixed(1),
          times(ratioOf(row)),
          row.cpuSeconds?.toFixed(1) ?? '?',
        ]),
      },
    ],
    verdicts: rows.flatMap((row) => {
      const target = TARGETS[row.workers]
      if (target === undefined || row.list[0]!.workers !== 1) return []
      const ratio = ratioOf(row)
      return {
        what: `${row.part}: ${row.workers} workers / 1`,
        measured: times(ratio),
        target: `at least ${times(target)}`,
        met: ratio >= target,
      }
    }),
    errors: [...all].flatMap(([part, list]) =>
      list.flatMap(({ workers, missing, doubled }) =>
        missing + doubled > 0 ? [`${part}, ${workers} worker(s): ${missing} missing, ${doubled} doubled`] : [],
      ),
    ),
    data: { options, measured: Object.fromEntries(all) },
  }
}

function readOptions() {
  const spec = {
    only: null,
    workers: '1,2,4',
    posts: '480',
    events: '1000',
    deliveries: '2000',
    latency: '150-400',
  } as const
  const { values, whole, fail } = readArguments('bench:workers', USAGE, spec)
  const workers = values.workers.split(',').map(Number)
  if (!workers.every((count) => Number.isInteger(count) && count >= 1 && count <= 16)) {
    fail('--workers must be numbers from 1 to 16, such as 1,2,4.')
  }
  const names = Object.keys(PARTS) as Part[]
  const only = values.only as Part | undefined
  if (only !== undefined && !names.includes(only)) fail(`--only must be one of: ${names.join(', ')}.`)
  const latencyMs = values.latency.split('-').map(Number)
  if (latencyMs.length !== 2 || !(latencyMs[0]! >= 0 && latencyMs[1]! >= latencyMs[0]! && latencyMs[1]! <= 10_000)) {
    fail('--latency must be two numbers of milliseconds, such as 150-400.')
  }
  return {
    workers,
    latencyMs: latencyMs as [number, number],
    parts: only === undefined ? names : [only],
    count: {
      publishing: whole('posts', 100_000),
      events: whole('events', 100_000),
      mapping: whole('deliveries', 100_000),
    },
  }
}
