import { type Db, type Pool, type Tx, transaction } from '../../db/database.ts'
import { ApiError, validationError } from '../../errors.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { TeamRole } from '../../scopes.ts'
import { LETTERS, type Mailer } from '../mail.ts'
import { findUserByEmail, insertUser, removeSessions, removeUser } from '../store.ts'
import { createLinkToken, linkHash, linkOf } from '../tokens.ts'
import {
  findInvitation,
  findMember,
  findWorkspaceName,
  type InvitationRow,
  insertMember,
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

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000

const LAST_OWNER = 'This is the last owner of the team. Make somebody else an owner first.'
const WRONG_INVITATION =
  'This invitation does not work: it was used or taken back, or is older than a week. Ask an owner of the team for a new one.'
const NO_OWNER = 'You are an owner of the team no longer. Ask one of its owners to do it.'
const NO_MEMBER = 'There is nobody with this id in the team. List them at GET /v1/team.'

export interface Member {
  id: string
  name: string
  email: string
  role: string
  two_factor: boolean
  passkeys: number
  joined_at: string
}

export interface Invitation {
  id: string
  email: string
  role: string
  invited_by: string | null
  created_at: string
  expires_at: string
}

export interface SentInvitation extends Invitation {
  link: string
  mail: { sent: boolean; problem: string | null }
}

export interface Inviter {
  workspaceId: string
  /** Null for the command line. */
  userId: string | null
}

export interface OpenInvitation {
  email: string
  role: string
  invited_by: string | null
  workspace: string
  expires_at: string
}

export interface Team {
  list(workspaceId: string): Promise<Member[]>
  /** Throws 404, or 403 for the last owner. */
  changeRole(workspaceId: string, userId: string, role: TeamRole): Promise<Member>
  /** Whoever is removed can sign in no more, from the next request on. Throws 404, or 403 for the last owner. */
  remove(workspaceId: string, userId: string): Promise<void>
  /** Throws 400 when the address is in the team already. */
  invite(inviter: Inviter, email: string, role: TeamRole): Promise<SentInvitation>
  invitations(workspaceId: string): Promise<Invitation[]>
  /** False when there is none with this id. */
  takeBack(workspaceId: string, id: string): Promise<boolean>
  /** Throws 403 when the invitation does not work. */
  open(token: string): Promise<OpenInvitation>
  /** Makes the account and uses the invitation up. Throws 403 when it does not work. */
  accept(token: string, name: string, passwordHash: string): Promise<void>
}

export interface TeamOptions {
  pool: Pool
  ids: Ids
  clock: Clock
  baseUrl: string
  mailer: Mailer
}

export function createTeam({ pool, ids, clock, baseUrl, mailer }: TeamOptions): Team {
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
    if (!row) throw new ApiError('forbidden', { message: WRONG_INVITATION })
    return { row, hash }
  }

  return {
    async list(workspaceId) {
      return (await selectMembers(pool, workspaceId)).map(toMember)
    },
    async changeRole(workspaceId, userId, role) {
      await changeMember(workspaceId, userId, role === 'owner', async (tx) => {
        await updateRole(tx, workspaceId, userId, role)
        if (role !== 'owner') await removeInvitationsBy(tx, userId)
      })
      const member = await findMember(pool, workspaceId, userId)
      if (member === null) throw notFound()
      return toMember(member)
    },
    remove(workspaceId, userId) {
      return changeMember(workspaceId, userId, false, async (tx) => {
        await removeSessions(tx, userId)
        await removeInvitationsBy(tx, userId)
        await removeUser(tx, userId)
      })
    },
    async invite({ workspaceId, userId }, email, role) {
      if (await findUserByEmail(pool, email)) {
        throw validationError({
          email: ['Somebody with this address is in the team already. Change their role instead.'],
        })
      }
      const { token, hash } = createLinkToken('join')
      const { id, at } = ids.next()
      const expiresAt = new Date(at + INVITATION_MS)
      const invitation = {
        id,
        workspaceId,
        email,
        role,
        tokenHash: hash,
        invitedBy: userId,
        at: new Date(at),
        expiresAt,
      }
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
    async invitations(workspaceId) {
      return (await selectInvitations(pool, workspaceId, now())).map(toInvitation)
    },
    takeBack: (workspaceId, id) => removeInvitation(pool, workspaceId, id),
    async open(token) {
      const { row } = await findOpen(pool, token)
      const { email, role, invited_by } = row
      const workspace = await findWorkspaceName(pool, row.workspace_id)
      return { email, role, invited_by, workspace, expires_at: row.expires_at.toISOString() }
    },
    accept: (token, name, passwordHash) =>
      transaction(pool, async (tx) => {
        const { row, hash } = await findOpen(tx, token)
        // Of two at once one waits here, and finds nothing.
        if (!(await takeInvitation(tx, hash, now()))) throw new ApiError('forbidden', { message: WRONG_INVITATION })
        const userId = ids.next().id
        const user = { id: userId, accountId: ids.next().id, name, email: row.email, passwordHash, at: now() }
        if ((await insertUser(tx, user)) === null) throw new ApiError('forbidden', { message: WRONG_INVITATION })
        const role = row.role as TeamRole
        await insertMember(tx, { workspaceId: row.workspace_id, userId, role, at: now() })
      }),
  }
}

function notFound(): ApiError {
  return new ApiError('not_found', { message: NO_MEMBER })
}

function toMember({ two_factor_enabled, joined_at, ...row }: MemberRow): Member {
  return { ...row, two_factor: two_factor_enabled, joined_at: joined_at.toISOString() }
}

function toInvitation({ id, email, role, invited_by, created_at, expires_at }: InvitationRow): Invitation {
  return { id, email, role, invited_by, created_at: created_at.toISOString(), expires_at: expires_at.toISOString() }
}
