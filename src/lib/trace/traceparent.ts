// https://www.w3.org/TR/trace-context/#traceparent-header: version, trace, parent, flags.
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
const LENGTH_MAX = 512

/** The id of the trace that a caller's header names; null when there is none, or not as the standard says. */
export function traceIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > LENGTH_MAX) return null
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(header) ?? []
  if (traceId === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  return /^0+$/.test(traceId) || /^0+$/.test(parentId!) ? null : traceId
}

type Find = () => string | null

let find: Find | null = null

/**
 * The trace that the caller works for, as jobs keep it for those who do them; null when nothing is traced. One for the
 * process, as the context of OpenTelemetry is: whoever writes a job need not be handed it.
 */
export function currentTraceparent(): string | null {
  return find === null ? null : find()
}

export function findTraceparentWith(how: Find | null): void {
  find = how
}
