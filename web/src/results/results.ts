import { countDays } from '../../../src/lib/time/days.ts'
import type { QueryOf } from '../api/client.ts'
import type { AttributionReport } from '../api/schema.ts'
import { COLORS, RANGES, type Range, type Series } from '../overview/report.ts'
import { addDays, isDay } from '../parts/wall-clock.ts'

type Query = QueryOf<'/v1/reports/attribution'>
export type By = NonNullable<Query['by']>
type Touch = NonNullable<Query['touch']>

/** The choice, and labels for leads without it, for the remaining keys and for unnamed keys. */
export const DIMENSIONS: Record<By, { label: string; none: string; other: string; unnamed: string }> = {
  post: { label: 'Post', none: 'No post', other: 'Other posts', unnamed: 'A post without text' },
  platform: { label: 'Platform', none: 'No platform', other: 'Other platforms', unnamed: 'Unknown' },
  source: { label: 'Source', none: 'No source', other: 'Other sources', unnamed: 'Unknown' },
  medium: { label: 'Medium', none: 'No medium', other: 'Other media', unnamed: 'Unknown' },
  campaign: { label: 'Campaign', none: 'No campaign', other: 'Other campaigns', unnamed: 'Unknown' },
  form: { label: 'Form', none: 'No form', other: 'Other forms', unnamed: 'A form that was deleted' },
}

export const TOUCHES: Record<Touch, { label: string; explained: string }> = {
  last: { label: 'Last touch', explained: 'A lead counts for the latest visit that brought the person up to then.' },
  first: { label: 'First touch', explained: 'A lead counts for the first visit that ever brought the person.' },
}

/** The days in the URL, or the last ones. The API refuses invalid ranges. */
export function readPeriod(
  url: { days?: string | undefined; from?: string | undefined; to?: string | undefined },
  today: string,
): { from: string; to: string; days: number; range: Range | null } {
  const { from, to } = url
  if (isDay(from) && isDay(to)) return { from, to, days: countDays(from, to), range: null }
  const range = RANGES.find((days) => String(days) === url.days) ?? 30
  return { from: addDays(today, 1 - range), to: today, days: range, range }
}

type Group = Pick<AttributionReport['rows'][number], 'kind' | 'key' | 'label'>

export function nameOf(by: By, { kind, label }: Group): string {
  const { none, other, unnamed } = DIMENSIONS[by]
  if (kind !== 'key') return kind === 'none' ? none : other
  return label?.replace(/\s+/g, ' ').trim() || unnamed
}

/** Unexplained leads are grey. */
const NONE_COLOR = '#868e96'

export function toSeries({ by, series }: Pick<AttributionReport, 'by' | 'series'>): Series[] {
  return series.map((one, index) => ({
    key: `s${index}`,
    label: nameOf(by, one),
    value: null,
    color: one.kind === 'none' ? NONE_COLOR : COLORS[index % COLORS.length]!,
    total: one.total,
    counts: one.counts,
  }))
}

/** Rows that are not drawn separately have none. */
export function colorsOf(report: Pick<AttributionReport, 'by' | 'series'>): Map<string, string> {
  const series = toSeries(report)
  return new Map(report.series.map((one, index) => [rowKey(one), series[index]!.color]))
}

export function rowKey({ kind, key }: Pick<Group, 'kind' | 'key'>): string {
  return `${kind} ${key ?? ''}`
}

/** "+3", "–2", "=" against the period before. */
export function changeOf(now: number, before: number): string {
  if (now === before) return '='
  return now > before ? `+${(now - before).toLocaleString()}` : `–${(before - now).toLocaleString()}`
}
