import { type Batcher, createBatcher } from '../db/batcher.ts'
import { sumCounts } from '../db/counts.ts'
import type { Db, Pool, Tx } from '../db/database.ts'
import { type PageRequest, type Pagination, sliceOf, toPage } from '../http/pagination.ts'
import type { Ids } from '../lib/ids.ts'
import type { ContactInput } from './input.ts'
import type { Contact } from './schemas.ts'
import {
  type ContactFilter,
  type ContactRow,
  countFiltered,
  findContact,
  insertContacts,
  isFiltered,
  type NewContact,
  removeContact,
  selectContacts,
} from './store.ts'

/** Who a new contact belongs to, and what brought it. */
export interface ContactOrigin {
  workspaceId: string
  keyId: string | null
}

export interface Contacts {
  /** Answers after the commit. Concurrent creates share one. */
  create(origin: ContactOrigin, input: ContactInput): Promise<Contact>
  /** The same inside a transaction of the caller's. */
  createIn(tx: Tx, origin: ContactOrigin, input: ContactInput): Promise<Contact>
  get(workspaceId: string, id: string): Promise<Contact | null>
  delete(workspaceId: string, id: string): Promise<boolean>
  list(workspaceId: string, filter: ContactFilter, page: PageRequest): Promise<ContactPage>
  intake: Batcher<NewContact, void>
}

export interface ContactPage {
  contacts: Contact[]
  pagination: Pagination
}

export function createContacts(pool: Pool, ids: Ids): Contacts {
  const intake = createBatcher<NewContact, void>({
    write: async (items) => {
      await insertContacts(pool, items)
      return new Array<void>(items.length)
    },
  })
  const toNew = (origin: ContactOrigin, input: ContactInput): NewContact => {
    const { id, at } = ids.next()
    return { ...input, id, workspaceId: origin.workspaceId, keyId: origin.keyId, createdAt: at }
  }
  return {
    intake,
    async create(origin, input) {
      const contact = toNew(origin, input)
      await intake.add(contact)
      return fromNew(contact)
    },
    async createIn(tx, origin, input) {
      const contact = toNew(origin, input)
      await insertContacts(tx, [contact])
      return fromNew(contact)
    },
    async get(workspaceId, id) {
      const row = await findContact(pool, workspaceId, id)
      return row && fromRow(row)
    },
    delete: (workspaceId, id) => removeContact(pool, workspaceId, id),
    list: (workspaceId, filter, page) => listContacts(pool, workspaceId, filter, page),
  }
}

async function listContacts(
  db: Db,
  workspaceId: string,
  filter: ContactFilter,
  page: PageRequest,
): Promise<ContactPage> {
  const total = isFiltered(filter)
    ? await countFiltered(db, workspaceId, filter)
    : await sumCounts(db, workspaceId, ['contacts'])
  const rows = await selectContacts(db, workspaceId, filter, sliceOf(page, total))
  const shown = toPage(page, total, rows)
  return { contacts: shown.rows.map(fromRow), pagination: shown.pagination }
}

function fromNew(contact: NewContact): Contact {
  return {
    id: contact.id,
    first_name: contact.firstName,
    last_name: contact.lastName,
    email: contact.email,
    company: contact.company,
    utm_source: contact.utmSource,
    utm_medium: contact.utmMedium,
    extra: contact.extra,
    created_at: new Date(contact.createdAt).toISOString(),
  }
}

function fromRow(row: ContactRow): Contact {
  return { ...row, extra: row.extra as Contact['extra'], created_at: row.created_at.toISOString() }
}
