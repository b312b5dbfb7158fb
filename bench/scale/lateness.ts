import { setTimeout as delay } from 'node:timers/promises'
import { connectAccounts, GENEROUS, type ProofAccount } from '../../proof/publishing/people/accounts.ts'
import { readText, textOf } from '../../proof/publishing/plan.ts'
import { openStage, type Stage } from '../../proof/publishing/stage.ts'
import { createIssues } from '../../src/lib/issues.ts'
import { FORMATS } from '../../src/platforms/shared/provider.ts'
import { readPost } from '../../src/posts/input.ts'
import { createPost } from '../../src/posts/posts.ts'
import { readArguments } from '../tools/arguments.ts'
import { type PartReport, printReport, saveResult, times } from '../tools/report.ts'

const USAGE = `node bench/scale/lateness.ts [--posts N] [--minutes N] [--burst N] [--line N]

  --posts N    posts that fall due evenly over the time (2000)
  --minutes N  length of that time; decimals are allowed (1)
  --burst N    posts that are all due at once, for the posts per second (600)
  --line N     posts of one account that are due at the same second, created by 16 concurrent callers (1000)

Runs everything with 1 and with 2 worker processes, against the simulators, with 4 accounts on each platform. WORKER_CONCURRENCY
is the number of concurrent jobs per worker (4). The full size: --posts 10000 --minutes 10.
`

interface Options {
  posts: number
  minutes: number
  burst: number
  line: number
  concurrency: number
}

interface Lateness {
  p50Ms: number
  p99Ms: number
  maxMs: number
  perSecond: number
  missing: number
}

/** Posts of one account that are due together. */
interface Line {
  /** Median time between two posts. */
  eachMs: number
  /** The 99th percentile of a post's wait divided by (number of posts before it × time per post). */
  ratio: number
  /** Neighbouring posts that went out in the wrong order. The right order is by date, then by id. */
  swapped: number
  missing: number
}

interface Measured {
  workers: number
  spread: Lateness
  burst: Lateness
  line: Line
}

const ACCOUNTS = 4
const CALLERS = 16
const LINE_RATIO_MAX = 2
// A smaller gain may be chance.
const RATIO_MIN = 1.1
const LEAD_MS = 3_000
const SETTLE_MS = 300_000

const options = readOptions()
let stage: Stage | null = null
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    interrupted = true
    void stage?.stop()
  })
}

try {
  const measured: Measured[] = []
  for (const workers of [1, 2]) measured.push(await measure(workers))
  const report = toReport(measured)
  printReport(report)
  console.log(`\nWritten to ${await saveResult('lateness', { report })}`)
  process.exitCode = report.errors.length > 0 ? 1 : 0
} catch (error) {
  if (!interrupted) console.error(error)
  process.exitCode = interrupted ? 130 : 1
}
setTimeout(() => process.exit(), 2_000).unref()

async function measure(workers: number): Promise<Measured> {
  stage = await openStage({ hooks: {}, workers, concurrency: options.concurrency, seed: 'bench', logLevel: 'silent' })
  try {
    await stage.control.settings(GENEROUS)
    const accounts = await connectAccounts(stage.deps, stage.control, ACCOUNTS)
    console.log(`${workers} worker${workers > 1 ? 's' : ''}`)
    // Warms up: loads and compiles all code.
    await post(stage, accounts, { count: 100, windowMs: 1, from: 0 })
    const spread = await post(stage, accounts, {
      count: options.posts,
      windowMs: options.minutes * 60_000,
      from: 1_000,
    })
    say('spread', spread)
    const burst = await post(stage, accounts, { count: options.burst, windowMs: 1, from: 1_000 + options.posts })
    say('burst', burst)
    const line = await measureLine(stage, accounts, options.line, 1_000 + options.posts + options.burst)
    console.log(
      `  line: ${line.eachMs} ms each, p99 of the wait ${times(line.ratio)}, ${line.swapped} swapped, ${line.missing} missing`,
    )
    return { workers, spread, burst, line }
  } finally {
    await stage.stop()
  }
}

