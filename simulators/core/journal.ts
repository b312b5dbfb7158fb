import { createHash } from 'node:crypto'
import type { Body } from '../http/body.ts'
import type { Clock } from '../state/clock.ts'
import type { StateLog } from '../state/state-log.ts'

export interface JournalEntry {
  seq: number
  at: string
  platform: string
  call: string
  method: string
  path: string
  query: Record<string, string>
  account: string | null
  /** A fingerprint that identifies the token without revealing it. */
  token: string | null
  body: unknown
  /** Null if no answer was sent. */
  status: number | null
  /** `ok`, `refused`, or the kind of fault. */
  outcome: string
  /** Id of what the call created or changed, if anything. */
  effect: string | null
}

export interface JournalFilter {
  platform?: string
  call?: string
  since?: number
}

/** The recorded facts of a call. */
interface JournalCall {
  platform: string
  name: string
  method: string
  path: string
  query: URLSearchParams
  body: Body
  token: string | null
  accountId: string | null
  effect: string | null
}

export interface Journal {
  add(call: JournalCall, reply: { status: number } | null, outcome: string): void
  list(filter: JournalFilter): JournalEntry[]
  clear(): void
}

/** Older entries are only in the state file, because a sandbox may run for months. */
const KEPT = 200_000
const SECRETS = /^(access_token|client_secret|code|code_verifier|refresh_token|token|input_token)$/

export function createJournal(log: StateLog, clock: Clock): Journal {
  let entries: JournalEntry[] = []
  let seq = 0
  const keep = (entry: JournalEntry) => {
    seq = entry.seq
    entries.push(entry)
    if (entries.length > KEPT * 1.2) entries = entries.slice(-KEPT)
  }
  log.onReplay('journal', (_id, value) => keep(value as JournalEntry))
  return {
    add(call, reply, outcome) {
      const entry: JournalEntry = {
        seq: seq + 1,
        at: new Date(clock.now()).toISOString(),
        platform: call.platform,
        call: call.name,
        method: call.method,
        path: call.path,
        query: redact(Object.fromEntries(call.query)) as Record<string, string>,
        account: call.accountId,
        token: call.token === null ? null : fingerprint(call.token),
        body: summary(call),
        status: reply?.status ?? null,
        outcome,
        effect: call.effect,
      }
      keep(entry)
      log.append({ t: 'journal', id: String(entry.seq), v: entry })
    },
    list: (filter) =>
      entries.filter(
        (entry) =>
          (filter.platform === undefined || entry.platform === filter.platform) &&
          (filter.call === undefined || entry.call === filter.call) &&
          (filter.since === undefined || entry.seq > filter.since),
      ),
    clear() {
      entries = []
      seq = 0
    },
  }
}

export function fingerprint(secret: string): string {
  return `…${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`
}

function summary(call: JournalCall): unknown {
  const { kind, fields, files, bytes } = call.body
  if (kind === 'empty') return null
  if (kind === 'bytes' || kind === 'unreadable') return { bytes: bytes.length }
  const sizes = Object.entries(files).map(([name, file]) => [name, `${file.length} bytes`])
  return redact({ ...fields, ...Object.fromEntries(sizes) })
}

function redact(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (SECRETS.test(name)) return fingerprint(value)
    return value.length > 4_000 ? `${value.slice(0, 4_000)}…` : value
  }
  if (Array.isArray(value)) return value.map((entry) => redact(entry))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redact(entry, key)]))
}
