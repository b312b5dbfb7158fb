import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { importPart } from '../../../src/contacts/csv/imports.ts'
import { startServer } from '../../helpers/server.ts'
import { ods, xlsx } from '../../helpers/spreadsheets.ts'

// What becomes of the columns of a file: guessed, corrected, and remembered for the next file with the same header.

const server = await startServer()
const IMPORTS = '/v1/contacts/imports'

async function place() {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const send = (body: string | Uint8Array, query: Record<string, unknown> = {}, path = IMPORTS) => {
    const texts = Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ])
    const headers = { 'content-type': 'application/octet-stream' }
    return server.send('POST', `${path}?${new URLSearchParams(Object.fromEntries(texts))}`, { key, body, headers })
  }
  const preview = async (body: string | Uint8Array, query: Record<string, unknown> = {}) => {
    const answer = await send(body, { dry_run: true, ...query })
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const take = async (body: string | Uint8Array, query: Record<string, unknown> = {}) => {
    const answer = await send(body, query)
    assert.equal(answer.status, 201, answer.text)
    const { id } = answer.body.data
    await importPart(server.deps, { workspace_id: workspaceId, import_id: id, part: 0 })
    return (await server.send('GET', `${IMPORTS}/${id}`, { key })).body.data
  }
  return { key, workspaceId, send, preview, take }
}

interface Shown {
  name: string
  use: string
  field: string | null
  decided_by: string
  samples: string[]
}

const usesOf = (columns: Shown[]) => columns.map(({ use, field, decided_by }) => [use, field, decided_by])

const ODD = [
  ['Ansprechpartner', 'Kontakt (dienstlich)', 'Org.', 'Quelle', 'Telefon', 'Telefon', ''],
  ['Ana Silva', 'ana@example.com', 'Größe GmbH', 'Messe', '030 1', '030 2', 'x'],
  ['Ben Ode', 'ben@example.com', '', '', '', '', ''],
]
const csvOf = (rows: string[][]) => rows.map((cells) => cells.join(';')).join('\r\n')

