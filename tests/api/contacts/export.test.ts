import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { describe, test } from 'node:test'
import { readContact } from '../../../src/contacts/input.ts'
import { createIssues } from '../../../src/lib/issues.ts'
import { readCsv } from '../../../src/lib/text/csv.ts'
import { until } from '../../helpers/process.ts'
import { startServer } from '../../helpers/server.ts'

// Contacts as a CSV file. import.test.ts covers the way back.

const FIXED =
  'id,created_at,first_name,last_name,email,company,utm_source,utm_medium,webhook_id,delivery_id,link_id,post_id,form_id,status,owner,tags'
const FIXED_COUNT = FIXED.split(',').length
const server = await startServer()

/** A workspace of its own with its key. */
async function place() {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const create = async (json: object) => {
    const { status, body, text } = await server.send('POST', '/v1/contacts', { key, json })
    assert.equal(status, 201, text)
    return body.data
  }
  const download = async (query = '') => {
    const answer = await server.send('GET', `/v1/contacts/export${query}`, { key })
    assert.equal(answer.status, 200, answer.text)
    return answer
  }
  const rows = async (query = '') => {
    const [header, ...records] = readCsv((await download(query)).text, ',')
    return records.map(({ cells }) => Object.fromEntries(header!.cells.map((name, i) => [name, cells[i]!])))
  }
  /** Inserts many at once, with the code of the feature. */
  const fill = (count: number, json: (i: number) => object) => {
    const inputs = Array.from({ length: count }, (_, i) => readContact(createIssues(), { ...json(i) }))
    const client = { inTransaction: true as const, query: (config: never) => server.deps.pool.query(config) }
    return server.deps.contacts.createAllIn(client as never, { workspaceId, keyId: null }, inputs)
  }
  return { workspaceId, key, create, download, rows, fill }
}

