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

export interface Arm {
  kind: 'arm'
  point: CrashPoint
  /** `any` for whichever comes first. */
  provider: string
  delayMs: number
  /** SIGSTOP, once, instead of SIGKILL. */
  stop?: boolean
}

export type ToChild = Arm | { kind: 'disarm' }

export type FromChild =
  | { kind: 'ready'; port: number }
  /** About to stop itself, and again at the next moment that it passes after it went on. */
  | { kind: 'stopping' | 'went_on' }

/** How another process of the proof differs from a real one; handed over as JSON. */
export interface ChildHooks {
  lookDelaysMs?: readonly number[]
  sendWithinMs?: number
  resendAfterMs?: number
  /** Of every second process: its runs leave their line after this long, and go on without a job. */
  leaveLineAfterMs?: number
  /** For how long such a run may be silent. */
  busyMs?: number
  /** How long the job `proof.long` takes. */
  longJobMs?: number
  /** In place of the one of lifeline.ts. */
  leaseMs?: number
  /** The negative control of the kill run. */
  withoutSendMarker?: boolean
}
