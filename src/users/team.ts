import { type Db, type Tx, transaction } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import { forReader } from '../messages/for-reader.ts'
import type { Language } from '../messages/languages.ts'
import { message } from '../messages/message.ts'
import type { TeamRole } from '../scopes.ts'
import { createLinkToken, INVITATION_MS, linkHash, linkOf } from './links.ts'
import { invitation } from './schemas.ts'
import * as store from './store.ts'
import type { UsersOptions } from './users.ts'

const LAST_OWNER = message('team.last_owner')
const WRONG_INVITATION = message('invitation.wrong_link')
const IN_TEAM = message('team.known_address')
export const NO_MEMBER = message('team.no_member')

export type TeamDeps = Pick<UsersOptions, 'pool' | 'ids' | 'clock' | 'baseUrl' | 'mailer' | 'onLeave'>

/** Runs `work` while nobody else changes the team, and refuses to leave it without an owner. */
function changeMember(
  { pool }: TeamDeps,
  { workspaceId, userId, keepsOwner }: { workspaceId: string; userId: string; keepsOwner: boolean },
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  return transaction(pool, async (tx) => {
    const members = await store.lockMembers(tx, workspaceId)
    if (!members.some(({ user_id }) => user_id === userId)) throw new ApiError('not_found', { message: NO_MEMBER })
    const others = members.filter(({ user_id, role }) => role === 'owner' && user_id !== userId)
    if (!keepsOwner && others.length === 0) throw new ApiError('forbidden', { message: LAST_OWNER })
    await work(tx)
  })
}

/** Throws 404, or 403 for the last owner. */
export async function changeRole(deps: TeamDeps, workspaceId: string, userId: string, role: TeamRole) {
  await changeMember(deps, { workspaceId, userId, keepsOwner: role === 'owner' }, async (tx) => {
    await store.updateRole(tx, workspaceId, userId, role)
    if (role !== 'owner') await store.removeInvitationsBy(tx, userId)
  })
  return store.findMember(deps.pool, workspaceId, userId)
}

/** From the next request on, the person can no longer sign in. Throws 404, or 403 for the last owner. */
export function removeMember(deps: TeamDeps, workspaceId: string, userId: string): Promise<void> {
  return changeMember(deps, { workspaceId, userId, keepsOwner: false }, async (tx) => {
    await store.removeSessions(tx, userId)
    await store.removeInvitationsBy(tx, userId)
    await store.removeUser(tx, userId)
    await deps.onLeave(tx, workspaceId, userId)
  })
}

interface NewInvitation {
  workspaceId: string
  /** The person who invites; null for the command line. */
  userId: string | null
  email: string
  role: TeamRole
  /** The language of the mail: that of the person who invites. */
  language?: Language
}

/** Throws 400 if the address is already in the team. */
export async function invite(deps: TeamDeps, { workspaceId, userId, email, role, language = 'en' }: NewInvitation) {
  const { pool, ids, mailer, baseUrl } = deps
  if (await store.findUserByEmail(pool, email)) throw validationError({ email: [IN_TEAM] })
  const { token, hash } = createLinkToken('join')
  const { id, at } = ids.next()
  const times = { created_at: new Date(at), expires_at: new Date(at + INVITATION_MS) }
  await transaction(pool, async (tx) => {
    // Ensures that a person who is removed or demoted at this moment leaves no invitation behind.
    const members = await store.lockMembers(tx, workspaceId)
    const isOwner = members.some((member) => member.user_id === userId && member.role === 'owner')
    if (userId !== null && !isOwner) throw new ApiError('forbidden', { message: message('team.not_owner') })
    const row = { id, workspace_id: workspaceId, email, role, token_hash: hash, invited_by: userId, ...times }
    await store.replaceInvitation(tx, row)
  })
  const { row } = await findOpen(deps, pool, token)
  const link = linkOf(baseUrl, 'join', token)
  const workspace = await store.findWorkspaceName(pool, workspaceId)
  const who = row.invited_by ?? message('letter.join_operator')
  const first = message('letter.join', { who, workspace, role: message(`role.${role}`) })
  const problem = await mailer.send('join', { to: email, first, link, language })
  return { ...invitation.show(row), link, mail: { sent: problem === null, problem: problem && forReader(problem) } }
}

/** Throws 403 if the invitation is not valid. */
async function findOpen({ clock }: TeamDeps, db: Db, token: string) {
  const hash = linkHash('join', token)
  const row = hash && (await store.findInvitation(db, hash, new Date(clock.now())))
  if (!row) throw wrongInvitation()
  return { row, hash }
}

export async function listInvitations({ pool, clock }: TeamDeps, workspaceId: string) {
  const rows = await store.selectInvitations(pool, workspaceId, new Date(clock.now()))
  return rows.map(invitation.show)
}

/** Throws 403 if the invitation is not valid. */
export async function openInvitation(deps: TeamDeps, token: string) {
  const { workspace_id, email, role, invited_by, expires_at } = (await findOpen(deps, deps.pool, token)).row
  return { email, role, invited_by, workspace: await store.findWorkspaceName(deps.pool, workspace_id), expires_at }
}

/** Creates the account and uses up the invitation. Throws 403 if it is not valid. */
export function acceptInvitation(
  deps: TeamDeps,
  token: string,
  person: { name: string; passwordHash: string; language: Language },
): Promise<void> {
  return transaction(deps.pool, async (tx) => {
    const { row, hash } = await findOpen(deps, tx, token)
    const at = new Date(deps.clock.now())
    // If two people accept at once, one waits here and finds nothing.
    if (!(await store.takeInvitation(tx, hash, at))) throw wrongInvitation()
    const { workspace_id: workspaceId, email, role } = row
    if (!(await store.insertUser(tx, deps.ids, { workspaceId, role, email, at, ...person }))) {
      throw wrongInvitation()
    }
  })
}

function wrongInvitation(): ApiError {
  return new ApiError('forbidden', { message: WRONG_INVITATION })
}
