import { type Db, type Pool, transaction } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import type { Ids } from '../lib/ids.ts'
import { commandLine } from '../lib/program.ts'
import type { NewOwner } from './input.ts'
import { findLink, linkHash, lockSetup, removeLinks, replaceLink } from './links.ts'
import type { UsersOptions } from './options.ts'
import { hasUsers, insertUser } from './store.ts'

export const SET_UP_ALREADY =
  'This installation is set up already. Sign in, or ask an owner of the team for an invitation.'
const WRONG_LINK =
  'This set-up link does not work: it is older than a day, or a newer one was made. Restart Doorpost, or run ' +
  `"${commandLine('users setup-link')}"; both print a new one.`

/** The first owner: only somebody who can read the output of the process can become it. */
export function createSetup({ pool, ids, clock, workspaceId }: UsersOptions) {
  const checkIn = async (db: Db, token: string) => {
    if (await hasUsers(db)) throw new ApiError('forbidden', { message: SET_UP_ALREADY })
    const hash = linkHash('setup', token)
    if (hash === null || !(await findLink(db, 'setup', hash, new Date(clock.now())))) {
      throw new ApiError('forbidden', { message: WRONG_LINK })
    }
  }
  return {
    isNeeded: async () => !(await hasUsers(pool)),
    /** Throws 403 unless the link works: nothing is to be computed for a stranger. */
    check: (token: string) => checkIn(pool, token),
    /** Throws 403 when the link does not work, or somebody was faster. */
    claim: ({ token, name, email }: NewOwner, passwordHash: string) =>
      transaction(pool, async (tx) => {
        await lockSetup(tx)
        await checkIn(tx, token)
        const at = new Date(clock.now())
        await insertUser(tx, ids, { workspaceId, role: 'owner', name, email, passwordHash, at })
        await removeLinks(tx, 'setup', null)
      }),
  }
}

/** A token for the set-up link; null once there is somebody who can sign in. Earlier ones stop working. */
export function createSetupToken(pool: Pool, ids: Ids, now: number): Promise<string | null> {
  return transaction(pool, async (tx) => {
    await lockSetup(tx)
    return (await hasUsers(tx)) ? null : replaceLink(tx, ids, 'setup', null, now)
  })
}
