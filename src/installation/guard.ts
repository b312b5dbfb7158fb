import { hostname } from 'node:os'
import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { withinMs } from '../lib/bounds/abort.ts'
import { message, type Said } from '../messages/message.ts'
import { sentence } from '../messages/sentence.ts'
import { findMismatch, isCoveredBy, type Mismatch, UNKNOWN_FOLDER } from './compare.ts'
import type { DatabaseTime } from './database-time.ts'
import { highest, KeptMark, type StoredMark } from './mark-files.ts'
import {
  confirmTimeline,
  countSend,
  ensureInstallation,
  findInstallation,
  type InstallationState,
  isVouchedFor,
  recordMismatch,
  removeNode,
  removeOldNodes,
  saveBeat,
} from './store.ts'

/** A reason to send nothing now. */
interface Closure {
  code: string
  reason: Said
  /** True if a person has to lift it; other closures end by themselves. */
  isPause: boolean
}

/** Nothing may be sent. Thrown inside the transaction of a marker, which is then rolled back. */
export class PublishingClosed extends Error {
  override readonly name = 'PublishingClosed'
}

export type InstallationGuard = Pick<Guard, 'closed' | 'countSend' | 'keepMark' | 'check' | 'close'>

interface GuardOptions extends Pick<Parts, 'pool' | 'ids' | 'log'> {
  time: DatabaseTime
  dataDir: string
  /** True if this process sends posts; only then an unknown DATA_DIR matters. */
  publishes: boolean
  /** Host → how far its clock is ahead of ours. */
  platformOffsets: () => Record<string, number>
}

const BEAT_MS = 5_000
const RETRY_MS = 1_000
/** A node that vouches for the database sends at least two heartbeats in this time. */
const VOUCH_MS = 2 * BEAT_MS + 2_000
/** How long nodes that were killed or frozen together with the primary have to confirm that no send was lost. */
const FAILOVER_MS = 90_000
const CLOSE_MS = 500

export async function createGuard(options: GuardOptions): Promise<InstallationGuard> {
  const guard = new Guard(options)
  await guard.start()
  return guard
}

/**
 * Knows whether the database is the one that this installation has seen, and not an older copy:
 * docs/how-to/operations.md, "After a restore". It checks at the start, every few seconds, and inside the transaction
 * of every send.
 */
class Guard {
  readonly #options: GuardOptions
  readonly #kept: KeptMark
  readonly #nodeId: string
  /** True once the database was found to be ours. */
  #trusted = false
  #state: InstallationState | null = null
  #unknownSince: Date | null = null
  /** When the wait for other nodes to confirm a failover began, by performance.now(). */
  #failoverSince: number | null = null
  /** True if the newest commits waited for a standby. */
  #synchronous = false
  #asynchronousSends = 0
  #checking: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #closed = false

  constructor(options: GuardOptions) {
    this.#options = options
    this.#kept = new KeptMark(options)
    this.#nodeId = options.ids.next().id
  }

