import type { Connections, ReadyConnection } from '../../connections/connections.ts'
import type { Db } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import type { Emit } from '../../events/emit.ts'
import type { InstallationGuard } from '../../installation/guard.ts'
import type { Adapter, PlatformContext } from '../../platforms/contract.ts'
import type { Provider } from '../../platforms/registry.ts'
import type { EngineTimes } from './policy.ts'

/** How late a post of the workspace may still go out by itself, in milliseconds. */
export type LateWindowOf = (db: Db, workspaceId: string) => Promise<number>

/** For tests and the proof; a real process has neither. */
export interface EngineHooks {
  /** Called at named moments; a test stops the process there. */
  crashPoint?: (name: string) => void | Promise<void>
  /** Shorter than the real ones: a test has no minutes to spare. */
  times?: Partial<EngineTimes>
}

export interface EngineOptions extends Pick<EngineHooks, 'crashPoint'>, Pick<Parts, 'pool' | 'clock' | 'log'> {
  emit: Emit
  lateWindowOf: LateWindowOf
  connections: Connections
  adapters: Record<Provider, Adapter>
  /** Makes the context for an attempt; `close` frees downloaded files. */
  contextFor: (connection: ReadyConnection) => PlatformContext & { close(): Promise<void> }
  guard: InstallationGuard
  times: EngineTimes
}

/** The time now, or `afterMs` later. */
export function engineNow({ clock }: EngineOptions, afterMs = 0): Date {
  return new Date(clock.now() + afterMs)
}
