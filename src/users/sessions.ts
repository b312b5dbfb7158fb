import type { Pool } from '../db/database.ts'
import type { Sessions } from '../http/access/auth.ts'
import type { Clock } from '../lib/time/clock.ts'
import { DAY_MS, SECOND_MS } from '../lib/time/span.ts'
import { isTeamRole, scopesOfRole } from '../scopes.ts'
import { findCallerOf, updateSessionEnd } from './store.ts'
import { type Cookies, SESSION_SECONDS } from './cookies.ts'

/** A session in use is renewed once a day; more often would be a write for every click. */
const RENEW_MS = DAY_MS

/** Reads the database at every request: a session that was ended is refused at once, on every node. */
export function createSessions(pool: Pool, clock: Clock, cookies: Cookies): Sessions {
  return {
    tokenOf: (request) => cookies.read(request.headers.cookie, 'session_token'),
    async find(token) {
      const row = await findCallerOf(pool, token)
      const now = clock.now()
      if (row === null || !isTeamRole(row.role) || row.expires_at.getTime() <= now) return null
      const { workspaceId, userId, sessionId, role } = row
      const scopes = new Set(scopesOfRole(role))
      const caller = { kind: 'user', workspaceId, userId, sessionId, role, scopes } as const
      return { caller, isOld: now - row.updated_at.getTime() >= RENEW_MS }
    },
    async renew(token) {
      const now = clock.now()
      await updateSessionEnd(pool, token, new Date(now), new Date(now + SESSION_SECONDS * SECOND_MS))
      return cookies.renewed(token)
    },
  }
}
