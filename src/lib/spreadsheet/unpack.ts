import { type Unzipped, unzipSync } from 'fflate'
import { type SheetFormat, SpreadsheetError, UNPACKED_MAX } from './limits.ts'

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const ODS_PARTS = new Set(['content.xml', 'mimetype', 'META-INF/manifest.xml'])
const XLSX_PART = /\.(?:xml|rels)$/i

interface Unpacked {
  format: SheetFormat
  parts: Unzipped
}

/**
 * Unpacks the parts that are read, at most UNPACKED_MAX bytes. fflate writes no more of a part than the archive declares
 * for it, so an archive that declares too little gives a broken part, not a large one.
 */
export function unpackSpreadsheet(bytes: Uint8Array): Unpacked {
  const names = listNames(bytes)
  const format = formatOf(names)
  let total = 0
  const parts = unzip(bytes, ({ name, originalSize }) => {
    if (format === 'ods' ? !ODS_PARTS.has(name) : !XLSX_PART.test(name)) return false
    total += originalSize
    if (total > UNPACKED_MAX) throw new SpreadsheetError('too_large')
    return true
  })
  if (format === 'ods') checkOds(parts)
  return { format, parts }
}

function listNames(bytes: Uint8Array): Set<string> {
  const names = new Set<string>()
  unzip(bytes, ({ name }) => {
    names.add(name)
    return false
  })
  return names
}

function unzip(bytes: Uint8Array, filter: (part: { name: string; originalSize: number }) => boolean): Unzipped {
  try {
    return unzipSync(bytes, { filter })
  } catch (cause) {
    throw cause instanceof SpreadsheetError ? cause : new SpreadsheetError('broken', { cause })
  }
}

function formatOf(names: ReadonlySet<string>): SheetFormat {
  if (names.has('xl/workbook.xml')) return 'xlsx'
  if (names.has('content.xml') && names.has('mimetype')) return 'ods'
  if (names.has('xl/workbook.bin')) throw new SpreadsheetError('binary')
  const isNumbers = [...names].some((name) => /^(?:Index\/(?:Document\.iwa|Tables\/)|Index\.zip$)/.test(name))
  throw new SpreadsheetError(isNumbers ? 'numbers' : 'other_zip')
}

function checkOds(parts: Unzipped): void {
  const text = (name: string) => Buffer.from(parts[name] ?? []).toString('utf8')
  // Templates have the same type with an ending.
  if (!text('mimetype').startsWith(ODS_TYPE)) throw new SpreadsheetError('other_zip')
  if (text('META-INF/manifest.xml').includes('encryption-data')) throw new SpreadsheetError('locked')
}
