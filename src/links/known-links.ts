import { setTimeout as delay } from 'node:timers/promises'
import { failureKind, reasonOf } from '../db/connect/failure.ts'
import type { Db } from '../db/database.ts'
import type { Listener } from '../db/listener.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import type { Log } from '../lib/log/log.ts'
import { parseWebUrl } from '../lib/net/web-url.ts'
import { type KnownRow, selectByCodes, selectNewest } from './store.ts'
import { destinationOf, isCode } from './target.ts'

/** A link as redirects, contacts and forms need it, kept in memory under its code. */
export interface KnownLink {
  readonly workspaceId: string
  readonly id: string
  readonly code: string
  readonly postId: string | null
  readonly target: string
  /** The target with the link's parameters: where visitors are sent. */
  readonly destination: string
  readonly isDisabled: boolean
}

interface Entry {
  link: KnownLink
  bytes: number
  /** The listening period in which it was read: a link from an earlier period may have changed unnoticed. */
  epoch: number
  wasUsed: boolean
}

interface KnownLinksOptions {
  db: Db
  log: Log
  /** Nothing is served from memory alone while notices may be missing. */
  isCurrent: () => boolean
  bounds?: { entries: number; bytes: number }
}

const LINK_CHANNEL = 'doorpost_links'

const BOUNDS = { entries: 50_000, bytes: 32_000_000 }
const ENTRY_BYTES = 400
const UNKNOWN_MAX = 1_000
const STEP = 500
/** If the database takes longer than this, an older link in memory is used. */
const PATIENCE_MS = 300
const GATHER_MS = 20

export type KnownLinks = ReturnType<typeof createKnownLinks>

/**
 * The links of all workspaces by code: the newest are read at the start, new ones when they are created, others on
 * demand. The database announces changes, and changed links are read again. While the database is unreachable, links in
 * memory keep working.
 */
export function createKnownLinks({ db, log, isCurrent, bounds = BOUNDS }: KnownLinksOptions) {
  const memory = createMemory(bounds)
  // Separate and small, so that invented codes do not evict real ones.
  const unknown = new Set<string>()
  /** Codes that changed during a read, whose result may be out of date. */
  const changed = new Set<string>()
  let reading = 0
  let epoch = 0
  const toRead = new Set<string>()
  let isClosed = false
  let work: Promise<void> = Promise.resolve()

  const forget = (code: string) => {
    memory.forget(code)
    unknown.delete(code)
  }

  async function read(load: () => Promise<KnownRow[]>): Promise<KnownLink[]> {
    const since = epoch
    reading++
    try {
      return (await load()).map((row) => {
        const link = toKnown(row)
        if (!changed.has(link.code)) memory.keep(link, since)
        return link
      })
    } finally {
      if (--reading === 0) changed.clear()
    }
  }

  async function readCodes(codes: readonly string[]): Promise<Array<KnownLink | null>> {
    const since = epoch
    const found = new Map((await read(() => selectByCodes(db, codes))).map((link) => [link.code, link]))
    for (const code of codes) {
      if (found.has(code)) continue
      if (since === epoch) forget(code)
      if (unknown.size >= UNKNOWN_MAX) unknown.delete(unknown.values().next().value!)
      if (since === epoch && isCurrent()) unknown.add(code)
    }
    return codes.map((code) => found.get(code) ?? null)
  }

  // Codes that are requested at the same time are read together.
  const readings = createBatcher<string, KnownLink | null>({ write: readCodes })

  const peek = (code: string): KnownLink | null | undefined => {
    if (!isCurrent()) return undefined
    const entry = memory.get(code)
    if (entry === undefined) return unknown.has(code) ? null : undefined
    if (entry.epoch !== epoch) return undefined
    entry.wasUsed = true
    return entry.link
  }

  const ask = async (code: string): Promise<KnownLink | null> => {
    const older = memory.get(code)
    if (older === undefined) return readings.add(code)
    const asked = readings.add(code).catch((error) => {
      if (failureKind(error) === 'unavailable' || error?.code === 'service_unavailable') return older.link
      throw error
    })
    return Promise.race([asked, delay(PATIENCE_MS, older.link, { ref: false })])
  }

  /** Runs tasks one at a time. No request waits for them. */
  const inBackground = (task: () => Promise<void>) => {
    work = work.then(task).catch((error) => {
      if (!isClosed)
        log.warn({ reason: reasonOf(error) }, 'links were not read into memory; they are read when somebody asks')
    })
  }

  const readNewest = async () => {
    const since = epoch
    const most = Math.floor(bounds.entries * 0.8)
    let below: string | null = null
    for (let count = 0; count < most && since === epoch && !isClosed; count += STEP) {
      const links: KnownLink[] = await read(() => selectNewest(db, below, STEP))
      if (links.length < STEP) return
      below = links.at(-1)!.id
    }
  }

  const readChanged = async () => {
    await delay(GATHER_MS, undefined, { ref: false })
    while (toRead.size > 0 && !isClosed) {
      const codes = [...toRead].slice(0, STEP)
      for (const code of codes) toRead.delete(code)
      await readCodes(codes)
    }
  }

  return {
    peek,
    /** Null if there is no such link. Rejects if only the database could tell and it is unreachable. */
    find(code: string): Promise<KnownLink | null> {
      if (!isCode(code)) return Promise.resolve(null)
      const known = peek(code)
      return known === undefined ? ask(code) : Promise.resolve(known)
    },
    /** Keeps memory up to date through the database's notices. Called before the listener starts. */
    connect(listener: Pick<Listener, 'onNotice' | 'onStart'>): void {
      listener.onNotice(LINK_CHANNEL, (code) => {
        forget(code)
        if (reading > 0) changed.add(code)
        if (toRead.size === 0) inBackground(readChanged)
        if (toRead.size < bounds.entries) toRead.add(code)
      })
      listener.onStart(() => {
        epoch++
        unknown.clear()
        inBackground(readNewest)
      })
    },
    settled: () => work,
    async close() {
      isClosed = true
      await work
    },
  }
}

function createMemory(bounds: { entries: number; bytes: number }) {
  const entries = new Map<string, Entry>()
  let bytes = 0
  const forget = (code: string) => {
    bytes -= entries.get(code)?.bytes ?? 0
    entries.delete(code)
  }
  return {
    get: (code: string) => entries.get(code),
    forget,
    keep(link: KnownLink, epoch: number): void {
      forget(link.code)
      const size = ENTRY_BYTES + 2 * (link.target.length + link.destination.length)
      entries.set(link.code, { link, bytes: size, epoch, wasUsed: false })
      bytes += size
      // Evicts the oldest, but those that were used get a second turn.
      while (entries.size > bounds.entries || bytes > bounds.bytes) {
        const [code, entry] = entries.entries().next().value!
        entries.delete(code)
        if (entry.wasUsed) entries.set(code, { ...entry, wasUsed: false })
        else bytes -= entry.bytes
      }
    },
  }
}

function toKnown({ workspace_id, id, code, post_id, target, utm, disabled_at }: KnownRow): KnownLink {
  // A target that bypassed all checks redirects nobody, and does not keep other links from being read.
  const isSound = parseWebUrl(target) !== null
  return {
    workspaceId: workspace_id,
    id,
    code,
    postId: post_id,
    target,
    destination: isSound ? destinationOf(target, code, utm) : '',
    isDisabled: disabled_at !== null || !isSound,
  }
}
