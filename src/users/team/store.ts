import { sql } from 'kysely'
import { build, type Db, run, runOne, type Tx } from '../../db/database.ts'
import type { TeamRole } from '../../scopes.ts'

export interface MemberRow {
  id: string
  name: string
  email: string
  role: string
  two_factor_enabled: boolean
  passkeys: number
  joined_at: Date
}

const members = build
  .selectFrom('members')
  .innerJoin('users', 'users.id', 'members.user_id')
  .select([
    'users.id',
    'users.name',
    'users.email',
    'members.role',
    'users.two_factor_enabled',
    sql<number>`(select count(*)::int from passkeys where passkeys.user_id = users.id)`.as('passkeys'),
    'members.created_at as joined_at',
  ])

export function selectMembers(db: Db, workspaceId: string): Promise<MemberRow[]> {
  return run(
    db,
    members.where('members.workspace_id', '=', workspaceId).orderBy('members.created_at').orderBy('users.id'),
  )
}

export function findMember(db: Db, workspaceId: string, userId: string): Promise<MemberRow | null> {
  return runOne(db, members.where('members.workspace_id', '=', workspaceId).where('members.user_id', '=', userId))
}

/** Of two owners who remove each other at once, the second sees what the first did. */
export function lockMembers(tx: Tx, workspaceId: string): Promise<Array<{ user_id: string; role: string }>> {
  const all = build.selectFrom('members').select(['user_id', 'role']).where('workspace_id', '=', workspaceId)
  return run(tx, all.orderBy('user_id').forUpdate())
}

export async function insertMember(
  tx: Tx,
  { workspaceId, userId, role, at }: { workspaceId: string; userId: string; role: TeamRole; at: Date },
): Promise<void> {
  const row = { workspace_id: workspaceId, user_id: userId, role, created_at: at }
  await run(tx, build.insertInto('members').values(row))
}

export async function updateRole(tx: Tx, workspaceId: string, userId: string, role: TeamRole): Promise<void> {
  await run(
    tx,
    build.updateTable('members').set({ role }).where('workspace_id', '=', workspaceId).where('user_id', '=', userId),
  )
}

export async function findWorkspaceName(db: Db, id: string): Promise<string> {
  const row = await runOne(db, build.selectFrom('workspaces').select('name').where('id', '=', id))
  return row?.name ?? ''
}

// Invitations ----------------------------------------------------------------------------------------------------------

export interface InvitationRow {
  id: string
  workspace_id: string
  email: string
  role: string
  invited_by: string | null
  created_at: Date
  expires_at: Date
}

const invitations = build
  .selectFrom('invitations')
  .leftJoin('users', 'users.id', 'invitations.invited_by')
  .select([
    'invitations.id',
    'invitations.workspace_id',
    'invitations.email',
    'invitations.role',
    'users.name as invited_by',
    'invitations.created_at',
    'invitations.expires_at',
  ])

export function selectInvitations(db: Db, workspaceId: string, now: Date): Promise<InvitationRow[]> {
  return run(
    db,
    invitations
      .where('invitations.workspace_id', '=', workspaceId)
      .where('invitations.expires_at', '>', now)
      .orderBy('invitations.id', 'desc'),
  )
}

export function findInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<InvitationRow | null> {
  return runOne(
    db,
    invitations.where('invitations.token_hash', '=', tokenHash).where('invitations.expires_at', '>', now),
  )
}

export interface NewInvitation {
  id: string
  workspaceId: string
  email: string
  role: TeamRole
  tokenHash: Buffer
  invitedBy: string | null
  at: Date
  expiresAt: Date
}

/** The invitation before it, to the same address, works no more. */
export async function replaceInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  const { id, workspaceId, email, role, tokenHash, invitedBy, at, expiresAt } = invitation
  const changed = { id, role, token_hash: tokenHash, invited_by: invitedBy, created_at: at, expires_at: expiresAt }
  await run(
    tx,
    build
      .insertInto('invitations')
      .values({ ...changed, workspace_id: workspaceId, email })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'email']).doUpdateSet(changed)),
  )
}

export async function removeInvitation(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const gone = build.deleteFrom('invitations').where('workspace_id', '=', workspaceId).where('id', '=', id)
  return (await runOne(db, gone.returning('id'))) !== null
}

/** Whoever may invite no longer has invited nobody. */
export async function removeInvitationsBy(tx: Tx, userId: string): Promise<void> {
  await run(tx, build.deleteFrom('invitations').where('invited_by', '=', userId))
}

/** False when it was used or taken back meanwhile. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const gone = build.deleteFrom('invitations').where('token_hash', '=', tokenHash).where('expires_at', '>', now)
  return (await runOne(tx, gone.returning('id'))) !== null
}