describe('columns', () => {
  test('are guessed by name and by value, in CSV, .xlsx and .ods alike, and samples show what is in them', async () => {
    const { preview } = await place()
    for (const file of [csvOf(ODD), xlsx(ODD), ods(ODD)]) {
      const { columns, contacts, warnings, good } = await preview(file)
      assert.deepEqual(usesOf(columns), [
        ['full_name', null, 'name'],
        ['field', 'email', 'values'],
        ['field', 'company', 'name'],
        ['field', 'utm_source', 'name'],
        ['extra', 'phone', 'name'],
        ['extra', null, 'name'],
        ['extra', 'Column 7', 'name'],
      ])
      assert.deepEqual(
        [columns[1].samples, columns[2].samples],
        [['ana@example.com', 'ben@example.com'], ['Größe GmbH']],
      )
      assert.deepEqual([good, warnings], [2, []])
      const { first_name, last_name, email, company, utm_source, extra } = contacts[0]
      assert.deepEqual(
        { first_name, last_name, email, company, utm_source, extra },
        {
          ...{
            first_name: 'Ana',
            last_name: 'Silva',
            email: 'ana@example.com',
            company: 'Größe GmbH',
            utm_source: 'Messe',
          },
          extra: { Ansprechpartner: 'Ana Silva', phone: '030 1', Telefon: '030 2', 'Column 7': 'x' },
        },
      )
    }
  })

  const COMMON = ['phone', 'city', 'country', 'job_title', 'website']
  for (const [language, header] of Object.entries({
    English: 'First name,E-mail,Phone Number,City,Country,Job Title,Website',
    German: 'Vorname,E-Mail,Telefon,Ort,Land,Position,Webseite',
    French: 'Prénom,E-mail,Numéro de téléphone,Ville,Pays,Fonction,Site web',
    Spanish: 'Nombre de pila,Correo electrónico,TELÉFONO,Ciudad,País,Cargo,Sitio web',
    Portuguese: 'Primeiro nome,E-mail,Telemóvel,Cidade,País,Função,Página da web',
    Japanese: '名,メールアドレス,電話番号,市区町村,国,役職,ホームページ',
  })) {
    test(`${language}: phone, city, country, job title and website become the usual additional fields`, async () => {
      const { preview } = await place()
      const { columns, contacts } = await preview(`${header}\nAna,ana@example.com,1,2,3,4,5`)
      assert.deepEqual(
        columns.slice(2).map(({ use, field }: Shown) => [use, field]),
        COMMON.map((field) => ['extra', field]),
      )
      assert.deepEqual(contacts[0].extra, { phone: '1', city: '2', country: '3', job_title: '4', website: '5' })
    })
  }

  test('that mean the same as another one keep their name: the column of the very name goes first', async () => {
    const { preview } = await place()
    const extrasOf = async (file: string, query?: object) => (await preview(file, { ...query })).contacts[0].extra
    assert.deepEqual(await extrasOf('Vorname,Handy,Telefon\nAna,1,2'), { phone: '1', Telefon: '2' })
    assert.deepEqual(await extrasOf('Vorname,Handy,phone\nAna,1,2'), { Handy: '1', phone: '2' })
    const columns = { 3: { extra: 'phone' } }
    assert.deepEqual(await extrasOf('Vorname,Handy,Telefon\nAna,1,2', { columns }), { Handy: '1', phone: '2' })
  })

  test('of our own exports keep their name, whatever it means', async () => {
    const { key, preview } = await place()
    const json = { first_name: 'Ana', extra: { Telefon: '1', Ort: 'Porto' } }
    assert.equal((await server.send('POST', '/v1/contacts', { key, json })).status, 201)
    for (const query of ['', '?language=de']) {
      const { text } = await server.send('GET', `/v1/contacts/export${query}`, { key })
      assert.deepEqual((await preview(text)).contacts[0].extra, json.extra)
    }
  })

  test('without an address or a name are shown with a warning, and corrected', async () => {
    const { preview, send } = await place()
    const rows = [
      ['Wer', 'Wo'],
      ['Ana', 'ana at example'],
    ]
    for (const file of [csvOf(rows), xlsx(rows), ods(rows)]) {
      const shown = await preview(file)
      assert.deepEqual([shown.good, shown.warnings[0].code], [0, 'import.no_person_column'])
      assert.equal((await send(file)).status, 400, 'such an import is refused')
      const corrected = await preview(file, { columns: { 1: 'first_name', 2: { extra: ' Ort ' } } })
      assert.deepEqual([corrected.good, corrected.warnings[0].code], [1, 'import.no_email_column'])
      assert.deepEqual(corrected.contacts[0].extra, { Ort: 'ana at example' })
      assert.deepEqual(usesOf(corrected.columns)[1], ['extra', 'Ort', 'request'])
    }
  })

  test('may be our own names, and still become additional fields', async () => {
    const { preview } = await place()
    const file = 'first_name,email,status,Name\nAna,private@example.com,won,Ana Silva'
    const columns = { 1: 'extra', 2: 'extra', 3: 'extra', 4: 'full_name' }
    const { contacts } = await preview(file, { columns })
    const { first_name, email, status, extra } = contacts[0]
    assert.deepEqual([first_name, email, status], ['Ana', null, 'new'])
    assert.deepEqual(extra, { first_name: 'Ana', email: 'private@example.com', status: 'won', Name: 'Ana Silva' })
  })

  test('with names that are too long get shorter ones', async () => {
    const { preview } = await place()
    const long = 'ü'.repeat(80)
    const { columns } = await preview(`first_name,${long},${long}\nAna,1,2`)
    assert.deepEqual([columns[1].field, columns[2].field], ['ü'.repeat(64), `${'ü'.repeat(62)} 2`])
  })

  test('wrong mappings are refused with what is possible', async () => {
    const { send } = await place()
    const wrong = [
      'x',
      '[]',
      '{"0":"email"}',
      '{"1":{"extra":" "}}',
      '{"1":{"extra":"a","b":1}}',
      '{"1":{"field":"email"}}',
    ]
    for (const columns of wrong) {
      const answer = await send('first_name\nAna', { dry_run: true, columns: columns as unknown as object })
      assert.equal(answer.status, 400, columns)
      assert.match(answer.body.details.columns[0], /full_name.*\{"extra":"phone"\}/)
    }
    const twice = await send('a,b,c\nAna,1,2', { columns: { 1: 'first_name', 2: { extra: 'x' }, 3: { extra: 'x' } } })
    assert.match(twice.body.details.header[0], /Columns 2 and 3 have the same name/)
    const long = await send('a,b\nAna,1', { columns: { 1: 'first_name', 2: { extra: 'x'.repeat(65) } } })
    assert.match(long.body.details.columns[0], /64 characters/)
  })

  test('reasons name the columns of the file', async () => {
    const { preview } = await place()
    const { problems } = await preview(`Vorname,E-Mail,Firma\n,,Example\nAna,nobody,${'x'.repeat(300)}`)
    assert.deepEqual(problems[0].reasons, {
      first_name: ['The row has no first name, and no e-mail address to take it from.'],
    })
    assert.match(problems[1].reasons.email[0], /^"E-Mail" /)
    assert.match(problems[1].reasons.company[0], /^"Firma" .*255/)
  })
})

