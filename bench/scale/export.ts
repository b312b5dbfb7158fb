import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverOptions } from '../../scripts/server-options.ts'
import { runCommand, startDoorpost } from '../contestants/doorpost.ts'
import { readArguments } from '../tools/arguments.ts'
import { forkReady, stopChildren } from '../tools/children.ts'
import { type Cluster, runSql, startCluster } from '../tools/cluster.ts'
import { findBackends, processorMs } from '../tools/processor.ts'
import { median, medianRatio, printReport, times } from '../tools/report.ts'

// node bench/scale/export.ts: compares the CSV export of contacts over HTTP with a bare server that passes on what COPY
// writes, for one fast reader. Then checks that many slow readers do not make the process grow. Also prints processor
// time, which does not depend on how busy the machine is.

const USAGE = `Usage: node bench/scale/export.ts [--rows N] [--rounds N] [--cpu-prof FOLDER]

  --rows N           contacts in the database; defaults to 1000000
  --rounds N         how often each is exported; medians are shown; defaults to 3
  --cpu-prof FOLDER  folder for the CPU profile that Doorpost writes at exit
`
const CHUNK = 100_000
const RATE_MIN = 10_000
const GROWTH_MAX_MB = 50
const MEMORY_EVERY_MS = 50
const SLOW_READERS = 32
const SLOW_SECONDS = 15
const LINE_FEED = 0x0a

interface Server {
  pid: number
  port: number
}

interface Cost {
  rowsPerSecond: number
  /** Processor time per row. */
  nodeUs: number
  databaseUs: number
  /** Growth of the resident set during the export. */
  growthMb: number
}

const options = readArguments('bench/scale/export.ts', USAGE, { rows: '1000000', rounds: '3', 'cpu-prof': null })
const rows = options.whole('rows', 100_000_000)
const rounds = options.whole('rounds', 100)

let cluster: Cluster | null = null
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stop().finally(() => process.exit(130)))

try {
  cluster = await startCluster()
  const url = await cluster.createDatabase('bench_export')
  const settings = { DATABASE_URL: url }
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  await fill(url)
  const folder = options.values['cpu-prof']
  // Runs no worker: it would index the new contacts meanwhile.
  const doorpost = await startDoorpost(
    { ...settings, ROLE: 'api' },
    folder ? ['--cpu-prof', `--cpu-prof-dir=${folder}`] : [],
  )
  const file = new URL('../contestants/bare-export.ts', import.meta.url)
  const forked = await forkReady<{ port: number }>(file, {
    env: { ...process.env, DATABASE_URL: url },
    execArgv: serverOptions(),
  })
  const bare = { pid: forked.child.pid!, port: forked.message.port }
  const open = ({ port }: Server) => request(port, key)
  const ours: Cost[] = []
  const theirs: Cost[] = []
  // The first round warms up and allocates memory that stays.
  for (let round = 0; round <= rounds; round++) {
    for (const [server, results] of [
      [doorpost, ours],
      [bare, theirs],
    ] as const) {
      const cost = await measure(url, server, () => open(server))
      const who = server === bare ? 'bare' : 'Doorpost'
      console.log(`  round ${round}, ${who}: ${cost.rowsPerSecond.toFixed(0)} rows/s, +${cost.growthMb.toFixed(0)} MB`)
      if (round > 0) results.push(cost)
    }
  }
  const slowMb = await growthOf(doorpost.pid, () => readSlowly(() => open(doorpost)))
  report(ours, theirs, slowMb)
  await doorpost.stop()
} finally {
  await stop()
}

async function stop(): Promise<void> {
  await stopChildren()
  await cluster?.stop()
}

/** The newest tenth was imported, half share one source, and a few have rare values. */
async function fill(url: string): Promise<void> {
  console.log(`filling a database with ${rows.toLocaleString('en-US')} contacts`)
  const startMs = Date.now() - rows * 1000
  for (let from = 1; from <= rows; from += CHUNK) {
    await runSql(
      url,
      `insert into contacts (workspace_id, id, first_name, last_name, email, email_key, company, utm_source, utm_medium, status,
         tags, extra, created_at)
       select w.id,
         (lpad(to_hex($1::bigint + n * 1000), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8'
           || substr(md5(n::text), 1, 15))::uuid,
         case when n % 50 = 0 then 'José' else 'First' || n % 500 end, 'Last' || n % 3000, 'person' || n || '@example.com',
         'person' || n || '@example.com', 'Company ' || n % 10000 || case when n % 20 = 0 then ', Ltd' else '' end,
         case when n > $4::bigint * 0.9 then 'import' when n % 2 = 0 then 'newsletter' else 'source' || n % 20 end,
         'medium' || n % 5, case when n % 5 = 0 then 'qualified' else 'new' end,
         case when n % 1000 = 0 then array['rare', 'tag' || n % 7000] when n % 9 = 0 then array['vip'] else '{}' end,
         jsonb_build_object('phone', '+351 ' || n) || case when n % 3 = 0 then jsonb_build_object('message',
           'We would like to hear more about it, "soon". ' || md5(n::text)) else '{}' end,
         to_timestamp(($1::bigint + n * 1000) / 1000.0)
       from (select id from workspaces limit 1) w, generate_series($2::bigint, $3::bigint) n`,
      [startMs, from, Math.min(rows, from + CHUNK - 1), rows],
    )
  }
  // Autovacuum would do this sooner or later. Doing it here keeps it out of the measurements.
  await runSql(url, 'vacuum analyze contacts')
}

