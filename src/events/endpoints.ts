import { isDeepStrictEqual } from 'node:util'
import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import { firstIdAt } from '../lib/ids.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import { HOUR_MS } from '../lib/time/span.ts'
import { requireEndpointVisible, type Subscription, typesOf, type Viewer } from './visible.ts'
import { type ChatAddress, keepsToken, maskChatUrl, readChatAddress, writeChatAddress } from './chat/address.ts'
import { type ChatKind, isChat, KIND_LABELS } from './chat/kinds.ts'
import type { Send } from './send.ts'
import { LEASE_MS } from './schedule.ts'
import { createSigningSecret, secretContext } from './signature.ts'
import type { EndpointPatch, readEndpoint } from './input.ts'
import { ENDPOINTS_MAX, OLD_SECRET_HOURS } from './schemas.ts'
import { showEndpoint } from './show.ts'
import { recoverEvents } from './store.ts'
import * as store from './endpoint-store.ts'

const STEP = 1_000
const REMOVED_REASON = 'It is being removed.'

/** `scopes` are the permissions of whoever chose its types; null for all. */
type NewEndpointInput = ReturnType<typeof readEndpoint> & { scopes: string[] | null }

interface EndpointsOptions extends Pick<Parts, 'pool' | 'clock' | 'ids' | 'box'> {
  send: Send
  /** Ends the connections that are kept for an endpoint. */
  hangUp: (id: string) => void
}

/**
 * Each answer is null or false when the workspace has no such endpoint. What takes a viewer throws 403 when the endpoint
 * gets events that the viewer may not see. The secret is shown only when it is created or rotated; a chat has none.
 */
export function createEndpoints({ pool, clock, ids, box, send, hangUp }: EndpointsOptions) {
  const newSecret = (id: string) => {
    const secret = createSigningSecret()
    return { secret, sealed: box.seal(secret, secretContext(id)) }
  }
  /** A chat as it is stored: what may be shown, and what is needed to reach it. */
  const chatColumns = (id: string, kind: ChatKind, address: ChatAddress) => ({
    url: maskChatUrl(kind, address.url),
    secret: box.seal(writeChatAddress(address), secretContext(id)),
  })
  const moveChat = (row: store.LockedEndpoint, kind: ChatKind, { url, token }: EndpointPatch) => {
    if (url === undefined && token === undefined) return {}
    const old = readChatAddress(box.open(row.secret, secretContext(row.id)))
    const next = url ?? old.url
    const kept = keepsToken(old.url, next) ? old.token : null
    return chatColumns(row.id, kind, { url: next, token: token === undefined ? kept : token })
  }

  async function createIn(tx: Tx, workspaceId: string, { token, ...input }: NewEndpointInput) {
    if ((await store.countEndpointsLocked(tx, workspaceId)) >= ENDPOINTS_MAX) {
      const message = `A workspace has at most ${ENDPOINTS_MAX} endpoints. Remove one first: DELETE /v1/events/endpoints/{id}.`
      throw validationError({ endpoints: [message] })
    }
    const { id, at } = ids.next()
    const now = new Date(at)
    const columns = { ...input, id, workspace_id: workspaceId, created_at: now, updated_at: now }
    if (isChat(input.kind)) {
      const chat = chatColumns(id, input.kind, { url: input.url, token })
      return { ...showEndpoint(await store.insertEndpoint(tx, { ...columns, ...chat }), clock.now()), secret: null }
    }
    const { secret, sealed } = newSecret(id)
    const row = await store.insertEndpoint(tx, { ...columns, secret: sealed })
    return { ...showEndpoint(row, clock.now()), secret }
  }

  return {
    /** In the transaction that is open, or in one of its own. */
    create: (open: Tx | null, workspaceId: string, input: NewEndpointInput) =>
      transaction(open ?? pool, (tx) => createIn(tx, workspaceId, input)),
    async get(workspaceId: string, id: string) {
      const row = await store.findEndpoint(pool, workspaceId, id)
      return row && showEndpoint(row, clock.now())
    },
    async list(workspaceId: string, page: PageRequest) {
      const all = await store.selectEndpoints(pool, workspaceId)
      const { limit, offset, afterId } = sliceOf(page, all.length)
      const rest = afterId === null ? all.slice(offset) : all.filter(({ id }) => id < afterId)
      const { rows, pagination } = toPage(page, all.length, rest.slice(0, limit))
      return { data: rows.map((row) => showEndpoint(row, clock.now())), pagination }
    },
    update: (workspaceId: string, id: string, viewer: Viewer, { token, ...patch }: EndpointPatch) =>
      transaction(pool, async (tx) => {
        const row = await lockForChange(tx, workspaceId, id, viewer)
        if (row === null) return null
        const now = clock.now()
        const moved = isChat(row.kind)
          ? moveChat(row, row.kind, { ...patch, ...(token === undefined ? {} : { token }) })
          : {}
        const change = withoutRepeat({ ...patch, ...moved }, row)
        const changed = await store.updateEndpoint(tx, workspaceId, id, change, new Date(now))
        hangUp(row.id)
        return showEndpoint(changed!, now)
      }),
    rotate: (open: Tx | null, workspaceId: string, id: string, viewer: Viewer) =>
      transaction(open ?? pool, async (tx) => {
        const locked = await lockForChange(tx, workspaceId, id, viewer)
        if (locked === null) return null
        refuseChat(locked.kind)
        const now = clock.now()
        const { secret, sealed } = newSecret(id.toLowerCase())
        const oldUntil = new Date(now + OLD_SECRET_HOURS * HOUR_MS)
        const row = await store.updateSecret(tx, workspaceId, id, sealed, oldUntil, new Date(now))
        return { ...showEndpoint(row!, now), secret }
      }),
    async delete(workspaceId: string, id: string) {
      // In steps, because a million rows may go with it. Whoever is interrupted deletes it once more.
      if (!(await store.closeEndpoint(pool, workspaceId, id, REMOVED_REASON))) return false
      hangUp(id.toLowerCase())
      while ((await store.removeDeliveries(pool, id, STEP)) === STEP);
      return store.removeEndpoint(pool, workspaceId, id)
    },
    /** One request at once, whatever the status of the endpoint. Nothing is stored. */
    async test(workspaceId: string, id: string, type: string, data: object) {
      const row = await store.findEndpoint(pool, workspaceId, id)
      const { id: eventId, at } = ids.next()
      const message = { id: eventId, type, createdAt: new Date(at), subjectVersion: 1, index: 0 }
      return row && send(row, { ...message, data: JSON.stringify(data) })
    },
    async recover(workspaceId: string, id: string, viewer: Viewer, since: Date): Promise<number | null> {
      const row = await store.findEndpoint(pool, workspaceId, id)
      if (row === null) return null
      requireEndpointVisible(viewer, row)
      refuseDisabled(row.status)
      // Events that arrive meanwhile get their deliveries by themselves.
      const now = new Date(clock.now())
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const step = { workspaceId, endpointId: row.id, types: typesOf(row), most: STEP, now, leasedUntil }
      let total = 0
      for (let afterId: string | null = firstIdAt(since.getTime()); afterId !== null; ) {
        const { recovered, lastId } = await recoverEvents(pool, { ...step, afterId })
        total += recovered
        afterId = lastId
      }
      return total
    },
  }
}

