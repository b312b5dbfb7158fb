import type { Insertable } from 'kysely'
import { build, type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import type { DB } from '../db/types.ts'
import type { Ids } from '../lib/ids.ts'
import type { Language } from '../messages/languages.ts'
import type { TeamRole } from '../scopes.ts'

/** The person with this session, and their role. Null if the person is no longer in the team. */
export function findCallerOf(db: Db, token: string) {
  const query = build
    .selectFrom('sessions')
    .innerJoin('members', 'members.user_id', 'sessions.user_id')
    .select(['sessions.id as sessionId', 'sessions.user_id as userId', 'members.workspace_id as workspaceId'])
    .select(['members.role', 'sessions.expires_at', 'sessions.updated_at'])
  return runOne(db, query.where('sessions.token', '=', token).orderBy('members.created_at').limit(1))
}

export async function updateSessionEnd(db: Db, token: string, at: Date, expiresAt: Date): Promise<void> {
  await run(db, build.updateTable('sessions').set({ updated_at: at, expires_at: expiresAt }).where('token', '=', token))
}

const passkeyCount = sql<number>`(select count(*)::int from passkeys where passkeys.user_id = users.id)`.as('passkeys')

const users = build
  .selectFrom('users')
  .select(['id', 'name', 'email', 'two_factor_enabled as two_factor', passkeyCount])

export type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

export function findUser(db: Db, id: string) {
  return runOne(db, users.where('id', '=', id))
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  return runOne(db, users.where('email', '=', email))
}

export async function hasUsers(db: Db): Promise<boolean> {
  return (await runOne(db, build.selectFrom('users').select('id').limit(1))) !== null
}

interface NewUser {
  workspaceId: string
  role: TeamRole
  name: string
  email: string
  passwordHash: string
  /** That of the page where the account was made. */
  language: Language
  at: Date
}

/** Adds a team member who can sign in. Returns false if the address already has an account. */
export async function insertUser(tx: Tx, ids: Ids, user: NewUser): Promise<boolean> {
  const { workspaceId, role, name, email, passwordHash: password, language, at } = user
  const userId = ids.next().id
  const stamps = { created_at: at, updated_at: at }
  const query = build
    .insertInto('users')
    // Only the owner of the mailbox has the link, so the address counts as verified.
    .values({ id: userId, name, email, email_verified: true, language: language === 'en' ? null : language, ...stamps })
    .onConflict((conflict) => conflict.column('email').doNothing())
  if ((await runOne(tx, query.returning('id'))) === null) return false
  const account = { id: ids.next().id, user_id: userId, account_id: userId, provider_id: 'credential', password }
  await run(tx, build.insertInto('accounts').values({ ...account, ...stamps }))
  const member = { workspace_id: workspaceId, user_id: userId, role, created_at: at }
  await run(tx, build.insertInto('members').values(member))
  return true
}

interface Reading {
  language: Language | null
  time_zone: string | null
  time_format: '12h' | '24h' | null
  week_start: 'monday' | 'sunday' | 'saturday' | null
}

/** How the person reads the dashboard. */
export async function findReading(db: Db, id: string): Promise<Reading | null> {
  const query = build.selectFrom('users').select(['language', 'time_zone', 'time_format', 'week_start'])
  return (await runOne(db, query.where('id', '=', id))) as Reading | null
}

type UserChange = Partial<Reading & { name: string }>

export async function updateUser(db: Db, id: string, change: UserChange, at: Date): Promise<void> {
  await run(
    db,
    build
      .updateTable('users')
      .set({ ...change, updated_at: at })
      .where('id', '=', id),
  )
}

/** Waits for a change that is under way. */
export async function findPasswordHash(db: Db, email: string): Promise<string | null> {
  const account = build
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select('accounts.password')
    .where('users.email', '=', email)
    .where('accounts.provider_id', '=', 'credential')
    .forShare('accounts')
  return (await runOne(db, account))?.password ?? null
}

export async function updatePassword(tx: Tx, userId: string, passwordHash: string, at: Date): Promise<void> {
  const query = build.updateTable('accounts').set({ password: passwordHash, updated_at: at })
  await run(tx, query.where('user_id', '=', userId).where('provider_id', '=', 'credential'))
}

export async function removeUser(tx: Tx, id: string): Promise<void> {
  await removeDevices(tx, id)
  await run(tx, build.deleteFrom('users').where('id', '=', id))
}

// Sessions -------------------------------------------------------------------------------------------------------------

export function selectSessions(db: Db, userId: string, now: Date) {
  const query = build
    .selectFrom('sessions')
    .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at as renewed_at', 'expires_at'])
  return run(db, query.where('user_id', '=', userId).where('expires_at', '>', now).orderBy('id', 'desc'))
}

/** Returns false if the person has none with this id. */
export async function removeOwn(db: Db, table: 'sessions' | 'passkeys', userId: string, id: string): Promise<boolean> {
  const gone = build.deleteFrom(table).where('user_id', '=', userId).where('id', '=', id).returning('id')
  return (await runOne(db, gone)) !== null
}

export async function removeSessionByToken(db: Db, token: string): Promise<void> {
  await run(db, build.deleteFrom('sessions').where('token', '=', token))
}

export async function removeSessions(db: Db, userId: string): Promise<void> {
  await run(db, build.deleteFrom('sessions').where('user_id', '=', userId))
}

/** Signs the person out everywhere, and forgets trusted browsers. */
export async function removeSessionsAndDevices(tx: Tx, userId: string): Promise<void> {
  await removeSessions(tx, userId)
  await removeDevices(tx, userId)
}

/** Removes trusted browsers, and sign-ins that wait for a second factor. */
export async function removeDevices(db: Db, userId: string): Promise<void> {
  await run(db, build.deleteFrom('verifications').where('value', '=', userId))
}

/** Removes everything that has expired; nothing else does. */
export async function removeEnded(db: Db, now: Date): Promise<void> {
  await run(db, build.deleteFrom('sessions').where('expires_at', '<', now))
  await run(db, build.deleteFrom('verifications').where('expires_at', '<', now))
}

// Second factor --------------------------------------------------------------------------------------------------------

/** The user whose sign-in waits for the second factor. `identifier` has better-auth's stored form. */
export async function findWaitingUser(db: Db, identifier: string, now: Date): Promise<string | null> {
  const query = build.selectFrom('verifications').select('value').where('identifier', '=', identifier)
  return (await runOne(db, query.where('expires_at', '>', now).limit(1)))?.value ?? null
}

export async function hasUsedCode(db: Db, userId: string, codeHash: Buffer, since: Date): Promise<boolean> {
  const used = build.selectFrom('used_codes').select('used_at').where('user_id', '=', userId)
  return (await runOne(db, used.where('code_hash', '=', codeHash).where('used_at', '>=', since))) !== null
}

/** Returns false if the code was used before. */
export async function insertUsedCode(db: Db, userId: string, codeHash: Buffer, at: Date): Promise<boolean> {
  const query = build
    .insertInto('used_codes')
    .values({ user_id: userId, code_hash: codeHash, used_at: at })
    .onConflict((conflict) => conflict.columns(['user_id', 'code_hash']).doNothing())
  return (await runOne(db, query.returning('user_id'))) !== null
}

/** Codes are short: the same one will occur again, and is valid then. */
export async function removeUsedCodes(db: Db, before: Date): Promise<void> {
  await run(db, build.deleteFrom('used_codes').where('used_at', '<', before))
}

/**
 * Counts a guess before it is checked. Returns false if the account has used up its guesses: then nothing is counted,
 * and the wait runs from the last counted guess. It is one statement, because guesses arrive at once and on several
 * nodes.
 */
export async function countGuess(
  db: Db,
  userId: string,
  { most, now, since }: { most: number; now: Date; since: Date },
): Promise<boolean> {
  const statement = sql<{ guesses: number }>`
    insert into second_factor_guesses as known (user_id, guesses, last_at) values (${userId}, 1, ${now})
    on conflict (user_id) do update
      set guesses = case when known.last_at <= ${since} then 1 else known.guesses + 1 end, last_at = excluded.last_at
      where known.guesses < ${most} or known.last_at <= ${since}
    returning guesses`
  return (await runOne(db, statement)) !== null
}

export async function removeGuesses(db: Db, userId: string): Promise<void> {
  await run(db, build.deleteFrom('second_factor_guesses').where('user_id', '=', userId))
}

export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await run(tx, build.deleteFrom('two_factors').where('user_id', '=', userId))
  await removeGuesses(tx, userId)
  await run(tx, build.updateTable('users').set({ two_factor_enabled: false }).where('id', '=', userId))
}