test('the file has a line for each contact, newest first, and is sent as a download', async () => {
  const { create, download } = await place()
  const first = await create({
    first_name: 'Ana "Nana"',
    last_name: 'Silva, Jr.',
    email: 'ana@example.com',
    company: 'Two\nlines',
    utm_source: 'newsletter',
    utm_medium: 'email',
    phone: '210',
    vip: true,
    age: 41,
  })
  const second = await create({ first_name: 'Ben' })
  const { text, headers } = await download()
  assert.equal(
    text,
    `${FIXED},age,phone,vip,extra,updated_at\r\n` +
      `${second.id},${second.created_at},Ben,,,,,,,,,,,new,,,,,,,${second.updated_at}\r\n` +
      `${first.id},${first.created_at},"Ana ""Nana""","Silva, Jr.",ana@example.com,"Two\nlines",newsletter,email,,,,,,new,,,41,210,true,,${first.updated_at}\r\n`,
  )
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(headers.get('content-disposition')!, /^attachment; filename="contacts-\d{4}-\d\d-\d\d\.csv"$/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
})

test('for people it has names beside ids and another separator, and an import takes the file back as it was', async () => {
  const { key, workspaceId, create, download } = await place()
  const form = (
    await server.send('POST', '/v1/forms', { key, json: { name: 'Ask; for "an" offer', protection: 'off' } })
  ).body.data
  const link = (
    await server.send('POST', '/v1/links', { key, json: { target: 'https://example.com/', name: 'Flyer' } })
  ).body.data
  const json = { first_name: 'Marta', email: 'marta@example.com', dp: link.code }
  assert.equal((await server.send('POST', `/v1/forms/${form.public_id}/submissions`, { json })).status, 201)
  await create({ first_name: 'Ben', status: 'won' })
  const { text } = await download('?names=true&separator=semicolon&bom=true')
  assert.ok(text.startsWith('\u{feff}id;created_at;first_name;'))
  const [header, ben, marta] = [...readCsv(text.slice(1), ';')].map(({ cells }) => cells)
  const cell = (cells: string[], name: string) => cells[header!.indexOf(name)]
  for (const [id, name] of [
    ['webhook_id', 'webhook_name'],
    ['link_id', 'link_name'],
    ['post_id', 'post_text'],
    ['form_id', 'form_name'],
    ['status', 'status_name'],
    ['owner', 'owner_name'],
  ] as const) {
    assert.equal(header!.indexOf(name), header!.indexOf(id) + 1, name)
  }
  assert.equal(cell(marta!, 'form_name'), 'Ask; for "an" offer')
  assert.equal(cell(marta!, 'link_name'), 'Flyer')
  assert.equal(cell(ben!, 'form_name'), '')
  assert.equal(cell(ben!, 'status_name'), 'Won')

  const preview = await server.send('POST', '/v1/contacts/imports?dry_run=true', {
    key,
    body: text,
    headers: { 'content-type': 'text/csv' },
  })
  assert.equal(preview.status, 200, preview.text)
  const uses = new Map(preview.body.data.columns.map(({ name, use }: { name: string; use: string }) => [name, use]))
  for (const name of ['form_name', 'owner_name', 'status_name', 'post_text']) assert.equal(uses.get(name), 'ignored')

  // Without the permission to read forms and links, their names are empty.
  const narrow = await server.key({ workspaceId, scopes: ['contacts:read'] })
  const { text: less } = await server.send('GET', '/v1/contacts/export?names=true', { key: narrow })
  assert.ok(!less.includes('offer') && !less.includes('Flyer'))
  const wrong = await server.send('GET', '/v1/contacts/export?separator=;', { key })
  assert.equal(wrong.status, 400)
})

for (const [language, head, reason] of [
  ['de', 'Doorpost-ID;Erstellt (UTC);Vorname;Nachname;E-Mail;Firma;', 'Warum nicht importiert'],
  ['ja', 'Doorpost ID;作成日時（UTC）;名;姓;メールアドレス;会社;', 'インポートされなかった理由'],
] as const) {
  test(`${language}: a header in the reader's language is read back as it was`, async () => {
    const { key, create, download } = await place()
    const contact = {
      first_name: 'Ana',
      last_name: 'Silva',
      email: 'ana@example.com',
      company: 'Example Ltd',
      utm_source: 'newsletter',
      utm_medium: 'email',
      tags: ['vip'],
      phone: '351210000000',
      Formular: 'an additional field with the name of a column',
    }
    await create({ ...contact, status: 'won' })
    const { text } = await download(`?names=true&bom=true&separator=semicolon&language=${language}`)
    assert.ok(text.startsWith(`\u{feff}${head}`), text)
    const [header, row] = [...readCsv(text.slice(1), ';')].map(({ cells }) => cells)
    assert.match(row![1]!, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    assert.equal(new Set(header).size, header!.length)

    const other = await place()
    const send = (body: string, query = '') =>
      server.send('POST', `/v1/contacts/imports${query}`, {
        key: other.key,
        body,
        headers: { 'content-type': 'text/csv', 'accept-language': language },
      })
    const preview = await send(text, '?dry_run=true')
    assert.equal(preview.status, 200, preview.text)
    const { contacts, columns } = preview.body.data
    assert.deepEqual(
      columns.map(({ name }: { name: string }) => name),
      header,
    )
    const { line: _, owner_id: __, status, extra, ...fields } = contacts[0]
    const { phone, Formular, ...plain } = contact
    assert.deepEqual([fields, status, extra], [plain, 'won', { phone, Formular }])

    // The file of what was refused has a column more, which is left out when the file comes again.
    const refused = [...header!, reason].map((name) => `"${name}"`).join(';')
    const again = await send(
      `${refused}\r\n${row!.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')};"why"\r\n`,
      '?dry_run=true',
    )
    assert.equal(again.body.data.columns.at(-1).use, 'ignored', again.text)
    assert.ok(key)
  })
}

test('columns of other programs that happen to have such names are kept', async () => {
  const { key } = await place()
  const preview = await server.send('POST', '/v1/contacts/imports?dry_run=true', {
    key,
    body: 'Vorname;E-Mail;Formular;Link;\r\nAna;ana@example.com;Messe;https://example.com;x\r\n',
    headers: { 'content-type': 'text/csv', 'accept-language': 'de' },
  })
  assert.deepEqual(preview.body.data.contacts[0].extra, {
    Formular: 'Messe',
    Link: 'https://example.com',
    'Spalte 5': 'x',
  })
})

test('the file contains no other workspace, and an empty one has no rows', async () => {
  const ours = await place()
  const theirs = await place()
  await ours.create({ first_name: 'Ours', secret_field: 'x' })
  assert.equal((await theirs.download()).text, `${FIXED},extra,updated_at\r\n`)
})

test('a value that a spreadsheet would run gets an apostrophe, in the header too; raw leaves it', async () => {
  const { create, rows, download } = await place()
  await create({
    first_name: '=HYPERLINK("http://e.com")',
    last_name: '@SUM(1)',
    company: '-2',
    utm_source: "'=1",
    phone: '+351 210',
    '=name': '-',
    number: -5,
    plain: 'a=b',
  })
  const [guarded] = await rows()
  assert.equal(guarded!.first_name, '\'=HYPERLINK("http://e.com")')
  assert.deepEqual(
    [guarded!.last_name, guarded!.company, guarded!.utm_source, guarded!.phone, guarded!.number, guarded!.plain],
    ["'@SUM(1)", "'-2", "''=1", "'+351 210", "'-5", 'a=b'],
  )
  assert.equal(guarded!["'=name"], "'-")
  const [raw] = await rows('?raw=true')
  assert.deepEqual([raw!.last_name, raw!.utm_source, raw!.phone, raw!['=name']], ['@SUM(1)', "'=1", '+351 210', '-'])
  assert.ok(!(await download()).text.split(/[,\r\n]+/).some((cell) => /^[=+@-]/.test(cell)))
})

test('the filters are those of the list', async () => {
  const { key, create, rows } = await place()
  const ana = await create({ first_name: 'Ana', email: 'ana@example.com', utm_source: 'shop', only_ana: '1' })
  await create({ first_name: 'Ben', email: 'ben@example.com', utm_medium: 'mail', only_ben: '1' })
  const filters = [
    'q=ana',
    'email=ANA@example.com',
    'utm_source=shop',
    'utm_medium=mail',
    'created_after=2001-01-01T00:00:00Z&created_before=2100-01-01T00:00:00Z',
    'created_before=2001-01-01T00:00:00Z',
  ]
  for (const filter of filters) {
    const { body } = await server.send('GET', `/v1/contacts?${filter}`, { key })
    const ids = body.data.map(({ id }: { id: string }) => id)
    assert.deepEqual(
      (await rows(`?${filter}`)).map(({ id }) => id),
      ids,
      filter,
    )
  }
  const [row] = await rows('?q=ana')
  assert.equal(row!.id, ana.id)
  assert.ok('only_ana' in row! && !('only_ben' in row!), 'columns are those of the contacts in the file')
})

test('wrong parameters are refused, all at once', async () => {
  const { key } = await place()
  const answer = await server.send('GET', '/v1/contacts/export?raw=maybe&email=x&created_after=soon', { key })
  assert.equal(answer.status, 400)
  assert.deepEqual(Object.keys(answer.body.details).sort(), ['created_after', 'email', 'raw'])
})

describe('additional fields', () => {
  test('beyond 200 names, and those that would be taken for another column, are JSON in the last column', async () => {
    const { create, rows, download } = await place()
    await create({ first_name: 'Odd', extra: { 'E-Mail': 'not the address', id: 7, extra: 'x', fine: 'y' } })
    for (let i = 0; i < 5; i++) {
      const fields = Array.from({ length: 50 }, (_, j) => [`field ${i * 50 + j}`, `${i}.${j}`])
      await create({ first_name: `Many ${i}`, ...Object.fromEntries(fields) })
    }
    const header = [...readCsv((await download()).text, ',')][0]!.cells
    assert.ok(header.length > FIXED_COUNT + 190 && header.length <= FIXED_COUNT + 200 + 1, `${header.length} columns`)
    assert.equal(new Set(header).size, header.length)
    const all = await rows()
    for (let i = 0; i < 250; i++) {
      const row = all.find(({ first_name }) => first_name === `Many ${Math.floor(i / 50)}`)!
      const value = row[`field ${i}`] ?? JSON.parse(row.extra!)[`field ${i}`]
      assert.equal(value, `${Math.floor(i / 50)}.${i % 50}`)
    }
    const [odd] = await rows('?q=Odd')
    assert.deepEqual(JSON.parse(odd!.extra!), { 'E-Mail': 'not the address', id: 7, extra: 'x' })
    assert.equal(odd!.fine, 'y')
  })
})

test('bom=true begins the file with a byte order mark, which an import takes off', async () => {
  const { create, key } = await place()
  await create({ first_name: 'José', form: 'Contact us' })
  await create({ first_name: 'Ana' })
  const bytes = async (query: string) => {
    const response = await fetch(`${server.url}/v1/contacts/export${query}`, {
      headers: { authorization: `Bearer ${key}` },
    })
    return Buffer.from(await response.arrayBuffer())
  }
  const plain = await bytes('?bom=false')
  assert.deepEqual(await bytes('?bom=true'), Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), plain]))
  assert.notEqual(plain[0], 0xef)
  const preview = await server.send('POST', '/v1/contacts/imports?dry_run=true', {
    key,
    headers: { 'content-type': 'text/csv' },
    body: await bytes('?bom=true'),
  })
  assert.deepEqual([preview.status, preview.body.data.good], [200, 2])
  assert.equal((await server.send('GET', '/v1/contacts/export?bom=yes', { key })).status, 400)
  const [header, ...lines] = (await bytes('?form=Contact+us')).toString().trimEnd().split('\r\n')
  assert.ok(header!.includes('form') && lines.length === 1 && lines[0]!.includes('José'))
})

