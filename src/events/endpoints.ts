import { isDeepStrictEqual } from 'node:util'
import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { validationError } from '../errors.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { checked } from '../http/input.ts'
import { type PageRequest, pageById } from '../http/pagination.ts'
import { firstIdAt } from '../lib/ids.ts'
import type { SecretBox } from '../lib/secrets/secret-box.ts'
import { HOUR_MS } from '../lib/time/span.ts'
import { message } from '../messages/message.ts'
import { showReason } from '../messages/stored.ts'
import { CHATS, type ChatKind, DEFAULT_LANGUAGE, isChat, languageOf, maskChatUrl } from './chat/chat.ts'
import type { ChatAddress } from './chat/service.ts'
import * as store from './endpoint-store.ts'
import { type Filters, toMatch } from './filters.ts'
import { headerColumns, headersContext, hideValues } from './headers.ts'
import { checkAgainst, type EndpointState } from './input.ts'
import { LEASE_MS } from './schedule.ts'
import { ENDPOINTS_MAX, type EndpointPatch, endpoint, type NewEndpoint, OLD_SECRET_HOURS } from './schemas.ts'
import { createSigningSecret, type Send, secretContext } from './send.ts'
import { recoverEvents } from './store.ts'
import { requireEndpointVisible, typesOf, type Viewer } from './visible.ts'

const STEP = 1_000

/** `scopes` are those of the caller who chose its types; null for all. */
type GrantedEndpoint = NewEndpoint & { scopes: string[] | null }
type GrantedPatch = EndpointPatch & { scopes?: string[] | null }

interface EndpointsDeps extends Pick<Parts, 'pool' | 'clock' | 'ids' | 'box'> {
  send: Send
  /** Closes the connections kept for an endpoint. */
  hangUp: (id: string) => void
}

export type Endpoints = ReturnType<typeof createEndpoints>

/**
 * Results are null or false if the workspace has no such endpoint. Functions with a viewer throw 403 if the endpoint
 * gets events that the viewer may not see. The secret is shown only when it is created or rotated; a chat has none.
 */
