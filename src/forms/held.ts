import type { Pool } from '../db/database.ts'
import type { PageRequest } from '../http/pagination.ts'
import type { HeldFilter } from './held-store.ts'
import * as store from './held-store.ts'
import { type Submission, showSubmission } from './submission-show.ts'
import { findSubmission } from './submission-store.ts'
import type { Submissions } from './submissions.ts'

interface HeldOptions {
  pool: Pool
  submissions: Submissions
}

// Of one request.
const ACCEPTED_AT_ONCE = 100
/** Of one transaction: others wait for its counts. Most of the time that one alone takes is its commit. */
const ACCEPTED_TOGETHER = 20

export type Held = ReturnType<typeof createHeld>

/** Submissions that wait for a person to decide about them. `mayReadContacts`: they are as private as contacts. */
export function createHeld({ pool, submissions }: HeldOptions) {
  return {
    list: (workspaceId: string, filter: HeldFilter, page: PageRequest, mayReadContacts: boolean) =>
      submissions.list(workspaceId, { ...filter, state: 'held' }, page, mayReadContacts),
    /** Null when there is none, or it is held no more. */
    async get(workspaceId: string, id: string, mayReadContacts: boolean): Promise<Submission | null> {
      const row = await findSubmission(pool, workspaceId, id)
      return row?.state === 'held' ? showSubmission(row, mayReadContacts) : null
    },
    /** Null when there is none. Accepting twice is accepting once. */
    async accept(workspaceId: string, id: string, mayReadContacts: boolean): Promise<Submission | null> {
      if ((await submissions.accept(workspaceId, id)) === null) return null
      const row = await findSubmission(pool, workspaceId, id)
      return row && showSubmission(row, mayReadContacts)
    },
    /** The oldest ones first, a limited number of them; `remaining` says whether to ask again. */
    async acceptAll(workspaceId: string, filter: HeldFilter): Promise<{ accepted: number; remaining: number }> {
      let accepted = 0
      while (accepted < ACCEPTED_AT_ONCE) {
        const most = Math.min(ACCEPTED_TOGETHER, ACCEPTED_AT_ONCE - accepted)
        const ids = await store.selectHeldIds(pool, workspaceId, filter, most)
        // None that another request is deciding about, so that two of these never wait for each other.
        const together = await submissions.acceptTogether(workspaceId, ids, store.lockHeld)
        accepted += together
        if (together < most) break
      }
      return { accepted, remaining: await store.countHeld(pool, workspaceId, filter) }
    },
    delete: (workspaceId: string, id: string): Promise<boolean> => store.removeHeld(pool, workspaceId, id),
  }
}
