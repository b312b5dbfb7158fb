import { isDeepStrictEqual } from 'node:util'
import { type Db, type Pool, type Tx, transaction } from '../../db/database.ts'
import { validationError } from '../../errors.ts'
import { type PageRequest, sliceOf, toPage } from '../../http/pagination.ts'
import { firstIdAt, type Ids } from '../../lib/ids.ts'
import type { SecretBox } from '../../lib/secrets/secret-box.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { HOUR_MS } from '../../lib/time/span.ts'
import type { createTestSender } from '../delivery/attempt.ts'
import { LEASE_MS } from '../delivery/schedule.ts'
import { createSigningSecret, secretContext } from '../delivery/signature.ts'
import type { readEndpoint } from '../input.ts'
import { ENDPOINTS_MAX, OLD_SECRET_HOURS } from '../schemas.ts'
import { type Endpoint, showEndpoint } from '../show.ts'
import { recoverEvents } from '../store.ts'
import { requireEndpointVisible, type Subscription, typesOf, type Viewer } from '../visible.ts'
import {
  closeEndpoint,
  countEndpointsLocked,
  type EndpointChange,
  findEndpoint,
  findEndpointForChange,
  insertEndpoint,
  removeDeliveries,
  removeEndpoint,
  selectEndpoints,
  selectSealed,
  updateEndpoint,
  updateSealed,
  updateSecret,
} from './store.ts'

const STEP = 1_000
const REMOVED_REASON = 'It is being removed.'

/** `scopes` are the permissions of whoever chose its types; null for all. */
type NewEndpointInput = ReturnType<typeof readEndpoint> & { scopes: string[] | null }

interface EndpointsOptions {
  pool: Pool
  clock: Clock
  ids: Ids
  box: SecretBox
  sendTest: ReturnType<typeof createTestSender>
}

/**
 * Each answer is null or false when the workspace has no such endpoint. What takes a viewer throws 403 when the endpoint
 * gets events that the viewer may not see. The secret is shown only when it is created or rotated.
 */
