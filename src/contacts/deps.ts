import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import { createBatches } from './batch.ts'
import { createBulk, createOnLeave } from './bulk.ts'
import { createContacts } from './contacts.ts'
import { blankRows } from './csv/imports.ts'
import { createSpreadsheets } from './csv/spreadsheets.ts'
import { readContact } from './input.ts'
import { createMerges } from './merge/merge.ts'
import { removeNote } from './notes.ts'
import { createIndexer } from './search-index.ts'
import { removeView } from './views.ts'

type Options = Parameters<typeof createContacts>[0]

interface Others {
  onArrival: () => void
  knownLinks: { find: Options['findLink'] }
}

export function openContacts(core: Parts & { emit: Emit }, { knownLinks, onArrival }: Others) {
  const contacts = createContacts({ ...core, findLink: knownLinks.find, onArrival })
  core.onClose(() => contacts.intake.drained())
  return {
    contacts,
    /** For features that create contacts from what they receive. */
    contactMaker: { ...contacts, read: readContact },
    contactsOfPeople: {
      findRecords: contacts.findMatching,
      listRecords: contacts.listOfAddress,
      attributionOf: contacts.attributionOf,
      blankRows,
    },
    contactRemovers: {
      contacts: contacts.delete,
      notes: (owner: string, id: string) => removeNote(core.pool, owner, id),
      views: (owner: string, id: string) => removeView(core.pool, owner, id),
    },
    onLeave: createOnLeave(core.clock),
    merges: createMerges({ ...core, onArrival }),
    batches: createBatches(),
    changeContacts: createBulk({ ...core, contacts }),
    indexer: createIndexer(core),
    spreadsheets: createSpreadsheets(),
  }
}
