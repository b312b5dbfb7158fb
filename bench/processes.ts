import { mkdtemp, readFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf } from '../src/db/embedded/postmaster.ts'
import { removeDataFolder } from '../tests/helpers/folder.ts'
import { runCommand, startDoorpost } from './contestants/doorpost.ts'
import { readArguments } from './tools/arguments.ts'
import { cpuSeconds } from './tools/children.ts'
import { type Cluster, runWithCluster } from './tools/cluster.ts'
import { type Load, startLoad } from './tools/load.ts'
import { median, printReport, times } from './tools/report.ts'
import { contactRequests } from './tools/requests.ts'

const USAGE = `npm run bench:processes -- [--seconds N] [--rounds N] [--connections N]

Creates contacts with a key at PROCESSES=1, 2 and 4 on one PostgreSQL. The load, the servers and the database share the cores of this machine, so
requests per second depend on it; CPU seconds for 1,000 contacts do not depend on how busy it is.

  --seconds N      length of one measurement (6)
  --rounds N       how often everything is measured; medians are shown (3)
  --connections N  connections that send requests (64)
`
const COUNTS = [1, 2, 4]
/** Checked only on machines with this many cores. */
const TARGET = { processes: 4, ratio: 2.5, cores: 8 }
const WARM_UP_SECONDS = 3

interface Measured {
  perSecond: number
  p99Ms: number
  cpuPer1000: number
  /** CPU time of the first process, which does some work for all others. */
  firstCpuPer1000: number
  memoryMb: number
  errors: number
}

const { whole } = readArguments('bench:processes', USAGE, { seconds: '6', rounds: '3', connections: '64' })
const options = {
  seconds: whole('seconds', 600),
  rounds: whole('rounds', 100),
  connections: whole('connections', 1_000),
}

await runWithCluster(async (start) => {
  const cluster = await start()
  const load = await startLoad()
  const results = new Map<number, Measured[]>(COUNTS.map((count) => [count, []]))
  for (let round = 0; round < options.rounds; round++) {
    for (const count of COUNTS) {
      const measured = await measure(cluster, load, count, `bench_processes_${round}_${count}`)
      results.get(count)!.push(measured)
      console.log(`round ${round + 1}, PROCESSES=${count}: ${measured.perSecond.toFixed(0)} a second`)
    }
  }
  await load.stop()
  report(results)
  return true
})

async function measure(cluster: Cluster, load: Load, count: number, database: string): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), 'doorpost-processes-'))
  const settings = { DATABASE_URL: await cluster.createDatabase(database), DATA_DIR: dataDir, PROCESSES: String(count) }
  const key = await runCommand(settings, 'keys', 'create', '--name', 'bench')
  const { pid, port, stop } = await startDoorpost(settings)
  try {
    const target = { pid, port, requests: contactRequests('/v1/contacts', key), expectedStatus: 201 }
    await load.measure(target, options.connections, WARM_UP_SECONDS)
    const all = [pid, ...childrenOf(pid)]
    const cpu = () => all.reduce((sum, each) => sum + (cpuSeconds(each) ?? Number.NaN), 0)
    const before = [cpu(), cpuSeconds(pid) ?? Number.NaN] as const
    const sample = await load.measure(target, options.connections, options.seconds)
    const memoryMb = Math.max(...(await Promise.all(all.map(memoryOf))))
    const per1000 = (seconds: number) => (seconds / sample.answers) * 1_000
    return {
      perSecond: sample.requestsPerSecond,
      p99Ms: sample.p99Ms,
      cpuPer1000: per1000(cpu() - before[0]),
      firstCpuPer1000: per1000((cpuSeconds(pid) ?? Number.NaN) - before[1]),
      memoryMb,
      errors: sample.errors,
    }
  } finally {
    await stop()
    removeDataFolder(dataDir)
  }
}

/** Resident memory in MB. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? Number.NaN) / 1024
}

function report(results: ReadonlyMap<number, readonly Measured[]>): void {
  const of = (count: number, what: keyof Measured) => median(results.get(count)!.map((each) => each[what]))
  const ratio = (count: number) => of(count, 'perSecond') / of(1, 'perSecond')
  const cores = availableParallelism()
  const errors = [...results.values()].flat().reduce((sum, each) => sum + each.errors, 0)
  printReport({
    name: 'processes',
    tables: [
      {
        title: `contacts with a key, ${options.connections} connections, ${cores} cores for everything, medians of ${options.rounds} rounds`,
        header: ['', 'a second', 'ratio', 'p99 ms', 'CPU s for 1,000', 'first process', 'MB, largest process'],
        rows: COUNTS.map((count) => [
          `PROCESSES=${count}`,
          of(count, 'perSecond').toFixed(0),
          times(ratio(count)),
          of(count, 'p99Ms').toFixed(1),
          of(count, 'cpuPer1000').toFixed(3),
          of(count, 'firstCpuPer1000').toFixed(3),
          of(count, 'memoryMb').toFixed(0),
        ]),
      },
    ],
    verdicts:
      cores < TARGET.cores
        ? []
        : [
            {
              what: `contacts a second, ${TARGET.processes} processes / 1`,
              measured: times(ratio(TARGET.processes)),
              target: `at least ${times(TARGET.ratio)}`,
              met: ratio(TARGET.processes) >= TARGET.ratio,
            },
          ],
    errors: errors > 0 ? [`${errors} requests failed`] : [],
    data: Object.fromEntries(results),
  })
}
