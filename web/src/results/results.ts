import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { countDays } from '../../../src/lib/time/days.ts'
import type { QueryOf } from '../api/client.ts'
import type { AttributionReport } from '../api/schema.ts'
import { COLORS, RANGES, type Range, type Series } from '../overview/report.ts'
import { networkColor } from '../parts/networks.ts'
import { addDays, isDay } from '../parts/wall-clock.ts'

type Query = QueryOf<'/v1/reports/attribution'>
/** Programs may also count by platform, the format of posts: people know networks. */
export type By = Exclude<NonNullable<Query['by']>, 'platform'>
/** A report that this page asked for. */
export type Report = AttributionReport & { by: By }
type Touch = NonNullable<Query['touch']>

interface Dimension {
  label: MessageDescriptor
  /** For leads without it, the remaining keys, and unnamed keys. */
  none: MessageDescriptor
  other: MessageDescriptor
  unnamed: MessageDescriptor
}

const UNKNOWN = msg`Unknown`

export const DIMENSIONS: Record<By, Dimension> = {
  post: { label: msg`Post`, none: msg`No post`, other: msg`Other posts`, unnamed: msg`A post without text` },
  network: { label: msg`Network`, none: msg`No network`, other: msg`Other networks`, unnamed: UNKNOWN },
  source: {
    label: msg({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' }),
    none: msg`No source`,
    other: msg`Other sources`,
    unnamed: UNKNOWN,
  },
  medium: {
    label: msg({ message: 'Medium', comment: 'The kind of source: email, social' }),
    none: msg`No medium`,
    other: msg`Other media`,
    unnamed: UNKNOWN,
  },
  campaign: { label: msg`Campaign`, none: msg`No campaign`, other: msg`Other campaigns`, unnamed: UNKNOWN },
  form: { label: msg`Form`, none: msg`No form`, other: msg`Other forms`, unnamed: msg`A form that was deleted` },
}

export const TOUCHES: Record<Touch, { label: MessageDescriptor; explained: MessageDescriptor }> = {
  last: {
    label: msg`Last touch`,
    explained: msg`A lead counts for the latest visit that brought the person up to then.`,
  },
  first: {
    label: msg`First touch`,
    explained: msg`A lead counts for the first visit that ever brought the person.`,
  },
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
  if (kind !== 'key') return i18n._(kind === 'none' ? none : other)
  return label?.replace(/\s+/g, ' ').trim() || i18n._(unnamed)
}

/** Unexplained leads are grey. */
const NONE_COLOR = '#868e96'

export function toSeries({ by, series }: Pick<Report, 'by' | 'series'>): Series[] {
  return series.map((one, index) => ({
    key: rowKey(one),
    label: nameOf(by, one),
    value: null,
    color: one.kind === 'none' ? NONE_COLOR : colorOf(by, one.key, index),
    total: one.total,
    counts: one.counts,
  }))
}

/** A network has its own colour. */
function colorOf(by: By, key: string | null, index: number): string {
  const own = by === 'network' && key !== null ? networkColor(key) : null
  return own ?? COLORS[index % COLORS.length]!
}

/** Rows that are not drawn separately have none. */
export function colorsOf(report: Pick<Report, 'by' | 'series'>): Map<string, string> {
  const series = toSeries(report)
  return new Map(report.series.map((one, index) => [rowKey(one), series[index]!.color]))
}

export function rowKey({ kind, key }: Pick<Group, 'kind' | 'key'>): string {
  return `${kind} ${key ?? ''}`
}
