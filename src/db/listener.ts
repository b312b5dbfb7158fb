import pg from 'pg'
import type { Clock } from '../lib/clock.ts'

export interface Listener {
  /**
   * True when every notice that was committed more than a second ago has certainly arrived.
   * A cache may be trusted only while this holds.
   */
  isCurrent(): boolean
  onNotice(channel: string, handler: (payload: string) => void): void
  /** Called whenever listening begins, again after a gap: what was learnt before may be out of date. */
  onStart(handler: () => void): void
  close(): Promise<void>
}

const HEARTBEAT_MS = 400
const CURRENT_MS = 1_000
const RECONNECT_MS = 500

/**
 * LISTEN on a connection of its own. A heartbeat query proves that the connection is alive: the server sends notices
 * before it answers, so an answered heartbeat means nothing older than it is still under way. A connection that died
 * silently (a cut cable) is noticed by the missing answer, and `isCurrent` turns false by itself.
 */
export function createListener(connection: pg.ClientConfig, clock: Clock, onError: (error: Error) => void): Listener {
  const handlers = new Map<string, (payload: string) => void>()
  const starters: Array<() => void> = []
  let client: pg.Client | null = null
  let provedAt = Number.NEGATIVE_INFINITY
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const later = (work: () => Promise<void>, ms: number) => {
    if (closed) return
    timer = setTimeout(() => void work(), ms)
    timer.unref()
  }

  const drop = async (error: Error) => {
    provedAt = Number.NEGATIVE_INFINITY
    const lost = client
    client = null
    if (closed) return
    onError(error)
    await lost?.end().catch(() => {})
    later(connect, RECONNECT_MS)
  }

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      ...connection,
      application_name: 'doorpost listener',
      query_timeout: 2_000,
      keepAlive: true,
    })
    next.on('error', () => {})
    next.on('notification', ({ channel, payload }) => handlers.get(channel)?.(payload ?? ''))
    try {
      await next.connect()
      if (closed) return void (await next.end())
      client = next
      const askedAt = clock.now()
      for (const channel of handlers.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      for (const started of starters) started()
      provedAt = askedAt
      later(beat, HEARTBEAT_MS)
    } catch (error) {
      await next.end().catch(() => {})
      await drop(error as Error)
    }
  }

  const beat = async (): Promise<void> => {
    const asked = client
    if (!asked) return
    const askedAt = clock.now()
    try {
      await asked.query('select 1')
      provedAt = askedAt
      later(beat, HEARTBEAT_MS)
    } catch (error) {
      await drop(error as Error)
    }
  }

  timer = setTimeout(() => void connect(), 0)

  return {
    isCurrent: () => clock.now() - provedAt < CURRENT_MS,
    onNotice(channel, handler) {
      handlers.set(channel, handler)
    },
    onStart(handler) {
      starters.push(handler)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
