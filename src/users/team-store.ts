import type { Insertable } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import type { DB } from '../db/types.ts'
import type { TeamRole } from '../scopes.ts'
import { passkeyCount } from './store.ts'

const members = build
  .selectFrom('members')
  .innerJoin('users', 'users.id', 'members.user_id')
  .select(['users.id', 'users.name', 'users.email', 'members.role', 'users.two_factor_enabled as two_factor'])
  .select([passkeyCount, 'members.created_at as joined_at'])

export function selectMembers(db: Db, workspaceId: string) {
  const query = members.where('members.workspace_id', '=', workspaceId)
  return run(db, query.orderBy('members.created_at').orderBy('users.id'))
}

export function findMember(db: Db, workspaceId: string, userId: string) {
  return runOne(db, members.where('members.workspace_id', '=', workspaceId).where('members.user_id', '=', userId))
}

/** If two owners remove each other at once, the second sees what the first did. */
export function lockMembers(tx: Tx, workspaceId: string): Promise<Array<{ user_id: string; role: string }>> {
  const all = build.selectFrom('members').select(['user_id', 'role']).where('workspace_id', '=', workspaceId)
  return run(tx, all.orderBy('user_id').forUpdate())
}

export async function updateRole(tx: Tx, workspaceId: string, userId: string, role: TeamRole): Promise<void> {
  const query = build.updateTable('members').set({ role })
  await run(tx, query.where('workspace_id', '=', workspaceId).where('user_id', '=', userId))
}

export async function findWorkspaceName(db: Db, id: string): Promise<string> {
  const row = await runOne(db, build.selectFrom('workspaces').select('name').where('id', '=', id))
  return row?.name ?? ''
}

// Invitations ----------------------------------------------------------------------------------------------------------

export type InvitationRow = Awaited<ReturnType<typeof selectInvitations>>[number]

const invitations = build
  .selectFrom('invitations')
  .leftJoin('users', 'users.id', 'invitations.invited_by')
  .select(['invitations.id', 'invitations.workspace_id', 'invitations.email', 'invitations.role'])
  .select(['users.name as invited_by', 'invitations.created_at', 'invitations.expires_at'])

export function selectInvitations(db: Db, workspaceId: string, now: Date) {
  const query = invitations.where('invitations.workspace_id', '=', workspaceId)
  return run(db, query.where('invitations.expires_at', '>', now).orderBy('invitations.id', 'desc'))
}

export function findInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<InvitationRow | null> {
  const query = invitations.where('invitations.token_hash', '=', tokenHash)
  return runOne(db, query.where('invitations.expires_at', '>', now))
}

/** The invitation before it, to the same address, stops working. */
export async function replaceInvitation(tx: Tx, invitation: Insertable<DB['invitations']>): Promise<void> {
  const { workspace_id: _, email: __, ...changed } = invitation
  const query = build
    .insertInto('invitations')
    .values(invitation)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(changed))
  await run(tx, query)
}

export async function removeInvitation(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const gone = build.deleteFrom('invitations').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(db, gone.returning('id'))) !== null
}

/** Invitations by somebody who may no longer invite. */
export async function removeInvitationsBy(tx: Tx, userId: string): Promise<void> {
  await run(tx, build.deleteFrom('invitations').where('invited_by', '=', userId))
}

/** False when it was used or taken back meanwhile. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const gone = build.deleteFrom('invitations').where('token_hash', '=', tokenHash).where('expires_at', '>', now)
  return (await runOne(tx, gone.returning('id'))) !== null
}
