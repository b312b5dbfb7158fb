import { isDeepStrictEqual } from 'node:util'
import type { ContactInput, StoredInput } from '../contact-fields.ts'
import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Beside } from '../db/statements/arrays.ts'
import { COUNTED_MAX } from '../db/statements/counts.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { type Emit, forgetSubject, quietEvents } from '../events/emit.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import type { PageRequest } from '../http/pagination.ts'
import { type ChangedBy, recordChanges } from './changes.ts'
import { fillEmpty } from './fill.ts'
import type { ContactFilter } from './filter.ts'
import { listContacts, searchContacts } from './list.ts'
import { followMerged, lockNewest } from './merge/addresses.ts'
import { findSurvivor, passOn, removeMerged, selectMerged, selectMergedIds } from './merge/store.ts'
import { MERGED_SHOWN } from './schemas.ts'
import { findByIndex, findByReading, SEARCH_LIMITS, type SearchLimits } from './search.ts'
import * as store from './store.ts'
import { requireMember } from './team.ts'
import { codesOf, isEmptyTouch, isSaidBy, readAttribution, readTouch, type Touch, type TouchedLink } from './touch.ts'

export interface ContactOrigin {
  workspaceId: string
  keyId: string | null
  webhookId?: string
  deliveryId?: string
  formId?: string
  /** The link that led to it. Defaults to the one whose code is in the contact's fields. */
  link?: TouchedLink | null
  /** Where the visitor came from. Defaults to what the contact's fields say. */
  touch?: Touch
}

interface Draft {
  origin: ContactOrigin
  input: ContactInput
}

interface ContactsOptions extends Pick<Parts, 'pool' | 'ids'> {
  reads: Pool
  emit: Emit
  findLink: (code: string) => Promise<(TouchedLink & { workspaceId: string }) | null>
  /** Called when contacts are stored, at the latest just before their transaction ends. */
  onArrival?: () => void
  searchLimits?: Partial<SearchLimits>
  countedMax?: number
}

interface ContactChange {
  ifMatch: IfMatch | null
  by: ChangedBy | null
  /** Turns the stored values into the new ones, or throws. `keyId` is the key that created the contact. */
  read: (current: StoredInput, keyId: string | null) => StoredInput
}

export type Contacts = ReturnType<typeof createContacts>

