import { t } from '@lingui/core/macro'
import { isZip } from '../../../../src/lib/spreadsheet/zip.ts'
import { answerOf, api, dataOf, type onceKey, type QueryOf } from '../../api/client.ts'
import type { ImportRow } from '../../api/schema.ts'
import { guessSeparator } from '../../parts/csv-format.ts'
import { currentLocale, formatNumber } from '../../parts/locale.ts'

const MEGABYTE = 1_048_576
const BYTES_MAX = 10 * MEGABYTE

/** What the file dialog offers. */
export const LIST_FILES = '.csv,.tsv,.txt,text/csv,.xlsx,.ods'

/** A chosen file, read once: it may change on the disk between the preview and the import. */
export interface ChosenFile {
  id: string
  name: string
  content: Blob
  isSpreadsheet: boolean
}

export async function readChosen(file: File): Promise<ChosenFile> {
  const { name } = file
  if (file.size > BYTES_MAX) {
    const size = formatNumber(file.size / MEGABYTE, { maximumFractionDigits: 1 })
    throw new Error(
      t`The file has ${size} MB; an import takes up to 10 MB. Split it, with the names of the columns at the top of each part.`,
    )
  }
  try {
    const bytes = await file.arrayBuffer()
    const isSpreadsheet = isZip(new Uint8Array(bytes))
    return { id: crypto.randomUUID(), name, content: new Blob([bytes]), isSpreadsheet }
  } catch {
    throw new Error(t`“${name}” could not be read. Choose a file, not a folder, and close it in other programs.`)
  }
}

/** The file as the body of a request. */
const bodyOf = ({ content }: ChosenFile) => ({
  body: '',
  bodySerializer: () => content,
  headers: { 'content-type': 'application/octet-stream' },
})

export type ImportQuery = QueryOf<'/v1/contacts/imports', 'post'>

interface FileOptions {
  params: { query: ImportQuery; header?: ReturnType<typeof onceKey> }
  signal?: AbortSignal
}

export function postFile(file: ChosenFile, options: FileOptions) {
  return dataOf(api.POST('/v1/contacts/imports', { ...options, ...bodyOf(file) }))
}

/** The rows of the file that made no contact, with the reasons, as CSV for the spreadsheet of this person. */
export function readRefused(importId: string, outcome: ImportRow['outcome'], file: ChosenFile): Promise<Blob> {
  const query = { outcome, bom: true, separator: guessSeparator(currentLocale()) }
  const params = { path: { id: importId }, query }
  const call = api.POST('/v1/contacts/imports/{id}/rows', { params, parseAs: 'blob', ...bodyOf(file) })
  return answerOf(call)
}