export type Endpoints = ReturnType<typeof createEndpoints>

async function lockForChange(
  tx: Tx,
  workspaceId: string,
  id: string,
  viewer: Viewer,
): Promise<store.LockedEndpoint | null> {
  const row = await store.findEndpointForChange(tx, workspaceId, id)
  if (row !== null) requireEndpointVisible(viewer, row)
  return row
}

/** Sending back the types that it already has is not a choice: the scopes of whoever chose them stay. */
function withoutRepeat({ types, scopes, ...change }: store.EndpointChange, row: Subscription): store.EndpointChange {
  return types === undefined || isDeepStrictEqual(types, row.types)
    ? change
    : { ...change, types, scopes: scopes ?? null }
}

/** Its address is its only secret. */
function refuseChat(kind: string): void {
  if (!isChat(kind)) return
  const message = `An endpoint of kind ${kind} has no signing secret. Create a new address in ${KIND_LABELS[kind]}, and change url to it.`
  throw validationError({ kind: [message] })
}

/** Nothing is sent to it, so nothing can be due for it. */
export function refuseDisabled(status: string): void {
  if (status !== 'disabled') return
  const message = 'The endpoint is disabled. Set its status to active first: PATCH /v1/events/endpoints/{id}.'
  throw validationError({ status: [message] })
}

/** Seals everything again with the current key. Returns of how many endpoints. */
export async function rotateEndpointSecretsIn(tx: Tx, box: SecretBox): Promise<number> {
  const rows = await store.selectSealed(tx)
  for (const { id, secret, old_secret } of rows) {
    const again = (sealed: Buffer) => box.seal(box.open(sealed, secretContext(id)), secretContext(id))
    await store.updateSealed(tx, id, { secret: again(secret), old_secret: old_secret && again(old_secret) })
  }
  return rows.length
}
