import { createLineWriter, type Log } from '../../lib/log/log.ts'
import { traceIdOf } from '../../lib/trace/traceparent.ts'
import { type Caller, callerName, type Request } from '../call.ts'
import type { OpenRegistry } from './registry.ts'
import { createRequestCounts } from './request-counts.ts'
import type { MetricsSources, Rendered } from './sources.ts'

/** Prometheus metrics, and one log line for every request. Neither contains a URL, a key or an address. */
export type Metrics = ReturnType<typeof createMetrics>

/** Counts a sent response, and writes its log line. */
export type Observe = (
  request: Pick<Request, 'id' | 'method' | 'routeOptions' | 'caller' | 'headers'>,
  status: number,
  ms: number,
) => void

/** For requests that were refused before their route was known. */
export type ObserveUnrouted = (id: string, method: string, status: number) => void

/** As in nginx: the caller hung up before the response was sent. It appears in logs and metrics only. */
export const HUNG_UP = 499

/** Loads the metrics library on the first scrape: most installations never need it. */
export function createMetrics(log: Log, sources: MetricsSources) {
  const requests = createRequestCounts()
  let registry: Promise<OpenRegistry> | undefined
  const openRegistry = async () => (await import('./registry.ts')).createRegistry(sources, requests.all)
  const writeLine = createLineWriter(log)
  const observe: Observe = (request, status, ms) => {
    const { members } = requests.count(request.routeOptions.url ?? 'unmatched', request.method, status, ms)
    // None of the values need escaping.
    writeLine(
      `"reqId":"${request.id}",${members},"ms":${Math.round(ms * 100) / 100}${callerMember(request.caller)}${traceMember(request.headers.traceparent)},"msg":"request"`,
    )
  }
  const observeUnrouted: ObserveUnrouted = (id, method, status) => {
    const { members } = requests.count('unmatched', method, status, 0)
    writeLine(`"reqId":"${id}",${members},"ms":0,"msg":"request"`)
  }
  return {
    async render(): Promise<Rendered> {
      if (sources.renderAll) return sources.renderAll()
      registry ??= openRegistry()
      const { render, contentType } = await registry
      return { contentType, text: await render() }
    },
    /** The metrics of this process alone, to be summed with others. Metrics from the database are the same in all. */
    async collect(withStored: boolean): Promise<object[]> {
      registry ??= openRegistry()
      return (await registry).collect(withStored)
    },
    observe,
    observeUnrouted,
  }
}

/** Combines the metrics of several processes. */
export async function addUp(collected: readonly object[][]): Promise<Rendered> {
  return (await import('./registry.ts')).renderSum(collected)
}

/** Uses the usual member name, so that our lines are found together with those of other programs. */
function traceMember(traceparent: string | string[] | undefined): string {
  if (traceparent === undefined) return ''
  const traceId = traceIdOf(traceparent)
  return traceId === null ? '' : `,"trace_id":"${traceId}"`
}

function callerMember(caller: Caller | null): string {
  if (caller === null) return ''
  const isNamed = caller.kind === 'key' || caller.kind === 'user'
  return `,"caller":"${isNamed ? callerName(caller) : caller.kind}"`
}
