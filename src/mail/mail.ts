import type { Parts } from '../db/parts.ts'
import type { Slice } from '../db/statements/paging.ts'
import { listInParts, type PageRequest } from '../http/pagination.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { showReason } from '../messages/stored.ts'
import { createFormLeads } from './form-leads.ts'
import { createPostman } from './postman.ts'
import { type MailFilter, mail as mailRecord } from './schemas.ts'
import { createStops } from './stops.ts'
import * as store from './store.ts'
import { tellTeam, tellWeek } from './team.ts'

type PostmanOptions = Omit<Parameters<typeof createPostman>[0], 'stops'>

/** `pool` is the pool for jobs, because sending is slow. */
interface MailOptions extends PostmanOptions, Pick<Parts, 'reads' | 'ids'> {
  retentionDays: number
}

const STEP = 1_000
const COUNTED_MAX = 100_000
const COUNTS_KEPT_MS = 2 * DAY_MS

export type Mail = ReturnType<typeof createMail>

/** Automatic mails: about leads, to people who fill in forms, and with results. */
export function createMail(options: MailOptions) {
  const { pool, reads, clock, ids, mailer, retentionDays } = options
  const write: store.WriteMails = (tx, mails) => store.insertMails(tx, ids, mails)
  const stops = createStops(options)
  return {
    stops,
    ...createFormLeads({ mailer, write, now: () => clock.now() }),
    postman: createPostman({ ...options, stops }),
    /** The jobs that write the mails that team members subscribed to. */
    tellTeam: () => (mailer.isSet ? tellTeam({ pool, clock, write }) : Promise.resolve()),
    tellWeek: () => (mailer.isSet ? tellWeek({ pool, clock, write }) : Promise.resolve()),
    async list(workspaceId: string, filter: MailFilter, page: PageRequest) {
      const total = await store.countMails(reads, workspaceId, filter, COUNTED_MAX)
      const select = (slice: Slice) => store.selectMails(reads, workspaceId, filter, slice)
      const show = (row: store.ListedMail) => mailRecord.show({ ...row, ...showReason(row), to: row.to_address })
      return listInParts(page, { total }, select, show, { isCapped: total === COUNTED_MAX })
    },
    async purge(): Promise<void> {
      const now = clock.now()
      while ((await store.removeDone(pool, new Date(now - retentionDays * DAY_MS), STEP)) === STEP);
      while ((await store.removeCounts(pool, new Date(now - COUNTS_KEPT_MS), STEP)) === STEP);
    },
  }
}
