import { isDeepStrictEqual } from 'node:util'
import { type ContactInput, type ContactValues, FRESH_LEAD, type Lead, pickFields } from '../contact-fields.ts'
import { type Db, type Pool, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { COUNTED_MAX, type Counted, countContacts, upTo } from '../db/statements/counts.ts'
import { lookInParts, readSlices, type Slice } from '../db/statements/paging.ts'
import { createBatcher } from '../db/writes/batcher.ts'
import { type Emit, forgetSubject, quietEvents } from '../events/emit.ts'
import { type IfMatch, requireMatch } from '../http/answers/etag.ts'
import { listInParts, type PageInParts, type PageRequest, sliceOf, toPageInParts } from '../http/pagination.ts'
import { rememberLast } from '../lib/bounds/remember.ts'
import { readAttribution } from './attribution.ts'
import { type ChangedBy, recordChanges, requireMember } from './changes.ts'
import { findByIndex, readMax, SEARCH_LIMITS, type SearchLimits } from './search.ts'
import * as store from './store.ts'
import { codesOf, isEmptyTouch, readTouch, type Touch, type TouchedLink } from './touch.ts'

/** Who a new contact belongs to, and what brought it. */
export interface ContactOrigin {
  workspaceId: string
  keyId: string | null
  /** The webhook and its delivery, when it is made from one. */
  webhookId?: string
  deliveryId?: string
  /** The form that it was sent through. */
  formId?: string
  /** The link that led to it. Left out, it is found by the code among the fields of the contact. */
  link?: TouchedLink | null
  /** Where the visitor came from. Left out, the fields of the contact say it. */
  touch?: Touch
}

interface ContactsOptions extends Pick<Parts, 'pool' | 'ids'> {
  /** For lists and searches. */
  reads: Pool
  emit: Emit
  /** The link with this code, from memory where it is known. */
  findLink: (code: string) => Promise<(TouchedLink & { workspaceId: string }) | null>
  /** For tests. */
  searchLimits?: Partial<SearchLimits>
  countedMax?: number
}

/** Of how many contacts those without a status or an owner are counted one by one, where counting the others takes too long. */
const SCANNED_MAX = 20_000

/** Several filters find much when one in so many contacts matches. */
const FREQUENT_SHARE = 4

export type Contacts = ReturnType<typeof createContacts>

export function createContacts(options: ContactsOptions) {
  const { pool, reads, ids, emit, findLink, countedMax = COUNTED_MAX } = options
  const limits = { ...SEARCH_LIMITS, ...options.searchLimits }
  const intake = createBatcher<store.NewContact, string>({
    write: async (items) => {
      await store.insertContacts(pool, items)
      return items.map(({ json }) => json)
    },
  })
  const toNew = (origin: ContactOrigin, input: ContactInput, link: TouchedLink | null): store.NewContact => {
    const { id, at } = ids.next()
    const { workspaceId, keyId, webhookId = null, deliveryId = null, formId = null } = origin
    const linkId = link?.id ?? null
    const postId = link?.postId ?? null
    const said = origin.touch ?? readTouch(input, link)
    const touch = linkId === null && formId === null && isEmptyTouch(said) ? null : said
    const own = {
      id,
      ...(input.lead ?? FRESH_LEAD),
      webhook_id: webhookId,
      delivery_id: deliveryId,
      link_id: linkId,
      post_id: postId,
      form_id: formId,
      confirmation: null,
    }
    const json = JSON.stringify(showContact(input, own, at))
    const stored = { id, workspaceId, keyId, webhookId, deliveryId, linkId, postId, formId, touch }
    return { ...stored, createdAt: at, input, eventId: ids.next().id, json }
  }
  /** Null at once for a contact without a code, as most are. */
  const linkOf = (origin: ContactOrigin, input: ContactInput): Promise<TouchedLink | null> | TouchedLink | null => {
    if (origin.link !== undefined) return origin.link
    const codes = codesOf(input)
    return codes.length === 0 ? null : findFirst(origin.workspaceId, codes)
  }
  const findFirst = async (workspaceId: string, codes: readonly string[]): Promise<TouchedLink | null> => {
    for (const code of codes) {
      // A link that cannot be looked up must not cost the contact.
      const link = await findLink(code).catch(() => null)
      if (link?.workspaceId === workspaceId) return link
    }
    return null
  }
  /** Looked up together, and made in their order: ids tell it. */
  const toNewLinked = async (drafts: ReadonlyArray<{ origin: ContactOrigin; input: ContactInput }>) => {
    const links = await Promise.all(drafts.map(({ origin, input }) => linkOf(origin, input)))
    return drafts.map(({ origin, input }, at) => toNew(origin, input, links[at]!))
  }
  return {
    intake,
    /** Answers after the commit, with the contact as JSON. Concurrent creates share one commit. */
    create(origin: ContactOrigin, input: ContactInput): Promise<string> {
      const link = linkOf(origin, input)
      if (link instanceof Promise) return link.then((found) => intake.add(toNew(origin, input, found)))
      return intake.add(toNew(origin, input, link))
    },
    /** With the link of its code. Before a transaction: one that is open must not wait for another connection. */
    withLink: async <O extends ContactOrigin>(origin: O, input: ContactInput) => ({
      ...origin,
      link: await linkOf(origin, input),
    }),
    /** The same inside a transaction of the caller's. */
    async createIn(tx: Tx, origin: ContactOrigin, input: ContactInput): Promise<Contact> {
      const [contact] = await toNewLinked([{ origin, input }])
      await store.insertContacts(tx, [contact!])
      return JSON.parse(contact!.json) as Contact
    },
    /** Creates many with one statement. Of quiet ones programs are told, and people are not. */
    async createAllIn(
      tx: Tx,
      origin: ContactOrigin,
      inputs: readonly ContactInput[],
      { isQuiet = false } = {},
    ): Promise<void> {
      if (inputs.length === 0) return
      const contacts = await toNewLinked(inputs.map((input) => ({ origin, input })))
      await store.insertContacts(tx, contacts)
      if (isQuiet)
        await quietEvents(
          tx,
          contacts.map(({ eventId }) => eventId),
        )
    },
    /** The same, each with its own origin. Returns them as JSON. */
    async createEachIn(tx: Tx, drafts: ReadonlyArray<{ origin: ContactOrigin; input: ContactInput }>) {
      const contacts = await toNewLinked(drafts)
      await store.insertContacts(tx, contacts)
      return contacts.map(({ id, json }) => ({ id, json }))
    },
    /** Contacts that this transaction has created wait for a confirmation of their address. Of `quietIds` nothing is told before. */
    awaitConfirmationIn: store.markUnconfirmed,
    /** The address is confirmed. `isNews`: nothing was told of the contact before. Null when there is none. */
    async confirmIn(tx: Tx, workspaceId: string, id: string, isNews: boolean): Promise<Contact | null> {
      const row = await store.markConfirmed(tx, workspaceId, id)
      if (row === null) return null
      const { contact: data, version: subjectVersion } = versioned(row)
      const type = isNews ? 'contact.created' : 'contact.updated'
      await emit(tx, { workspaceId, type, subjectId: id, subjectVersion, data })
      return data
    },
    /** Nothing was told of the contact before, and its address is not confirmed. Null when there is none. */
    async announceIn(tx: Tx, workspaceId: string, id: string): Promise<Contact | null> {
      const row = await store.findContactForChange(tx, workspaceId, id)
      if (row === null) return null
      const { contact: data, version: subjectVersion } = versioned(row)
      await emit(tx, { workspaceId, type: 'contact.created', subjectId: id, subjectVersion, data })
      return data
    },
    async getDetail(workspaceId: string, id: string) {
      const row = await store.findContact(pool, workspaceId, id)
      if (row === null) return null
      const { contact, version } = versioned(row)
      const touched = { emailKey: row.email_key, contactId: row.id }
      return { contact: { ...contact, attribution: await readAttribution(pool, workspaceId, touched) }, version }
    },
    /** Where the person with this address came from. */
    attributionOf: (workspaceId: string, emailKey: string) =>
      readAttribution(reads, workspaceId, { emailKey, contactId: null }),
    /**
     * Null when there is none. Throws 412 when the caller means another version. `read` turns what is stored into what
     * shall be stored; it throws when it must not be. `keyId` is the key that created the contact.
     */
    update: (
      open: Tx | null,
      workspaceId: string,
      id: string,
      change: {
        ifMatch: IfMatch | null
        by: ChangedBy | null
        read: (current: ContactInput, keyId: string | null) => ContactInput
      },
    ) =>
      transaction(open ?? pool, async (tx) => {
        const row = await store.findContactForChange(tx, workspaceId, id)
        if (row === null) return null
        const current = inputOf(row)
        const input = change.read(current, row.key_id)
        const ownerId = input.lead?.owner_id ?? null
        if (ownerId !== null && ownerId !== row.owner_id) await requireMember(tx, workspaceId, ownerId)
        requireMatch(change.ifMatch, row.version)
        if (isDeepStrictEqual(input, current)) return versioned(row)
        const changed = versioned(await store.updateContact(tx, workspaceId, row.id, input))
        const { contact: shown, version } = changed
        const told = { id: row.id, version, before: current, after: input, shown }
        await recordChanges({ emit, ids }, tx, workspaceId, change.by, [told])
        return changed
      }),
    /** What was said of it in events is forgotten too. Throws 412 when the caller means another version. */
    delete: (workspaceId: string, id: string, ifMatch: IfMatch | null) =>
      transaction(pool, async (tx) => {
        const row = await store.findContactForChange(tx, workspaceId, id)
        if (row === null) return false
        requireMatch(ifMatch, row.version)
        const isQuiet = (await store.selectQuiet(tx, workspaceId, [row])).has(row.id)
        const gone = (await store.removeContact(tx, workspaceId, row.id))!
        await forgetSubject(tx, workspaceId, gone.id)
        if (isQuiet) return true
        // After forgetSubject, so that this one stays.
        const data = { id: gone.id, deleted: true }
        const subject = { workspaceId, subjectId: gone.id, subjectVersion: gone.version + 1 }
        await emit(tx, { ...subject, type: 'contact.deleted', data })
        return true
      }),
    list: (workspaceId: string, filter: store.ContactFilter, page: PageRequest) =>
      filter.search == null
        ? listContacts({ db: reads, workspaceId, filter, page }, countedMax)
        : searchContacts({ db: reads, workspaceId, filter, page }, limits),
    /** Contacts below `afterId` in which the text stands; null where the index does not help. */
    findMatching: (workspaceId: string, search: string, afterId: string | null) =>
      findByIndex(reads, workspaceId, { search }, afterId, limits),
  }
}

/** Which contacts are listed. */
interface Asked {
  db: Db
  workspaceId: string
  filter: store.ContactFilter
  page: PageRequest
}

async function listContacts(asked: Asked, countedMax: number): Promise<PageInParts<Contact>> {
  const { db, workspaceId, filter, page } = asked
  const isFiltered = Object.values(filter).some((value) => value != null)
  if (!isFiltered && page.page === 1 && page.afterId === null) return listNewest(asked)
  if (conditionsOf(filter).length > 1 || filter.tag != null) {
    const listed = await listPart(asked, readMaxOf(countedMax))
    if (listed !== null) return listed
  }
  const counted = isFiltered
    ? await countMatching(db, workspaceId, filter, countedMaxOf(filter, countedMax), countedMax)
    : { total: await countContacts(db, workspaceId) }
  return listInParts(page, counted, (slice) => store.selectContacts(db, workspaceId, filter, slice), fromRow)
}

/**
 * Contacts with several filters have to be read, and hardly any may match: so a part is looked at, and the cursor goes on behind
 * it. Null for a tag that is rare among the newest, because its index finds all that have it.
 */
async function listPart({ db, workspaceId, filter, page }: Asked, most: number): Promise<PageInParts<Contact> | null> {
  const findEnd = (afterId: string | null) => store.findFilterEnd(db, workspaceId, filter, { afterId, most })
  const { first: firstEnd, here: end } = await lookInParts(page.afterId, findEnd, (found) => found)
  const { total: count, isCapped } = await store.countFiltered(db, workspaceId, within(filter, firstEnd), most)
  const isFrequent = isCapped || (firstEnd !== null && FREQUENT_SHARE * count >= most)
  if (!isFrequent && firstEnd !== null && conditionsOf(filter).length === 1) return null
  const slice = sliceOf(page, isFrequent ? Number.POSITIVE_INFINITY : count)
  // Where there is much to find, pages by number go on behind the part.
  const isBehind = isFrequent && page.afterId === null && slice.offset + slice.limit > count
  const searched = isBehind ? filter : within(filter, end)
  const parts =
    count === 0 && end === firstEnd
      ? async () => null
      : readSlices(slice, (part) => store.selectContacts(db, workspaceId, searched, part))
  return toPageInParts(page, () => count, parts, fromRow, {
    isCapped: isCapped || firstEnd !== null,
    lookedUpTo: isBehind ? null : end,
  })
}

/** What is asked of contacts besides their date, by name. */
function conditionsOf({ fromId: _, belowId: __, ...conditions }: store.ContactFilter): string[] {
  return Object.entries(conditions).flatMap(([name, value]) => (value == null ? [] : name))
}

/**
 * How many match, `most` at most; it is capped when there may be more. Most contacts of most workspaces are new or have no
 * owner: no index has those, because every contact that comes in would pay for it, so they are counted by the others. Where
 * the others are many too, the newest contacts are looked at.
 */
export async function countMatching(
  db: Db,
  workspaceId: string,
  filter: store.ContactFilter,
  most: number,
  othersMax = 10 * most,
): Promise<Counted> {
  const others = othersOf(filter)
  if (others === null) return store.countFiltered(db, workspaceId, filter, most)
  const total = await countContacts(db, workspaceId)
  const worked = await store.countWorkedOn(db, workspaceId, others, othersMax)
  if (!worked.isCapped) return upTo(most, Math.max(0, total - worked.total))
  const end = await store.findSearchEnd(db, workspaceId, {}, { afterId: null, most: SCANNED_MAX })
  const found = await store.countFiltered(db, workspaceId, within(filter, end), most)
  return { ...found, isCapped: found.isCapped || end !== null }
}

function countedMaxOf(filter: store.ContactFilter, most: number): number {
  const isOfDates = filter.fromId != null || filter.belowId != null
  const isFresh = filter.status === FRESH_LEAD.status || filter.ownerId === store.NO_OWNER
  const isIndexed = filter.tag == null && filter.form == null && !(isFresh && isOfDates)
  return isIndexed ? most : readMaxOf(most)
}

/** A condition is counted along its index alone. Where contacts have to be read, a quarter is enough. */
function readMaxOf(most: number): number {
  return Math.ceil(most / 4)
}

function othersOf(filter: store.ContactFilter): 'status' | 'owner_id' | null {
  const { status, ownerId, ...rest } = filter
  if (Object.values(rest).some((value) => value != null)) return null
  if (status === FRESH_LEAD.status && ownerId == null) return 'status'
  return ownerId === store.NO_OWNER && status == null ? 'owner_id' : null
}

/** The first page without filters: its first rows carry the total. */
function listNewest({ db, workspaceId, filter: noFilter, page }: Asked): PageInParts<Contact> {
  let total = 0
  const parts = readSlices(sliceOf(page, Number.POSITIVE_INFINITY), async (part) => {
    if (part.afterId !== null) return store.selectContacts(db, workspaceId, noFilter, part)
    const first = await store.selectFirstContacts(db, workspaceId, part.limit)
    total = first.rows[0]?.total ?? 0
    return first
  })
  return toPageInParts(page, () => total, parts, fromRow)
}

/** The newest records first. The cursor goes on behind them, so that following it leads to all. */
async function searchContacts(asked: Asked, limits: SearchLimits): Promise<PageInParts<Contact>> {
  const { db, workspaceId, filter, page } = asked
  const { afterId } = page
  const look = (below: string | null) => findByIndex(db, workspaceId, filter, below, limits)
  const { first, here: found } = await lookInParts(afterId, look, (part) => part?.lookedUpTo ?? null)
  if (first === null || found === null) {
    return searchByReading(asked, readMax(workspaceId, filter.search ?? '', limits))
  }
  const total = first.ids.length
  const { limit, offset } = sliceOf(page, total)
  const begin = afterId === null ? offset : found.ids.findIndex((id) => id < afterId)
  const ids = begin < 0 ? [] : found.ids.slice(begin, begin + limit)
  const shown = { ...filter, search: null, ids }
  const parts = readSlices({ limit: ids.length, offset: 0, afterId: null, total }, (part) =>
    store.selectContacts(db, workspaceId, shown, part),
  )
  const end = { isCapped: first.lookedUpTo !== null, lookedUpTo: found.lookedUpTo }
  return toPageInParts(page, () => total, parts, fromRow, end)
}

async function searchByReading({ db, workspaceId, filter, page }: Asked, most: number): Promise<PageInParts<Contact>> {
  const findEnd = (afterId: string | null) => store.findSearchEnd(db, workspaceId, filter, { afterId, most })
  const { first: firstEnd, here: end } = await lookInParts(page.afterId, findEnd, (found) => found)
  const { total } = await store.countFiltered(db, workspaceId, within(filter, firstEnd), most)
  const select = (slice: Slice) => store.selectContacts(db, workspaceId, within(filter, end), slice)
  return listInParts(page, { total }, select, fromRow, { isCapped: firstEnd !== null, lookedUpTo: end })
}

/** What is looked at ends there, so that the index of tags, which has all of them, is no help. */
function within(filter: store.ContactFilter, end: string | null): store.ContactFilter {
  return end === null ? filter : { ...filter, tag: null, readTag: filter.tag ?? null, fromId: end }
}

/** A contact with the version that its ETag is made of. */
function versioned(row: store.ContactRow) {
  return { contact: fromRow(row), version: row.version }
}

export function fromRow(row: store.ContactRow): Contact {
  return showContact(row, row, row.created_at.getTime())
}

export type Contact = ReturnType<typeof showContact>

function showContact(
  said: ContactValues & { extra: unknown },
  own: Pick<store.ContactRow, 'id' | 'status' | 'owner_id' | 'tags' | store.OriginColumn | 'confirmation'>,
  createdAt: number,
) {
  const { id, webhook_id, delivery_id, link_id, post_id, form_id } = own
  const extra = said.extra as ContactInput['extra']
  const lead = { status: own.status, owner_id: own.owner_id, tags: own.tags }
  const origin = { webhook_id, delivery_id, link_id, post_id, form_id, confirmation: own.confirmation }
  return { id, ...pickFields(said), extra, ...lead, ...origin, created_at: isoTime(createdAt) }
}

// Contacts that come together share their millisecond.
const isoTime = rememberLast((time: number) => new Date(time).toISOString())

export function inputOf(row: store.ContactRow & { email_key: string | null }): ContactInput {
  const { email_key, status, owner_id, tags } = row
  const lead = { status, owner_id, tags } as Lead
  return { ...pickFields(row), email_key, extra: row.extra as ContactInput['extra'], lead }
}
