import type { Pool } from '../db/database.ts'
import { firstIdAt } from '../lib/ids.ts'
import type { Clock } from '../lib/time/clock.ts'
import { countDays, dayAt, listDays } from '../lib/time/days.ts'
import { DAY_MS } from '../lib/time/span.ts'
import { FORMATS } from '../platforms/profile.ts'
import type { Scope } from '../scopes.ts'
import {
  type AttentionPostRow,
  selectConnections,
  selectEndpoints,
  selectPosts,
  selectRejections,
  selectUnmapped,
} from './attention-store.ts'
import type { ContactsReportInput } from './input.ts'
import { ATTENTION_STATES, UPCOMING_COUNT_MAX, UPCOMING_DAYS, UPCOMING_NEXT_MAX } from './schemas.ts'
import { type ContactCount, countContacts, countUpcoming, selectUpcoming } from './store.ts'

const EXPIRING_DAYS = 7

export interface Reports {
  contacts(workspaceId: string, input: ContactsReportInput): Promise<object>
  /** Only what these permissions allow to see. */
  attention(workspaceId: string, scopes: ReadonlySet<Scope>): Promise<object>
  upcoming(workspaceId: string, timeZone: string): Promise<object>
}

/** Whether publishing is paused, and why; null when it is not. */
export type FindPause = () => Promise<{ code: string; reason: string; since: string } | null>

export function createReports(pool: Pool, clock: Clock, findPause: FindPause): Reports {
  return {
    async contacts(workspaceId, { from, to, timeZone, by }) {
      const { days, starts } = listDays(from, countDays(from, to), timeZone)
      const rows = await countContacts(pool, workspaceId, by, {
        fromId: firstIdAt(starts[0]!.getTime()),
        belowId: firstIdAt(starts.at(-1)!.getTime()),
        starts,
      })
      const series = toSeries(rows, days.length)
      return { from, to, time_zone: timeZone, by, days, series, total: sum(series.map(({ total }) => total)) }
    },

    async attention(workspaceId, scopes) {
      const now = clock.now()
      const seesWebhooks = scopes.has('webhooks:read')
      return {
        publishing: await findPause(),
        posts: await attentionPosts(pool, workspaceId),
        connections: (await selectConnections(pool, workspaceId, new Date(now + EXPIRING_DAYS * DAY_MS))).map(
          (row) => ({
            ...row,
            works_until: row.works_until?.toISOString() ?? null,
          }),
        ),
        rejections: seesWebhooks
          ? (await selectRejections(pool, workspaceId, firstIdAt(now - DAY_MS))).map(nestNewest)
          : null,
        unmapped: seesWebhooks ? (await selectUnmapped(pool, workspaceId)).map(nestNewest) : null,
        endpoints: scopes.has('events:read')
          ? (await selectEndpoints(pool, workspaceId)).map((row) => ({
              ...row,
              failing_since: row.failing_since?.toISOString() ?? null,
            }))
          : null,
      }
    },

    async upcoming(workspaceId, timeZone) {
      const { days, starts } = listDays(dayAt(clock.now(), timeZone), UPCOMING_DAYS, timeZone)
      const rows = await countUpcoming(pool, workspaceId, starts)
      const window = { from: starts[0]!, before: starts.at(-1)! }
      const next = await selectUpcoming(pool, workspaceId, window, UPCOMING_NEXT_MAX)
      const series = FORMATS.map((platform) => {
        const counts = days.map(() => 0)
        for (const row of rows) if (row.platform === platform) counts[row.day - 1] = row.count
        return { platform, total: sum(counts), counts }
      })
      return {
        from: days[0],
        to: days.at(-1),
        time_zone: timeZone,
        days,
        series,
        total: sum(series.map(({ total }) => total)),
        complete: series.every(({ total }) => total <= UPCOMING_COUNT_MAX),
        next: next.map((row) => ({ ...row, scheduled_date: row.scheduled_date.toISOString() })),
      }
    },
  }
}

interface Series {
  name: string
  value: string | null
  total: number
  counts: number[]
}

function toSeries(rows: readonly ContactCount[], days: number): Series[] {
  const series: Series[] = []
  for (const { place, name, is_other, day, count } of rows) {
    const shown = is_other ? 'other' : (name ?? 'none')
    series[place - 1] ??= { name: shown, value: name, total: 0, counts: Array(days).fill(0) }
    const one = series[place - 1]!
    one.counts[day - 1] = count
    one.total += count
  }
  return series
}

async function attentionPosts(pool: Pool, workspaceId: string): Promise<object> {
  const rows = await selectPosts(pool, workspaceId, ATTENTION_STATES)
  return Object.fromEntries(
    ATTENTION_STATES.map((state) => {
      const own = rows.filter((row) => row.state === state)
      return [state, { count: own[0]!.count, newest: own.filter(({ id }) => id !== null).map(toPost) }]
    }),
  )
}

function toPost({ state: _, count: __, ...row }: AttentionPostRow): object {
  return { ...row, scheduled_date: row.scheduled_date?.toISOString() ?? null }
}

/** What is known of the webhook, and apart from it of its newest. */
function nestNewest<R extends { webhook_id: string; name: string; count: number; received_at: Date }>(row: R): object {
  const { webhook_id, name, count, received_at, ...newest } = row
  return { webhook_id, name, count, newest: { ...newest, received_at: received_at.toISOString() } }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