function request(port: number, key: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${key}` }
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/v1/contacts/export', headers }, resolve).on('error', reject)
  })
}

async function measure(url: string, { pid }: Server, open: () => Promise<IncomingMessage>): Promise<Cost> {
  const before = await backendTimes(url)
  const nodeBefore = await processorMs([pid])
  const started = performance.now()
  const growthMb = await growthOf(pid, async () => {
    const lines = await countLines(await open())
    if (lines !== rows + 1) throw new Error(`${lines} lines instead of ${rows + 1}`)
  })
  const seconds = (performance.now() - started) / 1000
  let databaseMs = 0
  for (const [backend, ms] of await backendTimes(url)) databaseMs += ms - (before.get(backend) ?? 0)
  return {
    rowsPerSecond: rows / seconds,
    nodeUs: (((await processorMs([pid])) - nodeBefore) * 1000) / rows,
    databaseUs: (databaseMs * 1000) / rows,
    growthMb,
  }
}

/** Processor time of each database connection. An idle one may end meanwhile. */
async function backendTimes(url: string): Promise<Map<number, number>> {
  const times = (await findBackends(url)).map(async (pid) => [pid, await processorMs([pid])] as const)
  return new Map(await Promise.all(times))
}

async function countLines(response: IncomingMessage): Promise<number> {
  if (response.statusCode !== 200) throw new Error(`the export answered ${response.statusCode}`)
  let lines = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines++
  }
  return lines
}

/** Each reader takes what has arrived once a second. */
async function readSlowly(open: () => Promise<IncomingMessage>): Promise<void> {
  console.log(`  ${SLOW_READERS} slow readers`)
  const responses = await Promise.all(Array.from({ length: SLOW_READERS }, open))
  for (let second = 0; second < SLOW_SECONDS; second++) {
    for (const response of responses) response.read()
    await sleep(1_000)
  }
  for (const response of responses) response.destroy()
}

async function growthOf(pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentMb(pid)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid))
  }, MEMORY_EVERY_MS)
  await work().finally(() => clearInterval(timer))
  return most - before
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

function report(ours: Cost[], theirs: Cost[], slowMb: number): void {
  const of = (costs: Cost[], what: keyof Cost) => costs.map((cost) => cost[what])
  const rate = median(of(ours, 'rowsPerSecond'))
  const line = (title: string, what: keyof Cost, digits: number) => [
    title,
    median(of(ours, what)).toFixed(digits),
    median(of(theirs, what)).toFixed(digits),
    times(medianRatio(of(ours, what), of(theirs, what))),
  ]
  const growth = Math.max(...of(ours, 'growthMb'))
  const limit = `at most ${GROWTH_MAX_MB} MB`
  printReport({
    name: 'export-scale',
    tables: [
      {
        title: `export of ${rows.toLocaleString('en-US')} contacts, medians of ${rounds} rounds`,
        header: ['', 'Doorpost', 'bare COPY', 'ratio'],
        rows: [
          line('rows a second', 'rowsPerSecond', 0),
          line('processor µs a row, Node', 'nodeUs', 1),
          line('processor µs a row, PostgreSQL', 'databaseUs', 1),
          line('memory growth, MB', 'growthMb', 0).with(-1, ''),
        ],
      },
    ],
    verdicts: [
      { what: 'rows a second', measured: rate.toFixed(0), target: `at least ${RATE_MIN}`, met: rate >= RATE_MIN },
      { what: 'memory', measured: `+${growth.toFixed(0)} MB`, target: limit, met: growth <= GROWTH_MAX_MB },
      {
        what: `memory, ${SLOW_READERS} slow readers`,
        measured: `+${slowMb.toFixed(0)} MB`,
        target: limit,
        met: slowMb <= GROWTH_MAX_MB,
      },
    ],
    errors: [],
    data: { ours, theirs, slowMb },
  })
}
