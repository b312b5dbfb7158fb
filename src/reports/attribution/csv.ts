import { guardFormula, writeRecord } from '../../lib/text/csv.ts'
import type { AttributionReport } from './attribution.ts'

/** A row for each key. */
export function writeKeysCsv({ by, rows }: AttributionReport): string {
  const names = ['kind', by, 'label', 'leads', 'leads_before', 'clicks', 'visitors']
  return writeTable(
    names,
    rows.map((row) => [row.kind, row.key, row.label, row.leads, row.leads_before, row.clicks, row.visitors]),
  )
}

/** A row for each day, a column for each series, and their sum. */
export function writeDaysCsv({ days, series }: AttributionReport): string {
  const names = series.map(({ kind, key, label }) => (kind === 'key' ? (label ?? key) : `(${kind})`))
  const rows = days.map((day, at) => {
    const counts = series.map((one) => one.counts[at]!)
    return [day, ...counts, counts.reduce((sum, count) => sum + count, 0)]
  })
  return writeTable(['day', ...names, 'leads'], rows)
}

type Cell = string | number | null

function writeTable(names: readonly Cell[], rows: ReadonlyArray<readonly Cell[]>): string {
  return [names, ...rows].map((row) => writeRecord(row.map((cell) => guardFormula(String(cell ?? ''))))).join('')
}