export function createEndpoints({ pool, clock, ids, box, sendTest }: EndpointsOptions) {
  const newSecret = (id: string) => {
    const secret = createSigningSecret()
    return { secret, sealed: box.seal(secret, secretContext(id)) }
  }

  async function createIn(tx: Tx, workspaceId: string, input: NewEndpointInput) {
    if ((await countEndpointsLocked(tx, workspaceId)) >= ENDPOINTS_MAX) {
      const message = `A workspace has at most ${ENDPOINTS_MAX} endpoints. Remove one first: DELETE /v1/events/endpoints/{id}.`
      throw validationError({ endpoints: [message] })
    }
    const { id, at } = ids.next()
    const { secret, sealed } = newSecret(id)
    const now = new Date(at)
    const times = { created_at: now, updated_at: now }
    const row = await insertEndpoint(tx, { ...input, ...times, id, workspace_id: workspaceId, secret: sealed })
    return { ...showEndpoint(row, clock.now()), secret }
  }

  async function getIn(db: Db, workspaceId: string, id: string): Promise<Endpoint | null> {
    const row = await findEndpoint(db, workspaceId, id)
    return row && showEndpoint(row, clock.now())
  }

  return {
    createIn,
    create: (workspaceId: string, input: NewEndpointInput) =>
      transaction(pool, (tx) => createIn(tx, workspaceId, input)),
    getIn,
    get: (workspaceId: string, id: string) => getIn(pool, workspaceId, id),
    async list(workspaceId: string, page: PageRequest) {
      const all = await selectEndpoints(pool, workspaceId)
      const { limit, offset, afterId } = sliceOf(page, all.length)
      const rest = afterId === null ? all.slice(offset) : all.filter(({ id }) => id < afterId)
      const { rows, pagination } = toPage(page, all.length, rest.slice(0, limit))
      return { endpoints: rows.map((row) => showEndpoint(row, clock.now())), pagination }
    },
    update: (workspaceId: string, id: string, change: EndpointChange, viewer: Viewer) =>
      transaction(pool, async (tx) => {
        const row = await lockForChange(tx, workspaceId, id, viewer)
        if (row === null) return null
        const now = clock.now()
        const changed = await updateEndpoint(tx, workspaceId, id, withoutRepeat(change, row), new Date(now))
        return showEndpoint(changed!, now)
      }),
    rotate: (workspaceId: string, id: string, viewer: Viewer) =>
      transaction(pool, async (tx) => {
        if ((await lockForChange(tx, workspaceId, id, viewer)) === null) return null
        const now = clock.now()
        const { secret, sealed } = newSecret(id.toLowerCase())
        const oldUntil = new Date(now + OLD_SECRET_HOURS * HOUR_MS)
        const row = await updateSecret(tx, workspaceId, id, sealed, oldUntil, new Date(now))
        return { ...showEndpoint(row!, now), secret }
      }),
    async delete(workspaceId: string, id: string) {
      // In steps, because a million rows may go with it. Whoever is interrupted deletes it once more.
      if (!(await closeEndpoint(pool, workspaceId, id, REMOVED_REASON))) return false
      while ((await removeDeliveries(pool, id, STEP)) === STEP);
      return removeEndpoint(pool, workspaceId, id)
    },
    /** One signed request at once, whatever the status of the endpoint. Nothing is stored. */
    async test(workspaceId: string, id: string, type: string, data: object) {
      const row = await findEndpoint(pool, workspaceId, id)
      return row && sendTest(row, type, data)
    },
    /** How many deliveries are due because of it. */
    async recover(workspaceId: string, id: string, since: Date, viewer: Viewer): Promise<number | null> {
      const row = await findEndpoint(pool, workspaceId, id)
      if (row === null) return null
      requireEndpointVisible(viewer, row)
      refuseDisabled(row.status)
      let total = 0
      let afterId = firstIdAt(since.getTime())
      // Events that arrive meanwhile get their deliveries by themselves.
      const now = new Date(clock.now())
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      for (;;) {
        const step = { workspaceId, endpointId: row.id, types: typesOf(row), afterId, most: STEP, now, leasedUntil }
        const { looked, recovered, lastId } = await recoverEvents(pool, step)
        total += recovered
        if (looked < STEP || lastId === null) return total
        afterId = lastId
      }
    },
  }
}

export type Endpoints = ReturnType<typeof createEndpoints>

/** What it gets; null when there is no such endpoint. */
async function lockForChange(tx: Tx, workspaceId: string, id: string, viewer: Viewer): Promise<Subscription | null> {
  const row = await findEndpointForChange(tx, workspaceId, id)
  if (row !== null) requireEndpointVisible(viewer, row)
  return row
}

/** Sending back the types that it already has is not a choice: the scopes of whoever chose them stay. */
function withoutRepeat({ types, scopes, ...change }: EndpointChange, row: Subscription): EndpointChange {
  return types === undefined || isDeepStrictEqual(types, row.types)
    ? change
    : { ...change, types, scopes: scopes ?? null }
}

/** Nothing is sent to it, so nothing can be due for it. */
export function refuseDisabled(status: string): void {
  if (status !== 'disabled') return
  const message = 'The endpoint is disabled. Set its status to active first: PATCH /v1/events/endpoints/{id}.'
  throw validationError({ status: [message] })
}

/** Seals everything again with the current key. Returns of how many endpoints. */
export async function rotateEndpointSecretsIn(tx: Tx, box: SecretBox): Promise<number> {
  const rows = await selectSealed(tx)
  for (const { id, secret, old_secret } of rows) {
    const again = (sealed: Buffer) => box.seal(box.open(sealed, secretContext(id)), secretContext(id))
    await updateSealed(tx, id, { secret: again(secret), old_secret: old_secret && again(old_secret) })
  }
  return rows.length
}
