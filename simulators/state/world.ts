import { createFaults, type Fault, type Faults } from '../core/faults.ts'
import { createJournal, type Journal } from '../core/journal.ts'
import { type Clock, createClock } from './clock.ts'
import { createIds, type Ids } from './ids.ts'
import type {
  Account,
  App,
  Blob,
  Code,
  Container,
  PublicItem,
  PushedRequest,
  RateWindow,
  RefreshToken,
  Token,
  Upload,
} from './records.ts'
import { createSettings, type SettingsBox, type SettingsPatch } from './settings.ts'
import { openStateLog } from './state-log.ts'
import { createTable, type Table, type TableOptions } from './table.ts'

/** The whole state of the simulators. There is one per process; handlers get it from the call. */
export interface World {
  /** URL of the simulators, without a slash at the end. */
  url: string
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: SettingsBox
  readonly journal: Journal
  readonly faults: Faults
  readonly accounts: Table<Account>
  readonly tokens: Table<Token>
  readonly refreshTokens: Table<RefreshToken>
  readonly codes: Table<Code>
  readonly apps: Table<App>
  readonly pushed: Table<PushedRequest>
  readonly containers: Table<Container>
  readonly items: Table<PublicItem>
  readonly uploads: Table<Upload>
  readonly blobs: Table<Blob>
  readonly windows: Table<RateWindow>
  /** Used proofs with their expiry. Forgotten at a restart. */
  readonly usedProofs: Map<string, number>
  advanceClock(ms: number): void
  /** Resets to an empty world: no posts, tokens, faults or journal; clock and settings as at the start. */
  reset(): void
  close(): void
}

interface WorldOptions {
  seed?: string
  stateFile?: string
  settings?: SettingsPatch
}

export function createWorld(options: WorldOptions): World {
  const log = openStateLog(options.stateFile)
  const clock = createClock()
  log.onReplay('clock', (_id, value) => clock.setOffset(value as number))
  const ids = createIds(options.seed ?? 'sandbox', log)
  const settings = createSettings(options.settings ?? {}, log)
  const journal = createJournal(log, clock)
  const faults = createFaults(createTable<Fault>({ name: 'faults', log }))
  const table = <T>(name: string, more: Partial<TableOptions<T>> = {}) => createTable<T>({ name, log, ...more })
  const ofAccount = (row: { platform: string; accountId: string }) => `${row.platform}:${row.accountId}`
  const tables = {
    accounts: table<Account>('accounts', { indexBy: (row) => row.platform }),
    tokens: table<Token>('tokens', { indexBy: ofAccount }),
    refreshTokens: table<RefreshToken>('refresh_tokens', { indexBy: ofAccount }),
    codes: table<Code>('codes'),
    apps: table<App>('apps'),
    pushed: table<PushedRequest>('pushed'),
    containers: table<Container>('containers', { indexBy: ofAccount }),
    items: table<PublicItem>('items', { indexBy: ofAccount }),
    uploads: table<Upload>('uploads'),
    blobs: table<Blob>('blobs'),
    windows: table<RateWindow>('windows'),
  }
  const usedProofs = new Map<string, number>()
  log.replay()
  return {
    url: '',
    clock,
    ids,
    settings,
    journal,
    faults,
    ...tables,
    usedProofs,
    advanceClock(ms) {
      clock.advance(ms)
      log.append({ t: 'clock', id: 'offset', v: clock.offsetMs() })
    },
    reset() {
      for (const each of Object.values(tables)) each.clear()
      usedProofs.clear()
      faults.reset()
      journal.clear()
      ids.reset()
      settings.reset()
      clock.setOffset(0)
      log.clear()
    },
    close: () => log.close(),
  }
}
