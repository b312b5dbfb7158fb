import { type Db, type Pool, transaction } from '../../db/database.ts'
import { addDays, countDays, listDays } from '../../lib/time/days.ts'
import { PROFILES } from '../../platforms/registry.ts'
import { FORMATS } from '../../platforms/shared/provider.ts'
import type { Scope } from '../../scopes.ts'
import { createFold } from './fold.ts'
import type { AttributionInput } from './schemas.ts'
import { type ReportDimension, SERIES_KEYS } from './schemas.ts'
import * as store from './store.ts'

/** How long a report waits for the newest contacts to be counted. */
const FOLD_MS = 200

export type AttributionReports = ReturnType<typeof createAttribution>
export type AttributionReport = Awaited<ReturnType<AttributionReports['report']>>

/** `jobs` counts new contacts, `reads` reports them. */
export function createAttribution({ reads, jobs }: { reads: Pool; jobs: Pool }) {
  const fold = createFold(jobs)
  return {
    fold,
    async report(workspaceId: string, input: AttributionInput, scopes: ReadonlySet<Scope>) {
      // Continues even if another process takes long to count, or the database refuses: uncounted leads are in `none`.
      const complete = await fold(FOLD_MS).catch(() => false)
      const length = countDays(input.from, input.to)
      const period = { ...input, beforeFrom: addDays(input.from, -length) }
      const hasClicks = input.by !== 'form' && scopes.has('links:read')
      const counts = await readCounts(reads, workspaceId, { period, length, hasClicks })
      const labelOf = await findLabels(reads, workspaceId, input.by, counts.rows, scopes)
      return {
        by: input.by,
        touch: input.touch,
        from: input.from,
        to: input.to,
        time_zone: 'UTC',
        before: { from: period.beforeFrom, to: addDays(input.from, -1) },
        complete,
        totals: counts.totals,
        rows: counts.rows.map(({ kind, key, ...numbers }) => ({ kind, key, label: labelOf(key), ...numbers })),
        days: counts.days,
        series: counts.series.map(({ kind, key, ...rest }) => ({ kind, key, label: labelOf(key), ...rest })),
      }
    },
  }
}

type Numbers = Record<'leads' | 'leads_before', number> & Record<'clicks' | 'visitors', number | null>

interface Asked {
  period: store.Period
  /** In days. */
  length: number
  hasClicks: boolean
}

/** Reads everything at one moment, so that it adds up. */
function readCounts(pool: Pool, workspaceId: string, { period, length, hasClicks }: Asked) {
  return transaction(pool, async (tx) => {
    await tx.query({ text: 'set transaction isolation level repeatable read, read only' })
    const keys = await store.selectKeys(tx, workspaceId, period)
    const { days: allDays } = listDays(period.beforeFrom, length * 2, 'UTC')
    const daily = await store.selectTotals(tx, workspaceId, period.beforeFrom, period.to)
    const sumOf = (days: readonly string[]) => days.reduce((sum, day) => sum + (daily.get(day) ?? 0), 0)
    const days = allDays.slice(length)
    const totals = { leads: sumOf(days), leads_before: sumOf(allDays.slice(0, length)) }
    const rows = toRows(keys, totals, hasClicks)
    const top = rows.flatMap(({ key, leads }) => (key !== null && leads > 0 ? [key] : [])).slice(0, SERIES_KEYS)
    const counted = await store.selectDays(tx, workspaceId, period, top)
    const series = toSeries({ days, daily, counted, top })
    const { beforeFrom, from } = period
    const clicks_before = hasClicks ? await store.countClicks(tx, workspaceId, beforeFrom, addDays(from, -1)) : null
    return { rows, totals: { ...sumNumbers(rows, hasClicks), clicks_before }, days, series }
  })
}

type Row = Pick<store.KeyRow, 'kind' | 'key'> & Numbers

/** Leads without a key are the rest of all leads. */
function toRows(
  keys: readonly store.KeyRow[],
  all: Pick<Numbers, 'leads' | 'leads_before'>,
  hasClicks: boolean,
): Row[] {
  const named = keys.filter(({ kind }) => kind !== 'none')
  const unnamed = keys.find(({ kind }) => kind === 'none')
  const rest = (name: 'leads' | 'leads_before') => all[name] - named.reduce((sum, row) => sum + row[name], 0)
  const clicks = { clicks: unnamed?.clicks ?? 0, visitors: unnamed?.visitors ?? 0 }
  const none = { kind: 'none' as const, key: null, leads: rest('leads'), leads_before: rest('leads_before'), ...clicks }
  const isShown = none.leads > 0 || none.leads_before > 0 || none.clicks > 0
  const rows: Row[] = isShown ? [...named, none] : named
  return hasClicks ? rows : rows.map((row) => ({ ...row, clicks: null, visitors: null }))
}

function sumNumbers(rows: readonly Row[], hasClicks: boolean): Numbers {
  const sum = (name: keyof Numbers) => rows.reduce((total, row) => total + (row[name] ?? 0), 0)
  const clicks = { clicks: hasClicks ? sum('clicks') : null, visitors: hasClicks ? sum('visitors') : null }
  return { leads: sum('leads'), leads_before: sum('leads_before'), ...clicks }
}

interface DayCounts {
  days: readonly string[]
  daily: ReadonlyMap<string, number>
  counted: readonly store.DayCounts[]
  top: readonly string[]
}

/** The largest keys, then all others, then leads without a key; only those that have leads. */
function toSeries({ days, daily, counted, top }: DayCounts) {
  const zeros = () => days.map(() => 0)
  const byKey = new Map<string | null, number[]>([...top, null].map((key) => [key, zeros()]))
  const none = days.map((day) => daily.get(day) ?? 0)
  const other = byKey.get(null)!
  for (const { at, key, counts } of counted) {
    const own = byKey.get(key)!
    // The largest keys are subtracted from the others, and all keys from leads without one.
    const rest = key === null ? none : other
    for (let day = 1; day < counts.length; day++) {
      const leads = counts[day]! - counts[day - 1]!
      own[at + day - 1]! += leads
      rest[at + day - 1]! -= leads
    }
  }
  const series = [
    ...top.map((key) => ({ kind: 'key' as const, key, counts: byKey.get(key)! })),
    { kind: 'other' as const, key: null, counts: other },
    { kind: 'none' as const, key: null, counts: none },
  ]
  return series
    .map(({ counts, ...one }) => ({ ...one, total: counts.reduce((sum, count) => sum + count, 0), counts }))
    .filter(({ total }) => total > 0)
}

async function findLabels(
  db: Db,
  workspaceId: string,
  by: ReportDimension,
  rows: readonly Row[],
  scopes: ReadonlySet<Scope>,
): Promise<(key: string | null) => string | null> {
  const ids = rows.flatMap(({ key }) => key ?? [])
  if (by === 'platform' || by === 'network') return (key) => (key === null ? null : (NETWORK_LABELS.get(key) ?? key))
  if (by !== 'post' && by !== 'form') return (key) => key
  const select = by === 'post' ? store.selectPostLabels : store.selectFormLabels
  const labels = scopes.has(`${by}s:read`) ? await select(db, workspaceId, ids) : new Map<string, string>()
  return (key) => (key === null ? null : (labels.get(key) ?? null))
}

/** By provider and by format; a format may have several providers. */
const NETWORK_LABELS: ReadonlyMap<string, string> = new Map([
  ...PROFILES.map(({ name, label }) => [name, label] as const),
  ...FORMATS.map((format) => {
    const profiles = PROFILES.filter((profile) => profile.format === format)
    return [format, profiles.map(({ label }) => label).join(', ')] as const
  }),
])
