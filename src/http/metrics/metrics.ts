import { createLineWriter, type Log } from '../../lib/log/log.ts'
import { traceIdOf } from '../../lib/trace/traceparent.ts'
import { type Caller, callerName, type Request } from '../call.ts'
import type { OpenRegistry } from './registry.ts'
import { createRequestCounts } from './request-counts.ts'
import type { MetricsSources, Rendered } from './sources.ts'

/** Prometheus metrics and one log line for every request, neither of which holds a URL, a key or an address. */
export type Metrics = ReturnType<typeof createMetrics>

/** Counts an answer that was sent, and writes its line of the log. */
export type Observe = (
  request: Pick<Request, 'id' | 'method' | 'routeOptions' | 'caller' | 'headers'>,
  status: number,
  ms: number,
) => void

/** For requests that were refused before their route was known. */
export type ObserveUnrouted = (id: string, method: string, status: number) => void

/** As in nginx: the caller hung up before the answer was sent. It stands in logs and metrics only. */
export const HUNG_UP = 499

/** The library of the metrics is loaded when somebody asks for them first: most installations never do. */
export function createMetrics(log: Log, sources: MetricsSources) {
  const requests = createRequestCounts()
  let registry: Promise<OpenRegistry> | undefined
  const openRegistry = async () => (await import('./registry.ts')).createRegistry(sources, requests.all)
  const writeLine = createLineWriter(log)
  const observe: Observe = (request, status, ms) => {
    const { members } = requests.count(request.routeOptions.url ?? 'unmatched', request.method, status, ms)
    // Nothing of it needs escaping.
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
    /** Metrics of this process alone, to be summed with those of others. Metrics from the database are the same in all. */
    async collect(withStored: boolean): Promise<object[]> {
      registry ??= openRegistry()
      return (await registry).collect(withStored)
    },
    observe,
    observeUnrouted,
  }
}

/** The metrics of several processes as those of one. */
export async function addUp(collected: readonly object[][]): Promise<Rendered> {
  return (await import('./registry.ts')).renderSum(collected)
}

/** As other programs call it, so that their lines and ours are found together. */
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
