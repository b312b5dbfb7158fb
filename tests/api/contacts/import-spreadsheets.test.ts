// @sql

import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { jobTable } from '../../../src/app/worker.ts'
import { type JobRunner, startJobs } from '../../../src/jobs/runner.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'
import { type OdsCell, ods, odsOf, odsRow, type XlsxCell, xlsx, xlsxOf, xlsxRow } from '../../helpers/spreadsheets.ts'

// Contacts from .xlsx and .ods files: they become the same contacts as from CSV, and no file takes more than its share.

// Defined before the server, so that workers stop before their database.
let jobs: JobRunner | null = null
after(() => jobs?.stop())
const server = await startServer()
jobs = await startJobs({
  pool: server.deps.pool,
  connection: { connectionString: server.databaseUrl },
  table: { ...jobTable(server.deps), schedule: [] },
  log: server.deps.log,
  concurrency: 2,
})

const IMPORTS = '/v1/contacts/imports'
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function place() {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const send = (body: Uint8Array, query = '', type = 'application/octet-stream') =>
    server.send('POST', IMPORTS + query, { key, body, headers: { 'content-type': type } })
  const get = async (path: string) => (await server.send('GET', path, { key })).body
  const take = async (body: Uint8Array, query = '', type?: string) => {
    const answer = await send(body, query, type)
    assert.equal(answer.status, 201, answer.text)
    const path = `${IMPORTS}/${answer.body.data.id}`
    await until(async () => (await get(path)).data.state === 'done')
    return (await get(path)).data
  }
  const preview = async (body: Uint8Array, query = '') => {
    const answer = await send(body, `?dry_run=true${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  /** Oldest first, as in the file. */
  const contacts = async () => (await get('/v1/contacts?limit=1000')).data.reverse()
  const refusal = async (body: Uint8Array): Promise<string> => {
    const answer = await send(body)
    assert.equal(answer.status, 400, answer.text)
    assert.deepEqual((await get(IMPORTS)).data, [], 'nothing is stored')
    return answer.body.details.body.join(' ')
  }
  return { key, send, get, take, preview, contacts, refusal }
}

const GERMAN = [
  ['Vorname', 'Nachname', 'E-Mail', 'Firma', 'Straße'],
  ['José', 'Müller', 'jose@example.com', 'Größe & "Co", <GmbH>', 'Am Fluß 5'],
  ['花子', '山田', 'hanako@example.com', '例の会社', ''],
]

describe('a spreadsheet', () => {
  const FILES: Array<[format: string, bytes: Uint8Array]> = [
    ['xlsx', xlsx(GERMAN)],
    ['ods', ods(GERMAN)],
  ]
  for (const [format, bytes] of FILES) {
    test(`.${format} becomes contacts, whatever its Content-Type says`, async () => {
      for (const type of ['text/csv', XLSX_TYPE, 'application/vnd.oasis.opendocument.spreadsheet']) {
        const { take, contacts } = await place()
        const done = await take(bytes, '', type)
        assert.deepEqual([done.format, done.rows, done.created, done.warnings], [format, 2, 2, []])
        const found = (await contacts()).map(({ first_name, last_name, email, company, extra }: Contact) => ({
          ...{ first_name, last_name, email, company, extra },
        }))
        assert.deepEqual(found, [
          {
            ...{ first_name: 'José', last_name: 'Müller', email: 'jose@example.com' },
            ...{ company: 'Größe & "Co", <GmbH>', extra: { Straße: 'Am Fluß 5' } },
          },
          {
            ...{ first_name: '花子', last_name: '山田', email: 'hanako@example.com' },
            ...{ company: '例の会社', extra: {} },
          },
        ])
      }
    })
  }

  test('has the numbers of its rows as lines, also with line breaks in cells and blank rows', async () => {
    const rows = [[], ['first_name', 'company'], ['Ana', 'two\nlines'], ['', 'x'], [], ['Ben', 'y']]
    for (const bytes of [xlsx(rows), ods(rows)]) {
      const { take, get, contacts } = await place()
      const done = await take(bytes)
      assert.deepEqual([done.created, done.skipped, done.failed], [2, 1, 1])
      const refused = (await get(`${IMPORTS}/${done.id}/rows`)).data
      assert.deepEqual(
        refused.map(({ line, outcome }: { line: number; outcome: string }) => [line, outcome]),
        [
          [4, 'failed'],
          [5, 'skipped'],
        ],
      )
      assert.equal((await contacts())[0].company, 'two\nlines')
    }
  })

  test('an Idempotency-Key makes one import of two requests', async () => {
    const { key, get } = await place()
    const headers = { 'content-type': XLSX_TYPE, 'idempotency-key': 'once' }
    // One file: a workbook that is written again has another time in it.
    const body = xlsx(GERMAN)
    const send = () => server.send('POST', IMPORTS, { key, body, headers })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.status, second.text], [201, first.text])
    assert.equal((await get(IMPORTS)).pagination.total, 1)
  })
})

interface Contact {
  first_name: string
  last_name: string | null
  email: string | null
  company: string | null
  extra: Record<string, unknown>
}

describe('values become the text that people see', () => {
  const NAMES = ['first_name', 'shared', 'number', 'sum', 'date', 'time', 'hour', 'yes', 'wrong', 'text']
  const WANTED = {
    ...{ shared: 'Shared text', number: '351210000000', sum: '0.3', date: '2026-11-15' },
    ...{ time: '2026-11-15 09:30', hour: '09:30', yes: 'TRUE', text: 'Ana Silva' },
  }

  test('of a workbook: formulas have their results', async () => {
    const { preview } = await place()
    const row: XlsxCell[] = [
      'Ana',
      ['t="s"', '<v>0</v>'],
      ['', '<v>351210000000</v>'],
      ['', '<f>0.1+0.2</f><v>0.30000000000000004</v>'],
      ['s="1"', '<v>46341</v>'],
      ['s="2"', '<v>46341.395833333336</v>'],
      ['s="3"', '<v>0.39583333333333331</v>'],
      ['t="b"', '<v>1</v>'],
      ['t="e"', '<f>1/0</f><v>#DIV/0!</v>'],
      ['t="str"', '<f>A2&amp;" Silva"</f><v>Ana Silva</v>'],
    ]
    const { contacts } = await preview(xlsx([NAMES, row], ['Shared text']))
    assert.deepEqual(contacts[0].extra, WANTED, 'an error is not a value')
  })

  test('of an OpenDocument spreadsheet: repeated cells, spans, spaces and comments', async () => {
    const { preview } = await place()
    const cell = (attributes: string, text: string): OdsCell => ({
      xml: `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`,
    })
    const row: OdsCell[] = [
      {
        xml: '<table:table-cell><office:annotation><text:p>Nobody</text:p></office:annotation><text:p>Ana</text:p></table:table-cell>',
      },
      cell('', 'Shared<text:s/><text:span>text</text:span>'),
      cell('office:value-type="float" office:value="351210000000"', '351210000000'),
      cell('office:value-type="float" table:formula="of:=0.1+0.2" office:value="0.30000000000000004"', '0.3'),
      cell('office:value-type="date" office:date-value="2026-11-15"', '15.11.26'),
      cell('office:value-type="date" office:date-value="2026-11-15T09:30:00"', '15.11.26 09:30'),
      cell('office:value-type="time" office:time-value="PT09H30M00S"', '09:30'),
      cell('office:value-type="boolean" office:boolean-value="true"', 'TRUE'),
      { xml: '<table:table-cell table:number-columns-repeated="1"/>' },
      cell('table:formula="of:=[.A2]&amp;&quot; Silva&quot;" office:value-type="string"', '<text:a>Ana</text:a> Silva'),
      { xml: '<table:table-cell table:number-columns-repeated="16374"/>' },
    ]
    const blank = odsRow(
      [{ xml: '<table:table-cell table:number-columns-repeated="16384"/>' }],
      'table:number-rows-repeated="1048574"',
    )
    const shown = await preview(odsOf(odsRow(NAMES) + odsRow(row) + blank))
    assert.deepEqual([shown.rows, shown.contacts[0].first_name, shown.contacts[0].extra], [1, 'Ana', WANTED])
  })

  test('rows and cells that are repeated count as often as they are shown', async () => {
    const { preview } = await place()
    const twice = { xml: '<table:table-cell table:number-columns-repeated="2"><text:p>Ana</text:p></table:table-cell>' }
    const shown = await preview(
      odsOf(odsRow(['first_name', 'last_name']) + odsRow([twice], 'table:number-rows-repeated="3"')),
    )
    assert.deepEqual([shown.good, shown.contacts[2].last_name, shown.contacts[2].line], [3, 'Ana', 4])
  })
})

describe('a spreadsheet that is too large or broken is refused with what to do', () => {
  const zeros = (megabytes: number) => new Uint8Array(megabytes * 1_048_576).fill(32)
  const bomb = xlsxOf(xlsxRow(1, ['first_name']), [], { 'xl/theme/theme1.xml': zeros(51) })

  test('more than 50 MB unpacked', async () => {
    const { refusal } = await place()
    assert.ok(bomb.length < 200_000)
    assert.match(await refusal(bomb), /larger than 50 MB when unpacked/)
    assert.match(await refusal(odsOf(Buffer.from(zeros(51)).toString())), /larger than 50 MB when unpacked/)
  })

  test('an archive that declares less than it holds', async () => {
    const { refusal } = await place()
    const lying = Buffer.from(
      xlsxOf(xlsxRow(1, ['first_name']) + xlsxRow(2, ['Ana']) + Buffer.from(zeros(60)).toString()),
    )
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    // The size is 22 bytes before the name in the central directory, which is at the end.
    lying.writeUInt32LE(1_000, lying.lastIndexOf(name) - 22)
    assert.match(await refusal(lying), /damaged/)
  })

  test('cells that repeat one long text, or stand far outside', async () => {
    const { refusal } = await place()
    const shared: XlsxCell = ['t="s"', '<v>0</v>']
    const long = xlsx([['first_name'], ...Array.from({ length: 2_000 }, () => [shared])], ['x'.repeat(32_000)])
    assert.match(await refusal(long), /larger than 50 MB/)
    const row = odsRow(
      [{ xml: '<table:table-cell table:number-columns-repeated="16384"><text:p>Ana</text:p></table:table-cell>' }],
      'table:number-rows-repeated="150000"',
    )
    assert.match(await refusal(odsOf(odsRow(['first_name']) + row)), /larger than 50 MB/)
  })

  test('a workbook with cells that are far apart', async () => {
    const { refusal } = await place()
    const header = xlsxRow(1, ['first_name'])
    const cell = (address: string) => `<row r="${address.replace(/\D/g, '')}"><c r="${address}"><v>1</v></c></row>`
    assert.match(await refusal(xlsxOf(header + cell('XFD2') + cell('A100000'))), /larger than 50 MB/)
    assert.match(await refusal(xlsxOf(header + cell('A9007199254740991'))), /damaged/)
    assert.match(await refusal(xlsxOf(`${header}<row r="9007199254740991"/>`)), /damaged/)
    assert.match(await refusal(xlsxOf(header + cell('ZZZ2'))), /damaged/)
  })

  test('more than 200,000 rows', async () => {
    const { refusal, preview } = await place()
    const header = odsRow(['first_name'])
    const rows = (count: number) => odsOf(header + odsRow(['Ana'], `table:number-rows-repeated="${count}"`))
    assert.match(await refusal(rows(200_001)), /more than 200,000 rows/)
    assert.equal((await preview(rows(200_000))).good, 200_000)
    const blank = odsRow([''], 'table:number-rows-repeated="300000"')
    assert.match(await refusal(odsOf(header + odsRow(['Ana']) + blank + odsRow(['Ben']))), /more than 200,000 rows/)
    const last = xlsxOf(xlsxRow(1, ['first_name']) + xlsxRow(200_002, ['Ana']))
    assert.match(await refusal(last), /more than 200,000 rows/)
  })

  const REFUSED: Array<[name: string, bytes: Uint8Array, says: RegExp]> = [
    ['an archive that is cut off', xlsx(GERMAN).slice(0, 900), /damaged.*save it again/],
    ['a sheet that is cut off', xlsxOf('<row r="1"><c'), /damaged/],
    ['a table that is cut off', odsOf('<table:table-row><table:table-cell>'), /damaged/],
    ['another zip', zipSync({ 'readme.txt': strToU8('hello') }), /a zip archive without a spreadsheet.*xlsx/],
    ['a text document', odsOf('', { type: 'application/vnd.oasis.opendocument.text' }), /a zip archive without/],
    ['a binary workbook', zipSync({ 'xl/workbook.bin': strToU8('x') }), /\.xlsb/],
    ['a document of Numbers', zipSync({ 'Index/Document.iwa': strToU8('x') }), /Numbers/],
    ['a password', odsOf('', { manifest: '<manifest:encryption-data/>' }), /password/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /\.xls\) or one with a password/],
    ['an empty sheet', xlsxOf(''), /does not begin with a header/],
    ['a header alone', ods([['first_name']]), /no rows/],
  ]
  for (const [name, bytes, says] of REFUSED) {
    test(name, async () => {
      const { refusal } = await place()
      assert.match(await refusal(bytes), says)
    })
  }

  test('the next file is read as if nothing had happened, and many at once are read or told to wait', async () => {
    const { send, preview } = await place()
    await send(bomb)
    assert.equal((await preview(xlsx(GERMAN))).good, 2)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(xlsx(GERMAN), '?dry_run=true')))
    const refused = answers.filter(({ status }) => status === 429)
    const taken = answers.filter(({ status }) => status === 200).length
    assert.ok(taken >= 11 && taken + refused.length === 20, `${taken} were read`)
    assert.ok(refused.every(({ headers }) => headers.get('retry-after') !== null))
  })
})
