import type { Pool } from '../../db/database.ts'
import { type NextPiece, sendPieces } from '../../http/answers/answer.ts'
import { type Reply, type Request, workspaceOf } from '../../http/call.ts'
import { fileMark, SEPARATOR_OF } from '../../http/csv-file.ts'
import { badBody, idOf, throwIssues } from '../../http/input.ts'
import { pageLanguage } from '../../http/language.ts'
import { queryOf } from '../../http/query-values.ts'
import { createIssues, type Details } from '../../lib/issues.ts'
import { guardFormula, readCsv, writeRecord } from '../../lib/text/csv.ts'
import type { Language } from '../../messages/languages.ts'
import { message } from '../../messages/message.ts'
import { sayIn, sentences } from '../../messages/sentence.ts'
import { cutFile, type ImportFile, type Part, readCell, readImportFile } from './file.ts'
import { refusedRowsQuery } from './schemas.ts'
import { findImport, type ImportRecord, selectReasons } from './store.ts'

/** The rows of a file that made no contact, with the reasons. The values come from the file, because none are kept. */
export async function sendRefusedRows(jobs: Pool, request: Request, reply: Reply): Promise<Reply | null> {
  const issues = createIssues()
  const asked = refusedRowsQuery.read(issues, queryOf(issues, request))
  const row = await findImport(jobs, workspaceOf(request), idOf(request))
  if (row === null) {
    throwIssues(issues)
    return null
  }
  const isCsv = row.format === 'csv'
  const file = await readImportFile(issues, request, {
    raw: row.raw,
    duplicates: 'add',
    notify: false,
    encoding: isCsv ? row.encoding : null,
    separator: isCsv ? row.separator : null,
    decided: new Map(),
    recall: async () => new Map(),
    isPreview: true,
  })
  throwIssues(issues)
  const parts = await cutFile(file)
  if (!isFileOf(row, file, parts)) throw badBody(message('import.not_same_file'))
  reply.header('content-type', 'text/csv; charset=utf-8')
  return sendPieces(reply, writeRefused(jobs, row.id, { ...asked, language: pageLanguage(reply) }, file, parts))
}

function isFileOf(row: ImportRecord, { names, format }: ImportFile, parts: readonly Part[]): boolean {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const isSame = names.length === row.columns.length && names.every((name, at) => name === row.columns[at]!.name)
  return isSame && rows === row.rows && format === row.format
}

function writeRefused(
  jobs: Pool,
  importId: string,
  { outcome, separator, bom, language }: ReturnType<typeof refusedRowsQuery.read> & { language: Language },
  file: ImportFile,
  parts: readonly Part[],
): NextPiece {
  const write = (cells: readonly string[]) => writeRecord(cells.map(guardFormula), SEPARATOR_OF[separator])
  let next = -1
  return async () => {
    if (next === -1) {
      next = 0
      return fileMark(bom) + write([...file.names, sayIn(language)('column.reason')])
    }
    const part = parts[next++]
    if (part === undefined) return null
    const lines = { from: part.first_line, below: parts[next]?.first_line ?? Number.MAX_SAFE_INTEGER }
    const found = await selectReasons(jobs, importId, outcome, lines)
    if (found.length === 0) return ''
    const reasons = new Map(found.map((each) => [each.line, each.reasons]))
    let text = ''
    for (const { line, cells } of readCsv(part.text, file.separator, part.first_line)) {
      const why = reasons.get(line)
      if (why === undefined) continue
      const values = file.names.map((_, at) => readCell(cells[at] ?? '', file))
      text += write([...values, explain(why, language)])
    }
    return text
  }
}

function explain(reasons: Details, language: Language): string {
  return Object.values(sentences(reasons, language)).flat().join(' ')
}
