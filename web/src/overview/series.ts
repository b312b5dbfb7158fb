import type { ContactsReport } from '../api/schema.ts'

export const GROUPS = {
  source: { by: 'utm_source', label: 'Source', none: 'No source', other: 'Other sources' },
  medium: { by: 'utm_medium', label: 'Medium', none: 'No medium', other: 'Other media' },
  channel: { by: 'channel', label: 'Way in', none: 'Unknown', other: 'Other' },
} as const

export type Group = keyof typeof GROUPS

const CHANNELS: Record<string, string> = { key: 'API key', form: 'Website form', webhook: 'Webhook' }

// Distinguishable for colour-blind readers, in both themes.
const COLORS = [
  '#0c8296',
  '#f08c00',
  '#5f3dc4',
  '#74b816',
  '#e64980',
  '#1c7ed6',
  '#a0522d',
  '#12b886',
  '#f59f9f',
  '#868e96',
]

export interface Series {
  /** For React: names of sources are not unique. */
  key: string
  label: string
  /** Filters the contacts; null when there is no such filter. */
  value: string | null
  color: string
  total: number
  counts: number[]
}

export function toSeries({ series }: Pick<ContactsReport, 'series'>, group: Group): Series[] {
  const { none, other } = GROUPS[group]
  return series.map(({ name, value, total, counts }, index) => ({
    key: `s${index}`,
    label:
      value === null ? (name === 'other' ? other : none) : group === 'channel' ? (CHANNELS[value] ?? value) : value,
    value: group === 'channel' ? null : value,
    color: COLORS[index % COLORS.length]!,
    total,
    counts,
  }))
}
