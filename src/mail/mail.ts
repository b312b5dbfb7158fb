import type { Pool, Tx } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Slice } from '../db/statements/paging.ts'
import { listInParts, type PageRequest } from '../http/pagination.ts'
import type { SealedTokens } from '../lib/secrets/sealed-token.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { createFormLeads } from './form-leads.ts'
import type { DayLimits } from './limits.ts'
import type { Mailer } from './mailer.ts'
import { createOutbox } from './outbox.ts'
import { createPostman } from './postman.ts'
import { createLeadRenderer, createOptInRenderer, createReplyRenderer } from './render.ts'
import { createWeeklyRenderer } from './render-weekly.ts'
import { createStops } from './stops.ts'
import * as store from './store.ts'
import { tellTeam } from './team.ts'
import type { ReportPosts } from './week-results.ts'
import { tellWeek } from './weekly.ts'

interface MailOptions extends Pick<Parts, 'reads' | 'clock' | 'ids' | 'log'> {
  /** For jobs: what goes out takes its time. */
  pool: Pool
  tokens: SealedTokens
  mailer: Mailer
  baseUrl: string
  limits: DayLimits
  retentionDays: number
  reportPosts: ReportPosts
  announceUnasked: (tx: Tx, mail: store.ClaimedMail) => Promise<void>
}

const STEP = 1_000
const COUNTED_MAX = 100_000
const COUNTS_KEPT_MS = 2 * DAY_MS

export type Mail = ReturnType<typeof createMail>

/** Mails that go out by themselves: about leads, to those who fill in forms, and with results. */
export function createMail(options: MailOptions) {
  const { pool, reads, clock, ids, mailer, retentionDays } = options
  const write = createOutbox(ids)
  const stops = createStops(options)
  const { tokens, baseUrl, reportPosts } = options
  const place = { pool, stops, tokens, baseUrl }
  return {
    stops,
    ...createFormLeads({ mailer, write, now: () => clock.now() }),
    postman: createPostman({
      ...options,
      renderers: {
        lead: createLeadRenderer(place),
        auto_reply: createReplyRenderer(place),
        opt_in: createOptInRenderer(place),
        weekly: createWeeklyRenderer({ ...place, reportPosts }),
      },
    }),
    /** Jobs: write what people of the team asked for. */
    tellTeam: () => (mailer.isSet ? tellTeam({ pool, clock, write }) : Promise.resolve()),
    tellWeek: () => (mailer.isSet ? tellWeek({ pool, clock, write }) : Promise.resolve()),
    async list(workspaceId: string, filter: store.MailFilter, page: PageRequest) {
      const total = await store.countMails(reads, workspaceId, filter, COUNTED_MAX)
      const select = (slice: Slice) => store.selectMails(reads, workspaceId, filter, slice)
      return listInParts(page, { total }, select, store.showMail, { isCapped: total === COUNTED_MAX })
    },
    /** Removes what is done with, and what no longer counts. */
    async purge(): Promise<void> {
      const now = clock.now()
      while ((await store.removeDone(pool, new Date(now - retentionDays * DAY_MS), STEP)) === STEP);
      while ((await store.removeCounts(pool, new Date(now - COUNTS_KEPT_MS), STEP)) === STEP);
    },
  }
}
