import { after } from 'node:test'
import { createPool, type Pool, transaction } from '../../../src/db/database.ts'
import { type Courier, type CourierOptions, createCourier } from '../../../src/events/delivery/courier.ts'
import { createEmit, type Emit, type EventType } from '../../../src/events/emit.ts'
import { createSigningSecret, secretContext } from '../../../src/events/send.ts'
import { createIds, type Ids } from '../../../src/lib/ids.ts'
import { createLog } from '../../../src/lib/log/log.ts'
import { createSafeFetch } from '../../../src/lib/net/safe-fetch.ts'
import { createSecretBox, deriveKey, type SecretBox } from '../../../src/lib/secrets/secret-box.ts'
import { createDatabase } from '../../helpers/postgres.ts'

// The courier on a real database, with a manual clock.

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface Place {
  pool: Pool
  ids: Ids
  emit: Emit
  box: SecretBox
  courier: Courier
  /** Log lines of every courier. */
  logs: string[]
  now(): number
  pass(ms: number): void
  /** Moves the clock to when the delivery is due, and sends what is due then. */
  runNext(endpoint: Endpoint, eventId: string): Promise<void>
  /** Another process on the same database, optionally with other settings. */
  courierWith(options?: Partial<CourierOptions>): Courier
  workspace(): Promise<string>
  endpoint(url: string, options?: EndpointOptions): Promise<Endpoint>
  /** Emits events in one transaction. Returns their ids in order. */
  events(
    workspaceId: string,
    ...events: Array<{ type?: EventType; subjectId?: string; data?: object; holdUntil?: Date }>
  ): Promise<string[]>
  // biome-ignore lint/suspicious/noExplicitAny: rows of any statement
  sql(text: string, values?: unknown[]): Promise<any[]>
  delivery(endpoint: Endpoint, eventId: string): Promise<DeliveryRow>
  attempts(endpoint: Endpoint, eventId: string): Promise<AttemptRow[]>
  row(endpoint: Endpoint): Promise<EndpointRow>
}

export interface EndpointOptions {
  workspaceId?: string
  types?: EventType[] | null
  status?: string
}

export interface Endpoint {
  id: string
  workspaceId: string
  secret: string
}

export interface DeliveryRow {
  state: string
  round: number
  attempts: number
  next_at: Date | null
  delivered_at: Date | null
}

export interface AttemptRow {
  number: number
  started_at: Date
  duration_ms: number
  outcome: string
  status: number | null
  message: string | null
  answer: string | null
}

export interface EndpointRow {
  status: string
  reason: string | null
  failures: number
  failing_since: Date | null
  last_failure_at: Date | null
  last_success_at: Date | null
  open_until: Date | null
}

export async function createPlace(): Promise<Place> {
  const database = await createDatabase()
  const pool = createPool({ connection: { connectionString: database.url }, size: 10, onError: () => {} })
  const couriers: Courier[] = []
  after(async () => {
    await Promise.all(couriers.map((courier) => courier.stop()))
    await pool.end()
    await database.drop()
  })
  let now = Date.parse('2026-03-02T10:00:00.000Z')
  const clock = { now: () => now }
  const ids = createIds(clock.now)
  const emit = createEmit(ids)
  const box = createSecretBox([deriveKey('a secret key for tests that is longer than it need be')])
  const logs: string[] = []
  const log = createLog('info', { write: (line: string) => void logs.push(line) })
  const sql: Place['sql'] = async (text, values = []) => (await pool.query(text, values)).rows

  const courierWith: Place['courierWith'] = (options = {}) => {
    const allowPrivate = options.allowPrivate ?? true
    const courier = createCourier({
      pool,
      clock,
      log,
      emit,
      box,
      baseUrl: 'https://doorpost.example',
      safeFetch: createSafeFetch({ allowPrivate }),
      allowPrivate,
      renderReceived: async (_workspaceId, deliveries) =>
        new Map(deliveries.map(({ webhook_id, delivery_id }) => [delivery_id, { id: delivery_id, webhook_id }])),
      random: () => 0.5,
      ...options,
    })
    couriers.push(courier)
    return courier
  }

  const place: Place = {
    pool,
    ids,
    emit,
    box,
    logs,
    sql,
    courier: courierWith(),
    courierWith,
    now: clock.now,
    pass(ms) {
      now += ms
    },
    async runNext(endpoint, eventId) {
      const { next_at: nextAt } = await place.delivery(endpoint, eventId)
      now = Math.max(now, nextAt!.getTime())
      await place.courier.runDue()
    },
    async workspace() {
      const { id } = ids.next()
      await sql('insert into workspaces (id, name) values ($1, $2)', [id, `Workspace ${id}`])
      return id
    },
    async endpoint(url, { workspaceId, types = null, status = 'active' } = {}) {
      const owner = workspaceId ?? (await place.workspace())
      const { id } = ids.next()
      const secret = createSigningSecret()
      await sql(
        `insert into event_endpoints (id, workspace_id, url, types, status, secret, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7)`,
        [id, owner, url, types, status, box.seal(secret, secretContext(id)), new Date(now)],
      )
      return { id, workspaceId: owner, secret }
    },
    async events(workspaceId, ...events) {
      const subjects = events.map((event) => event.subjectId ?? ids.next().id)
      await transaction(pool, (tx) =>
        emit(
          tx,
          ...events.map(({ type = 'contact.created', data, holdUntil }, index) => ({
            workspaceId,
            type,
            subjectId: subjects[index]!,
            subjectVersion: 1,
            data: data ?? { id: subjects[index], first_name: 'Ada' },
            ...(holdUntil ? { holdUntil } : {}),
          })),
        ),
      )
      const rows = await sql('select id, subject_id from event_outbox where subject_id = any($1) order by id', [
        subjects,
      ])
      return rows.map(({ id }) => id)
    },
    async delivery(endpoint, eventId) {
      const text = 'select * from event_deliveries where endpoint_id = $1 and event_id = $2'
      return (await sql(text, [endpoint.id, eventId]))[0]
    },
    attempts(endpoint, eventId) {
      const text = 'select * from event_attempts where endpoint_id = $1 and event_id = $2 order by number'
      return sql(text, [endpoint.id, eventId])
    },
    async row(endpoint) {
      return (await sql('select * from event_endpoints where id = $1', [endpoint.id]))[0]
    },
  }
  return place
}