export function createContacts(options: ContactsOptions) {
  const { pool, reads, onArrival, countedMax = COUNTED_MAX } = options
  const limits = { ...SEARCH_LIMITS, ...options.searchLimits }
  const intake = createBatcher<store.NewContact, store.NewContact>({
    write: async (items) => {
      await store.insertContacts(pool, items)
      onArrival?.()
      return items
    },
  })
  return {
    intake,
    /** Resolves after the commit, with the contact as JSON. Concurrent creates share one commit. */
    create(origin: ContactOrigin, input: ContactInput): Promise<Pick<store.NewContact, 'id' | 'json'>> {
      const link = linkOf(options, origin, input)
      if (link instanceof Promise) return link.then((found) => intake.add(toNew(options, origin, input, found)))
      return intake.add(toNew(options, origin, input, link))
    },
    /** Adds the link of its code. Call it before a transaction: an open one must not wait for a second connection. */
    withLink<O extends ContactOrigin>(origin: O, input: ContactInput) {
      const link = linkOf(options, origin, input)
      return link instanceof Promise ? link.then((found) => ({ ...origin, link: found })) : { ...origin, link }
    },
    async createIn(tx: Tx, origin: ContactOrigin, input: ContactInput): Promise<store.Contact> {
      const [contact] = await insertIn(options, tx, [{ origin, input }])
      return JSON.parse(contact!.json) as store.Contact
    },
    /** Creates many with one statement. Quiet ones are announced to programs, but not to people. */
    createAllIn: (tx: Tx, origin: ContactOrigin, inputs: readonly ContactInput[], loudness: Loudness = {}) =>
      createAllIn(options, tx, origin, inputs, loudness),
    /**
     * Fills the empty fields of the newest contact with the same address, or else of the one that a record with it was
     * merged into, and adds the tags. Returns those whose address no contact has any more.
     */
    fillAllIn: (tx: Tx, origin: ContactOrigin, inputs: readonly ContactInput[], loudness: Loudness = {}) =>
      fillAllIn(options, tx, origin, inputs, loudness),
    async createEachIn(tx: Tx, drafts: readonly Draft[]) {
      return (await insertIn(options, tx, drafts)).map(({ id, json }) => ({ id, json }))
    },
    /** Prepares to create contacts together with rows of another table, which `beside` writes in the same statement. */
    prepareCreate<T>(name: string, beside: Beside<store.NewContact & T>) {
      const insert = store.prepareInserts(name, beside)
      return async (db: Db, drafts: ReadonlyArray<Draft & { beside: T }>) => {
        const contacts = await toNewLinked(options, drafts)
        await insert(
          db,
          contacts.map((contact, at) => ({ ...contact, ...drafts[at]!.beside })),
        )
        onArrival?.()
        return contacts.map(({ id, json }) => ({ id, json }))
      }
    },
    awaitConfirmationIn: store.markUnconfirmed,
    /**
     * Marks the address as confirmed. `isNews`: the contact had no event before. Returns null if there is no such
     * contact.
     */
    async confirmIn(tx: Tx, workspaceId: string, id: string, isNews: boolean) {
      const row = await store.markConfirmed(tx, workspaceId, id)
      return row && emitContact(options, tx, isNews ? 'contact.created' : 'contact.updated', workspaceId, row)
    },
    /**
     * Emits the event of a contact that had none, before its address is confirmed. Returns null if there is no such
     * contact.
     */
    async announceIn(tx: Tx, workspaceId: string, id: string) {
      const row = await store.findContactForChange(tx, workspaceId, id)
      return row && emitContact(options, tx, 'contact.created', workspaceId, row)
    },
    /** A merged id shows the contact that survived. */
    getDetail: (workspaceId: string, id: string) => getDetail(pool, workspaceId, id),
    attributionOf: (workspaceId: string, emailKey: string) =>
      readAttribution(reads, workspaceId, { emailKey, contactId: null, mergedIds: [] }),
    /** Throws 412 if the caller means another version. */
    update: (open: Tx | null, workspaceId: string, id: string, change: ContactChange) =>
      transaction(open ?? pool, (tx) => updateIn(options, tx, workspaceId, id, change)),
    /**
     * Returns false if there is no such contact. Empties its events. Throws 412 if the caller means another version.
     */
    delete: (workspaceId: string, id: string, ifMatch: IfMatch | null) =>
      transaction(pool, (tx) => deleteIn(options, tx, workspaceId, id, ifMatch)),
    async list(workspaceId: string, asked: ContactFilter, page: PageRequest) {
      const filter = await followMerged(reads, workspaceId, asked)
      const list = { db: reads, workspaceId, filter, page }
      return filter.q == null ? listContacts(list, countedMax) : searchContacts(list, limits)
    },
    /** Those that have the address themselves. */
    listOfAddress: (workspaceId: string, emailKey: string, page: PageRequest) =>
      listContacts({ db: reads, workspaceId, filter: { email: emailKey }, page }, countedMax),
    /** Contacts below `afterId` that contain the text, as far as they were examined. */
    async findMatching(workspaceId: string, q: string, afterId: string | null) {
      const filter = await followMerged(reads, workspaceId, { q })
      const found = await findByIndex(reads, workspaceId, filter, afterId, limits)
      return found ?? findByReading(reads, workspaceId, filter, afterId, limits)
    },
  }
}

interface Loudness {
  isQuiet?: boolean
}

async function insertIn(options: ContactsOptions, tx: Tx, drafts: readonly Draft[]) {
  const contacts = await toNewLinked(options, drafts)
  await store.insertContacts(tx, contacts)
  options.onArrival?.()
  return contacts
}

