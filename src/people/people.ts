import type { Pool } from '../db/database.ts'
import { type PageInParts, type PageRequest, sliceOf, toPage } from '../http/pagination.ts'
import { createErase, type EraseOptions } from './erase.ts'
import { findNewestId, findPeople, findPeopleEnd, type PersonRow, selectPeople } from './store.ts'

interface PeopleOptions extends EraseOptions {
  /** For lists and searches; the other pool erases. */
  reads: Pool
  /** For tests: see LOOKED_AT_MAX. */
  lookedAtMax?: number
  /** Records of an address, newest first, as the API shows contacts. */
  listRecords(workspaceId: string, emailKey: string, page: PageRequest): Promise<PageInParts<object>>
  /** What the person agreed to, newest first. */
  listConsents(workspaceId: string, emailKey: string): Promise<object[]>
}

// Records have to be read to group them by person: this many take some tenths of a second.
const LOOKED_AT_MAX = 200_000

export type People = ReturnType<typeof createPeople>

/** The contacts of a workspace, seen as people: records with the same e-mail key are one. */
export function createPeople(options: PeopleOptions) {
  const { reads, listRecords, listConsents, lookedAtMax = LOOKED_AT_MAX } = options
  return {
    async list(workspaceId: string, search: string | null, page: PageRequest) {
      // The total is known only afterwards, and not needed: every page costs the same.
      const lookedUpTo = await findPeopleEnd(reads, workspaceId, page.afterId, lookedAtMax)
      const { total, ids } = await findPeople(reads, workspaceId, search, sliceOf(page, 0), lookedUpTo)
      const found = ids.map((id) => ({ id }))
      const { rows, pagination } = toPage(page, total, found, { isCapped: lookedUpTo !== null, lookedUpTo })
      const shown = rows.map(({ id }) => id)
      return { people: (await selectPeople(reads, workspaceId, shown)).map(toPerson), pagination }
    },
    /** With a page of the records. Null when no record has this address. */
    async get(workspaceId: string, emailKey: string, page: PageRequest) {
      const newest = await findNewestId(reads, workspaceId, emailKey)
      if (newest === null) return null
      const [row] = await selectPeople(reads, workspaceId, [newest])
      // Erased meanwhile.
      if (row === undefined) return null
      const consents = await listConsents(workspaceId, emailKey)
      return { person: { ...toPerson(row), consents }, contacts: await listRecords(workspaceId, emailKey, page) }
    },
    /** Everything that is known of the person in this workspace, and what else has the address in it. */
    erase: createErase(options),
  }
}

function toPerson(row: PersonRow) {
  const { first_source, first_medium, first_at, last_source, last_medium, last_at, ...person } = row
  return {
    ...person,
    first_touch: first_at && { utm_source: first_source, utm_medium: first_medium, at: first_at },
    last_touch: last_at && { utm_source: last_source, utm_medium: last_medium, at: last_at },
  }
}
