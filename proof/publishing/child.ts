import { AsyncLocalStorage } from 'node:async_hooks'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { startSimulators } from '../../simulators/start.ts'
import { createApp } from '../../src/app/app.ts'
import { createDeps, type Deps } from '../../src/app/deps.ts'
import { jobTable } from '../../src/app/worker.ts'
import { readConfig } from '../../src/config/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { LEASE_TIMES } from '../../src/jobs/lifeline.ts'
import { startJobs } from '../../src/jobs/runner.ts'
import { createLog, openStdoutLog } from '../../src/lib/log/log.ts'
import { withoutSendMarker } from './faults/controls.ts'
import type { Arm, ChildHooks, FromChild, ToChild } from './faults/messages.ts'

// A process of the proof: the API, a worker or the simulators, assembled like src/process/start.ts but with hooks that
// a real process does not have. It is killed by its parent, or kills itself at a given moment.

const { PROOF_ROLE: role, PROOF_HOOKS: hooksText, SANDBOX_URL: sandboxUrl, STATE_FILE: stateFile } = process.env

let armed: Arm | null = null
let isStopped = false
process.on('message', (message: ToChild) => {
  armed = message.kind === 'arm' ? message : null
})

// Without its parent, nothing would stop it.
process.on('disconnect', () => process.exit(0))

try {
  if (role === 'simulators') await runSimulators()
  else if (role === 'api' || role === 'worker') await runDoorpost(role)
  else throw new Error(`PROOF_ROLE is ${role}`)
  flushCompileCache()
} catch (error) {
  // The database is probably down; the parent starts us again.
  if (process.env.LOG_LEVEL !== 'silent') process.stderr.write(`${(error as Error).stack}\n`)
  process.exit(1)
}

async function runSimulators(): Promise<void> {
  const port = Number(process.env.PORT ?? 0)
  const simulators = await startSimulators({
    port,
    seed: process.env.SEED ?? 'proof',
    ...(stateFile === undefined ? {} : { stateFile }),
    ...(process.env.PUBLIC_URL === undefined ? {} : { publicUrl: process.env.PUBLIC_URL }),
  })
  await say({ kind: 'ready', port: simulators.port })
}

async function runDoorpost(part: 'api' | 'worker'): Promise<void> {
  const hooks = JSON.parse(hooksText ?? '{}') as ChildHooks
  const { withoutSendMarker: isUnmarked, resendAfterMs, leaveLineAfterMs, longJobMs = 0, leaseMs, ...times } = hooks
  const isLeaver = leaveLineAfterMs !== undefined && process.pid % 2 === 0
  const config = readConfig({ ...process.env, ROLE: part }, process.cwd())
  const log = createLog(config.logLevel, openStdoutLog())
  const database = await openDatabase(config, {
    as: 'server',
    onError: (error) => log.debug({ err: error }, 'database'),
  })
  const providerOfJob = new AsyncLocalStorage<string>()
  const { deps } = await createDeps(config, database, log, {
    sandboxUrl: sandboxUrl ?? null,
    hooks: {
      crashPoint: (name) => crash(name, providerOfJob.getStore() ?? 'unknown'),
      times: {
        ...times,
        ...(resendAfterMs === undefined ? {} : { resendAfterMs: () => resendAfterMs }),
        ...(isLeaver ? { leaveLineAfterMs } : {}),
      },
    },
    ...(isUnmarked ? { replace: withoutSendMarker } : {}),
  })
  if (part === 'api') {
    const app = createApp(deps)
    await app.listen({ host: '127.0.0.1', port: config.port })
    return say({ kind: 'ready', port: (app.server.address() as AddressInfo).port })
  }
  const table = jobTable(deps)
  const publish = table.tasks['post.publish']
  table.tasks['post.publish'] = async (payload, leaveLine) => {
    const found = await deps.pool.query<{ provider: string }>(
      'select provider from posts join connections on connections.id = posts.connection_id where posts.id = $1',
      [payload.post_id],
    )
    await providerOfJob.run(found.rows[0]?.provider ?? 'unknown', () => publish(payload, leaveLine))
  }
  const { connection } = database
  const { tasks, schedule } = table
  await startJobs({
    pool: deps.jobs,
    connection,
    table: { tasks: { ...tasks, 'proof.long': takeLong(deps, longJobMs) }, schedule },
    log,
    concurrency: config.workerConcurrency,
    ...(leaseMs === undefined ? {} : { leases: { ...LEASE_TIMES, leaseMs } }),
  })
  await say({ kind: 'ready', port: 0 })
}

/** A long job that records its start and end in a table of the proof. */
function takeLong({ pool }: Deps, ms: number) {
  return async ({ job }: { job: string }) => {
    const began = 'insert into proof_runs (job, pid) values ($1, $2) returning began_at::text as at'
    const { rows } = await pool.query<{ at: string }>(began, [job, process.pid])
    await delay(ms)
    await pool.query('update proof_runs set ended = true where pid = $1 and began_at = $2', [process.pid, rows[0]!.at])
  }
}

/**
 * Sends itself SIGKILL at the named moment, so that nothing more is written, closed or reported. Or SIGSTOP, to be
 * resumed later.
 */
async function crash(name: string, provider: string): Promise<void> {
  if (isStopped) {
    isStopped = false
    await say({ kind: 'went_on' })
  }
  if (armed === null || (armed.provider !== provider && armed.provider !== 'any')) return
  if (armed.stop) {
    if (armed.point === name) await stopOnce()
    return
  }
  const die = () => process.kill(process.pid, 'SIGKILL')
  if (armed.point === name) die()
  // While the visible call is in flight.
  else if (armed.point === 'in_flight' && name === 'after_marker') setTimeout(die, armed.delayMs)
}

async function stopOnce(): Promise<void> {
  armed = null
  await say({ kind: 'stopping' })
  isStopped = true
  process.kill(process.pid, 'SIGSTOP')
}

/** Resolves when the message has been sent. */
function say(message: FromChild): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, () => resolve())
    else resolve()
  })
}
