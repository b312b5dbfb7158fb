import { setTimeout as delay } from 'node:timers/promises'
import { PROVIDERS, type Provider } from '../../../src/platforms/registry.ts'
import type { Random } from '../../random.ts'
import type { Actor, Stage } from '../stage.ts'
import { CRASH_POINTS, type CrashPoint } from './messages.ts'

export interface Kill {
  who: string
  /** `POINT on PROVIDER`, or `random`. */
  where: string
  atMs: number
}

export interface Killer {
  readonly kills: readonly Kill[]
  /** Resolves when the number of kills is reached, or the time is up. */
  done: Promise<void>
  /** Stops killing, and starts the processes that are down. */
  stop(): Promise<void>
}

export interface KillerOptions {
  kills: number
  random: Random
  deadline: number
  /** Whether enough posts have ended since the last kills; otherwise all kills would hit the first few. */
  isTime: (kills: number) => boolean
  /** For the control: kills only at the moment that causes duplicates if nothing else prevents them. */
  onlyAfterSend: boolean
}

interface Target {
  point: CrashPoint
  provider: Provider
  tries: number
}

/** How long to wait for an armed worker. Rare moments are tried again later. */
const ARMED_MS = 4_000
const TRIES = 4
/** Shares of all kills for the API and the database. */
const API_SHARE = 0.1
const DATABASE_SHARE = 0.04
const ENUMERATED_SHARE = 0.55

/** Kills and restarts processes: first at every named moment with every provider, then at random moments. */
export function startKiller(stage: Stage, options: KillerOptions): Killer {
  const { kills: wanted, random, deadline, isTime, onlyAfterSend } = options
  const kills: Kill[] = []
  const startedAt = Date.now()
  let stopping = false
  const others = Math.max(1, Math.round(wanted * API_SHARE)) + Math.max(1, Math.round(wanted * DATABASE_SHARE))
  const workerKills = wanted - others
  const targets = onlyAfterSend ? afterSend(wanted) : enumerate(random, Math.round(wanted * ENUMERATED_SHARE))
  const over = () => stopping || Date.now() > deadline
  const note = (who: string, where: string) => kills.push({ who, where, atMs: Date.now() - startedAt })
  const killsOfWorkers = () => kills.filter(({ who }) => who.startsWith('worker')).length

  const workerLane = async (worker: Actor) => {
    while (!over() && killsOfWorkers() < workerKills) {
      if (!isTime(kills.length)) {
        await delay(50)
        continue
      }
      const target = targets.shift()
      if (target) {
        worker.tell({ kind: 'arm', point: target.point, provider: target.provider, delayMs: random.between(0, 12) })
        if (await worker.ended(ARMED_MS)) note(worker.name, `${target.point} on ${target.provider}`)
        else {
          worker.tell({ kind: 'disarm' })
          if (target.tries < TRIES) targets.push({ ...target, tries: target.tries + 1 })
          continue
        }
      } else {
        await delay(random.between(50, 1_500))
        worker.kill()
        await worker.ended(ARMED_MS)
        note(worker.name, 'random')
      }
      await restart(worker, over)
    }
  }

  /** Kills the API and the database, spread evenly over the kills of the workers. */
  const otherLane = async () => {
    const databaseKills = Math.max(1, Math.round(wanted * DATABASE_SHARE))
    for (let at = 1; at <= others && !over(); at++) {
      while (!over() && killsOfWorkers() < (workerKills * at) / (others + 1)) await delay(50)
      if (over()) return
      if (at % Math.ceil(others / databaseKills) === 0) {
        const signal = random.next() < 0.7 ? 'SIGKILL' : 'SIGINT'
        note('database', signal)
        await stage.restartDatabase(signal)
      } else {
        stage.api.kill()
        await stage.api.ended(ARMED_MS)
        note('api', 'random')
        await restart(stage.api, over)
      }
    }
  }

  const lanes = Promise.all([...stage.workers.map(workerLane), otherLane()])
  return {
    kills,
    done: lanes.then(() => {}),
    async stop() {
      stopping = true
      await lanes
      for (const actor of [stage.api, ...stage.workers]) if (await actor.ended(0)) await restart(actor, () => false)
    },
  }
}

const RESTARTS = 20

/** A start may fail while the database is down. */
async function restart(actor: Actor, over: () => boolean): Promise<void> {
  for (let at = 0; at < RESTARTS; at++) {
    await actor.start()
    if (!(await actor.ended(0))) return
    if (over()) return
    await delay(200)
  }
  throw new Error(`${actor.name} does not start`)
}

/**
 * Providers where a second send without the marker makes a second post. On Bluesky it is the same record, and on
 * Threads and Instagram the container shows that it was already published.
 */
const REPEATING: readonly Provider[] = PROVIDERS.filter((provider) => ['linkedin', 'x', 'mastodon'].includes(provider))

function afterSend(count: number): Target[] {
  return Array.from({ length: count }, (_, at) => ({
    point: 'after_send',
    provider: REPEATING[at % REPEATING.length]!,
    tries: 0,
  }))
}

/** The most important moments first, each with every provider, round after round; random order within a round. */
function enumerate(random: Random, count: number): Target[] {
  const targets: Target[] = []
  while (targets.length < count) {
    for (const point of CRASH_POINTS) {
      for (const provider of random.shuffled(PROVIDERS)) targets.push({ point, provider, tries: 0 })
    }
  }
  return targets.slice(0, count)
}
