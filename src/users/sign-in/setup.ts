import { type Pool, type Tx, transaction } from '../../db/database.ts'
import { ApiError } from '../../errors.ts'
import type { Ids } from '../../lib/ids.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { NewOwner } from '../input.ts'
import { hasSetupLink, lockSetup, removeSetupLink, replaceSetupLink } from '../link-store.ts'
import { hasUsers, insertUser } from '../store.ts'
import { insertMember } from '../team/store.ts'
import { createLinkToken, linkHash } from '../tokens.ts'

const SETUP_MS = 24 * 60 * 60 * 1000

const DONE = 'This installation is set up already. Sign in, or ask an owner of the team for an invitation.'
const WRONG_LINK =
  'This set-up link does not work: it is older than a day, or a newer one was made. Restart Doorpost, or run ' +
  '"npm run -s doorpost -- users setup-link"; both print a new one.'

/** The first owner. Only who can read the output of the process can become it. */
export interface Setup {
  isNeeded(): Promise<boolean>
  /** Throws 403 unless the link works: nothing is to be computed for a stranger. */
  check(token: string): Promise<void>
  /** Throws 403 when the link does not work, or somebody was faster. */
  claim(owner: NewOwner, passwordHash: string): Promise<void>
}

export interface SetupOptions {
  pool: Pool
  ids: Ids
  clock: Clock
  workspaceId: string
}

export function createSetup({ pool, ids, clock, workspaceId }: SetupOptions): Setup {
  const checkIn = async (db: Pool | Tx, token: string) => {
    if (await hasUsers(db)) throw new ApiError('forbidden', { message: DONE })
    const hash = linkHash('setup', token)
    if (hash === null || !(await hasSetupLink(db, hash, new Date(clock.now())))) {
      throw new ApiError('forbidden', { message: WRONG_LINK })
    }
  }
  return {
    isNeeded: async () => !(await hasUsers(pool)),
    check: (token) => checkIn(pool, token),
    claim: ({ token, name, email }, passwordHash) =>
      transaction(pool, async (tx) => {
        await lockSetup(tx)
        await checkIn(tx, token)
        const at = new Date(clock.now())
        const userId = ids.next().id
        await insertUser(tx, { id: userId, accountId: ids.next().id, name, email, passwordHash, at })
        await insertMember(tx, { workspaceId, userId, role: 'owner', at })
        await removeSetupLink(tx)
      }),
  }
}

/** A token for the set-up link; null once there is somebody who can sign in. Those before it work no more. */
export function createSetupToken(pool: Pool, ids: Ids, now: number): Promise<string | null> {
  return transaction(pool, async (tx) => {
    await lockSetup(tx)
    if (await hasUsers(tx)) return null
    const { token, hash } = createLinkToken('setup')
    const link = { id: ids.next().id, tokenHash: hash, at: new Date(now), expiresAt: new Date(now + SETUP_MS) }
    await replaceSetupLink(tx, link)
    return token
  })
}
