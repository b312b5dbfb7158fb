import { fileMark, SEPARATOR_OF } from '../../http/csv-file.ts'
import { guardFormula, writeRecord } from '../../lib/text/csv.ts'
import type { Language } from '../../messages/languages.ts'
import type { Code } from '../../messages/message.ts'
import { sayIn } from '../../messages/sentence.ts'
import type { AttributionReport } from './attribution.ts'
import type { ReportDimension } from './schemas.ts'

type Row = AttributionReport['rows'][number]

export interface FileOptions {
  bom: boolean
  separator: keyof typeof SEPARATOR_OF
  /** The language of its words, if it is for people. */
  language: Language | null
}

/** What people call a dimension. */
const HEADS = {
  post: 'column.post_text',
  platform: 'column.platform',
  network: 'column.platform',
  source: 'column.utm_source',
  medium: 'column.utm_medium',
  campaign: 'column.campaign',
  form: 'column.form_name',
} as const satisfies Record<ReportDimension, Code>

const NUMBERS = {
  leads: 'column.leads',
  leads_before: 'column.leads_before',
  clicks: 'column.clicks',
  visitors: 'column.visitors',
} as const

/** A row for each key. */
export function writeKeysCsv({ by, rows }: AttributionReport, options: FileOptions): string {
  const { language } = options
  const numbers = Object.keys(NUMBERS) as Array<keyof typeof NUMBERS>
  const counts = (row: Row) => numbers.map((name) => row[name])
  if (language === null) {
    const names = ['kind', by, 'label', ...numbers]
    return writeTable(options, names, rows, (row) => [row.kind, row.key, row.label, ...counts(row)])
  }
  const say = sayIn(language)
  const names = [say(HEADS[by]), ...numbers.map((name) => say(NUMBERS[name]))]
  return writeTable(options, names, rows, (row) => [nameOf(row, language), ...counts(row)])
}

/** A row for each day, a column for each series, and their sum. */
export function writeDaysCsv({ days, series }: AttributionReport, options: FileOptions): string {
  const { language } = options
  const say = language === null ? null : sayIn(language)
  const names = series.map((one) => nameOf(one, language))
  const rows = days.map((day, at) => {
    const counts = series.map((one) => one.counts[at]!)
    return [day, ...counts, counts.reduce((sum, count) => sum + count, 0)]
  })
  const head = say === null ? ['day', ...names, 'leads'] : [say('column.day'), ...names, say('column.leads')]
  return writeTable(options, head, rows, (row) => row)
}

function nameOf({ kind, key, label }: Pick<Row, 'kind' | 'key' | 'label'>, language: Language | null): string {
  if (kind === 'key') return label ?? key ?? ''
  if (language === null) return `(${kind})`
  return sayIn(language)(kind === 'none' ? 'column.no_touch' : 'column.others')
}

type Cell = string | number | null

function writeTable<R>(
  { bom, separator }: FileOptions,
  names: readonly Cell[],
  rows: readonly R[],
  cellsOf: (row: R) => readonly Cell[],
): string {
  const write = (cells: readonly Cell[]) =>
    writeRecord(
      cells.map((cell) => guardFormula(String(cell ?? ''))),
      SEPARATOR_OF[separator],
    )
  return fileMark(bom) + [names, ...rows.map(cellsOf)].map(write).join('')
}
