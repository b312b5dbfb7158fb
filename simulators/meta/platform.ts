import type { Fault } from '../core/faults.ts'
import type { Call, Platform, Reply, Route } from '../http/call.ts'
import { type GraphProblem, graphError } from './errors.ts'

interface MetaPlatform {
  name: 'threads' | 'instagram'
  routes: Route[]
  calls: string[]
  notReady: GraphProblem
  liveButError: GraphProblem
  rateLimit: GraphProblem
}

/** The common parts of Threads and Instagram, which are both Graph API hosts. */
export function createMetaPlatform(meta: MetaPlatform): Platform {
  return {
    name: meta.name,
    routes: meta.routes,
    calls: meta.calls,
    version: /^\/v\d+\.\d+(?=\/|$)/,
    notFound: (call) =>
      graphError(call, {
        code: 2500,
        message: `Unknown path components: ${call.path}`,
        status: call.method === 'GET' ? 404 : 400,
      }),
    unreadableBody: (call) => graphError(call, { code: 100, message: '(#100) The request body could not be parsed.' }),
    serverError: (call, status) => serverError(call, status),
    rateLimited: (call, fault) => rateLimited(call, fault, meta),
    notReady: (call) => graphError(call, meta.notReady),
    liveButError: (call) => graphError(call, meta.liveButError),
    decorate: (call, reply) => ({
      ...reply,
      headers: {
        'x-app-usage': JSON.stringify({ call_count: 1, total_cputime: 1, total_time: 1 }),
        'x-fb-trace-id': call.world.ids.word('', 11),
        'cache-control': 'private, no-cache, no-store, must-revalidate',
        ...reply.headers,
      },
    }),
  }
}

function serverError(call: Call, status: number): Reply {
  const message =
    status === 503
      ? 'Service temporarily unavailable'
      : 'An unexpected error has occurred. Please retry your request later.'
  return graphError(call, { code: status === 503 ? 2 : 1, message, transient: status >= 500, status })
}

/** Graph sends the wait in minutes in a header, and no Retry-After. */
function rateLimited(call: Call, fault: Fault, meta: MetaPlatform): Reply {
  const minutes = Math.max(1, Math.ceil(fault.ms / 60_000))
  const usage = {
    [call.accountId ?? 'sandbox']: [
      {
        type: meta.name,
        call_count: 100,
        total_cputime: 25,
        total_time: 25,
        estimated_time_to_regain_access: minutes,
      },
    ],
  }
  const reply = graphError(call, meta.rateLimit)
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'x-app-usage': JSON.stringify({ call_count: 100, total_cputime: 25, total_time: 25 }),
      'x-business-use-case-usage': JSON.stringify(usage),
    },
  }
}
