import { isDeepStrictEqual } from 'node:util'
import { FIELD_NAMES, FRESH_LEAD, type StoredInput } from '../../contact-fields.ts'
import { type Tx, transaction } from '../../db/database.ts'
import type { Parts } from '../../db/parts.ts'
import { validationError } from '../../errors.ts'
import type { Emit } from '../../events/emit.ts'
import { type IfMatch, requireMatch } from '../../http/answers/etag.ts'
import { throwIssues } from '../../http/input.ts'
import { createIssues } from '../../lib/issues.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import { message } from '../../messages/message.ts'
import { type ChangedBy, findAuthor, recordChanges, showAuthor } from '../changes.ts'
import { type Contact, type ContactRow, fromRow, inputOf, updateContacts } from '../store.ts'
import { fillFromMerged, UNDO_DAYS } from './rules.ts'
import * as store from './store.ts'

interface MergeDeps extends Pick<Parts, 'pool' | 'ids' | 'clock'> {
  emit: Emit
  /** Called when contacts came back. */
  onArrival: () => void
}

interface Asked {
  workspaceId: string
  id: string
  ifMatch: IfMatch | null
  by: ChangedBy | null
  /** Throws if the caller must not change these. `keyIds` are the keys that created the contacts. */
  authorise: (keyIds: ReadonlyArray<string | null>) => void
}

interface Result {
  contact: Contact
  version: number
}

export type Merges = ReturnType<typeof createMerges>

/** Merges the records of one person by hand, and undoes it. */
export function createMerges(deps: MergeDeps) {
  return {
    /** Null if there is no contact with the id. Contacts that are merged already are left as they are. */
    merge: (open: Tx | null, asked: Asked & { others: readonly string[] }): Promise<Result | null> =>
      transaction(open ?? deps.pool, (tx) => mergeIn(deps, tx, asked)),
    /** Undoes the newest merge into the contact. Null if there is no contact with the id. */
    undo: (open: Tx | null, asked: Asked): Promise<(Result & { restored: string[] }) | null> =>
      transaction(open ?? deps.pool, (tx) => undoIn(deps, tx, asked)),
  }
}

type LockedRow = Awaited<ReturnType<typeof store.lockContacts>>[number]

/**
 * Locks the contacts that the ids lead to. One merge at a time in a workspace: otherwise the contacts that one waits for
 * might lead elsewhere by then.
 */
async function lockResolved(tx: Tx, workspaceId: string, ids: readonly string[]) {
  await store.lockMerges(tx, workspaceId)
  const places = await store.resolveIds(tx, workspaceId, ids)
  const rows = await store.lockContacts(tx, workspaceId, [...new Set(places.values())])
  // One of them may have been deleted while this waited.
  const found = new Set(rows.map((row) => row.id))
  for (const [id, now] of places) if (!found.has(now)) places.delete(id)
  return { places, rows }
}

async function mergeIn(deps: MergeDeps, tx: Tx, asked: Asked & { others: readonly string[] }): Promise<Result | null> {
  const { workspaceId, id, others, by } = asked
  const { places, rows } = await lockResolved(tx, workspaceId, [id, ...others])
  if (!places.has(id)) return null
  requireKnown(others, places)
  asked.authorise(rows.map(({ key_id }) => key_id))
  requireMatch(asked.ifMatch, rows.find((row) => row.id === places.get(id))!.version)
  const [survivor, ...merged] = rows as [LockedRow, ...LockedRow[]]
  if (merged.length === 0) return { contact: fromRow(survivor), version: survivor.version }
  requireConfirmed(rows)
  const before = inputOf(survivor)
  let after = before
  const mergeId = deps.ids.next().id
  const merge = { workspaceId, survivorId: survivor.id, mergeId, at: new Date(deps.clock.now()) }
  // The newest record knows best what is empty in the oldest.
  for (const row of merged.toReversed()) {
    const next = fillFromMerged(after, inputOf(row))
    await store.keepMerged(tx, merge, row.id, filledBetween(after, next))
    after = next
  }
  const mergedIds = merged.map((row) => row.id)
  await store.removeContacts(tx, workspaceId, mergedIds)
  const result = await saveSurvivor(deps, tx, asked, { id: survivor.id, before, after })
  await store.keepTouches(tx, workspaceId, survivor.id, mergedIds)
  await store.alignTouches(tx, workspaceId, [survivor.id])
  const author = showAuthor(await findAuthor(tx, by))
  const events = merged.map((row) => {
    const data = { id: row.id, merged_into: survivor.id, by: author }
    return { workspaceId, type: 'contact.merged' as const, subjectId: row.id, subjectVersion: row.version + 1, data }
  })
  await deps.emit(tx, ...events)
  return result
}

