// @sql

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { type JobRunner, startJobs } from '../../../src/jobs/runner.ts'
import type { Jobs } from '../../../src/jobs/table.ts'
import { until } from '../../helpers/process.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

// Contacts from a CSV file: what is accepted, what is refused, and that no row is lost or duplicated.

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
// A server without workers: the test decides when a job runs.
const still = await startServer()

const CSV = { 'content-type': 'text/csv' }
const IMPORTS = '/v1/contacts/imports'

async function place(on: TestServer = server) {
  const workspaceId = await on.workspace()
  const key = await on.key({ workspaceId })
  const send = (body: string | Uint8Array, query = '', headers: Record<string, string> = {}) =>
    on.send('POST', IMPORTS + query, { key, body, headers: { ...CSV, ...headers } })
  const get = async (path: string) => (await on.send('GET', path, { key })).body
  const start = async (body: string | Uint8Array, query = '') => {
    const answer = await send(body, query)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  const finish = async (id: string) => {
    await until(async () => (await get(`${IMPORTS}/${id}`)).data.state === 'done')
    return (await get(`${IMPORTS}/${id}`)).data
  }
  const take = async (body: string | Uint8Array, query = '') => finish((await start(body, query)).id)
  /** Newest first, so the last row of the file comes first. */
  const contacts = async (query = '') => (await get(`/v1/contacts?limit=1000${query}`)).data
  const preview = async (body: string | Uint8Array, query = '') => {
    const answer = await send(body, `?dry_run=true${query}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.data
  }
  const count = async (table: string) => {
    const text = `select count(*)::int as count from ${table} where workspace_id = $1`
    return (await on.sql<{ count: number }>(text, [workspaceId]))[0]!.count
  }
  return { workspaceId, key, send, get, start, finish, take, contacts, preview, count }
}

/** 1,203 rows in three steps: every 100th is bad, every 150th blank. */
const ROWS = 1_203
const isBad = (i: number) => i % 100 === 99
const isBlank = (i: number) => i % 150 === 149 && !isBad(i)
const mixedRow = (i: number) => (isBlank(i) ? ' , ' : isBad(i) ? `,,${i}` : `Name ${i},a${i}@example.com`)
const MIXED = ['first_name,email,phone', ...Array.from({ length: ROWS }, (_, i) => mixedRow(i))].join('\r\n')
const BAD = Array.from({ length: ROWS }, (_, i) => i).filter(isBad)
const BLANK = Array.from({ length: ROWS }, (_, i) => i).filter(isBlank)

describe('an import', () => {
  test('stores every good row once with its event, and lists the others with line and reasons', async () => {
    const { start, finish, get, count, workspaceId } = await place()
    const begun = await start(MIXED)
    assert.deepEqual([begun.state, begun.rows, begun.created], ['waiting', ROWS, 0])
    const done = await finish(begun.id)
    const created = ROWS - BAD.length - BLANK.length
    assert.deepEqual([done.created, done.skipped, done.failed], [created, BLANK.length, BAD.length])
    assert.equal(await count('contacts'), created)
    assert.ok(done.finished_at >= done.created_at)
    const events = await server.sql(
      `select subject_id from event_outbox where workspace_id = $1 and type = 'contact.created'
       union select subject_id from events where workspace_id = $1 and type = 'contact.created'`,
      [workspaceId],
    )
    assert.equal(events.length, created)
    const failed = await get(`${IMPORTS}/${begun.id}/rows?outcome=failed&limit=1000`)
    // The header is line 1.
    assert.deepEqual(
      failed.data.map(({ line }: { line: number }) => line),
      BAD.map((i) => i + 2),
    )
    assert.deepEqual(Object.keys(failed.data[0].reasons), ['first_name'])
    const skipped = await get(`${IMPORTS}/${begun.id}/rows?outcome=skipped&limit=1000`)
    assert.deepEqual(
      skipped.data.map(({ line }: { line: number }) => line),
      BLANK.map((i) => i + 2),
    )
    const left = await server.sql('select from contact_import_parts where import_id = $1', [begun.id])
    assert.equal(left.length, 0, 'nothing is left of the file')
  })

  test('is listed, newest first, and its rows can be followed by cursor', async () => {
    const { take, get } = await place()
    const first = await take(MIXED)
    const second = await take('first_name\nAna')
    const listed = await get(IMPORTS)
    assert.deepEqual(listed.data, [second, first])
    assert.equal(listed.pagination.total, 2)
    const lines: number[] = []
    let cursor = ''
    do {
      const page = await get(`${IMPORTS}/${first.id}/rows?limit=7${cursor}`)
      assert.equal(page.pagination.total, BAD.length + BLANK.length)
      lines.push(...page.data.map(({ line }: { line: number }) => line))
      cursor = page.pagination.next_cursor && `&cursor=${page.pagination.next_cursor}`
    } while (cursor)
    const wanted = [...BAD, ...BLANK].sort((a, b) => a - b).map((i) => i + 2)
    assert.deepEqual(lines, wanted)
    const third = await get(`${IMPORTS}/${first.id}/rows?limit=7&page=3`)
    assert.deepEqual(
      third.data.map(({ line }: { line: number }) => line),
      wanted.slice(14, 21),
    )
  })

  test('a dry run stores nothing and predicts the result of the import', async () => {
    const { preview, take, count, contacts } = await place()
    const shown = await preview(MIXED)
    for (const table of ['contacts', 'contact_imports']) assert.equal(await count(table), 0)
    const done = await take(MIXED)
    assert.deepEqual(
      [shown.rows, shown.good, shown.skipped, shown.bad],
      [done.rows, done.created, done.skipped, done.failed],
    )
    const columns = shown.columns.map(({ decided_by: _, samples: __, ...column }: Record<string, unknown>) => column)
    assert.deepEqual(columns, done.columns)
    assert.equal(shown.contacts.length, 20)
    assert.equal(shown.problems.length, BAD.length + BLANK.length)
    const stored = (await contacts('&page=2')).reverse()
    assert.equal(shown.contacts[0].first_name, stored[0].first_name)
    assert.equal(shown.contacts[0].email, stored[0].email)
  })

  test('an Idempotency-Key makes one import of two requests, and another file under it is refused', async () => {
    const { send, count } = await place()
    const headers = { 'idempotency-key': 'once' }
    const first = await send('first_name\nAna', '', headers)
    const second = await send('first_name\nAna', '', headers)
    assert.equal(first.status, 201)
    assert.equal(second.text, first.text)
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
    assert.equal((await send('first_name\nBen', '', headers)).status, 422)
    assert.equal(await count('contact_imports'), 1)
  })
})

describe('what is understood', () => {
  const SAME: Array<[name: string, file: string]> = [
    ['our own names', 'first_name,last_name,email,company,phone\nAna,Silva,ana@example.com,Example Ltd,210\n'],
    ['other names', 'Given Name,SURNAME,E-Mail,Organisation,phone\nAna,Silva,ana@example.com,Example Ltd,210\n'],
    ['a byte order mark', '\ufefffirst_name,last_name,email,company,phone\nAna,Silva,ana@example.com,Example Ltd,210'],
    [
      'CRLF and quotes',
      '"First name","Last name","Email","Company","phone"\r\n"Ana","Silva","ana@example.com","Example Ltd","210"\r\n',
    ],
    [
      'semicolons',
      'First Name;Last Name;Email Address;Company Name;phone\nAna;Silva;ana@example.com;Example Ltd;210\n',
    ],
    ['tabs', 'first.name\tlast-name\tmail\tcompany\tphone\nAna\tSilva\tana@example.com\tExample Ltd\t210\n'],
    [
      'columns in another order, one without a name',
      'phone,,email,last_name,company,first_name\n210,,ana@example.com,Silva,Example Ltd,Ana\n',
    ],
    [
      'what the service assigns',
      'id,created_at,first_name,last_name,email,company,phone\n7,then,Ana,Silva,ana@example.com,Example Ltd,210',
    ],
  ]
  for (const [name, file] of SAME) {
    test(name, async () => {
      const { take, contacts } = await place()
      const done = await take(file)
      assert.deepEqual([done.rows, done.created], [1, 1])
      const [{ id: _, created_at: __, updated_at: ___, version: ____, ...contact }] = await contacts()
      assert.deepEqual(contact, {
        first_name: 'Ana',
        last_name: 'Silva',
        email: 'ana@example.com',
        company: 'Example Ltd',
        utm_source: null,
        utm_medium: null,
        extra: { phone: '210' },
        status: 'new',
        owner_id: null,
        tags: [],
        webhook_id: null,
        delivery_id: null,
        link_id: null,
        post_id: null,
        form_id: null,
        confirmation: null,
      })
    })
  }

  test('cells with separators, quotes and line breaks; lines are counted as in the file', async () => {
    const { take, contacts, get } = await place()
    const done = await take('first_name,company\r\n"Ana, ""Nana""","a\r\nb"\r\n,x\r\nBen,"c\nd"\r\n"x"y,z\r\n1,2,3\r\n')
    assert.deepEqual([done.created, done.failed], [2, 3])
    assert.deepEqual(
      (await contacts()).map((each: Record<string, string>) => [each.first_name, each.company]),
      [
        ['Ben', 'c\nd'],
        ['Ana, "Nana"', 'a\r\nb'],
      ],
    )
    const rows = await get(`${IMPORTS}/${done.id}/rows?outcome=failed`)
    assert.deepEqual(
      rows.data.map(({ line }: { line: number }) => line),
      [4, 7, 8],
    )
    assert.match(rows.data[1].reasons.row[0], /quote/)
    assert.match(rows.data[2].reasons.row[0], /3 cells/)
  })

  test('all broken rules of a row are reported at once', async () => {
    const { preview } = await place()
    const shown = await preview(`first_name,email,company,,extra\n,no address,${'x'.repeat(256)},y,[1]`)
    assert.deepEqual(Object.keys(shown.problems[0].reasons).sort(), ['company', 'email', 'extra', 'first_name'])
  })

  test('skip_existing leaves out addresses that are already in the file or stored, in any case', async () => {
    const { take, preview, contacts, key } = await place()
    await server.send('POST', '/v1/contacts', { key, json: { first_name: 'Old', email: 'old@example.com' } })
    const many = Array.from({ length: 600 }, (_, i) => `Name ${i},a${i}@example.com`).join('\n')
    const file = `first_name,email\nOld,OLD@example.com\n${many}\nAgain,A1@example.com\nNobody,\nNobody,`
    const shown = await preview(file, '&skip_existing=true')
    const done = await take(file, '?skip_existing=true')
    assert.deepEqual([done.rows, done.created, done.skipped, done.failed], [604, 602, 2, 0])
    assert.deepEqual([shown.good, shown.skipped], [602, 2])
    assert.equal((await contacts('&email=a1@example.com')).length, 1)
    assert.equal((await take(file)).created, 604, 'without it every row makes a contact')
  })

  test('an exported file can be imported unchanged, guarded or raw', async () => {
    const ours = await place()
    const sent = [
      { first_name: '=1+1', last_name: "'=x", company: '-2', utm_source: '@a', phone: '+351 210', '=name': '+' },
      { first_name: 'Ana "Nana", Jr.', email: 'ana@example.com', company: 'Two\nlines', text: 'a;b\tc' },
      { first_name: "O'Brien", extra: { 'E-Mail': 'other', id: 'x', phone: "'tis" } },
    ]
    for (const json of sent) await server.send('POST', '/v1/contacts', { key: ours.key, json })
    const bare = ({ id: _, created_at: __, updated_at: ___, ...rest }: Record<string, unknown>) => rest
    const wanted = (await ours.contacts()).map(bare)
    for (const query of ['', '?raw=true']) {
      const theirs = await place()
      const { text } = await server.send('GET', `/v1/contacts/export${query}`, { key: ours.key })
      const done = await theirs.take(text, query)
      assert.equal(done.created, sent.length)
      // The file has the newest first.
      assert.deepEqual((await theirs.contacts()).map(bare).reverse(), wanted, query)
    }
  })
})

describe('files as spreadsheets save them', () => {
  const GERMAN = 'Vorname;Nachname;E-Mail-Adresse;Firma;Straße\r\nJosé;Müller;jose@example.com;Größe & Co;Am Fluß 5\r\n'
  const ENCODED: Array<[name: string, encoding: string, bytes: Uint8Array]> = [
    ['UTF-8', 'utf-8', Buffer.from(GERMAN)],
    ['UTF-8 with its mark', 'utf-8', Buffer.from(`\ufeff${GERMAN}`)],
    ['"Unicode text" of Excel', 'utf-16le', Buffer.from(`\ufeff${GERMAN}`, 'utf16le')],
    ['UTF-16 the other way round', 'utf-16be', Buffer.from(`\ufeff${GERMAN}`, 'utf16le').swap16()],
    ['UTF-16 without its mark', 'utf-16le', Buffer.from(GERMAN, 'utf16le')],
    ['"CSV" of Excel in Western countries', 'windows-1252', Buffer.from(GERMAN, 'latin1')],
    ['with a line about the separator', 'utf-8', Buffer.from(`sep=;\r\n${GERMAN}`)],
  ]
  for (const [name, encoding, bytes] of ENCODED) {
    test(name, async () => {
      const { take, contacts } = await place()
      const done = await take(bytes)
      assert.deepEqual([done.created, done.encoding, done.separator], [1, encoding, ';'])
      const [{ first_name, last_name, email, company, extra }] = await contacts()
      assert.deepEqual(
        { first_name, last_name, email, company, extra },
        {
          first_name: 'José',
          last_name: 'Müller',
          email: 'jose@example.com',
          company: 'Größe & Co',
          extra: { Straße: 'Am Fluß 5' },
        },
      )
    })
  }

  test('an old Mac: Mac Roman, and lines that end with a CR', async () => {
    const { take, contacts } = await place()
    const rows = 'First name,Last name,E-mail,Note\rJos\x8e,M\x9fller,jose@example.com,"two\rlines"\r'
    const done = await take(Buffer.from(rows, 'latin1'))
    assert.deepEqual([done.rows, done.created, done.encoding], [1, 1, 'macintosh'])
    const [{ first_name, last_name, extra }] = await contacts()
    assert.deepEqual([first_name, last_name, extra], ['José', 'Müller', { Note: 'two\nlines' }])
  })

  test('Japanese Unix: EUC-JP is told from Shift_JIS', async () => {
    const { take, contacts } = await place()
    const header = [0xc0, 0xab, 0x2c, 0xcc, 0xbe, 0x2c]
    const row = [0xbb, 0xb3, 0xc5, 0xc4, 0x2c, 0xb2, 0xd6, 0xbb, 0xd2, 0x2c]
    const line = (bytes: number[], end: string) => Buffer.concat([Buffer.from(bytes), Buffer.from(`${end}\n`)])
    const done = await take(Buffer.concat([line(header, 'email'), line(row, 'hanako@example.com')]))
    assert.deepEqual([done.created, done.encoding], [1, 'euc-jp'])
    const [{ first_name, last_name }] = await contacts()
    assert.deepEqual([first_name, last_name], ['花子', '山田'])
  })

  test('Windows in Central Europe: Windows-1250 if the caller says so', async () => {
    const { take, contacts } = await place()
    const file = Buffer.from('first_name,email\n\xa3ukasz,lukasz@example.com\n', 'latin1')
    const done = await take(file, '?encoding=windows-1250')
    assert.deepEqual([done.created, done.encoding], [1, 'windows-1250'])
    assert.equal((await contacts())[0].first_name, 'Łukasz')
  })

  test('Japanese Excel: Shift_JIS is told from Western letters', async () => {
    const { take, contacts, preview } = await place()
    const done = await take(await readFile(new URL('../../fixtures/shift-jis.csv', import.meta.url)))
    assert.deepEqual([done.created, done.encoding], [1, 'shift_jis'])
    const [{ first_name, last_name, email, company, extra }] = await contacts()
    assert.deepEqual(
      [first_name, last_name, email, company, extra],
      ['花子', '山田', 'hanako@example.com', '例の会社', { phone: '03-0000-0000' }],
    )
    // Each of these is also valid Shift_JIS.
    for (const name of ['Müller', 'créée', 'O\u0092Brien', 'Ñandú', 'Öztürk']) {
      const file = Buffer.from(`first_name,city\n${name}x,Porto\n`, 'latin1')
      assert.equal((await preview(file)).encoding, 'windows-1252', name)
    }
  })

  test('Windows-1252 has letters that Latin-1 does not', async () => {
    const { preview } = await place()
    const bytes = Buffer.concat([Buffer.from('first_name,price\nZo\u00eb,', 'latin1'), Buffer.of(0x80, 0x35, 0x0a)])
    const { contacts } = await preview(bytes)
    assert.deepEqual([contacts[0].first_name, contacts[0].extra], ['Zoë', { price: '€5' }])
  })

  test('the separator line counts as a line of the file', async () => {
    const { preview } = await place()
    const { problems, separator } = await preview('sep=;\nfirst_name;email\nAna;a,b\n')
    assert.deepEqual([problems[0].line, separator], [3, ';'])
  })

  test('wrong detection can be corrected: encoding, separator, columns', async () => {
    const { preview } = await place()
    const russian = Buffer.from('first_name\nJosé', 'utf8')
    assert.equal((await preview(russian, '&encoding=windows-1252')).contacts[0].first_name, 'JosÃ©')
    const odd = 'first_name;a,b,c\nAna;1,2,3\n'
    assert.equal((await preview(odd, '&separator=semicolon')).contacts[0].extra['a,b,c'], '1,2,3')
    const columns = encodeURIComponent('{"1":"email","2":"ignored","3":"full_name"}')
    const shown = await preview('Who,secret,Person\nana@example.com,x,Ana Silva\n', `&columns=${columns}`)
    const { line: _, status: __, owner_id: ___, tags: ____, ...contact } = shown.contacts[0]
    assert.deepEqual(contact, {
      first_name: 'Ana',
      last_name: 'Silva',
      email: 'ana@example.com',
      company: null,
      utm_source: null,
      utm_medium: null,
      extra: { Person: 'Ana Silva' },
    })
  })

  const NAMES: Array<[header: string, row: string, first: string, last: string | null]> = [
    ['Name,E-mail', 'Ana Maria Silva,a@example.com', 'Ana', 'Maria Silva'],
    ['Full Name', '"Silva, Ana"', 'Ana', 'Silva'],
    ['Name', 'Ana', 'Ana', null],
    ['Vorname;Name', 'Ana;Silva', 'Ana', 'Silva'],
    ['Nom,Prénom', 'Silva,Ana', 'Ana', 'Silva'],
    ['Nombre,Apellidos', 'Ana,Silva Gómez', 'Ana', 'Silva Gómez'],
    ['Nome;Sobrenome;Name', 'Ana;Silva;Ana Silva', 'Ana', 'Silva'],
    ['Nome completo', 'Ana Silva', 'Ana', 'Silva'],
    ['姓,名', '山田,花子', '花子', '山田'],
    ['姓,名前', '山田,花子', '花子', '山田'],
    ['氏名', '山田\u3000花子', '花子', '山田'],
  ]
  for (const [header, row, first, last] of NAMES) {
    test(`names under ${header}`, async () => {
      const { preview } = await place()
      const { contacts } = await preview(`${header}\n${row}\n`)
      assert.deepEqual([contacts[0].first_name, contacts[0].last_name], [first, last])
    })
  }

  const HEADERS = {
    English: 'First Name,LAST-NAME,E-mail address,Company',
    German: 'Vorname,Nachname,E-Mail-Adresse,Firma',
    French: 'Prénom,Nom,Adresse e-mail,Société',
    Spanish: 'Nombre,Apellidos,Correo electrónico,Empresa',
    Portuguese: 'Nome próprio,Apelido,Correio eletrónico,Nome da empresa',
    Japanese: '名,姓,メールアドレス,会社名',
  }
  for (const [language, header] of Object.entries(HEADERS)) {
    test(`a header in ${language}`, async () => {
      const { preview } = await place()
      const { columns, warnings } = await preview(`${header}\nAna,Silva,ana@example.com,Example Ltd\n`)
      assert.deepEqual(
        columns.map(({ field }: { field: string }) => field),
        ['first_name', 'last_name', 'email', 'company'],
      )
      assert.deepEqual(warnings, [])
    })
  }

  test('a row without a first name takes it from its address, and its contact has a tag that says so', async () => {
    const { take, contacts, preview } = await place()
    const rows = [',ana.silva@example.com,vip', 'Ben,ben@example.com,', ' ,2026@example.com,', ',not an address,']
    const file = `first_name,email,tags\n${rows.join('\n')}\n`
    const shown = await preview(file)
    const done = await take(file)
    assert.deepEqual([done.created, done.failed, shown.good, shown.bad], [3, 1, 3, 1])
    const named = (all: Array<{ first_name: string; tags: string[] }>) =>
      all.map(({ first_name, tags }) => [first_name, tags])
    const wanted = [
      ['ana', ['vip', 'name from address']],
      ['Ben', []],
      ['2026', ['name from address']],
    ]
    assert.deepEqual(named(shown.contacts), wanted)
    assert.deepEqual(named((await contacts()).reverse()), wanted)
  })

  test('the tag is in the language of the request, in the warning and in the contact', async () => {
    const { send, finish, contacts, get } = await place()
    const german = { 'accept-language': 'de' }
    const file = 'email\nana@example.com\n'
    const { body } = await send(file, '?dry_run=true', german)
    assert.match(body.data.warnings[0].message, /„name aus adresse“/)
    assert.deepEqual(body.data.contacts[0].tags, ['name aus adresse'])
    const { id } = (await send(file, '', german)).body.data
    await finish(id)
    assert.deepEqual((await contacts())[0].tags, ['name aus adresse'])
    assert.match((await get(`${IMPORTS}/${id}`)).data.warnings[0].message, /"name aus adresse"/)
  })

  test('columns that make one doubt are warned about, in the preview and in the import', async () => {
    const { take, preview } = await place()
    const codes = ({ warnings }: { warnings: Array<{ code: string }> }) => warnings.map(({ code }) => code)
    const CASES: Array<[file: string, code: string]> = [
      ['first_name,phone\nAna,210\n', 'import.no_email_column'],
      ['email,phone\nana@example.com,210\n', 'import.no_name_column'],
    ]
    for (const [file, code] of CASES) {
      assert.deepEqual([codes(await preview(file)), codes(await take(file))], [[code], [code]])
    }
    const { warnings } = await preview('first_name\nAna\n')
    assert.match(warnings[0].message, /No column is an e-mail address/)
  })

  test('if two columns name one field, the first wins and the other becomes an additional field', async () => {
    const { preview } = await place()
    const { contacts } = await preview('first_name,Email,E-mail\nAna,a@example.com,b@example.com')
    assert.deepEqual([contacts[0].email, contacts[0].extra], ['a@example.com', { 'E-mail': 'b@example.com' }])
    const chosen = await preview(
      'first_name,Email,E-mail\nAna,a@example.com,b@example.com',
      `&columns=${encodeURIComponent('{"3":"email"}')}`,
    )
    assert.deepEqual(
      [chosen.contacts[0].email, chosen.contacts[0].extra],
      ['b@example.com', { Email: 'a@example.com' }],
    )
  })

  test('wrong corrections are refused with the possible values', async () => {
    const { send } = await place()
    const wrong = ['x', '[]', '{"0":"email"}', '{"1":"mail"}', '{"9":"email"}']
    for (const columns of wrong) {
      const answer = await send('first_name\nAna', `?dry_run=true&columns=${encodeURIComponent(columns)}`)
      assert.equal(answer.status, 400, columns)
      assert.match(answer.body.details.columns[0], /from 1|no column 9/)
    }
    const twice = await send('a,b\nAna,Ben', `?columns=${encodeURIComponent('{"1":"full_name","2":"first_name"}')}`)
    assert.match(twice.body.details.header[0], /Columns 1 and 2 both are first_name/)
  })
})

describe('what is refused, with nothing stored', () => {
  const GOOD = 'first_name\nAna'
  const UTF8 = { 'content-type': 'text/csv; charset=utf-8' }
  const REFUSED: Array<[name: string, body: string | Uint8Array, field: string, says: RegExp, headers?: object]> = [
    ['another content type', GOOD, 'Content-Type', /text\/csv/, { 'content-type': 'application/json' }],
    ['another charset', GOOD, 'Content-Type', /UTF-8/, { 'content-type': 'text/csv; charset=euc-kr' }],
    ['compression', GOOD, 'Content-Encoding', /compression/, { 'content-encoding': 'gzip' }],
    ['nothing at all', '', 'body', /empty/],
    ['no rows', 'first_name,email\r\n', 'body', /no rows/],
    ['a blank header', '\n\nAna', 'body', /header/],
    ['half a workbook', Buffer.from('PK\u0003\u0004…'), 'body', /damaged.*\.xlsx, \.ods or CSV/],
    ['what the header calls UTF-8', Buffer.from('first_name\nJosé', 'latin1'), 'body', /not UTF-8/, UTF8],
    ['zero bytes', 'first_name\nA\0na', 'body', /zero bytes/],
    ['a quote that is never closed', 'first_name\nAna\n"Ben\nEve\n', 'body', /line 3 is never closed/],
    ['too many columns', `first_name${',x'.repeat(300)}\nAna`, 'header', /300 columns/],
    ['too many rows', `first_name\n${'A\n'.repeat(200_001)}`, 'body', /200,000 rows/],
  ]
  for (const [name, body, field, says, headers = {}] of REFUSED) {
    test(name, async () => {
      const { send, count } = await place()
      for (const query of ['', '?dry_run=true']) {
        const answer = await send(body, query, { ...headers })
        assert.equal(answer.status, 400, answer.text)
        assert.match(answer.body.details[field]?.join(' ') ?? answer.text, says)
      }
      assert.equal(await count('contact_imports'), 0)
    })
  }

  test('no name and no address, unless it is a dry run, which warns about it', async () => {
    const { send, preview, count } = await place()
    const answer = await send('Who,Where\nAna,here')
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.header[0], /first_name or email.*"Who", "Where"/)
    const shown = await preview('Who,Where\nAna,here')
    assert.deepEqual([shown.good, shown.bad, shown.warnings[0].code], [0, 1, 'import.no_person_column'])
    assert.equal(await count('contact_imports'), 0)
  })

  test('wrong options and a wrong header are reported together', async () => {
    const { send } = await place()
    const answer = await send('Who\nAna', '?raw=maybe&dry_run=1')
    assert.deepEqual(Object.keys(answer.body.details).sort(), ['dry_run', 'header', 'raw'])
  })

  test('more than 10 MiB is 413; a file of that size is accepted, and the rest of the API keeps its 1 MiB', async () => {
    const { preview, send, key } = await place()
    const row = `Ana,${'x'.repeat(3_990)}\n`
    const file = `first_name,text\n${row.repeat(Math.floor((10 * 1_048_576 - 20) / row.length))}`
    assert.ok(file.length > 10 * 1_048_576 - 5_000)
    const shown = await preview(file)
    assert.equal(shown.good, shown.rows)
    const answer = await send(file + row + row)
    assert.equal(answer.status, 413)
    assert.match(answer.body.message, /10,485,760 bytes/)
    const json = { first_name: 'x'.repeat(1_048_577) }
    assert.equal((await server.send('POST', '/v1/contacts', { key, json })).status, 413)
  })

  test('an unknown outcome, and a cursor that was not issued', async () => {
    const { start, key } = await place(still)
    const { id } = await start('first_name\nAna')
    for (const query of ['outcome=good', 'cursor=x']) {
      assert.equal((await still.send('GET', `${IMPORTS}/${id}/rows?${query}`, { key })).status, 400)
    }
    assert.equal((await still.send('GET', `${IMPORTS}/x`, { key })).status, 404)
  })

  test('"imports" is not a contact id', async () => {
    const { key } = await place()
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await server.send(method, IMPORTS, { key, ...(method === 'PATCH' ? { json: {} } : {}) })
      assert.equal(answer.status, 405)
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, POST')
    }
  })
})

describe('an import that is cancelled', () => {
  const run = (workspaceId: string, importId: string, part: number) =>
    jobTable(still.deps).tasks['contacts.import']!({ workspace_id: workspaceId, import_id: importId, part })
  const cancel = (key: string, id: string) => still.send('POST', `${IMPORTS}/${id}/cancel`, { key })

  test('keeps what it has stored, stores nothing more, and says how much that is', async () => {
    const { start, get, key, workspaceId, count } = await place(still)
    const { id } = await start(MIXED)
    await run(workspaceId, id, 0)
    const before = (await get(`${IMPORTS}/${id}`)).data
    const answer = await cancel(key, id)
    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual({ ...answer.body.data, finished_at: null }, { ...before, state: 'cancelled' })
    assert.ok(answer.body.data.finished_at)
    assert.deepEqual([before.created + before.skipped + before.failed, before.rows], [500, ROWS])
    await run(workspaceId, id, 1)
    await run(workspaceId, id, 2)
    assert.deepEqual((await get(`${IMPORTS}/${id}`)).data, answer.body.data)
    assert.equal(await count('contacts'), before.created)
    const parts = await still.sql('select from contact_import_parts where import_id = $1', [id])
    assert.equal(parts.length, 0, 'nothing of the file is left')
    assert.equal((await get(`${IMPORTS}/${id}/rows`)).pagination.total, before.skipped + before.failed)
    assert.deepEqual((await cancel(key, id)).body.data, answer.body.data, 'a second time changes nothing')
  })

  test('before it has started has stored nothing', async () => {
    const { start, key, workspaceId, count } = await place(still)
    const { id } = await start('first_name\nAna\nBen\n')
    const { state, created, skipped, failed } = (await cancel(key, id)).body.data
    assert.deepEqual([state, created, skipped, failed], ['cancelled', 0, 0, 0])
    await run(workspaceId, id, 0)
    assert.equal(await count('contacts'), 0)
  })

  test('while a step is being stored ends after that step', async () => {
    const { start, get, key, workspaceId, count } = await place(still)
    for (let round = 0; round < 5; round++) {
      const earlier = await count('contacts')
      const { id } = await start(MIXED)
      const [, answer] = await Promise.all([run(workspaceId, id, 0), cancel(key, id)])
      const { state, created, skipped, failed } = (await get(`${IMPORTS}/${id}`)).data
      assert.equal(state, 'cancelled')
      assert.equal(answer.body.data.created, created)
      assert.ok([0, 500].includes(created + skipped + failed))
      assert.equal((await count('contacts')) - earlier, created)
    }
  })

  test('after it is done is refused', async () => {
    const { take, key } = await place()
    const { id } = await take('first_name\nAna\n')
    const answer = await server.send('POST', `${IMPORTS}/${id}/cancel`, { key })
    assert.equal(answer.status, 400)
    assert.match(answer.body.details.state[0], /done already/)
  })

  test('of another workspace, or with an unknown id, is 404', async () => {
    const { start } = await place(still)
    const { id } = await start('first_name\nAna\n')
    const other = await place(still)
    for (const each of [id, 'x', '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012']) {
      assert.equal((await cancel(other.key, each)).status, 404)
    }
  })
})

test('imports are forgotten 30 days after they have ended, with their rows; contacts and others stay', async () => {
  const { start, get, key, workspaceId, count } = await place(still)
  const run = (id: string, part: number) =>
    jobTable(still.deps).tasks['contacts.import']!({ workspace_id: workspaceId, import_id: id, part })
  const old = await start(MIXED)
  const cancelled = await start(MIXED)
  const young = await start(MIXED)
  const waiting = await start(MIXED)
  for (const { id } of [old, young]) for (const part of [0, 1, 2]) await run(id, part)
  await run(cancelled.id, 0)
  await still.send('POST', `${IMPORTS}/${cancelled.id}/cancel`, { key })
  const age = (id: string, days: number) =>
    still.sql(
      `update contact_imports set created_at = now() - make_interval(days => $2),
              finished_at = case when finished_at is not null then now() - make_interval(days => $2) end where id = $1`,
      [id, days],
    )
  await age(old.id, 31)
  await age(cancelled.id, 31)
  await age(young.id, 29)
  await age(waiting.id, 31)
  const contacts = await count('contacts')
  await jobTable(still.deps).tasks['contacts.purge_imports']!({})
  const { data } = await get(IMPORTS)
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [waiting.id, young.id],
    'what has not ended is not lost, however old',
  )
  assert.equal((await get(`${IMPORTS}/${young.id}/rows`)).pagination.total, BAD.length + BLANK.length)
  const rows = await still.sql('select from contact_import_rows where import_id = any ($1)', [[old.id, cancelled.id]])
  assert.equal(rows.length, 0)
  assert.equal(await count('contacts'), contacts)
  assert.ok(jobTable(still.deps).schedule.some(({ task }) => task === 'contacts.purge_imports'))
})

describe('a worker that is killed', () => {
  const run = (payload: Jobs['contacts.import']) => jobTable(still.deps).tasks['contacts.import'](payload)
  const queued = async (importId: string) => {
    const rows = await still.sql<{ key: string }>('select key from graphile_worker.jobs where key like $1', [
      `contacts.import:${importId}:%`,
    ])
    return rows.map(({ key }) => Number(key.split(':').at(-1))).sort()
  }
  const created = ROWS - BAD.length - BLANK.length

  test('in the middle of a step leaves nothing of it; repeated and parallel jobs store each row once', async () => {
    const { start, get, count, workspaceId } = await place(still)
    const { id } = await start(MIXED)
    const payload = (part: number) => ({ workspace_id: workspaceId, import_id: id, part })
    const progress = async () => {
      const { state, created, skipped, failed } = (await get(`${IMPORTS}/${id}`)).data
      return { state, done: created + skipped + failed, created }
    }
    assert.deepEqual(await queued(id), [0])
    await run(payload(0))
    assert.deepEqual(await queued(id), [0, 1], 'the queue itself takes a job out when it has ended')
    const before = await progress()
    assert.deepEqual([before.state, before.done], ['running', 500])

    // The connection is cut after the contacts of the step are written, before the counters are.
    await still.sql(`create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
    await still.sql(
      `create trigger cut before update on contact_imports for each row when (new.id = '${id}') execute function cut()`,
    )
    await assert.rejects(run(payload(1)))
    assert.deepEqual(await progress(), before)
    assert.equal(await count('contacts'), before.created)
    assert.deepEqual(await queued(id), [0, 1])
    await still.sql('drop trigger cut on contact_imports')

    // Killed after the commit: the queue hands out the same job again, here even to two workers at once.
    await Promise.all([run(payload(1)), run(payload(1)), run(payload(0))])
    assert.equal((await progress()).done, 1_000)
    await Promise.all([run(payload(2)), run(payload(2)), run(payload(1))])
    await run(payload(2))
    assert.deepEqual(await progress(), { state: 'done', done: ROWS, created })
    assert.equal(await count('contacts'), created)
    assert.equal(await count('event_outbox'), created)
    const [{ emails }] = (await still.sql(
      'select count(distinct email)::int as emails from contacts where workspace_id = $1',
      [workspaceId],
    )) as [{ emails: number }]
    assert.equal(emails, created)
    const rows = await get(`${IMPORTS}/${id}/rows`)
    assert.equal(rows.pagination.total, BAD.length + BLANK.length)
    assert.deepEqual(await queued(id), [0, 1, 2])
  })
})