  async start(): Promise<void> {
    const { pool, ids } = this.#options
    await ensureInstallation(pool, ids.next().id, this.#now())
    await this.#kept.load()
    await this.check()
    await removeOldNodes(pool, this.#now())
    this.#later(BEAT_MS)
  }

  /** Null if posts may go out. */
  async closed(): Promise<Closure | null> {
    const { time } = this.#options
    const wrongClock = time.problem()
    if (wrongClock !== null) return { code: 'wrong_clock', reason: wrongClock, isPause: false }
    // A person may have lifted the pause a moment ago.
    if (this.#closure()?.isPause) await this.check()
    return this.#closure()
  }

  #closure(): Closure | null {
    const pause = this.#state?.pause
    if (pause) return { code: pause.code, reason: pause.reason, isPause: true }
    const { problem } = this.#kept
    if (problem !== null) return { code: 'data_folder_not_writable', reason: problem, isPause: false }
    if (this.#failoverSince !== null) {
      return { code: 'failover_unconfirmed', reason: message('installation.failover_unconfirmed'), isPause: false }
    }
    if (this.#trusted) return null
    return { code: 'unknown_data_folder', reason: message('installation.unconfirmed'), isPause: false }
  }

  /** Counts a send in the transaction of its marker. Throws PublishingClosed. */
  async countSend(tx: Tx): Promise<number> {
    const { mark } = this.#kept
    const counted = mark === null || this.#closure() !== null ? null : await countSend(tx, mark)
    if (counted !== null) {
      if (!counted.synchronous) this.#noteAsynchronous()
      return counted.sends
    }
    this.#later(0)
    throw new PublishingClosed('Nothing may be sent.')
  }

  /** Writes the count outside the database. The platform may be called once this has resolved. */
  async keepMark(sends: number): Promise<void> {
    await this.#kept.write({ ...this.#kept.mark!, sends, synchronous: this.#synchronous })
  }

  #noteAsynchronous(): void {
    this.#asynchronousSends++
    this.#synchronous = false
  }

  /** Checks now instead of at the next heartbeat. Checks run one at a time. */
  async check(): Promise<void> {
    while (this.#checking !== null) await this.#checking.catch(() => {})
    this.#checking = this.#check().finally(() => {
      this.#checking = null
    })
    await this.#checking
  }

  async #check(): Promise<void> {
    const { pool, log } = this.#options
    // Read before the database, whose answer lacks sends that happen meanwhile.
    const seen = this.#kept.mark
    let state = (await findInstallation(pool))!
    const mismatch = await this.#findMismatch(seen, state)
    const failover = mismatch?.code === 'failover' ? await this.#judgeFailover(seen, state) : null
    // Sends no heartbeats meanwhile: see confirmTimeline.
    if (failover === 'waiting') return
    if (failover === null) this.#failoverSince = null
    if (mismatch !== null) {
      if (failover !== 'confirmed') await this.#record(state, mismatch)
      state = (await findInstallation(pool))!
    }
    if (state.pause && !this.#state?.pause) {
      log.warn(
        { code: state.pause.code, since: state.pause.since },
        `publishing is paused: ${sentence(state.pause.reason)}`,
      )
    }
    if (this.#state?.pause && !state.pause) log.info({ by: state.resumedBy }, 'publishing was resumed')
    this.#state = state
    // The file names this node before the database does. It gets the counts once a later commit is safe.
    if (this.#trusted && !this.#kept.mark?.nodes.includes(this.#nodeId)) await this.#remember({ ...state, position: 0 })
    await this.#beat(state)
    if (this.#trusted) await this.#remember(state)
  }

  /**
   * Called after a standby was promoted. `confirmed`: the new primary has all sends of every node, and the installation
   * continues. `waiting`: some nodes have not confirmed yet. `lost`: commits may be lost, and a person has to check.
   */
  async #judgeFailover(seen: StoredMark | null, state: InstallationState): Promise<'confirmed' | 'waiting' | 'lost'> {
    const { pool, log } = this.#options
    this.#failoverSince ??= performance.now()
    const hasTime = performance.now() - this.#failoverSince < FAILOVER_MS
    // Other processes may share the folder, and have made sends that this one does not know of.
    const files = await this.#kept.read()
    const mark = seen && files ? { ...highest(files, seen), synchronous: seen.synchronous && files.synchronous } : seen
    const isCovered = isCoveredBy(state, mark)
    // A node that has seen nothing leaves the decision to others.
    const isOutcome = isCovered || (mark === null && hasTime)
    if (!isOutcome || !hasTime) {
      this.#failoverSince = null
      return 'lost'
    }
    const isAccepted = state.acceptedTimeline === state.timeline
    const nodes = isCovered ? [this.#nodeId, ...mark!.nodes] : []
    if (!isAccepted && !(await transaction(pool, (tx) => confirmTimeline(tx, nodes, state.timeline!)))) return 'waiting'
    if (!isCovered) return 'waiting'
    this.#failoverSince = null
    this.#trusted = true
    if (!isAccepted) {
      log.warn({ timeline: state.timeline }, 'the database server was replaced by its standby; no send was lost')
    }
    return 'confirmed'
  }

  /** Null if all is well, or not known yet. */
  async #findMismatch(seen: StoredMark | null, state: InstallationState): Promise<Mismatch | null> {
    const folder = seen?.folder ?? { inode: '', bornAt: 0 }
    const isKnown = seen !== null
    const current = this.#trusted || !isKnown ? folder : await this.#kept.folder().catch(() => folder)
    const mismatch = findMismatch(seen, state, current)
    if (mismatch !== null) return mismatch
    // Before the first send, a new folder means a new installation, or one older than marks.
    if (isKnown || state.sends === 0 || state.pause) {
      this.#trusted = true
      return null
    }
    return this.#askAround(state)
  }

  async #askAround(state: InstallationState): Promise<Mismatch | null> {
    const { pool, publishes } = this.#options
    const now = this.#now()
    this.#unknownSince ??= now
    if (await isVouchedFor(pool, this.#nodeId, this.#unknownSince)) {
      this.#trusted = true
      return null
    }
    const isOver = now.getTime() - this.#unknownSince.getTime() > VOUCH_MS
    return isOver && publishes && state.sends > 0 ? UNKNOWN_FOLDER : null
  }

  async #record(state: InstallationState, mismatch: Mismatch): Promise<void> {
    const { pool, log } = this.#options
    // Counts of another installation do not apply.
    const { mark } = this.#kept
    const isForeign = mark !== null && mark.installationId !== state.installationId
    const counts = mark === null || isForeign ? { sends: 0, position: 0 } : mark
    await transaction(pool, (tx) => recordMismatch(tx, mismatch, counts, { now: this.#now(), pauses: state.hasPosts }))
    log.warn({ code: mismatch.code, pauses: state.hasPosts }, sentence(mismatch.reason))
    if (isForeign) this.#kept.forget()
    this.#trusted = true
  }

  /** Updates the file from the database only once the database was found to be ours. */
  async #remember(state: InstallationState): Promise<void> {
    const { installationId, sends, position, server, timeline, feedEpoch } = state
    const own = { synchronous: this.#synchronous, nodes: [this.#nodeId] }
    await this.#kept.remember({ installationId, sends, position, server, timeline, feedEpoch, ...own })
  }

  async #beat({ timeline }: InstallationState): Promise<void> {
    const { pool, time, platformOffsets, publishes } = this.#options
    const sendsBefore = this.#asynchronousSends
    const node = {
      id: this.#nodeId,
      name: `${hostname()}, pid ${process.pid}`,
      isTrusted: this.#trusted && this.#state?.pause === null,
      clockOffsetMs: time.offsetMs(),
      platformOffsets: platformOffsets(),
      publishes,
      timeline,
    }
    const isSynchronous = await saveBeat(pool, node, this.#now())
    this.#synchronous = isSynchronous && sendsBefore === this.#asynchronousSends
  }

  #later(ms: number): void {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.check().then(
        () => this.#later(this.#failoverSince === null ? BEAT_MS : RETRY_MS),
        (error) => {
          this.#options.log.debug({ err: error }, 'the installation was not checked')
          this.#later(RETRY_MS)
        },
      )
    }, ms).unref()
  }

  #now(): Date {
    return new Date(this.#options.time.now())
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#checking?.catch(() => {})
    // A failure does no harm: nodes that stopped beating are removed later.
    await withinMs(CLOSE_MS, removeNode(this.#options.pool, this.#nodeId)).catch(() => {})
  }
}