async function createAllIn(
  options: ContactsOptions,
  tx: Tx,
  origin: ContactOrigin,
  inputs: readonly ContactInput[],
  { isQuiet = false }: Loudness,
): Promise<void> {
  if (inputs.length === 0) return
  const drafts = inputs.map((input) => ({ origin, input }))
  const eventIds = (await insertIn(options, tx, drafts)).map(({ eventId }) => eventId)
  if (isQuiet) await quietEvents(tx, eventIds)
}

async function fillAllIn(
  options: ContactsOptions,
  tx: Tx,
  { workspaceId, keyId }: ContactOrigin,
  inputs: readonly ContactInput[],
  { isQuiet = false }: Loudness,
): Promise<ContactInput[]> {
  if (inputs.length === 0) return []
  const wanted = new Map(inputs.map((input) => [input.email_key!, input]))
  const changes: Array<{ id: string; before: StoredInput; input: StoredInput }> = []
  for (const { row, emailKeys } of await lockNewest(tx, workspaceId, [...wanted.keys()])) {
    const before = store.inputOf(row)
    const input = emailKeys.reduce((filled, key) => fillEmpty(filled, wanted.get(key)!), before)
    for (const key of emailKeys) wanted.delete(key)
    if (!isDeepStrictEqual(input, before)) changes.push({ id: row.id, before, input })
  }
  const rows = changes.length === 0 ? [] : await store.updateContacts(tx, workspaceId, changes)
  const changed = rows.map((row, at) => {
    const { before, input: after } = changes[at]!
    return { id: row.id, version: row.version, before, after, shown: store.fromRow(row) }
  })
  const by = keyId === null ? null : { kind: 'key' as const, keyId }
  await recordChanges(options, tx, workspaceId, by, changed, { isQuiet })
  return [...wanted.values()]
}

async function emitContact(
  { emit }: ContactsOptions,
  tx: Tx,
  type: 'contact.created' | 'contact.updated',
  workspaceId: string,
  row: store.ContactRow,
) {
  const data = store.fromRow(row)
  await emit(tx, { workspaceId, type, subjectId: row.id, subjectVersion: row.version, data })
  return data
}

async function getDetail(db: Db, workspaceId: string, id: string) {
  const own = await store.findContact(db, workspaceId, id)
  const mergedInto = own === null ? await findSurvivor(db, workspaceId, id) : null
  const row = mergedInto === null ? own : await store.findContact(db, workspaceId, mergedInto)
  if (row === null) return null
  const records = await selectMerged(db, workspaceId, row.id, MERGED_SHOWN)
  const touched = { emailKey: row.email_key, contactId: row.id, mergedIds: records.map((each) => each.id) }
  const attribution = await readAttribution(db, workspaceId, touched)
  const merged = records.map((each) => ({ ...store.fromRow(each), merged_at: each.merged_at }))
  return { contact: { ...store.fromRow(row), attribution, merged_into: mergedInto, merged }, version: row.version }
}

type Making = Pick<ContactsOptions, 'ids' | 'findLink'>

function toNew(
  { ids }: Making,
  origin: ContactOrigin,
  input: ContactInput,
  link: TouchedLink | null,
): store.NewContact {
  const { id, at } = ids.next()
  const { workspaceId, keyId, webhookId = null, deliveryId = null, formId = null } = origin
  const linkId = link?.id ?? null
  const postId = link?.postId ?? null
  const said = origin.touch ?? readTouch(input, link)
  const hasTouch = linkId !== null || formId !== null || !isEmptyTouch(said)
  const isKept = hasTouch && (linkId !== null || !isSaidBy(input, said))
  const contact = {
    id,
    workspaceId,
    keyId,
    webhookId,
    deliveryId,
    linkId,
    postId,
    formId,
    createdAt: at,
    input,
    extra: JSON.stringify(input.extra),
    isTouch: isKept ? null : hasTouch,
    touch: isKept ? said : null,
    eventId: ids.next().id,
    json: '',
  }
  contact.json = store.writeNewContact(contact)
  return contact
}