export function createEndpoints(deps: EndpointsDeps) {
  const { pool, clock, ids, send, hangUp } = deps
  return {
    create: (open: Tx | null, workspaceId: string, input: GrantedEndpoint) =>
      transaction(open ?? pool, (tx) => createIn(deps, tx, workspaceId, input)),
    async get(workspaceId: string, id: string) {
      const row = await store.findEndpoint(pool, workspaceId, id)
      return row && showEndpoint(row, clock.now())
    },
    async list(workspaceId: string, page: PageRequest) {
      const { rows, pagination } = pageById(page, await store.selectEndpoints(pool, workspaceId))
      return { data: rows.map((row) => showEndpoint(row, clock.now())), pagination }
    },
    update: (workspaceId: string, id: string, viewer: Viewer, patch: GrantedPatch, ifMatch: IfMatch | null = null) =>
      transaction(pool, async (tx) => {
        const row = await lockForChange(tx, workspaceId, id, viewer)
        if (row === null) return null
        requireMatch(ifMatch, row.version)
        return updateIn(deps, tx, row, patch)
      }),
    rotate: (open: Tx | null, workspaceId: string, id: string, viewer: Viewer) =>
      transaction(open ?? pool, async (tx) => {
        const locked = await lockForChange(tx, workspaceId, id, viewer)
        if (locked === null) return null
        refuseChat(locked.kind)
        const now = clock.now()
        const secret = createSigningSecret()
        const sealed = seal(deps, id.toLowerCase(), secret)
        const oldUntil = new Date(now + OLD_SECRET_HOURS * HOUR_MS)
        const row = await store.updateSecret(tx, workspaceId, id, sealed, oldUntil, new Date(now))
        return { ...showEndpoint(row!, now), secret }
      }),
    async delete(workspaceId: string, id: string, ifMatch: IfMatch | null = null) {
      // Deletes in steps, because it may have a million rows. If interrupted, the deletion can be repeated: closing it is
      // not a new version.
      const isClosed = await transaction(pool, async (tx) => {
        const row = await store.findEndpointForChange(tx, workspaceId, id)
        if (row === null) return false
        requireMatch(ifMatch, row.version)
        return store.closeEndpoint(tx, workspaceId, id, message('endpoint.being_removed'))
      })
      if (!isClosed) return false
      hangUp(id.toLowerCase())
      while ((await store.removeDeliveries(pool, id, STEP)) === STEP);
      return store.removeEndpoint(pool, workspaceId, id)
    },
    /** Sends one request at once, whatever the endpoint's status. Nothing is stored. */
    async test(workspaceId: string, id: string, type: string, data: object) {
      const row = await store.findEndpoint(pool, workspaceId, id)
      const { id: eventId, at } = ids.next()
      const event = { id: eventId, type, createdAt: new Date(at), subjectVersion: 1, index: 0 }
      return row && send(row, { ...event, data: JSON.stringify(toMatch(filtersOf(row), type, data)) })
    },
    async recover(workspaceId: string, id: string, viewer: Viewer, since: Date): Promise<number | null> {
      const row = await store.findEndpoint(pool, workspaceId, id)
      if (row === null) return null
      requireEndpointVisible(viewer, row)
      refuseDisabled(row.status)
      // Events that arrive meanwhile get their deliveries anyway.
      const now = new Date(clock.now())
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const step = {
        workspaceId,
        endpointId: row.id,
        types: typesOf(row),
        filters: filtersColumn(filtersOf(row)),
        most: STEP,
        now,
        leasedUntil,
      }
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

/** Hides secrets; the row of a chat only has the part of the address that may be shown. */
export function showEndpoint(row: store.EndpointRow, now: number) {
  const ifAhead = (until: Date | null) => (until !== null && until.getTime() > now ? until : null)
  return endpoint.show({
    ...row,
    ...showReason(row),
    events: row.types as NewEndpoint['events'],
    filters: filtersOf(row),
    headers: hideValues(row.header_names),
    language: isChat(row.kind) ? languageOf(row) : null,
    resting_until: ifAhead(row.open_until),
    previous_secret_until: row.old_secret && ifAhead(row.old_secret_until),
  })
}

function filtersOf({ filters }: Pick<store.EndpointRow, 'filters'>): Filters {
  return (filters ?? {}) as Filters
}

/** As they are stored. */
function filtersColumn(filters: Filters): string | null {
  return Object.keys(filters).length === 0 ? null : JSON.stringify(filters)
}

async function createIn(deps: EndpointsDeps, tx: Tx, workspaceId: string, input: GrantedEndpoint) {
  if ((await store.countEndpointsLocked(tx, workspaceId)) >= ENDPOINTS_MAX) {
    throw validationError({ endpoints: [message('endpoint.too_many', { max: ENDPOINTS_MAX, id: '{id}' })] })
  }
  const { token, events: types, filters, headers, language, ...columns } = input
  const { id, at } = deps.ids.next()
  const now = new Date(at)
  const secret = isChat(input.kind) ? null : createSigningSecret()
  const row = await store.insertEndpoint(tx, {
    ...columns,
    language: language ?? DEFAULT_LANGUAGE,
    types,
    filters: filtersColumn(filters),
    ...headerColumns(deps.box, { id, headers: null }, headers),
    id,
    workspace_id: workspaceId,
    ...(isChat(input.kind)
      ? chatColumns(deps, id, input.kind, { url: input.url, token })
      : { secret: seal(deps, id, secret!) }),
    created_at: now,
    updated_at: now,
  })
  return { ...showEndpoint(row, deps.clock.now()), secret }
}

async function updateIn(deps: EndpointsDeps, tx: Tx, row: store.LockedEndpoint, change: GrantedPatch) {
  // Under the lock: since the request was checked, another one may have changed what this depends on.
  checked((issues) => checkAgainst(issues, stateOf(row), change))
  const { token, events, filters, headers, language, scopes = null, ...patch } = change
  const now = deps.clock.now()
  // Sending back its current types is not a choice: the scopes of the caller who chose them stay.
  const isChoice = events !== undefined && !isDeepStrictEqual(events, row.types)
  const columns = {
    ...patch,
    ...(language === undefined ? {} : { language: language ?? DEFAULT_LANGUAGE }),
    ...(isChoice ? { types: events, scopes } : {}),
    ...(filters === undefined ? {} : { filters: filtersColumn(filters) }),
    ...(headers === undefined ? {} : headerColumns(deps.box, row, headers)),
    ...(isChat(row.kind) ? moveChat(deps, row, row.kind, patch.url, token) : {}),
  }
  const changed = await store.updateEndpoint(tx, row.workspace_id, row.id, columns, new Date(now))
  deps.hangUp(row.id)
  return showEndpoint(changed!, now)
}

function stateOf({ kind, url, types, header_names, ...row }: store.LockedEndpoint): EndpointState {
  return {
    kind: kind as EndpointState['kind'],
    url,
    events: types,
    filters: filtersOf(row),
    headers: hideValues(header_names),
  }
}

function moveChat(
  deps: EndpointsDeps,
  row: store.LockedEndpoint,
  kind: ChatKind,
  url: string | undefined,
  token: string | null | undefined,
) {
  if (url === undefined && token === undefined) return {}
  const old = JSON.parse(deps.box.open(row.secret, secretContext(row.id))) as ChatAddress
  const next = url ?? old.url
  // A token belongs to its server and never moves to another one.
  const kept = new URL(old.url).origin === new URL(next).origin ? old.token : null
  return chatColumns(deps, row.id, kind, { url: next, token: token === undefined ? kept : token })
}

/** A chat as it is stored: the part of the address that may be shown, and the encrypted address. */
function chatColumns(deps: EndpointsDeps, id: string, kind: ChatKind, address: ChatAddress) {
  return { url: maskChatUrl(kind, address.url), secret: seal(deps, id, JSON.stringify(address)) }
}

function seal({ box }: EndpointsDeps, id: string, secret: string): Buffer {
  return box.seal(secret, secretContext(id))
}

async function lockForChange(tx: Tx, workspaceId: string, id: string, viewer: Viewer) {
  const row = await store.findEndpointForChange(tx, workspaceId, id)
  if (row !== null) requireEndpointVisible(viewer, row)
  return row
}

/** A chat's address is its only secret. */
function refuseChat(kind: string): void {
  if (!isChat(kind)) return
  throw validationError({ kind: [message('endpoint.no_secret', { kind, chat: CHATS[kind].label })] })
}

const IS_DISABLED = message('endpoint.is_disabled', { id: '{id}' })

/** Nothing is sent to a disabled endpoint, so nothing can be due for it. */
export function refuseDisabled(status: string): void {
  if (status !== 'disabled') return
  throw validationError({ status: [IS_DISABLED] })
}

/** Returns the number of endpoints. */
export async function rotateEndpointSecretsIn(tx: Tx, box: SecretBox): Promise<number> {
  const rows = await store.selectSealed(tx)
  for (const { id, secret, old_secret, headers } of rows) {
    const again = (sealed: Buffer, context = secretContext(id)) => box.seal(box.open(sealed, context), context)
    await store.updateSealed(tx, id, {
      secret: again(secret),
      old_secret: old_secret && again(old_secret),
      headers: headers && again(headers, headersContext(id)),
    })
  }
  return rows.length
}