function say(name: string, { p50Ms, p99Ms, perSecond, missing }: Lateness): void {
  const text = `p50 ${p50Ms} ms, p99 ${p99Ms} ms late, ${perSecond.toFixed(1)} posts a second`
  console.log(`  ${name}: ${text}${missing > 0 ? `, ${missing} MISSING` : ''}`)
}

/** Stores posts that fall due in the window, waits until all are public, and reads their times from the platforms. */
async function post(
  { deps, control }: Stage,
  accounts: readonly ProofAccount[],
  { count, windowMs, from }: { count: number; windowMs: number; from: number },
): Promise<Lateness> {
  // Storing many posts takes a while.
  const start = Date.now() + LEAD_MS + count
  const dueOf = (at: number) => start + Math.floor((at * windowMs) / count)
  const stored = Array.from({ length: count }, (_, at) => store(deps, accounts, from + at, dueOf(at)))
  await Promise.all(stored)
  if (Date.now() > start) console.log(`  storing took ${Date.now() - start} ms too long, so the first posts are late`)

  const due = new Map(stored.map((_, at) => [from + at, dueOf(at)]))
  const sent = await untilPublic(control, due, start + windowMs + SETTLE_MS)
  const late = [...sent].map(([number, at]) => at - due.get(number)!).sort((a, b) => a - b)
  const last = Math.max(...sent.values())
  return {
    p50Ms: late[Math.floor(late.length * 0.5)] ?? 0,
    p99Ms: late[Math.floor(late.length * 0.99)] ?? 0,
    maxMs: late.at(-1) ?? 0,
    perSecond: (sent.size * 1000) / (last - start),
    missing: count - sent.size,
  }
}

