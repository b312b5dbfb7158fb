import { type LeadStatus, namedStatuses } from '../contact-fields.ts'
import type { Db } from '../db/database.ts'
import { parseEmail } from '../lib/text/email.ts'
import { findStatusNames, selectTeam } from './team.ts'

/** What people write in files for statuses and owners, and what it stands for. */
export interface LeadWords {
  /** By its key, or its name in the workspace. */
  statusOf(text: string): LeadStatus | null
  /** By the address with which somebody of the team signs in. */
  ownerOf(text: string): string | null
  /** The other way round; empty for nobody. */
  ownerEmail(id: string | null): string
}

/** In a transaction, nobody leaves the team before its end. */
export async function loadLeadWords(db: Db, workspaceId: string): Promise<LeadWords> {
  const named = namedStatuses(await findStatusNames(db, workspaceId))
  const team = await selectTeam(db, workspaceId)
  // Names last, so that they win: one that is called like another's key means what people see.
  const words = [
    ...named.map(({ key }) => [key, key] as const),
    ...named.map(({ key, label }) => [label, key] as const),
  ]
  const statuses = new Map<string, LeadStatus>(words.map(([word, key]) => [word.toLowerCase(), key]))
  const owners = new Map(team.map(({ id, email }) => [email, id]))
  const emails = new Map(team.map(({ id, email }) => [id, email]))
  return {
    statusOf: (text) => statuses.get(text.trim().toLowerCase()) ?? null,
    ownerOf(text) {
      const parsed = parseEmail(text.trim())
      return 'key' in parsed ? (owners.get(parsed.key) ?? null) : null
    },
    ownerEmail: (id) => (id === null ? '' : (emails.get(id) ?? '')),
  }
}
