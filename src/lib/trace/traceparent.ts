// https://www.w3.org/TR/trace-context/#traceparent-header: version, trace, parent, flags.
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/
const LENGTH_MAX = 512

/** The trace id in a caller's header; null if there is none, or if it violates the standard. */
export function traceIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string' || header.length > LENGTH_MAX) return null
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(header) ?? []
  if (traceId === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  return /^0+$/.test(traceId) || /^0+$/.test(parentId!) ? null : traceId
}

type Find = () => string | null

let find: Find | null = null

/**
 * The current trace, stored with jobs so that their workers continue it; null if tracing is off. It is global to the
 * process, like OpenTelemetry's context, so code that enqueues a job need not be passed it.
 */
export function currentTraceparent(): string | null {
  return find === null ? null : find()
}

export function findTraceparentWith(how: Find | null): void {
  find = how
}