describe('many contacts', () => {
  test('each is there once, in the order of the list, over several steps', async () => {
    const { fill, rows, workspaceId } = await place()
    await fill(1_703, (i) => ({ first_name: `Contact ${i}`, [`group_${i % 3}`]: String(i) }))
    const stored = await server.sql<{ id: string }>(
      'select id from contacts where workspace_id = $1 order by id desc',
      [workspaceId],
    )
    const read = await rows()
    assert.deepEqual(
      read.map(({ id }) => id),
      stored.map(({ id }) => id),
    )
    assert.ok(read.every((row) => row[`group_${Number(row.first_name!.slice(8)) % 3}`] === row.first_name!.slice(8)))
  })

  test('a client that does not read slows the database down; when it resumes, it gets the whole file', async () => {
    const { fill, key } = await place()
    // 32 MB in parts of about 128 KB. The kernel buffers a few megabytes of it.
    const fills = 16
    const enough = 150
    for (let i = 0; i < fills; i++) await fill(500, () => ({ first_name: 'Wide', text: 'x'.repeat(4_000) }))
    let queries = 0
    const count = () => void queries++
    server.deps.reads.on('acquire', count)
    const request = httpGet(`${server.url}/v1/contacts/export`, { headers: { authorization: `Bearer ${key}` } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    // The server is blocked when the count stops moving, however long that takes.
    let last = -1
    let still = 0
    await until(async () => {
      still = queries === last ? still + 1 : 0
      last = queries
      return still >= 50
    })
    assert.ok(queries < enough, `${queries} statements for a client that reads nothing`)
    let lines = 0
    for await (const chunk of response) for (const byte of chunk as Buffer) if (byte === 0x0a) lines++
    server.deps.reads.off('acquire', count)
    assert.equal(lines, 1 + fills * 500)
    assert.ok(queries > enough)
  })

  test('a client that disconnects frees its connection of the pool', async () => {
    const { fill, key } = await place()
    for (let i = 0; i < 8; i++) await fill(500, () => ({ first_name: 'Wide', text: 'x'.repeat(4_000) }))
    const request = httpGet(`${server.url}/v1/contacts/export`, { headers: { authorization: `Bearer ${key}` } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.destroy()
    const { reads } = server.deps
    await until(async () => reads.idleCount === reads.totalCount)
    assert.equal((await server.send('GET', '/v1/contacts', { key })).status, 200)
  })
})

test('"export" is not a contact id', async () => {
  const { key } = await place()
  for (const method of ['PATCH', 'DELETE', 'POST']) {
    const answer = await server.send(method, '/v1/contacts/export', {
      key,
      ...(method === 'PATCH' ? { json: {} } : {}),
    })
    assert.equal(answer.status, 405)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD')
  }
})