describe('a mapping', () => {
  const FILE = 'Wer,Wo,Was\nAna,ana@example.com,Rotwein'
  const DECIDED = { 1: 'first_name', 3: { extra: 'Wunsch' } }

  test('is remembered for the next file with this header if that is asked for', async () => {
    const { preview, take } = await place()
    assert.deepEqual(usesOf((await preview(FILE, { remember: true })).columns)[0], ['extra', null, 'name'])
    await preview(FILE, { columns: DECIDED, remember: true })
    assert.equal((await preview(FILE, { remember: true })).columns[0].decided_by, 'name', 'a dry run keeps nothing')
    await take(FILE, { columns: DECIDED })
    assert.equal((await preview(FILE, { remember: true })).columns[0].decided_by, 'name', 'nobody asked for it')
    await take(FILE, { columns: DECIDED, remember: true })
    assert.deepEqual(
      usesOf((await preview('wer, WO ,Was\nBen,ben@example.com,Weißwein', { remember: true })).columns),
      [
        ['field', 'first_name', 'remembered'],
        ['field', 'email', 'values'],
        ['extra', 'Wunsch', 'remembered'],
      ],
    )
    assert.equal((await preview(FILE)).columns[0].decided_by, 'name', 'without asking, names decide')
    const done = await take(FILE, { remember: true })
    assert.deepEqual([done.created, done.columns[2].field], [1, 'Wunsch'])
  })

  test('gives way to what the request says, which is remembered instead', async () => {
    const { preview, take } = await place()
    await take(FILE, { columns: DECIDED, remember: true })
    const columns = { 1: 'company', 2: 'first_name' }
    await take(FILE, { columns, remember: true })
    assert.deepEqual(usesOf((await preview(FILE, { remember: true })).columns), [
      ['field', 'company', 'remembered'],
      ['field', 'first_name', 'remembered'],
      ['extra', 'Wunsch', 'remembered'],
    ])
  })

  test('of another header or another workspace is not used', async () => {
    const [one, other] = [await place(), await place()]
    await one.take(FILE, { columns: DECIDED, remember: true })
    assert.equal((await other.preview(FILE, { remember: true })).columns[0].decided_by, 'name')
    assert.equal((await one.preview(`${FILE.replace('Was', 'Wie')}`, { remember: true })).columns[0].decided_by, 'name')
  })
})

describe('rows that made no contact', () => {
  const ROWS = [
    ['Vorname', 'E-Mail', 'Notiz'],
    ['Ana', 'ana@example.com', 'two\nlines'],
    ['', '', '=1+1'],
    ['', '', ''],
    ['Ben', 'nobody', 'a "quote", and a comma'],
  ]
  const csv = ROWS.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  const FILES: Array<[string, string | Uint8Array]> = [
    ['CSV', csv],
    ['.xlsx', xlsx(ROWS)],
    ['.ods', ods(ROWS)],
  ]
  for (const [format, file] of FILES) {
    test(`of ${format} come back as CSV with the reasons, which can be corrected and imported`, async () => {
      const { take, send, preview } = await place()
      const { id, failed } = await take(file)
      assert.equal(failed, 2)
      const answer = await send(file, {}, `${IMPORTS}/${id}/rows`)
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/csv; charset=utf-8'])
      const [header, first] = answer.text.split('\r\n')
      assert.equal(header, 'Vorname,E-Mail,Notiz,Why it was not imported')
      assert.match(first!, /^,,'=1\+1,"The row has no first name/)
      const asked = { outcome: 'skipped', separator: 'semicolon', bom: true }
      const blank = await send(file, asked, `${IMPORTS}/${id}/rows`)
      assert.match(blank.text, /^\ufeffVorname;E-Mail;Notiz;Why it was not imported\r\n;;;The row is blank\.\r\n$/)
      const corrected = await preview(answer.text.replace('nobody', 'ben@example.com'))
      assert.deepEqual([corrected.good, corrected.bad, corrected.columns[3].use], [1, 1, 'ignored'])
      assert.equal(corrected.contacts[0].extra.Notiz, 'a "quote", and a comma')
    })
  }

  test('are not given for another file, an unknown import, or one of another workspace', async () => {
    const [one, other] = [await place(), await place()]
    const { id } = await one.take(csv)
    const path = `${IMPORTS}/${id}/rows`
    assert.match((await one.send(`${csv}\nEve`, {}, path)).body.details.body[0], /not the file of this import/)
    assert.match((await one.send('Vorname,Mail\nAna,1', {}, path)).body.details.body[0], /not the file/)
    assert.equal((await other.send(csv, {}, path)).status, 404)
    assert.equal((await one.send(csv, { outcome: 'lost' }, path)).status, 400)
  })

  test('of 10,000 are all there', async () => {
    const { send, key, workspaceId } = await place()
    const many = ['first_name', ...Array.from({ length: 10_000 }, (_, at) => (at % 2 ? `Ana ${at}` : 'x'.repeat(256)))]
    const { id } = (await send(many.join('\n'))).body.data
    for (let part = 0; part < 20; part++) {
      await importPart(server.deps, { workspace_id: workspaceId, import_id: id, part })
    }
    const { failed } = (await server.send('GET', `${IMPORTS}/${id}`, { key })).body.data
    const { text } = await send(many.join('\n'), {}, `${IMPORTS}/${id}/rows`)
    assert.deepEqual([failed, text.split('\r\n').length - 2], [5_000, 5_000])
  })
})
