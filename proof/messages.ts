/** Moments of the engine, and `in_flight`: a few milliseconds after the visible call began. */
export const CRASH_POINTS = [
  'after_send',
  'in_flight',
  'after_marker',
  'after_record',
  'before_look',
  'after_prepare_step',
  'before_prepare_step',
] as const
export type CrashPoint = (typeof CRASH_POINTS)[number]

export type ToChild = { kind: 'arm'; point: CrashPoint; platform: string; delayMs: number } | { kind: 'disarm' }

export interface FromChild {
  kind: 'ready'
  port: number
}

export interface DepsHooks {
  lookDelaysMs?: number[]
  withoutSendMarker?: boolean
}
