import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../random.ts'
import type { Victim } from '../victim.ts'
import type { EventsStage } from './stage.ts'

export interface EventKill {
  who: string
  atMs: number
}

export interface EventsKiller {
  readonly kills: readonly EventKill[]
  /** Resolves when the number of kills is reached or the time is up, and all killed processes run again. */
  done: Promise<void>
}

export interface EventsKillerOptions {
  kills: number
  random: Random
  deadline: number
  /** Whether the load has progressed far enough; otherwise all kills would come at its beginning. */
  isTime: (kills: number) => boolean
  signal?: AbortSignal
}

const DATABASE_SHARE = 0.15
const API_SHARE = 0.3
const PAUSE_MAX_MS = 500

/** Sends SIGKILL at random moments to one victim after the other, even while others are still restarting. */
export function startEventsKiller({ victims }: EventsStage, options: EventsKillerOptions): EventsKiller {
  const { random, deadline, isTime, signal } = options
  const kills: EventKill[] = []
  const startedAt = Date.now()
  const restarts = new Map<Victim, Promise<void>>()
  const failed = Promise.withResolvers<never>()
  const over = () => signal?.aborted || Date.now() > deadline
  const work = async () => {
    for (const victim of chooseVictims(victims, options.kills, random)) {
      while (!over() && !isTime(kills.length)) await delay(20)
      await restarts.get(victim)
      await delay(random.between(0, PAUSE_MAX_MS))
      if (over()) break
      kills.push({ who: victim.name, atMs: Date.now() - startedAt })
      const restart = victim.killAndRestart()
      // A process that does not restart ends the proof.
      restart.catch(failed.reject)
      restarts.set(victim, restart)
    }
    await Promise.all(restarts.values())
  }
  return { kills, done: Promise.race([work(), failed.promise]) }
}

/** Each kind at least once, in random order. */
function chooseVictims({ api, workers, database }: EventsStage['victims'], count: number, random: Random): Victim[] {
  const ofDatabase = Math.max(1, Math.round(count * DATABASE_SHARE))
  const ofApi = Math.max(1, Math.round(count * API_SHARE))
  const ofWorkers = Math.max(1, count - ofDatabase - ofApi)
  return random.shuffled([
    ...Array.from({ length: ofDatabase }, () => database),
    ...Array.from({ length: ofApi }, () => api),
    ...Array.from({ length: ofWorkers }, (_, at) => workers[at % workers.length]!),
  ])
}