function requireKnown(others: readonly string[], places: ReadonlyMap<string, string>): void {
  const issues = createIssues()
  for (const [at, other] of others.entries()) if (!places.has(other)) issues.add(`contact_ids[${at}]`, 'merge.unknown')
  throwIssues(issues)
}

/** The mail that confirms an address leads to one contact, whose events may be held back until then. */
function requireConfirmed(rows: readonly LockedRow[]): void {
  if (rows.every(({ confirmation }) => confirmation !== 'pending')) return
  throw validationError({ contact_ids: [message('merge.unconfirmed')] })
}

function filledBetween(before: StoredInput, after: StoredInput): store.Filled {
  const fields = FIELD_NAMES.filter((name) => before[name] !== after[name]).map((name) => [name, after[name]])
  const extra = Object.entries(after.extra).filter(([name]) => !Object.hasOwn(before.extra, name))
  return {
    fields: Object.fromEntries(fields),
    email_key: before.email_key === after.email_key ? null : after.email_key,
    extra: Object.fromEntries(extra),
    tags: after.lead.tags.filter((tag) => !before.lead.tags.includes(tag)),
    lead: {
      ...(before.lead.status === after.lead.status ? {} : { status: after.lead.status }),
      ...(before.lead.owner_id === after.lead.owner_id ? {} : { owner_id: after.lead.owner_id }),
    },
  }
}

/** Takes back what a merge filled in, unless somebody has changed it since. */
function emptyFilled(input: StoredInput, { fields, extra, tags, lead }: store.Filled): StoredInput {
  const emptied = { ...input, extra: { ...input.extra }, lead: { ...input.lead } }
  for (const name of FIELD_NAMES) {
    if (fields[name] === undefined || emptied[name] !== fields[name]) continue
    emptied[name] = null as never
    if (name === 'email') emptied.email_key = null
  }
  for (const [name, value] of Object.entries(extra)) if (emptied.extra[name] === value) delete emptied.extra[name]
  emptied.lead.tags = emptied.lead.tags.filter((tag) => !tags.includes(tag))
  if (lead.status === emptied.lead.status) emptied.lead.status = FRESH_LEAD.status
  if (lead.owner_id && lead.owner_id === emptied.lead.owner_id) emptied.lead.owner_id = null
  return emptied
}

interface Change {
  id: string
  before: StoredInput
  after: StoredInput
}

/** Its version rises even if no field changes: it shows other merged contacts. */
async function saveSurvivor(deps: MergeDeps, tx: Tx, asked: Asked, { id, before, after }: Change): Promise<Result> {
  const { workspaceId, by } = asked
  const [row] = (await updateContacts(tx, workspaceId, [{ id, input: after }])) as [ContactRow]
  const { version } = row
  const contact = fromRow(row)
  await recordChanges(deps, tx, workspaceId, by, [{ id, version, before, after, shown: contact }])
  if (isDeepStrictEqual(before, after)) {
    const event = { workspaceId, type: 'contact.updated' as const, subjectId: id, subjectVersion: version }
    await deps.emit(tx, { ...event, data: contact })
  }
  return { contact, version }
}

async function undoIn(deps: MergeDeps, tx: Tx, asked: Asked): Promise<(Result & { restored: string[] }) | null> {
  const { workspaceId, id } = asked
  const { rows } = await lockResolved(tx, workspaceId, [id])
  const [survivor] = rows
  if (survivor === undefined) return null
  asked.authorise([survivor.key_id])
  requireMatch(asked.ifMatch, survivor.version)
  const merged = await store.lockNewestMerge(tx, workspaceId, survivor.id)
  if (merged.length === 0) throw validationError({ id: [message('merge.none')] })
  if (merged[0]!.merged_at.getTime() < deps.clock.now() - UNDO_DAYS * DAY_MS) {
    throw validationError({ id: [message('merge.too_old', { days: UNDO_DAYS })] })
  }
  const before = inputOf(survivor)
  let after = before
  for (const { filled } of merged) after = emptyFilled(after, filled)
  const result = await saveSurvivor(deps, tx, asked, { id: survivor.id, before, after })
  const restored: ContactRow[] = []
  for (const row of merged) restored.push(await store.moveBack(tx, workspaceId, row.id, survivor.id))
  const ids = restored.map((row) => row.id)
  await store.alignTouches(tx, workspaceId, [survivor.id, ...ids])
  const events = restored.map((row) => {
    const subject = { workspaceId, subjectId: row.id, subjectVersion: row.version }
    return { ...subject, type: 'contact.unmerged' as const, data: fromRow(row) }
  })
  await deps.emit(tx, ...events)
  deps.onArrival()
  return { ...result, restored: ids }
}
