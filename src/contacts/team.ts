import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import type { LeadField } from './lead-input.ts'

/** Their name, when they are in the team. Held until the transaction ends: nobody leaves while they become an owner. */
export async function findMemberName(tx: Tx, workspaceId: string, userId: string): Promise<string | null> {
  const query = build
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('users.name')
    .where('members.workspace_id', '=', workspaceId)
    .where('members.user_id', '=', userId)
  return (await runOne(tx, query.forKeyShare('members')))?.name ?? null
}

/** The people of the team. In a transaction they are held until its end. */
export function selectTeam(db: Db, workspaceId: string) {
  const query = build
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['users.id', 'users.name', 'users.email'])
    .where('members.workspace_id', '=', workspaceId)
  return run(db, query.orderBy('members.created_at').orderBy('users.id').forKeyShare('members'))
}

export async function findStatusNames(db: Db, workspaceId: string): Promise<unknown> {
  const query = build.selectFrom('workspaces').select('contact_statuses').where('id', '=', workspaceId)
  return (await runOne(db, query))?.contact_statuses ?? null
}

/** The name of a person or a key; null when there is none, or no more. */
export async function findName(db: Db, table: 'users' | 'api_keys', id: string): Promise<string | null> {
  return (await runOne(db, build.selectFrom(table).select('name').where('id', '=', id)))?.name ?? null
}

export interface NewChange {
  id: string
  contactId: string
  field: Exclude<LeadField, 'tags'>
  from: string | null
  to: string | null
  fromName: string | null
  toName: string | null
  at: number
}

export interface Author {
  userId: string | null
  keyId: string | null
  name: string | null
}

export async function insertChanges(
  tx: Tx,
  workspaceId: string,
  author: Author,
  changes: readonly NewChange[],
): Promise<void> {
  const rows = unnest(changes, {
    uuid: ['id', 'contactId'],
    text: ['field', 'from', 'to', 'fromName', 'toName'],
    timestamptz: ['at'],
  })
  const query = sql`insert into contact_changes (workspace_id, user_id, key_id, author, id, contact_id, field,
      from_value, to_value, from_name, to_name, created_at)
    select ${workspaceId}, ${author.userId}, ${author.keyId}, ${author.name}, * from ${rows}`
  await run(tx, query)
}

/** Some of the contacts of an owner. */
export async function selectOwned(db: Db, workspaceId: string, ownerId: string, most: number): Promise<string[]> {
  const query = build.selectFrom('contacts').select('id').where('workspace_id', '=', workspaceId)
  return (await run(db, query.where('owner_id', '=', ownerId).limit(most))).map(({ id }) => id)
}
