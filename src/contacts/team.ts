import { type LeadStatus, namedStatuses } from '../contact-fields.ts'
import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import { validationError } from '../errors.ts'
import { parseEmail } from '../lib/text/email.ts'
import { message } from '../messages/message.ts'

function selectMembers(workspaceId: string) {
  const members = build.selectFrom('members').innerJoin('users', 'users.id', 'members.user_id')
  return members.where('members.workspace_id', '=', workspaceId).forKeyShare('members')
}

/** Throws 400 if the owner is not in the team. Nobody can leave the team until the transaction ends. */
export async function requireMember(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  const member = selectMembers(workspaceId).select('users.id').where('members.user_id', '=', userId)
  if ((await runOne(tx, member)) === null) throw validationError({ owner_id: [message('contact.wrong_owner')] })
}

/** Within a transaction, nobody can leave the team before its end. */
export function selectTeam(db: Db, workspaceId: string) {
  const people = selectMembers(workspaceId).select(['users.id', 'users.name', 'users.email'])
  return run(db, people.orderBy('members.created_at').orderBy('users.id'))
}

export async function selectStatuses(db: Db, workspaceId: string) {
  const query = build.selectFrom('workspaces').select('contact_statuses').where('id', '=', workspaceId)
  return namedStatuses((await runOne(db, query))?.contact_statuses ?? null)
}

/** Reads statuses and owners as people write them in files. */
export interface LeadWords {
  statusOf(text: string): LeadStatus | null
  /** By the address with which the team member signs in, or by a name that only one of them has. */
  ownerOf(text: string): string | null
  /** The reverse; empty for no owner. */
  ownerEmail(id: string | null): string
  /** For people; empty for no owner, or one who left. */
  ownerName(id: string | null): string
  /** What the workspace calls it. */
  statusLabel(key: string): string
}

export async function loadLeadWords(db: Db, workspaceId: string): Promise<LeadWords> {
  const named = await selectStatuses(db, workspaceId)
  const team = await selectTeam(db, workspaceId)
  // Names come last, so that they win over the key of another status: people see the names.
  const words = [
    ...named.map(({ key }) => [key, key] as const),
    ...named.map(({ key, label }) => [label, key] as const),
  ]
  const statuses = new Map<string, LeadStatus>(words.map(([word, key]) => [word.toLowerCase(), key]))
  const owners = new Map(team.map(({ id, email }) => [email, id]))
  const emails = new Map(team.map(({ id, email }) => [id, email]))
  const names = new Map(team.map(({ id, name }) => [id, name]))
  const byName = Map.groupBy(team, ({ name }) => name.trim().toLowerCase())
  const labels = new Map<string, string>(named.map(({ key, label }) => [key, label]))
  return {
    statusOf: (text) => statuses.get(text.trim().toLowerCase()) ?? null,
    ownerOf(text) {
      const parsed = parseEmail(text.trim())
      if ('key' in parsed) return owners.get(parsed.key) ?? null
      const named = byName.get(text.trim().toLowerCase()) ?? []
      return named.length === 1 ? named[0]!.id : null
    },
    ownerEmail: (id) => emails.get(id ?? '') ?? '',
    ownerName: (id) => names.get(id ?? '') ?? '',
    statusLabel: (key) => labels.get(key) ?? key,
  }
}
