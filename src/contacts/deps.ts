import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import { createBulk } from './bulk.ts'
import { createContacts } from './contacts.ts'
import { readContact } from './input.ts'

type FindLink = Parameters<typeof createContacts>[0]['findLink']

export function openContacts(core: Parts & { emit: Emit }, { knownLinks }: { knownLinks: { find: FindLink } }) {
  const contacts = createContacts({ ...core, findLink: knownLinks.find })
  core.onClose(() => contacts.intake.drained())
  return {
    contacts,
    /** For features that make contacts from what they receive. */
    contactMaker: { ...contacts, read: readContact },
    changeContacts: createBulk({ ...core, contacts }),
  }
}
