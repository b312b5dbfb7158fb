import { setTimeout as delay } from 'node:timers/promises'
import { send } from '../load.ts'
import type { ClusterNode, ClusterStage } from '../stage.ts'

/** Repeats an action while the faults happen. */
export interface Watcher<T> {
  readonly results: readonly T[]
  stop(): Promise<void>
}

function repeat<T>(pauseMs: number, work: (number: number) => Promise<T[]>): Watcher<T> {
  const results: T[] = []
  const stopped = new AbortController()
  const running = (async () => {
    for (let number = 1; !stopped.signal.aborted; number++) {
      results.push(...(await work(number)))
      await delay(pauseMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  })()
  // The error surfaces in stop().
  running.catch(() => {})
  return {
    results,
    async stop() {
      stopped.abort()
      await running
    },
  }
}

export interface Probe {
  startedAt: number
  /** Id of the acknowledged contact; null if there was no answer or a refusal. */
  id: string | null
  status: number
}

const PROBE_MS = 200
const PROBE_TIMEOUT_MS = 3_000

/** Writes through the load balancer five times a second, whatever happened to earlier writes. */
export function startProbes({ url, key }: ClusterStage): Watcher<Probe> {
  const headers = { authorization: `Bearer ${key}` }
  const probes: Probe[] = []
  const open = new Set<Promise<void>>()
  const watcher = repeat(PROBE_MS, async (number) => {
    const probe: Probe = { startedAt: Date.now(), id: null, status: 0 }
    probes.push(probe)
    const sent = send(`${url}/v1/contacts`, { first_name: `Probe ${number}` }, headers, PROBE_TIMEOUT_MS).then(
      (answer) => {
        probe.status = answer?.status ?? 0
        if (answer?.status === 201) probe.id = answer.body.data.id
      },
    )
    open.add(sent)
    void sent.finally(() => open.delete(sent))
    return []
  })
  return {
    results: probes,
    async stop() {
      await watcher.stop()
      await Promise.all(open)
    },
  }
}

export interface SessionCheck {
  node: string
  /** 0 if there was no answer. */
  status: number
  /** The text of an unexpected answer. */
  text: string
}

/** Uses a session from the first node on all nodes. */
export function watchSession({ api, session }: ClusterStage): Watcher<SessionCheck> {
  return repeat(1_000, async () =>
    Promise.all(
      api.map(async ({ name, url }) => {
        const answer = await session.call(url, 'GET', '/v1/me')
        const status = answer?.status ?? 0
        return { node: name, status, text: status === 200 || status === 0 ? '' : answer!.text }
      }),
    ),
  )
}

export interface Revocation {
  node: string
  /** Time from the acknowledged revocation until the last accepted request was sent. */
  acceptedAfterMs: number | null
  refused: boolean
}

const REVOKE_PAUSE_MS = 3_000
const WATCH_MS = 3_000
const ASK_MS = 200

/** Revokes a key through the load balancer that all nodes have seen, then keeps trying it on every node. */
export function watchRevocations(stage: ClusterStage): Watcher<Revocation> {
  return repeat(REVOKE_PAUSE_MS, async (number) => {
    const made = await stage.session.call(stage.url, 'POST', '/v1/keys', { name: `short life ${number} ${Date.now()}` })
    if (made?.status !== 201) return []
    const { id, key } = JSON.parse(made.text).data
    await Promise.all(stage.api.map((node) => statusWith(node, key)))
    const revoked = await stage.session.call(stage.url, 'DELETE', `/v1/keys/${id}`)
    // Without an answer, the time of the revocation is unknown.
    if (revoked === null || revoked.status >= 300) return []
    const at = Date.now()
    return Promise.all(stage.api.map((node) => watchNode(node, key, at)))
  })
}

async function watchNode(node: ClusterNode, key: string, at: number): Promise<Revocation> {
  const found: Revocation = { node: node.name, acceptedAfterMs: null, refused: false }
  while (Date.now() < at + WATCH_MS) {
    const sentAt = Date.now()
    const status = await statusWith(node, key)
    if (status === 200) found.acceptedAfterMs = sentAt - at
    if (status === 401) found.refused = true
    await delay(ASK_MS)
  }
  return found
}

async function statusWith({ url }: ClusterNode, key: string): Promise<number> {
  try {
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${url}/v1/contacts?limit=1`, { headers, signal: AbortSignal.timeout(3_000) })
    await response.text()
    return response.status
  } catch {
    return 0
  }
}

export interface LimitTrial {
  limit: number
  passed: number
  refused: number
  /** Redis may or may not have counted them. */
  unanswered: number
  ids: string[]
  /** A node reported that Redis did not answer in time, and counted on its own, as documented. */
  alone: boolean
}

const LIMIT_PAUSE_MS = 12_000

/** Sends three times the limit of one address per minute, to all nodes at once. */
export function watchLimits({ url, api }: ClusterStage, limit: number): Watcher<LimitTrial> {
  return repeat(LIMIT_PAUSE_MS, async (number) => {
    const headers = { 'x-forwarded-for': `10.2.${number >> 8}.${number & 255}` }
    const before = api.map(({ output }) => output.length)
    const wasAlone = api.some(({ output }) => countsAlone(output))
    const trial: LimitTrial = { limit, passed: 0, refused: 0, unanswered: 0, ids: [], alone: false }
    await Promise.all(
      Array.from({ length: 3 * limit }, async (_, at) => {
        const answer = await send(`${url}/v1/contacts`, { first_name: `Limit ${number} ${at}` }, headers)
        if (answer?.status === 201) {
          trial.passed++
          trial.ids.push(answer.body.data.id)
        } else if (answer?.status === 429) trial.refused++
        else trial.unanswered++
      }),
    )
    trial.alone = wasAlone || api.some(({ output }, at) => output.slice(before[at]).includes(REDIS_GONE))
    return [trial]
  })
}

const REDIS_GONE = 'Redis does not respond'
const REDIS_BACK = 'Redis responds again'

function countsAlone(output: string): boolean {
  return output.lastIndexOf(REDIS_GONE) > output.lastIndexOf(REDIS_BACK)
}