/** Measures posts of one account that are due at the same second and were created by concurrent callers. */
async function measureLine(
  { deps, control }: Stage,
  accounts: readonly ProofAccount[],
  count: number,
  from: number,
): Promise<Line> {
  const dueAt = Math.ceil((Date.now() + LEAD_MS + 10 * count) / 1_000) * 1_000
  // The post's number selects the platform, and all of these numbers select X, which has one account here.
  const one = accounts.filter(({ provider }) => provider === 'x').slice(0, 1)
  const at = FORMATS.indexOf('short')
  const first = Math.ceil(from / FORMATS.length) * FORMATS.length + at
  const numbers = Array.from({ length: count }, (_, each) => first + each * FORMATS.length)
  const waiting = numbers.values()
  const caller = async () => {
    for (const number of waiting) await store(deps, one, number, dueAt)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
  const sent = await untilPublic(control, new Map(numbers.map((number) => [number, dueAt])), dueAt + SETTLE_MS)
  const { rows } = await deps.pool.query<{ content: string }>({
    text: 'select content from posts where scheduled_date = $1 and connection_id = $2 order by id',
    values: [new Date(dueAt), one[0]!.connectionId],
  })
  const inOrder = rows
    .map(({ content }) => sent.get(readText(content)?.number ?? -1))
    .filter((time) => time !== undefined)
  return { ...readLine(inOrder, dueAt), missing: count - sent.size }
}

/** `sentAt` is in the order in which the posts should have gone out. */
function readLine(sentAt: readonly number[], dueAt: number): Omit<Line, 'missing'> {
  const apart = sentAt.slice(1).map((time, at) => time - sentAt[at]!)
  const eachMs = apart.toSorted((a, b) => a - b)[Math.floor(apart.length / 2)] ?? 0
  const ratios = sentAt.map((time, before) => (time - dueAt) / (Math.max(before, 1) * Math.max(eachMs, 1)))
  // The first posts wait until the queue is polled, which the lateness above already covers.
  const ratio = ratios.slice(Math.ceil(sentAt.length / 20)).sort((a, b) => a - b)
  return { eachMs, ratio: ratio[Math.floor(ratio.length * 0.99)] ?? 0, swapped: apart.filter((ms) => ms < 0).length }
}

/** Stores the cheapest kind of post on each platform. Instagram needs a picture. */
async function store(
  { posts, workspaceId }: Stage['deps'],
  accounts: readonly ProofAccount[],
  number: number,
  dueAt: number,
): Promise<void> {
  const platform = FORMATS[number % FORMATS.length]!
  const own = accounts.filter((account) => account.platform === platform)
  const { connectionId } = own[Math.floor(number / FORMATS.length) % own.length]!
  const media = {
    thread: { media_type: 'text' },
    photo: { media_type: 'feed_post', media_urls: [`${stage!.simulatorsUrl}/media/bench.jpg?width=320&height=320`] },
    professional: {},
    short: {},
  }[platform]
  const issues = createIssues()
  const reading = readPost(issues, platform, {
    ...media,
    ...textOf(platform, number, 1),
    status: 'scheduled',
    scheduled_date: new Date(dueAt).toISOString(),
    connection_id: connectionId,
  })
  if (issues.count > 0) throw new Error(JSON.stringify(issues.details))
  await createPost(posts, { workspaceId, keyId: null, authorId: null }, reading)
}

async function untilPublic(
  control: Stage['control'],
  due: ReadonlyMap<number, number>,
  deadline: number,
): Promise<Map<number, number>> {
  for (;;) {
    const { total } = await control.oracle()
    // The oracle is cheap to ask. The whole list is read only when it may be complete.
    if (total >= due.size || Date.now() > deadline) {
      const sent = new Map<number, number>()
      for (const item of await control.public()) {
        const number = readText(item.sent)?.number
        if (number !== undefined && due.has(number)) sent.set(number, Date.parse(item.created_at))
      }
      if (sent.size === due.size || Date.now() > deadline) return sent
    }
    await delay(1_000)
  }
}

function toReport(measured: Measured[]): PartReport {
  const row = (name: string, { p50Ms, p99Ms, maxMs, perSecond }: Lateness) => [
    name,
    String(p50Ms),
    String(p99Ms),
    String(maxMs),
    perSecond.toFixed(1),
  ]
  const [one, two] = measured as [Measured, Measured]
  const ratio = two.burst.perSecond / one.burst.perSecond
  return {
    name: 'lateness',
    tables: [
      {
        title: `sent − due, ${options.posts} posts over ${options.minutes} min, then ${options.burst} at once; ${options.concurrency} jobs at once in a worker`,
        header: ['', 'p50 ms', 'p99 ms', 'max ms', 'posts/s'],
        rows: measured.flatMap(({ workers, spread, burst }) => [
          row(`${workers} worker(s), spread`, spread),
          row(`${workers} worker(s), at once`, burst),
        ]),
      },
    ],
    verdicts: [
      {
        what: 'posts per second with 2 workers / with 1, all due at once',
        measured: times(ratio),
        target: `at least ${times(RATIO_MIN)}`,
        met: ratio >= RATIO_MIN,
      },
      ...measured.map(({ workers, line }) => ({
        what: `${options.line} posts of one account due together, ${workers} worker(s): p99 of the wait / (posts before it × the time of one)`,
        measured: times(line.ratio),
        target: `at most ${times(LINE_RATIO_MAX)}, none swapped`,
        met: line.ratio <= LINE_RATIO_MAX && line.swapped === 0,
      })),
    ],
    errors: measured.flatMap(({ workers, spread, burst, line }) => {
      const missing = spread.missing + burst.missing + line.missing
      return missing > 0 ? [`${workers} worker(s): ${missing} posts never appeared`] : []
    }),
    data: { options, measured },
  }
}

function readOptions(): Options {
  const { values, fail } = readArguments('lateness', USAGE, { posts: '2000', minutes: '1', burst: '600', line: '1000' })
  const number = (name: string, text: string, max: number) =>
    Number(text) > 0 && Number(text) <= max
      ? Number(text)
      : fail(`${name} must be a number above 0 and at most ${max}.`)
  return {
    posts: Math.ceil(number('--posts', values.posts, 100_000)),
    minutes: number('--minutes', values.minutes, 60),
    burst: Math.ceil(number('--burst', values.burst, 100_000)),
    line: Math.ceil(number('--line', values.line, 100_000)),
    concurrency: Math.ceil(number('WORKER_CONCURRENCY', process.env.WORKER_CONCURRENCY ?? '4', 64)),
  }
}
