import type { Pool, Tx } from '../db/database.ts'
import { createLoop } from '../lib/bounds/loop.ts'
import { firstIdAt } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import type { Clock } from '../lib/time/clock.ts'
import { countDays, dayAt, listDays } from '../lib/time/days.ts'
import { DAY_MS, MINUTE_MS } from '../lib/time/span.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import type { Scope } from '../scopes.ts'
import { createAttribution } from './attribution/attribution.ts'
import { createArrivalCounter } from './attribution/fold.ts'
import { foldErasedQuarters } from './attribution/periods.ts'
import { type ContactCounts, countByDay, foldContactDays, foldErasedDays } from './contact-days.ts'
import { ATTENTION_STATES, type ContactsReportInput, SERIES_MAX, UPCOMING_COUNT_MAX, UPCOMING_DAYS } from './schemas.ts'
import * as store from './store.ts'

const EXPIRING_DAYS = 7
const FAILED_MAIL_DAYS = 7
/** A process that stops waits this long, once for days and once for touches. */
const FOLD_ROUND_MS = 1_000

/** Null if all is well. */
export type FindProblem = () => Promise<object | null>

export type Reports = ReturnType<typeof createReports>

export function createReports(options: {
  reads: Pool
  jobs: Pool
  clock: Clock
  log: Log
  /** Why publishing is paused. */
  findPause: FindProblem
  findBackupProblem: FindProblem
  /** Why files cannot be stored. */
  findUploadProblem: FindProblem
}) {
  const { reads: pool, jobs, clock, log, findPause, findBackupProblem, findUploadProblem } = options
  const { fold, report } = createAttribution(options)
  /** Counts new contacts. Returns false if the time ran out first. */
  const foldAll = async (limitMs = Number.POSITIVE_INFINITY): Promise<boolean> => {
    const isCounted = await foldContactDays(jobs, limitMs)
    return (await fold(limitMs)) && isCounted
  }
  return {
    arrivals: createArrivalCounter(jobs, log),
    fold: foldAll,
    /** Counts new contacts when it is woken. */
    folding: createLoop('counting touches', log, MINUTE_MS, async () => !(await foldAll(FOLD_ROUND_MS))),
    attribution: report,

    async contacts(workspaceId: string, { from, to, timeZone, by }: ContactsReportInput) {
      const { days, starts } = listDays(from, countDays(from, to), timeZone)
      const rows = await countByDay(pool, workspaceId, by, starts)
      const series = toSeries(rows)
      return { from, to, time_zone: timeZone, by, days, series, total: sumTotals(series) }
    },

    /** Only what these scopes allow. */
    async attention(workspaceId: string, scopes: ReadonlySet<Scope>, hidesLeaving: boolean) {
      const now = clock.now()
      const seesWebhooks = scopes.has('webhooks:read')
      return {
        publishing: await findPause(),
        backups: await findBackupProblem(),
        uploads: await findUploadProblem(),
        posts: await attentionPosts(pool, workspaceId, hidesLeaving),
        connections: await store.selectConnections(pool, workspaceId, new Date(now + EXPIRING_DAYS * DAY_MS)),
        rejections: seesWebhooks ? await store.selectRejections(pool, workspaceId, firstIdAt(now - DAY_MS)) : null,
        unmapped: seesWebhooks ? await store.selectUnmapped(pool, workspaceId) : null,
        endpoints: scopes.has('events:read') ? await store.selectEndpoints(pool, workspaceId) : null,
        failed_mails: scopes.has('contacts:read')
          ? await store.selectFailedMails(pool, workspaceId, new Date(now - FAILED_MAIL_DAYS * DAY_MS))
          : null,
        held_submissions: scopes.has('forms:read')
          ? await store.countHeldSubmissions(pool, workspaceId, hidesLeaving)
          : null,
      }
    },

    firstSteps: (workspaceId: string, userId: string) => store.selectFirstSteps(pool, workspaceId, userId),

    async upcoming(workspaceId: string, timeZone: string, hidesLeaving: boolean) {
      const { days, starts } = listDays(dayAt(clock.now(), timeZone), UPCOMING_DAYS, timeZone)
      const rows = await store.countUpcoming(pool, workspaceId, starts, hidesLeaving)
      const series = FORMATS.map((platform) => {
        const counts = days.map(() => 0)
        for (const row of rows) if (row.platform === platform) counts[row.day - 1] = row.count
        return { platform, total: counts.reduce((sum, count) => sum + count, 0), counts }
      })
      return {
        from: days[0],
        to: days.at(-1),
        time_zone: timeZone,
        days,
        series,
        total: sumTotals(series),
        complete: series.every(({ total }) => total <= UPCOMING_COUNT_MAX),
        next: await store.selectUpcoming(pool, workspaceId, starts, hidesLeaving),
      }
    },
  }
}

/**
 * Adds up the waiting counts of erased contacts that were created at these times. The caller has held `lockWork(tx, 'folds')`
 * since before it touched any of them.
 */
export async function addUpErased(tx: Tx, workspaceId: string, times: readonly string[]): Promise<void> {
  await foldErasedDays(tx, workspaceId, times)
  await foldErasedQuarters(tx, workspaceId, times)
}

interface Series {
  name: string
  value: string | null
  total: number
  counts: number[]
}

/** Largest first. Rare names are combined, because anyone can invent many: they get the remainder of everything. */
function toSeries(rows: readonly ContactCounts[]): Series[] {
  const series = rows.flatMap(({ kind, name, counts }) => (kind === 'name' ? [createSeries(name!, name, counts)] : []))
  const names = rows.find(({ kind }) => kind === 'names')?.counts
  const all = rows.find(({ kind }) => kind === 'all')?.counts ?? names
  if (all === undefined) return []
  const none = createSeries('none', null, names === undefined ? all : subtract(all, [names]))
  const place = series.findIndex(({ total }) => total < none.total)
  if (none.total > 0) series.splice(place === -1 ? series.length : place, 0, none)
  if (series.length <= SERIES_MAX) return series
  const shown = series.slice(0, SERIES_MAX - 1)
  const counts = shown.map((one) => one.counts)
  return [...shown, createSeries('other', null, subtract(all, counts))]
}

function subtract(from: readonly number[], others: ReadonlyArray<readonly number[]>): number[] {
  return from.map((count, at) => others.reduce((left, other) => left - other[at]!, count))
}

function createSeries(name: string, value: string | null, counts: number[]): Series {
  return { name, value, total: counts.reduce((sum, count) => sum + count, 0), counts }
}

async function attentionPosts(pool: Pool, workspaceId: string, hidesLeaving: boolean): Promise<object> {
  const rows = Map.groupBy(await store.selectPosts(pool, workspaceId, hidesLeaving), ({ state }) => state)
  return Object.fromEntries(
    ATTENTION_STATES.map((state) => {
      const own = rows.get(state)!
      const newest = own.filter(({ id }) => id !== null).map(({ state: _, count: __, ...post }) => post)
      return [state, { count: own[0]!.count, newest }]
    }),
  )
}

function sumTotals(series: ReadonlyArray<{ total: number }>): number {
  return series.reduce((sum, { total }) => sum + total, 0)
}