export function selectSecondFactors(tx: Tx): Promise<Array<{ id: string; secret: string; backup_codes: string }>> {
  return run(tx, build.selectFrom('two_factors').select(['id', 'secret', 'backup_codes']).forUpdate())
}

export async function updateSecondFactor(tx: Tx, id: string, secret: string, backupCodes: string): Promise<void> {
  await run(tx, build.updateTable('two_factors').set({ secret, backup_codes: backupCodes }).where('id', '=', id))
}

// Passkeys -------------------------------------------------------------------------------------------------------------

export function selectPasskeys(db: Db, userId: string) {
  const query = build.selectFrom('passkeys').select(['id', 'name', 'backed_up as synced', 'created_at'])
  return run(db, query.where('user_id', '=', userId).orderBy('id', 'desc'))
}

// The team -------------------------------------------------------------------------------------------------------------

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

/** Sets the zone of a workspace during set-up; afterwards its own API changes it. */
export async function updateTimeZone(db: Db, workspaceId: string, zone: string): Promise<void> {
  await run(db, build.updateTable('workspaces').set({ time_zone: zone }).where('id', '=', workspaceId))
}

// Invitations ----------------------------------------------------------------------------------------------------------

type InvitationRow = Awaited<ReturnType<typeof selectInvitations>>[number]

const invitations = build
  .selectFrom('invitations')
  .leftJoin('users', 'users.id', 'invitations.invited_by')
  .select(['invitations.id', 'invitations.workspace_id', 'invitations.email'])
  .select([sql.ref<TeamRole>('invitations.role').as('role'), 'users.name as invited_by'])
  .select(['invitations.created_at', 'invitations.expires_at'])

export function selectInvitations(db: Db, workspaceId: string, now: Date) {
  const query = invitations.where('invitations.workspace_id', '=', workspaceId)
  return run(db, query.where('invitations.expires_at', '>', now).orderBy('invitations.id', 'desc'))
}

export function findInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<InvitationRow | null> {
  const query = invitations.where('invitations.token_hash', '=', tokenHash)
  return runOne(db, query.where('invitations.expires_at', '>', now))
}

/** Invalidates an earlier invitation to the same address. */
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

/** Removes invitations by a person who may no longer invite. */
export async function removeInvitationsBy(tx: Tx, userId: string): Promise<void> {
  await run(tx, build.deleteFrom('invitations').where('invited_by', '=', userId))
}

/** Returns false if it was used or withdrawn meanwhile. */
export async function takeInvitation(tx: Tx, tokenHash: Buffer, now: Date): Promise<boolean> {
  const gone = build.deleteFrom('invitations').where('token_hash', '=', tokenHash).where('expires_at', '>', now)
  return (await runOne(tx, gone.returning('id'))) !== null
}
