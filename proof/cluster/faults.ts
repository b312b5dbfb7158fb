import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import { untilReady } from './servers/program.ts'
import type { ClusterNode, ClusterStage } from './stage.ts'

export const FAULTS = [
  'API node killed',
  'API node frozen',
  'API node cut off from the database',
  'worker killed',
  'worker frozen',
  'worker cut off from the database',
  'primary killed',
  'primary frozen',
  'primary and worker killed',
] as const
/** For the control: must lose the rows that the standby had not received. */
export const LOSING_FAULT = 'primary killed while the standby was behind'
export type FaultKind = (typeof FAULTS)[number] | typeof LOSING_FAULT

export interface Fault {
  kind: FaultKind
  who: string
  /** When it began, as from Date.now(). */
  at: number
  /** Time until everything was restored: all nodes ready, primary and standby in sync. */
  wholeAfterMs: number | null
}

export interface Injector {
  readonly faults: readonly Fault[]
  /** Resolves when all faults have happened and everything is restored, or when the time is up. */
  done: Promise<void>
}

export interface InjectorOptions {
  count: number
  random: Random
  deadline: number
  kinds?: readonly FaultKind[]
  signal?: AbortSignal
}

const FREEZE_MS = 20_000
const STALL_MS = 20_000
/** A dead machine does not come back at once. */
const MACHINE_AWAY_MS = 12_000
const BEHIND_MS = 6_000
const PAUSE_MS = [2_000, 4_000] as const
const WHOLE_MAX_MS = 120_000
/** A standby that has just joined is not ready for the next failover. */
const STEADY_MS = 6_000

/**
 * Injects one fault after the other, each when everything has recovered from the previous one. Every kind comes once
 * before any comes twice.
 */
export function startInjector(stage: ClusterStage, options: InjectorOptions): Injector {
  const { random, deadline, signal, kinds = FAULTS } = options
  const faults: Fault[] = []
  const isOver = () => signal?.aborted === true || Date.now() > deadline
  const work = async () => {
    const plan: FaultKind[] = []
    while (plan.length < options.count) plan.push(...random.shuffled(kinds))
    for (const kind of plan.slice(0, options.count)) {
      await untilWhole(stage, isOver)
      await delay(random.between(...PAUSE_MS))
      if (isOver()) break
      const fault: Fault = { kind, who: '', at: Date.now(), wholeAfterMs: null }
      faults.push(fault)
      await INJECT[kind](stage, fault, random)
      if (await untilWhole(stage, isOver)) fault.wholeAfterMs = Date.now() - fault.at - STEADY_MS
    }
  }
  return { faults, done: work() }
}

type Inject = (stage: ClusterStage, fault: Fault, random: Random) => Promise<void>

const kill =
  (nodes: (stage: ClusterStage) => readonly ClusterNode[]): Inject =>
  async (stage, fault, random) => {
    const node = random.pick(nodes(stage))
    fault.who = node.name
    await node.killAndRestart()
  }
const freeze =
  (nodes: (stage: ClusterStage) => readonly ClusterNode[]): Inject =>
  async (stage, fault, random) => {
    const node = random.pick(nodes(stage))
    fault.who = node.name
    await node.freeze(FREEZE_MS)
  }
const cutOff =
  (nodes: (stage: ClusterStage) => readonly ClusterNode[]): Inject =>
  async (stage, fault, random) => {
    const node = random.pick(nodes(stage))
    fault.who = node.name
    node.stall()
    try {
      await delay(STALL_MS)
    } finally {
      node.resume()
    }
  }

/** Kills Patroni and PostgreSQL together, as if their machine had died. */
const killPrimary: Inject = async ({ database }, fault) => {
  const primary = await database.untilPrimary()
  fault.who = [fault.who, primary.name].filter(Boolean).join(' and ')
  fault.at = Date.now()
  await primary.program.kill()
  await delay(MACHINE_AWAY_MS)
  primary.program.start()
}

const INJECT: Record<FaultKind, Inject> = {
  'API node killed': kill(({ api }) => api),
  'API node frozen': freeze(({ api }) => api),
  'API node cut off from the database': cutOff(({ api }) => api),
  'worker killed': kill(({ workers }) => workers),
  'worker frozen': freeze(({ workers }) => workers),
  'worker cut off from the database': cutOff(({ workers }) => workers),
  'primary killed': killPrimary,
  async 'primary frozen'({ database }, fault) {
    const primary = await database.untilPrimary()
    fault.who = primary.name
    fault.at = Date.now()
    primary.program.signal('SIGSTOP')
    try {
      await delay(FREEZE_MS)
    } finally {
      primary.program.signal('SIGCONT')
    }
  },
  [LOSING_FAULT]: losePrimary,
  async 'primary and worker killed'(stage, fault, random) {
    const worker = random.pick(stage.workers)
    fault.who = worker.name
    await Promise.all([worker.killAndRestart(), killPrimary(stage, fault, random)])
  },
}

/** The standby is cut off for a while, and then becomes the only server left. */
async function losePrimary({ database }: ClusterStage, fault: Fault): Promise<void> {
  const primary = await database.untilPrimary()
  const standby = database.members.find((member) => member !== primary)!
  await standby.program.kill()
  await delay(BEHIND_MS)
  fault.who = primary.name
  fault.at = Date.now()
  await primary.program.kill()
  standby.program.start()
  await untilReady('a promoted standby', async () => (await database.primary()) === standby)
  primary.program.start()
}

/** Resolves with true when all API nodes are ready and the standby has kept up for a while. */
async function untilWhole({ api, database }: ClusterStage, isOver: () => boolean): Promise<boolean> {
  const deadline = Date.now() + WHOLE_MAX_MS
  for (let since: number | null = null; ; await delay(250)) {
    const ready = await Promise.all([...api.map(isReady), database.isWhole().catch(() => false)])
    if (!ready.every(Boolean)) since = null
    else {
      since ??= Date.now()
      if (Date.now() - since >= STEADY_MS) return true
    }
    if (isOver()) return false
    // The next fault comes anyway: an installation must survive that too.
    if (Date.now() > deadline) return false
  }
}

async function isReady({ url }: ClusterNode): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok
  } catch {
    return false
  }
}
