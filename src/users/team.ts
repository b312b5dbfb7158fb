import { type Db, type Tx, transaction } from '../db/database.ts'
import { ApiError, validationError } from '../errors.ts'
import { DAY_MS } from '../lib/time/span.ts'
import type { TeamRole } from '../scopes.ts'
import { createLinkToken, linkHash, linkOf } from './links.ts'
import type { UsersOptions } from './options.ts'
import { findUserByEmail, insertUser, removeSessions, removeUser } from './store.ts'
import * as store from './team-store.ts'

const INVITATION_MS = 7 * DAY_MS

export const LAST_OWNER = 'This is the last owner of the team. Make somebody else an owner first.'
export const WRONG_INVITATION =
  'This invitation does not work: it was used or taken back, or is older than a week. Ask an owner of the team for a new one.'
export const IN_TEAM = 'Somebody with this address is in the team already. Change their role instead.'
const NO_OWNER = 'You are an owner of the team no longer. Ask one of its owners to do it.'
export const NO_MEMBER = 'There is nobody with this id in the team. List them at GET /v1/team.'

type TeamOptions = Pick<UsersOptions, 'pool' | 'ids' | 'clock' | 'baseUrl' | 'mailer' | 'onLeave'>

export type Team = ReturnType<typeof createTeam>

export function createTeam({ pool, ids, clock, baseUrl, mailer, onLeave }: TeamOptions) {
  const now = () => new Date(clock.now())

  /** Runs `work` while nobody else changes the team, and refuses to leave it without an owner. */
  const changeMember = (workspaceId: string, userId: string, keepsOwner: boolean, work: (tx: Tx) => Promise<void>) =>
    transaction(pool, async (tx) => {
      const members = await store.lockMembers(tx, workspaceId)
      if (!members.some(({ user_id }) => user_id === userId)) throw notFound()
      const others = members.filter(({ user_id, role }) => role === 'owner' && user_id !== userId)
      if (!keepsOwner && others.length === 0) throw new ApiError('forbidden', { message: LAST_OWNER })
      await work(tx)
    })

  const findOpen = async (db: Db, token: string): Promise<{ row: store.InvitationRow; hash: Buffer }> => {
    const hash = linkHash('join', token)
    const row = hash && (await store.findInvitation(db, hash, now()))
    if (!row) throw wrongInvitation()
    return { row, hash }
  }

  return {
    list: (workspaceId: string) => store.selectMembers(pool, workspaceId),
    /** Throws 404, or 403 for the last owner. */
    async changeRole(workspaceId: string, userId: string, role: TeamRole) {
      await changeMember(workspaceId, userId, role === 'owner', async (tx) => {
        await store.updateRole(tx, workspaceId, userId, role)
        if (role !== 'owner') await store.removeInvitationsBy(tx, userId)
      })
      const member = await store.findMember(pool, workspaceId, userId)
      if (member === null) throw notFound()
      return member
    },
    /** They can no longer sign in, from the next request on. Throws 404, or 403 for the last owner. */
    remove: (workspaceId: string, userId: string) =>
      changeMember(workspaceId, userId, false, async (tx) => {
        await removeSessions(tx, userId)
        await store.removeInvitationsBy(tx, userId)
        await removeUser(tx, userId)
        await onLeave(tx, workspaceId, userId)
      }),
    /** `userId` is null on the command line. Throws 400 when the address is in the team already. */
    async invite(
      { workspaceId, userId }: { workspaceId: string; userId: string | null },
      email: string,
      role: TeamRole,
    ) {
      if (await findUserByEmail(pool, email)) throw validationError({ email: [IN_TEAM] })
      const { token, hash } = createLinkToken('join')
      const { id, at } = ids.next()
      const times = { created_at: new Date(at), expires_at: new Date(at + INVITATION_MS) }
      const invitation = { id, workspace_id: workspaceId, email, role, token_hash: hash, invited_by: userId, ...times }
      await transaction(pool, async (tx) => {
        // Whoever is removed or demoted at this moment leaves no invitation behind.
        const members = await store.lockMembers(tx, workspaceId)
        const isOwner = members.some((member) => member.user_id === userId && member.role === 'owner')
        if (userId !== null && !isOwner) throw new ApiError('forbidden', { message: NO_OWNER })
        await store.replaceInvitation(tx, invitation)
      })
      const { row } = await findOpen(pool, token)
      const link = linkOf(baseUrl, 'join', token)
      const workspace = await store.findWorkspaceName(pool, workspaceId)
      const who = row.invited_by ?? 'Whoever runs the installation'
      const first = `${who} invites you to the workspace "${workspace}" on Doorpost, as ${role}.`
      const problem = await mailer.send('join', { to: email, first, link })
      return { ...toInvitation(row), link, mail: { sent: problem === null, problem } }
    },
    invitations: async (workspaceId: string) =>
      (await store.selectInvitations(pool, workspaceId, now())).map(toInvitation),
    /** False when there is none with this id. */
    takeBack: (workspaceId: string, id: string) => store.removeInvitation(pool, workspaceId, id),
    /** Throws 403 when the invitation does not work. */
    async open(token: string) {
      const { workspace_id, email, role, invited_by, expires_at } = (await findOpen(pool, token)).row
      return { email, role, invited_by, workspace: await store.findWorkspaceName(pool, workspace_id), expires_at }
    },
    /** Makes the account and uses the invitation up. Throws 403 when it does not work. */
    accept: (token: string, name: string, passwordHash: string) =>
      transaction(pool, async (tx) => {
        const { row, hash } = await findOpen(tx, token)
        // If two people accept at once, one waits here and finds nothing.
        if (!(await store.takeInvitation(tx, hash, now()))) throw wrongInvitation()
        const { workspace_id: workspaceId, email } = row
        const user = { workspaceId, role: row.role as TeamRole, name, email, passwordHash, at: now() }
        if (!(await insertUser(tx, ids, user))) throw wrongInvitation()
      }),
  }
}

function wrongInvitation(): ApiError {
  return new ApiError('forbidden', { message: WRONG_INVITATION })
}

function notFound(): ApiError {
  return new ApiError('not_found', { message: NO_MEMBER })
}

function toInvitation({ workspace_id: _, ...invitation }: store.InvitationRow) {
  return invitation
}