/** Looks up all links together. The contacts get their ids in the order given. */
async function toNewLinked(making: Making, drafts: readonly Draft[]) {
  const links = await Promise.all(drafts.map(({ origin, input }) => linkOf(making, origin, input)))
  return drafts.map(({ origin, input }, at) => toNew(making, origin, input, links[at]!))
}

/** Not a promise for a contact without a code, which most are. */
function linkOf(making: Making, { link, workspaceId }: ContactOrigin, input: ContactInput) {
  if (link !== undefined) return link
  const codes = codesOf(input)
  return codes.length === 0 ? null : findFirstLink(making, workspaceId, codes)
}

async function findFirstLink(
  { findLink }: Making,
  workspaceId: string,
  codes: readonly string[],
): Promise<TouchedLink | null> {
  for (const code of codes) {
    // A failed link look-up must not cause the contact to be refused.
    const link = await findLink(code).catch(() => null)
    if (link?.workspaceId === workspaceId) return link
  }
  return null
}

async function updateIn(options: ContactsOptions, tx: Tx, workspaceId: string, asked: string, change: ContactChange) {
  const row = await findFollowing(tx, workspaceId, asked)
  if (row === null) return null
  const { id } = row
  const before = store.inputOf(row)
  const after = change.read(before, row.key_id)
  const ownerId = after.lead.owner_id
  if (ownerId !== null && ownerId !== row.owner_id) await requireMember(tx, workspaceId, ownerId)
  requireMatch(change.ifMatch, row.version)
  if (isDeepStrictEqual(after, before)) return { contact: store.fromRow(row), version: row.version }
  const changed = await store.updateContact(tx, workspaceId, id, after)
  const { version } = changed
  const contact = store.fromRow(changed)
  await recordChanges(options, tx, workspaceId, change.by, [{ id, version, before, after, shown: contact }])
  return { contact, version }
}

/** Locks the contact, or the one that it was merged into. */
async function findFollowing(tx: Tx, workspaceId: string, id: string) {
  const own = await store.findContactForChange(tx, workspaceId, id)
  const survivorId = own === null ? await findSurvivor(tx, workspaceId, id) : null
  return survivorId === null ? own : store.findContactForChange(tx, workspaceId, survivorId)
}

async function deleteIn(
  { emit }: ContactsOptions,
  tx: Tx,
  workspaceId: string,
  id: string,
  ifMatch: IfMatch | null,
): Promise<boolean> {
  const row = await store.findContactForChange(tx, workspaceId, id)
  if (row === null) return deleteMerged(emit, tx, workspaceId, id)
  requireMatch(ifMatch, row.version)
  const isQuiet = (await store.selectQuiet(tx, workspaceId, [row])).has(id)
  const mergedIds = await selectMergedIds(tx, workspaceId, id)
  const { version } = (await store.removeContact(tx, workspaceId, id))!
  for (const each of [id, ...mergedIds]) await forgetSubject(tx, workspaceId, each)
  if (isQuiet) return true
  // After forgetSubject, so that this event stays.
  const subject = { workspaceId, subjectId: id, subjectVersion: version + 1 }
  await emit(tx, { ...subject, type: 'contact.deleted', data: { id, deleted: true } })
  return true
}

/** Deletes the merged record alone: the contact that survived stays. */
async function deleteMerged(emit: Emit, tx: Tx, workspaceId: string, id: string): Promise<boolean> {
  const removed = await removeMerged(tx, workspaceId, id)
  if (removed === null) return false
  await passOn(tx, workspaceId, id, removed.into_id)
  await forgetSubject(tx, workspaceId, id)
  const subject = { workspaceId, subjectId: id, subjectVersion: (removed.record.version as number) + 2 }
  await emit(tx, { ...subject, type: 'contact.deleted', data: { id, deleted: true } })
  return true
}
