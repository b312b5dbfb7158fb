import { FAULT_KINDS, type Fault, type FaultKind } from '../core/faults.ts'
import type { Platform } from '../http/call.ts'

type FaultInput = Omit<Fault, 'id' | 'seen' | 'fired'>

const NAMES = [
  'platform',
  'call',
  'kind',
  'times',
  'after',
  'match',
  'rate',
  'seed',
  'status',
  'body',
  'ms',
  'reads',
  'hide_status',
  'bytes',
]
const USUAL_MS: Partial<Record<FaultKind, number>> = {
  timeout_before: 120_000,
  timeout_after: 120_000,
  rate_limited: 60_000,
}

/**
 * Checks everything, because a misspelt fault would disturb nothing and prove nothing. Returns a string as the reason
 * for a refusal.
 */
export function readFault(input: Record<string, unknown>, platforms: Platform[]): FaultInput | string {
  const unknown = Object.keys(input).find((name) => !NAMES.includes(name))
  if (unknown !== undefined) return `unknown field ${unknown}; known: ${NAMES.join(', ')}`
  const platform = platforms.find((each) => each.name === input.platform)
  if (!platform) return `platform must be one of ${platforms.map((each) => each.name).join(', ')}`
  const call = String(input.call ?? '*')
  if (call !== '*' && !platform.calls.includes(call)) return `call must be * or one of ${platform.calls.join(', ')}`
  const kind = FAULT_KINDS.find((each) => each === input.kind)
  if (!kind) return `kind must be one of ${FAULT_KINDS.join(', ')}`
  const rate = numberOrNull(input.rate)
  if (rate !== null && !(rate >= 0 && rate <= 1)) return 'rate must be between 0 and 1'
  const usualTimes = rate === null ? 1 : null
  const isItemLag = kind === 'lag' && call !== 'list'
  return {
    platform: platform.name,
    call,
    kind,
    times: input.times === undefined ? usualTimes : numberOrNull(input.times),
    after: Number(input.after ?? 0),
    match: typeof input.match === 'string' ? input.match : null,
    rate,
    seed: String(input.seed ?? 'faults'),
    status: numberOrNull(input.status),
    body: input.body ?? null,
    // Without a time, only reads end the lag of an item.
    ms: Number(input.ms ?? USUAL_MS[kind] ?? (isItemLag ? 0 : 60_000)),
    reads: Number(input.reads ?? (isItemLag && input.ms === undefined ? 1 : 0)),
    hide_status: input.hide_status === true,
    bytes: Number(input.bytes ?? 64 * 1024 * 1024),
  }
}

function numberOrNull(value: unknown): number | null {
  return value === undefined || value === null ? null : Number(value)
}
