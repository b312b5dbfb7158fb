import { type Db, type Pool, type Tx, transaction } from '../../db/database.ts'
import { ApiError, validationError } from '../../errors.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { DAY_MS } from '../../lib/time/span.ts'
import type { TeamRole } from '../../scopes.ts'
import { LETTERS, type Mailer } from '../mail.ts'
import { findUserByEmail, insertUser, removeSessions, removeUser } from '../store.ts'
import { createLinkToken, linkHash, linkOf } from '../tokens.ts'
import {
  findInvitation,
  findMember,
  findWorkspaceName,
  type InvitationRow,
  lockMembers,
  type MemberRow,
  removeInvitation,
  removeInvitationsBy,
  replaceInvitation,
  selectInvitations,
  selectMembers,
  takeInvitation,
  updateRole,
} from './store.ts'

const INVITATION_MS = 7 * DAY_MS

const LAST_OWNER = 'This is the last owner of the team. Make somebody else an owner first.'
const WRONG_INVITATION =
  'This invitation does not work: it was used or taken back, or is older than a week. Ask an owner of the team for a new one.'
const NO_OWNER = 'You are an owner of the team no longer. Ask one of its owners to do it.'
const NO_MEMBER = 'There is nobody with this id in the team. List them at GET /v1/team.'

export interface TeamOptions {
  pool: Pool
  ids: Ids
  clock: Clock
  baseUrl: string
  mailer: Mailer
}

export type Team = ReturnType<typeof createTeam>

export function createTeam({ pool, ids, clock, baseUrl, mailer }: TeamOptions) {
  const now = () => new Date(clock.now())

  /** Runs `work` while nobody else changes the team, and refuses to leave it without an owner. */
  const changeMember = (workspaceId: string, userId: string, keepsOwner: boolean, work: (tx: Tx) => Promise<void>) =>
    transaction(pool, async (tx) => {
      const members = await lockMembers(tx, workspaceId)
      if (!members.some(({ user_id }) => user_id === userId)) throw notFound()
      const others = members.filter(({ user_id, role }) => role === 'owner' && user_id !== userId)
      if (!keepsOwner && others.length === 0) throw new ApiError('forbidden', { message: LAST_OWNER })
      await work(tx)
    })

  const findOpen = async (db: Db, token: string): Promise<{ row: InvitationRow; hash: Buffer }> => {
    const hash = linkHash('join', token)
    const row = hash && (await findInvitation(db, hash, now()))
    if (!row) throw wrongInvitation()
    return { row, hash }
  }

  return {
    list: async (workspaceId: string) => (await selectMembers(pool, workspaceId)).map(toMember),
    /** Throws 404, or 403 for the last owner. */
    async changeRole(workspaceId: string, userId: string, role: TeamRole) {
      await changeMember(workspaceId, userId, role === 'owner', async (tx) => {
        await updateRole(tx, workspaceId, userId, role)
        if (role !== 'owner') await removeInvitationsBy(tx, userId)
      })
      const member = await findMember(pool, workspaceId, userId)
      if (member === null) throw notFound()
      return toMember(member)
    },
    /** They can no longer sign in, from the next request on. Throws 404, or 403 for the last owner. */
    remove: (workspaceId: string, userId: string) =>
      changeMember(workspaceId, userId, false, async (tx) => {
        await removeSessions(tx, userId)
        await removeInvitationsBy(tx, userId)
        await removeUser(tx, userId)
      }),
    /** `userId` is null on the command line. Throws 400 when the address is in the team already. */
    async invite(
      { workspaceId, userId }: { workspaceId: string; userId: string | null },
      email: string,
      role: TeamRole,
    ) {
      if (await findUserByEmail(pool, email)) {
        throw validationError({
          email: ['Somebody with this address is in the team already. Change their role instead.'],
        })
      }
      const { token, hash } = createLinkToken('join')
      const { id, at } = ids.next()
      const times = { created_at: new Date(at), expires_at: new Date(at + INVITATION_MS) }
      const invitation = { id, workspace_id: workspaceId, email, role, token_hash: hash, invited_by: userId, ...times }
      await transaction(pool, async (tx) => {
        // Whoever is removed or demoted at this moment leaves no invitation behind.
        const members = await lockMembers(tx, workspaceId)
        const isOwner = members.some((member) => member.user_id === userId && member.role === 'owner')
        if (userId !== null && !isOwner) throw new ApiError('forbidden', { message: NO_OWNER })
        await replaceInvitation(tx, invitation)
      })
      const { row } = await findOpen(pool, token)
      const link = linkOf(baseUrl, 'join', token)
      const workspace = await findWorkspaceName(pool, workspaceId)
      const { subject, end } = LETTERS.join
      const who = row.invited_by ?? 'Whoever runs the installation'
      const first = `${who} invites you to the workspace "${workspace}" on Doorpost, as ${role}.`
      const problem = await mailer.send({ to: email, subject, paragraphs: [first, end], link })
      return { ...toInvitation(row), link, mail: { sent: problem === null, problem } }
    },
    invitations: async (workspaceId: string) => (await selectInvitations(pool, workspaceId, now())).map(toInvitation),
    /** False when there is none with this id. */
    takeBack: (workspaceId: string, id: string) => removeInvitation(pool, workspaceId, id),
    /** Throws 403 when the invitation does not work. */
    async open(token: string) {
      const { row } = await findOpen(pool, token)
      const { email, role, invited_by } = row
      const workspace = await findWorkspaceName(pool, row.workspace_id)
      return { email, role, invited_by, workspace, expires_at: row.expires_at.toISOString() }
    },
    /** Makes the account and uses the invitation up. Throws 403 when it does not work. */
    accept: (token: string, name: string, passwordHash: string) =>
      transaction(pool, async (tx) => {
        const { row, hash } = await findOpen(tx, token)
        // Of two at once one waits here, and finds nothing.
        if (!(await takeInvitation(tx, hash, now()))) throw wrongInvitation()
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

function toMember({ two_factor_enabled, joined_at, ...row }: MemberRow) {
  return { ...row, two_factor: two_factor_enabled, joined_at: joined_at.toISOString() }
}

function toInvitation({ id, email, role, invited_by, created_at, expires_at }: InvitationRow) {
  return { id, email, role, invited_by, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() }
}
