import type { Pool } from '../db/database.ts'
import { COUNTED_MAX } from '../db/statements/counts.ts'
import { lookInParts } from '../db/statements/paging.ts'
import {
  type PageInParts,
  type PageRequest,
  type Pagination,
  refuseFarPage,
  sliceOf,
  toPage,
} from '../http/pagination.ts'
import { keepSlow } from '../lib/bounds/remember.ts'
import { createErasures, type ErasuresOptions, keysOf } from './erasure/erasures.ts'
import { selectSpellings } from './erasure/store.ts'
import { writePerson } from './export.ts'
import { countPeople, findNewest, findPeopleEnd, findPeopleOf, selectNewestPeople, selectPeople } from './store.ts'
import { readTimeline, type TimelinePerson } from './timeline.ts'

interface FoundRecords {
  ids: string[]
  /** Records below this id were not examined; null if all were. */
  lookedUpTo: string | null
}

export interface PeopleOptions extends ErasuresOptions {
  /** For lists and searches; the other pool is for erasures. */
  reads: Pool
  /** For tests: see LOOKED_AT_MAX. */
  lookedAtMax?: number
  /** Records below `afterId` that contain the text. */
  findRecords(workspaceId: string, search: string, afterId: string | null): Promise<FoundRecords>
  listRecords(workspaceId: string, emailKey: string, page: PageRequest): Promise<PageInParts<object>>
  attributionOf(workspaceId: string, emailKey: string): Promise<object>
  listConsents(workspaceId: string, emailKey: string): Promise<object[]>
}

/** The most records that are read for a page: those that are not the newest of their person are skipped. */
const LOOKED_AT_MAX = 5_000

/** A total below this is always exact, because counting so few people is fast. */
const KEPT_MIN = 1_000

/** No person has this many records. */
const RECORDS_EXPORTED_MAX = 1_000_000_000

/** The most records of a search whose people are looked up one by one. */
const RECORDS_MAX = 1_000

interface PeoplePage {
  people: object[]
  pagination: Pagination
}

export type People = ReturnType<typeof createPeople>

/** The contacts of a workspace, seen as people: records with the same e-mail key are one. */
export function createPeople(options: PeopleOptions) {
  const { reads, findRecords, listRecords, attributionOf, listConsents, lookedAtMax = LOOKED_AT_MAX } = options
  const findSome = async (workspaceId: string, search: string, afterId: string | null) => {
    const found = await findRecords(workspaceId, search, afterId)
    if (found.ids.length <= RECORDS_MAX) return found
    const ids = found.ids.slice(0, RECORDS_MAX)
    return { ids, lookedUpTo: ids.at(-1)! }
  }
  /** People by the records that contain the text. */
  const listFound = async (workspaceId: string, search: string, page: PageRequest) => {
    const look = (afterId: string | null) => findSome(workspaceId, search, afterId)
    const { first, here } = await lookInParts(page, look, ({ lookedUpTo }) => lookedUpTo)
    const { total, ids } = await findPeopleOf(reads, workspaceId, here.ids, sliceOf(page, 0))
    const end = { isCapped: first.lookedUpTo !== null, lookedUpTo: here.lookedUpTo }
    const { rows, pagination } = toPage(page, total, ids.map(withId), end)
    return { people: await selectPeople(reads, workspaceId, rows.map(idOf)), pagination }
  }
  const countAll = keepSlow((workspaceId: string) => countPeople(reads, workspaceId, COUNTED_MAX), {
    isKept: ({ total }) => total >= KEPT_MIN,
  })
  /** Without a search: a record that is not the newest of its person is skipped. */
  const listNewest = async (workspaceId: string, page: PageRequest) => {
    const { total, isCapped } = await countAll(workspaceId)
    const slice = sliceOf(page, total)
    // A page behind the last one is empty.
    if (page.afterId === null && (isCapped || slice.offset < total)) {
      refuseFarPage(slice.offset, Number.POSITIVE_INFINITY, lookedAtMax)
    }
    const found = await selectNewestPeople(reads, workspaceId, { ...slice, most: lookedAtMax })
    const isFull = found.length === slice.limit
    const lookedUpTo = isFull ? null : await findPeopleEnd(reads, workspaceId, page.afterId, lookedAtMax)
    const { rows, pagination } = toPage(page, total, found, { isCapped, lookedUpTo })
    return { people: rows, pagination }
  }
  return {
    list: (workspaceId: string, search: string | null, page: PageRequest): Promise<PeoplePage> =>
      search === null ? listNewest(workspaceId, page) : listFound(workspaceId, search, page),
    /** Includes a page of the records. Null if no record has this address, nor had before it was merged. */
    async get(workspaceId: string, asked: string, page: PageRequest) {
      const newest = await findNewest(reads, workspaceId, asked)
      if (newest === null) return null
      const { id, email_key: emailKey } = newest
      const [row] = await selectPeople(reads, workspaceId, [id])
      if (row === undefined) return null
      const attribution = await attributionOf(workspaceId, emailKey)
      const consents = await listConsents(workspaceId, emailKey)
      const contacts = await listRecords(workspaceId, emailKey, page)
      return { person: { ...JSON.parse(row.json), attribution, consents }, contacts }
    },
    /** Everything that happened with the person, newest first. Null as above. */
    async timeline(person: TimelinePerson, page: PageRequest) {
      const newest = await findNewest(reads, person.workspaceId, person.emailKey)
      return newest && readTimeline(reads, { ...person, emailKey: newest.email_key }, page)
    },
    /** Everything that is kept of the person, in pieces, with records that were merged. Null if none has this address. */
    async export(person: TimelinePerson) {
      const { workspaceId, emailKey } = person
      const spellings = await selectSpellings(reads, workspaceId, emailKey)
      if (spellings.length === 0) return null
      const all = { order: 'desc' as const, page: 1, limit: RECORDS_EXPORTED_MAX, afterId: null }
      const emailKeys = keysOf(emailKey, spellings)
      return writePerson(reads, {
        ...person,
        emailKeys,
        contactId: null,
        madeAt: new Date(options.clock.now()),
        records: emailKeys.map((each) => () => listRecords(workspaceId, each, all)),
      })
    },
    /** The same of a contact without an address, of whom nothing tells which other records are theirs. */
    exportContact({ workspaceId, scopes }: Omit<TimelinePerson, 'emailKey'>, contact: { id: string }) {
      const parts = [[contact]]
      return writePerson(reads, {
        workspaceId,
        scopes,
        emailKey: null,
        emailKeys: [],
        contactId: contact.id,
        madeAt: new Date(options.clock.now()),
        records: [async () => ({ next: async () => parts.shift() ?? null })],
      })
    },
    erasures: createErasures(options),
  }
}

const withId = (id: string) => ({ id })
const idOf = ({ id }: { id: string }) => id
