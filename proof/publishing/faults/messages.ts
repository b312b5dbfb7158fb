/** Named moments of the engine, and `in_flight`: a few milliseconds after the visible call began. */
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
  /** `any` for the first one that comes by. */
  provider: string
  delayMs: number
  /** Sends SIGSTOP once instead of SIGKILL. */
  stop?: boolean
}

export type ToChild = Arm | { kind: 'disarm' }

export type FromChild =
  | { kind: 'ready'; port: number }
  /** Sent just before it stops itself, and at the next named moment after it was resumed. */
  | { kind: 'stopping' | 'went_on' }

/** How a process of the proof differs from a real one; passed as JSON. */
export interface ChildHooks {
  lookDelaysMs?: readonly number[]
  sendWithinMs?: number
  resendAfterMs?: number
  /** In every second process, runs leave the account's line after this long, and continue without a job. */
  leaveLineAfterMs?: number
  /** How long such a run may be silent. */
  busyMs?: number
  /** How long the job `proof.long` takes. */
  longJobMs?: number
  /** Replaces the lease time of src/jobs/lifeline.ts. */
  leaseMs?: number
  /** The negative control of the kill run. */
  withoutSendMarker?: boolean
}
