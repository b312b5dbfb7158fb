import { cpus, release, totalmem, type } from 'node:os'
import { runFootprint } from './parts/footprint.ts'
import { runLists } from './parts/lists.ts'
import { runRedirect } from './parts/redirect.ts'
import { type Options, runThroughput } from './parts/throughput.ts'
import { runListScale } from './scale/list.ts'
import { readArguments } from './tools/arguments.ts'
import { type Cluster, runWithCluster } from './tools/cluster.ts'
import { type PartReport, printReport, saveResult } from './tools/report.ts'

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

const { options, parts } = readOptions()

await runWithCluster(async (start) => {
  const reports = await runParts(start)
  for (const report of reports) printReport(report)
  const valid = reports.every((report) => report.errors.length === 0)
  console.log(`\nWritten to ${await saveResult('run', { machine: describeMachine(), options, valid, reports })}`)
  return valid
})

async function runParts(start: () => Promise<Cluster>): Promise<PartReport[]> {
  const reports: PartReport[] = []
  if (parts.includes('footprint')) {
    // Runs first, before the other parts fill the machine's caches with their own data.
    console.log('footprint')
    reports.push(await runFootprint())
  }
  for (const part of parts) {
    if (part === 'footprint') continue
    console.log(part)
    reports.push(await RUNNERS[part](await start(), options))
  }
  return reports
}

function describeMachine() {
  return {
    system: `${type()} ${release()}`,
    processors: `${cpus().length} x ${cpus()[0]?.model ?? 'unknown'}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
}

function readOptions(): { options: Options; parts: readonly Part[] } {
  const { values, whole, fail } = readArguments('bench', USAGE, { rounds: '3', seconds: '3', only: null })
  const only = values.only === undefined ? null : PARTS.find((part) => part === values.only)
  if (only === undefined) return fail(`--only must be one of ${PARTS.join(', ')}.`)
  return { options: { rounds: whole('rounds', 100), seconds: whole('seconds', 600) }, parts: only ? [only] : PARTS }
}
