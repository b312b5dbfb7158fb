import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runFootprint } from './parts/footprint.ts'
import { runLists } from './parts/lists.ts'
import { runRedirect } from './parts/redirect.ts'
import { type Options, runThroughput } from './parts/throughput.ts'
import { runListScale } from './scale/list.ts'
import { readArguments } from './tools/arguments.ts'
import { stopChildren } from './tools/children.ts'
import { type Cluster, startCluster } from './tools/cluster.ts'
import { type PartReport, printReport } from './tools/report.ts'

const USAGE = `npm run bench -- [--rounds N] [--seconds N] [--only NAME]

  --rounds N    how often everything is measured; medians are shown (3)
  --seconds N   length of one measurement (3)
  --only NAME   run only one part: throughput, redirect, lists, list-scale or footprint

Everything stays on this machine, in a temporary folder that is removed at the end. Takes about ten minutes.
`

const PARTS = ['throughput', 'redirect', 'lists', 'list-scale', 'footprint'] as const
type Part = (typeof PARTS)[number]

/** Parts that need a database server. */
const RUNNERS = { throughput: runThroughput, redirect: runRedirect, lists: runLists, 'list-scale': runListScale }

const FORCED_EXIT_MS = 20_000
const RESULTS = new URL('results/', import.meta.url)

const { options, parts } = readOptions()
let cluster: Cluster | null = null
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (interrupted) return
    interrupted = true
    console.log('\nstopping')
    // This fails the running part, which then cleans up after itself.
    void stopAll()
    setTimeout(() => process.exit(130), FORCED_EXIT_MS).unref()
  })
}

try {
  const reports = await runParts()
  for (const report of reports) printReport(report)
  console.log(`\nWritten to ${await save(reports)}`)
  process.exitCode = reports.some((report) => report.errors.length > 0) ? 1 : 0
} catch (error) {
  if (!interrupted) console.error(error)
  process.exitCode = interrupted ? 130 : 1
} finally {
  await stopAll()
}

async function runParts(): Promise<PartReport[]> {
  const reports: PartReport[] = []
  if (parts.includes('footprint')) {
    // Runs first, before the other parts fill the machine's caches with their own data.
    console.log('footprint')
    reports.push(await runFootprint())
  }
  if (parts.length === 1 && parts[0] === 'footprint') return reports
  cluster = await startCluster()
  for (const part of parts) {
    if (part === 'footprint') continue
    console.log(part)
    reports.push(await RUNNERS[part](cluster, options))
  }
  return reports
}

async function stopAll(): Promise<void> {
  await stopChildren()
  await cluster?.stop()
}

async function save(reports: PartReport[]): Promise<string> {
  await mkdir(RESULTS, { recursive: true })
  const at = new Date().toISOString()
  const file = new URL(`${at.replace(/[:.]/g, '-')}.json`, RESULTS)
  const machine = {
    system: `${type()} ${release()}`,
    processors: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  const valid = reports.every((report) => report.errors.length === 0)
  await writeFile(file, `${JSON.stringify({ at, machine, options, valid, reports }, null, 2)}\n`)
  return relative(process.cwd(), fileURLToPath(file))
}

function readOptions(): { options: Options; parts: readonly Part[] } {
  const { values, whole, fail } = readArguments('bench', USAGE, { rounds: '3', seconds: '3', only: null })
  const only = values.only === undefined ? null : PARTS.find((part) => part === values.only)
  if (only === undefined) return fail(`--only must be one of ${PARTS.join(', ')}.`)
  return { options: { rounds: whole('rounds', 100), seconds: whole('seconds', 600) }, parts: only ? [only] : PARTS }
}
