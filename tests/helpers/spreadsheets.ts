import { strToU8, zipSync } from 'fflate'

// Small spreadsheets as Excel and LibreOffice write them.

const escapeXml = (text: string) =>
  text.replace(/[<>&"]/g, (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign]!)
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** Styles of `xlsxCell`: 1 is a date, 2 a date with its time, 3 a time. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="20" applyNumberFormat="1"/></cellXfs></styleSheet>`

const columnName = (index: number) => String.fromCharCode(65 + index)

/** A cell is a text, or the XML inside `<c>` with its attributes: `['t="b"', '<v>1</v>']`. Null is none. */
export type XlsxCell = string | readonly [attributes: string, inside: string] | null

export function xlsxRow(row: number, cells: readonly XlsxCell[]): string {
  const written = cells.map((cell, index) => {
    if (cell === null) return ''
    const [attributes, inside] =
      typeof cell === 'string' ? ['t="inlineStr"', `<is><t xml:space="preserve">${escapeXml(cell)}</t></is>`] : cell
    return `<c r="${columnName(index)}${row}" ${attributes}>${inside}</c>`
  })
  return `<row r="${row}">${written.join('')}</row>`
}

/** A workbook whose first sheet has these rows; the first is row 1. Texts of `shared` are cells `['t="s"', '<v>0</v>']`. */
export function xlsx(rows: ReadonlyArray<readonly XlsxCell[]>, shared: readonly string[] = []): Uint8Array {
  return xlsxOf(rows.map((cells, index) => xlsxRow(index + 1, cells)).join(''), shared)
}

export function xlsxOf(sheetData: string, shared: readonly string[] = [], more: Record<string, Uint8Array> = {}) {
  const sheet = (data: string) => strToU8(`${XML}<worksheet xmlns="${MAIN}"><sheetData>${data}</sheetData></worksheet>`)
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = (inside: string) =>
    strToU8(`${XML}<Relationships xmlns="${PACKAGE_RELATIONS}">${inside}</Relationships>`)
  return zipSync({
    '[Content_Types].xml': strToU8(
      `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    ),
    '_rels/.rels': relations(relation(1, 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8(
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/><sheet name="Other" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations(
      relation(1, 'worksheet', 'worksheets/sheet1.xml') +
        relation(2, 'worksheet', 'worksheets/sheet2.xml') +
        relation(3, 'styles', 'styles.xml') +
        relation(4, 'sharedStrings', 'sharedStrings.xml'),
    ),
    'xl/styles.xml': strToU8(STYLES),
    'xl/sharedStrings.xml': strToU8(
      `${XML}<sst xmlns="${MAIN}">${shared.map((text) => `<si><t>${escapeXml(text)}</t></si>`).join('')}</sst>`,
    ),
    'xl/worksheets/sheet1.xml': sheet(sheetData),
    'xl/worksheets/sheet2.xml': sheet(xlsxRow(1, ['first_name']) + xlsxRow(2, ['Wrong sheet'])),
    ...more,
  })
}

const ODS_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
const NAMESPACES = ['office', 'table', 'text', 'dc']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ')

/** A cell is a text, or its XML. */
export type OdsCell = string | { xml: string }

export function odsRow(cells: readonly OdsCell[], attributes = ''): string {
  const written = cells.map((cell) =>
    typeof cell === 'object'
      ? cell.xml
      : cell === ''
        ? '<table:table-cell/>'
        : `<table:table-cell office:value-type="string"><text:p>${escapeXml(cell)}</text:p></table:table-cell>`,
  )
  return `<table:table-row ${attributes}>${written.join('')}</table:table-row>`
}

export function ods(rows: ReadonlyArray<readonly OdsCell[]>): Uint8Array {
  return odsOf(rows.map((cells) => odsRow(cells)).join(''))
}

export function odsOf(rows: string, { type = ODS_TYPE, manifest = '' } = {}): Uint8Array {
  const other = `<table:table table:name="Other">${odsRow(['first_name'])}${odsRow(['Wrong sheet'])}</table:table>`
  return zipSync({
    mimetype: [strToU8(type), { level: 0 }],
    'content.xml': strToU8(
      `${XML}<office:document-content ${NAMESPACES}><office:body><office:spreadsheet><table:table table:name="People"><table:table-column table:number-columns-repeated="16384"/>${rows}</table:table>${other}</office:spreadsheet></office:body></office:document-content>`,
    ),
    'META-INF/manifest.xml': strToU8(`${XML}<manifest:manifest>${manifest}</manifest:manifest>`),
  })
}
