import { setTimeout as delay } from 'node:timers/promises'
import { createKey } from '../../src/keys/keys.ts'
import { PROVIDERS } from '../../src/platforms/registry.ts'
import { SCOPES } from '../../src/scopes.ts'
import { createRandom } from '../random.ts'
import { type FiredFaults, injectFaults, readFiredFaults } from './faults/faults.ts'
import { type Kill, startKiller } from './faults/killer.ts'
import { openSlowRoad } from './faults/slow-road.ts'
import { connectAccounts, DEFENCELESS, GENEROUS } from './people/accounts.ts'
import { type Entry, writePosts } from './people/author.ts'
import { countOpen, countStates, hurry } from './people/person.ts'
import { planPosts } from './plan.ts'
import { openStage, type Stage } from './stage.ts'
import { judge, type Verdict } from './verdict.ts'

export interface ProofOptions {
  posts: number
  kills: number
  seed: number
  /** The run stops after this time and evaluates what it has. */
  minutesMax: number
  /** Runs without the marker and without the platforms' own protection: there must be duplicates. */
  control: boolean
  /** The platforms do not prevent duplicates themselves, and posts take a while to become public. */
  hard?: boolean
  accounts?: number
  logLevel?: string
  onProgress?: (line: string) => void
  signal?: AbortSignal
}

export interface ProofResult {
  verdict: Verdict
  kills: readonly Kill[]
  entries: readonly Entry[]
  seconds: number
  /** Requests that were sent again because their answer was lost. */
  repeats: number
  faults: FiredFaults
}

// Instead of 5 s, 30 s, 2 min and 10 min. As there, the second wait is longer than a call can take (30 s there, 2 s on
// the slow road), and all waits together are longer than reads lag behind.
const LOOK_DELAYS_MS = [200, 2_500, 1_500, 3_000]
// Instead of a call's time-out plus two minutes. As there, longer than a call can take.
const RESEND_AFTER_MS = 2_700
const CONCURRENCY = 4
const WORKERS = 2
const TICK_MS = 1_000
const PROGRESS_MS = 3_000
/** How far posts may be ahead of the kills, so that there is always work to interrupt. */
const AHEAD_MIN = 40
/** How far kills may be ahead of the posts, as a share of all. */
const KILLS_AHEAD = 0.15
// Most runs take longer than this, so kills also hit runs that continue without a job.
const LEAVE_LINE_AFTER_MS = 20
const BUSY_MS = 3_000
/** Faults continue until this share of the posts has ended. */
const DISTURBED_SHARE = 0.9

export async function runProof(options: ProofOptions): Promise<ProofResult> {
  const { seed, control: isControl, signal } = options
  const startedAt = Date.now()
  const deadline = startedAt + options.minutesMax * 60_000
  const road = options.hard ? await openSlowRoad(createRandom(seed + 1)) : null
  const stage = await openStage({
    ...(road ? { road } : {}),
    hooks: {
      lookDelaysMs: LOOK_DELAYS_MS,
      resendAfterMs: RESEND_AFTER_MS,
      leaveLineAfterMs: LEAVE_LINE_AFTER_MS,
      busyMs: BUSY_MS,
      ...(isControl ? { withoutSendMarker: true } : {}),
    },
    workers: WORKERS,
    concurrency: CONCURRENCY,
    seed: `proof ${seed}`,
    logLevel: options.logLevel ?? 'silent',
  })
  const abort = () => void stage.stop()
  signal?.addEventListener('abort', abort)
  try {
    signal?.throwIfAborted()
    return await play(stage, options, startedAt, deadline)
  } finally {
    signal?.removeEventListener('abort', abort)
    await stage.stop()
    await road?.stop()
  }
}

async function play(stage: Stage, options: ProofOptions, startedAt: number, deadline: number): Promise<ProofResult> {
  const { deps, control } = stage
  const random = createRandom(options.seed)
  await control.settings(GENEROUS)
  if (options.control || options.hard) await control.settings(DEFENCELESS)
  const accountsEach = options.accounts ?? 4
  const accounts = await connectAccounts(deps, control, accountsEach, PROVIDERS)
  const key = await createKey(deps.pool, deps.ids, {
    workspaceId: deps.workspaceId,
    name: 'proof',
    scopes: [...SCOPES],
    expires_at: null,
  })
  const posts = planPosts(random, options.posts, accountsEach, `${stage.simulatorsUrl}/media`)
  // A call that a fault refuses has no effect, so a kill after it shows nothing: the control runs without faults.
  if (!options.control) await injectFaults(control, String(options.seed), Math.floor(options.posts / PROVIDERS.length))

  let ended = 0
  let nextLine = 0
  const killer = startKiller(stage, {
    kills: options.kills,
    random,
    deadline,
    isTime: (kills) => options.control || ended / options.posts + KILLS_AHEAD >= kills / options.kills,
    onlyAfterSend: options.control,
  })
  let killing = true
  const ahead = Math.max(AHEAD_MIN, options.posts / 12)
  const turn = async (number: number) => {
    const isEarly = () =>
      number > (options.posts * killer.kills.length) / options.kills + ahead && number > ended + AHEAD_MIN
    while (killing && isEarly()) await delay(20)
  }
  let entries: Entry[] = []
  const url = () => `http://127.0.0.1:${stage.api.port}`
  const writing = writePosts(posts, { url, key: key!.key, accounts, random, deadline, turn })
  const stopTicking = keepTicking(stage, accounts, () => progress(options, startedAt, killer.kills.length))
  try {
    await killer.done
    killing = false
    entries = await writing
    while (ended < options.posts * DISTURBED_SHARE && Date.now() < deadline) await delay(TICK_MS / 2)
    await control.clearFaults()
    await killer.stop()
    await settle(stage, deadline)
  } finally {
    killing = false
    await stopTicking()
    await killer.stop()
    await writing.catch(() => {})
  }
  const verdict = await judge(deps, control, entries)
  return {
    verdict,
    kills: killer.kills,
    entries,
    seconds: (Date.now() - startedAt) / 1000,
    repeats: entries.reduce((sum, entry) => sum + entry.repeats, 0),
    faults: await readFiredFaults(stage.simulatorsUrl),
  }

  async function progress({ onProgress }: ProofOptions, since: number, kills: number): Promise<void> {
    const states = await countStates(deps)
    ended = Object.values(states).reduce((sum, count) => sum + count, 0) - countOpen(states)
    if (Date.now() < nextLine) return
    nextLine = Date.now() + PROGRESS_MS
    const seconds = Math.round((Date.now() - since) / 1000)
    const text = Object.entries(states).map(([state, count]) => `${state} ${count}`)
    onProgress?.(`${String(seconds).padStart(4)} s  kills ${kills}/${options.kills}  ${text.join(', ')}`)
  }
}

/** Every second: speeds time up and reports progress. The database may be down. */
function keepTicking(
  { deps, control }: Stage,
  accounts: Awaited<ReturnType<typeof connectAccounts>>,
  progress: () => Promise<void>,
): () => Promise<void> {
  let stopped = false
  const ticking = (async () => {
    for (; !stopped; await delay(TICK_MS)) {
      try {
        await hurry(deps, control, accounts)
        await progress()
      } catch {
        // The next tick comes soon.
      }
    }
  })()
  return async () => {
    stopped = true
    await ticking
  }
}

async function settle({ deps }: Stage, deadline: number): Promise<void> {
  for (; Date.now() < deadline; await delay(TICK_MS / 2)) {
    const states = await countStates(deps).catch(() => null)
    if (states !== null && countOpen(states) === 0) return
  }
}
