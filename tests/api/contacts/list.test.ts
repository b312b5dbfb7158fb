// @sql

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Answer, startServer } from '../../helpers/server.ts'

const server = await startServer()

interface Contact {
  id: string
  first_name: string
  company: string | null
  email: string | null
  utm_source: string | null
  utm_medium: string | null
  created_at: string
}

/** A separate workspace, so that tests do not see the contacts of others. */
async function createRoom() {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const create = async (body: object): Promise<Contact> => {
    const answer = await server.send('POST', '/v1/contacts', { key, json: body })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  return {
    key,
    create,
    fill: (count: number, name = 'n') =>
      Promise.all(Array.from({ length: count }, (_, i) => create({ first_name: `${name}${i}` }))),
    list: (query = '') => server.send('GET', `/v1/contacts${query}`, { key }),
    remove: (id: string) => server.send('DELETE', `/v1/contacts/${id}`, { key }),
    /** Newest first, straight from the table. */
    async order(): Promise<string[]> {
      const text = 'select id from contacts where workspace_id = $1 order by created_at desc, id desc'
      return (await server.sql<{ id: string }>(text, [workspaceId])).map((row) => row.id)
    },
  }
}

const idsOf = (answer: Answer): string[] => answer.body.data.map((contact: Contact) => contact.id)

function assertRefused(answer: Answer, ...fields: string[]): void {
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.body.error, 'validation_error')
  assert.deepEqual(Object.keys(answer.body.details).sort(), fields.sort())
}

describe('pages', async () => {
  const room = await createRoom()
  await room.fill(47)
  const order = await room.order()

  test('a list is newest first, page 1 of 20 by default', async () => {
    const answer = await room.list()
    assert.deepEqual(idsOf(answer), order.slice(0, 20))
    const { next_cursor, ...rest } = answer.body.pagination
    assert.deepEqual(rest, { page: 1, limit: 20, total: 47, totalPages: 3 })
    assert.equal(typeof next_cursor, 'string')
  })

  test('every page of every size is a slice of the order, from both ends', async () => {
    for (const limit of [1, 2, 7, 20, 46, 47, 48, 1000]) {
      const pages = Math.ceil(47 / limit)
      for (let page = 1; page <= pages; page++) {
        const answer = await room.list(`?page=${page}&limit=${limit}`)
        assert.deepEqual(idsOf(answer), order.slice((page - 1) * limit, page * limit), `page ${page} of ${limit}`)
        const { next_cursor, ...rest } = answer.body.pagination
        assert.deepEqual(rest, { page, limit, total: 47, totalPages: pages })
        assert.equal(next_cursor === null, page === pages)
      }
    }
  })

  test('a page past the end is empty and still has the total', async () => {
    for (const page of [4, 1000, 1_000_000_000]) {
      const answer = await room.list(`?page=${page}`)
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body.data, [])
      assert.deepEqual(answer.body.pagination, { page, limit: 20, total: 47, totalPages: 3, next_cursor: null })
    }
  })

  const badNumbers = ['0', '-1', '1.5', '1e3', '1;drop', 'abc', '', '%20', '0x10', '99999999999999999999', 'NaN', '٣']
  for (const name of ['page', 'limit']) {
    test(`${name} is refused unless it is a whole number in its range, given once`, async () => {
      const over = name === 'limit' ? '1001' : '1000000001'
      for (const value of [...badNumbers, over]) {
        const answer = await room.list(`?${name}=${value}`)
        assertRefused(answer, name)
        assert.match(answer.body.message, new RegExp(`^${name} must be a whole number from 1 to \\d+`))
      }
      assertRefused(await room.list(`?${name}=1&${name}=2`), name)
      assertRefused(await room.list(`?${name}=1&${name}=1`), name)
    })
  }

  test('all wrong parameters are named at once', async () => {
    const query = '?page=0&limit=0&email=x&created_after=x&created_before=2026-02-30T00:00:00Z&q=%00&cursor=x'
    const fields = ['page', 'limit', 'email', 'created_after', 'created_before', 'q', 'cursor']
    assertRefused(await room.list(query), ...fields)
  })

  test('unknown parameters are refused by name', async () => {
    for (const stranger of ['sort', 'sort_by', '_', 'utm_campaign', 'fbclid', 'toString', 'constructor']) {
      const answer = await room.list(`?${stranger}=1`)
      assertRefused(answer, stranger)
      assert.match(answer.body.message, /Known are page, limit, cursor|Did you mean/)
    }
    assertRefused(await room.list('?__proto__=x'), 'query')
    assertRefused(await room.list(`?${'x'.repeat(2_000)}=x`), 'query')
    assertRefused(await room.list('?sort=email&limit=0&fbclid=x'), 'sort', 'limit', 'fbclid')
  })

  test('a misspelt parameter is refused with the name that was probably meant', async () => {
    const slips = { limits: 'limit', 'limit[]': 'limit', pgae: 'page', utm_sorce: 'utm_source', emial: 'email' }
    for (const [slip, meant] of Object.entries(slips)) {
      const answer = await room.list(`?${slip}=3`)
      assertRefused(answer, slip)
      assert.match(answer.body.message, new RegExp(`Did you mean ${meant}`))
    }
  })

  test('HEAD answers as GET does, without the body', async () => {
    const get = await room.list('?limit=3')
    const head = await server.send('HEAD', '/v1/contacts?limit=3', { key: room.key })
    assert.equal(head.status, 200)
    assert.equal(head.text, '')
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'))
    assert.equal(head.headers.get('content-length'), String(Buffer.byteLength(get.text)))
    assert.equal((await server.send('HEAD', '/v1/contacts?limit=0', { key: room.key })).status, 400)
    assert.equal((await server.send('HEAD', '/v1/contacts')).status, 401)
  })

  test('broken percent-encoding in a query or a path is a 400 in the error shape', async () => {
    for (const broken of ['%', '%zz', '%E4', '%C0%AF', '%ED%A0%80', '%E0%A4%A']) {
      for (const path of [`/v1/contacts?q=${broken}`, `/v1/contacts?${broken}=1`, `/v1/contacts/${broken}`]) {
        const answer = await server.send('GET', path, { key: room.key })
        assert.equal(answer.status, 400, path)
        assert.equal(answer.body.error, 'validation_error')
        assert.match(answer.body.message, /percent-encoding/)
      }
    }
  })

  test('another workspace can neither see nor reach any of it', async () => {
    const other = await createRoom()
    const answer = await other.list()
    assert.deepEqual(answer.body.data, [])
    assert.equal(answer.body.pagination.total, 0)
    assert.equal(answer.body.pagination.totalPages, 0)
    assert.equal((await server.send('GET', `/v1/contacts/${order[0]}`, { key: other.key })).status, 404)
    assert.equal((await other.remove(order[0]!)).status, 404)
    const { next_cursor } = (await room.list('?limit=5')).body.pagination
    assert.deepEqual((await other.list(`?cursor=${next_cursor}`)).body.data, [])
    assert.equal((await server.send('GET', `/v1/contacts/${order[0]}`, { key: room.key })).status, 200)
  })
})

describe('totals', () => {
  test('the total is exact after concurrent creates and deletes', async () => {
    const room = await createRoom()
    const first = await room.fill(60)
    const gone = first.slice(0, 25).map((contact) => room.remove(contact.id))
    const [answers] = await Promise.all([Promise.all(gone), room.fill(40, 'm')])
    for (const answer of answers) assert.equal(answer.status, 200)
    const { total, totalPages } = (await room.list('?limit=10')).body.pagination
    assert.deepEqual({ total, totalPages }, { total: 75, totalPages: 8 })
    assert.equal((await room.order()).length, 75)
  })

  test('concurrent deletions of a contact succeed once', async () => {
    const room = await createRoom()
    const [contact] = await room.fill(1)
    const answers = await Promise.all(Array.from({ length: 8 }, () => room.remove(contact!.id)))
    assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, ...Array(7).fill(404)])
    assert.equal((await room.list()).body.pagination.total, 0)
  })
})

describe('cursors', () => {
  test('walking by cursor shows every contact that was there exactly once while others come and go', async () => {
    const room = await createRoom()
    const before = new Set((await room.fill(200)).map((contact) => contact.id))
    const doomed = await room.fill(20, 'doomed')
    const seen: string[] = []
    let query = '?limit=7'
    for (let page = 1; ; page++) {
      const [answer] = await Promise.all([room.list(query), room.fill(5, 'late')])
      seen.push(...idsOf(answer))
      const { next_cursor, page: number } = answer.body.pagination
      assert.equal(number, page)
      const victim = doomed.pop()
      if (victim) assert.equal((await room.remove(victim.id)).status, 200)
      if (next_cursor === null) break
      query = `?limit=7&cursor=${next_cursor}`
    }
    assert.equal(new Set(seen).size, seen.length, 'nothing is shown twice')
    assert.equal(seen.filter((id) => before.has(id)).length, 200, 'nothing is left out')
  })

  test('a cursor continues where the page ended, also with filters and another limit', async () => {
    const room = await createRoom()
    for (const source of ['a', 'b']) {
      await Promise.all(Array.from({ length: 9 }, () => room.create({ first_name: 'x', utm_source: source })))
    }
    const all = idsOf(await room.list('?utm_source=a'))
    const first = await room.list('?utm_source=a&limit=4')
    const rest = await room.list(`?utm_source=a&limit=5&cursor=${first.body.pagination.next_cursor}`)
    assert.deepEqual([...idsOf(first), ...idsOf(rest)], all)
    assert.equal(rest.body.pagination.total, 9)
  })

  test('a cursor that is combined with a page, repeated or altered is refused', async () => {
    const room = await createRoom()
    await room.fill(5)
    const { next_cursor: cursor } = (await room.list('?limit=2')).body.pagination
    assertRefused(await room.list(`?cursor=${cursor}&page=2`), 'cursor')
    assertRefused(await room.list(`?cursor=${cursor}&cursor=${cursor}`), 'cursor')
    const encode = (text: string) => Buffer.from(text).toString('base64url')
    const id = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012'
    const forged = [encode(`0.${id}`), encode(`-1.${id}`), encode(`1e9.${id}`), encode(`2.${id}.x`), encode(`2.${id}'`)]
    for (const bad of [cursor.slice(1), cursor.slice(0, -3), cursor.toUpperCase(), 'x', '2', id, 'null', ...forged]) {
      assertRefused(await room.list(`?cursor=${bad}`), 'cursor')
    }
    assert.equal((await room.list('?cursor=')).body.data.length, 5, 'a blank one counts as absent')
  })
})

describe('filters', async () => {
  const room = await createRoom()
  const rows: Contact[] = []
  for (const body of [
    { first_name: '100% Ana', company: 'Acme', utm_source: 'google', utm_medium: 'cpc', email: 'Ana@Bücher.example' },
    { first_name: '100 Ana', company: 'ACME GmbH', utm_source: 'google', utm_medium: 'email', email: 'b@example.com' },
    { first_name: 'snake_case', utm_source: 'Google', utm_medium: 'cpc', email: 'ana@xn--bcher-kva.example' },
    { first_name: 'snakeXcase', last_name: 'Silva', utm_source: '%', email: 'ANA@BÜCHER.example' },
    { first_name: 'back\\slash', utm_source: 'a b+c&d=e' },
    { first_name: "'; drop table contacts; --", company: 'Ünïcode 😀', utm_source: '😀'.repeat(255) },
  ]) {
    rows.unshift(await room.create(body))
  }
  const names = (answer: Answer) => answer.body.data.map((contact: Contact) => contact.first_name)
  const search = async (query: Record<string, string>) => {
    const answer = await room.list(`?${new URLSearchParams(query)}`)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.pagination.total, answer.body.data.length)
    return names(answer)
  }
  const expect = (keep: (contact: Contact) => boolean) => rows.filter(keep).map((contact) => contact.first_name)

  const searches: Array<[q: string, names: string[]]> = [
    ['acme', ['100 Ana', '100% Ana']],
    ['ana', ['snakeXcase', 'snake_case', '100 Ana', '100% Ana']],
    ['%', ['100% Ana']],
    ['100%', ['100% Ana']],
    ['e_c', ['snake_case']],
    ['\\', ['back\\slash']],
    ['k\\s', ['back\\slash']],
    ["'; drop table", ["'; drop table contacts; --"]],
    ['snakeXcase Silva', ['snakeXcase']],
    ['ünïcode 😀', ["'; drop table contacts; --"]],
    ['nobody', []],
    ['  acme ', ['100 Ana', '100% Ana']],
    ['', rows.map((contact) => contact.first_name)],
  ]
  for (const [q, found] of searches) {
    test(`q=${q} finds that text as it is, in any case`, async () => assert.deepEqual(await search({ q }), found))
  }

  test('utm_source and utm_medium match exactly, at any length', async () => {
    for (const value of ['google', 'Google', '%', 'a b+c&d=e', '😀'.repeat(255), 'goog']) {
      const found = expect((contact) => contact.utm_source === value)
      assert.deepEqual(await search({ utm_source: value }), found)
    }
    assert.deepEqual(await search({ utm_medium: 'cpc' }), ['snake_case', '100% Ana'])
    assertRefused(await room.list(`?utm_source=${'x'.repeat(256)}`), 'utm_source')
  })

  test('email finds all records of the address, whatever the case and spelling of its domain', async () => {
    const same = ['snakeXcase', 'snake_case', '100% Ana']
    for (const email of ['ana@bücher.example', 'ANA@XN--BCHER-KVA.EXAMPLE', ' Ana@BÜCHER.example ']) {
      assert.deepEqual(await search({ email }), same)
    }
    assert.deepEqual(await search({ email: 'an@bücher.example' }), [])
    assertRefused(await room.list('?email=ana'), 'email')
  })

  test('created_after includes the millisecond it names and all later ones, created_before all earlier ones', async () => {
    for (const { created_at } of rows) {
      const at = Date.parse(created_at)
      for (const bound of [at - 1, at, at + 1]) {
        const text = new Date(bound).toISOString()
        const later = expect((contact) => Date.parse(contact.created_at) >= bound)
        const earlier = expect((contact) => Date.parse(contact.created_at) < bound)
        assert.deepEqual(await search({ created_after: text }), later)
        assert.deepEqual(await search({ created_before: text }), earlier)
      }
    }
    const offset = `${new Date(Date.parse(rows[0]!.created_at) + 7_200_001).toISOString().slice(0, -1)}+02:00`
    assert.equal((await room.list(`?created_before=${offset}`)).body.data.length, 6, 'an offset is honoured unescaped')
    assert.deepEqual(await search({ created_after: '9999-12-31T23:59:59Z' }), [])
    for (const bad of ['2026-11-15', 'yesterday', '2026-02-30T00:00:00Z', '0', '2026-11-15T25:00:00Z']) {
      assertRefused(await room.list(`?created_after=${bad}`), 'created_after')
      assertRefused(await room.list(`?created_before=${bad}`), 'created_before')
    }
  })

  test('filters combine: a contact has to match all of them', async () => {
    assert.deepEqual(await search({ q: 'ana', utm_source: 'google' }), ['100 Ana', '100% Ana'])
    assert.deepEqual(await search({ q: 'ana', utm_source: 'google', utm_medium: 'cpc' }), ['100% Ana'])
    const email = 'ana@bücher.example'
    assert.deepEqual(await search({ email, utm_medium: 'cpc', q: 'snake' }), ['snake_case'])
    assert.deepEqual(await search({ email, created_before: '2020-01-01T00:00:00Z' }), [])
  })

  test('pages of a filtered list are slices of it, from both ends', async () => {
    const all = idsOf(await room.list('?q=a'))
    assert.ok(all.length >= 5)
    for (let page = 1; page <= all.length + 1; page++) {
      const answer = await room.list(`?q=a&limit=1&page=${page}`)
      assert.deepEqual(idsOf(answer), all.slice(page - 1, page))
      assert.equal(answer.body.pagination.totalPages, all.length)
    }
  })
})

describe('the form of a contact', () => {
  test('is its additional field "form", and is matched exactly', async () => {
    const room = await createRoom()
    const long = 'x'.repeat(3_000)
    const forms = ['Contact us', 'contact us', 'Contact us ', '7', 7, true, 'ünï 📝', long, `${long}y`]
    const made: Contact[] = []
    for (const form of forms) made.push(await room.create({ first_name: 'Ana', form }))
    await room.create({ first_name: 'None' })
    await room.create({ first_name: 'Other', forms: 'Contact us' })
    const find = async (form: string) => idsOf(await room.list(`?form=${encodeURIComponent(form)}`)).reverse()
    const ids = (...places: number[]) => places.map((place) => made[place]!.id)
    assert.deepEqual(await find('Contact us'), ids(0, 2))
    assert.deepEqual(await find('contact us'), ids(1))
    assert.deepEqual(await find('7'), ids(3, 4))
    assert.deepEqual(await find('true'), ids(5))
    assert.deepEqual(await find('ünï 📝'), ids(6))
    assert.deepEqual(await find('x'.repeat(255)), ids(7, 8), 'long ones by their first 255 characters')
    assert.deepEqual(await find('nobody'), [])
    assertRefused(await room.list(`?form=${'x'.repeat(256)}`), 'form')
    assertRefused(await room.list('?form=a&form=b'), 'form')
    const both = await room.list('?form=Contact+us&limit=1&page=2')
    assert.deepEqual([idsOf(both), both.body.pagination.total], [ids(0), 2])
  })

  test('follows a change', async () => {
    const room = await createRoom()
    const { id } = await room.create({ first_name: 'Ana', form: 'one' })
    const patch = (json: object) => server.send('PATCH', `/v1/contacts/${id}`, { key: room.key, json })
    await patch({ form: 'two' })
    assert.deepEqual([idsOf(await room.list('?form=one')), idsOf(await room.list('?form=two'))], [[], [id]])
    await patch({ form: null })
    assert.deepEqual(idsOf(await room.list('?form=two')), [])
  })
})

describe('values to filter by', () => {
  const read = async (key: string) => {
    const answer = await server.send('GET', '/v1/contacts/values', { key })
    assert.equal(answer.status, 200, answer.text)
    // leads.test.ts checks the others.
    const { utm_source, utm_medium, form } = answer.body.data
    return { utm_source, utm_medium, form }
  }

  test('are those that occur in the workspace, most frequent first', async () => {
    const room = await createRoom()
    assert.deepEqual(await read(room.key), { utm_source: [], utm_medium: [], form: [] })
    for (const utm_source of ['b', 'a', 'b', 'c', 'b', 'c']) await room.create({ first_name: 'Ana', utm_source })
    await room.create({ first_name: 'Ana', form: 'Contact us', utm_medium: 'ünï' })
    const other = await createRoom()
    await other.create({ first_name: 'Ana', utm_source: 'theirs' })
    assert.deepEqual(await read(room.key), {
      utm_source: [
        { value: 'b', contacts: 3 },
        { value: 'c', contacts: 2 },
        { value: 'a', contacts: 1 },
      ],
      utm_medium: [{ value: 'ünï', contacts: 1 }],
      form: [{ value: 'Contact us', contacts: 1 }],
    })
  })

  test('are at most 100, and a flood of invented ones does not hide those in use', async () => {
    const workspaceId = await server.workspace()
    const key = await server.key({ workspaceId })
    const add = (count: number, value: string) =>
      server.sql(
        `insert into contacts (workspace_id, id, first_name, utm_source, extra, created_at)
         select $1, gen_random_uuid(), 'Ana', ${value}, jsonb_build_object('form', ${value}), now()
           from generate_series(1, ${count}) as n`,
        [workspaceId],
      )
    await add(5_000, `'aa' || md5(n::text)`)
    await add(3_000, `'real'`)
    const { utm_source, form } = await read(key)
    assert.deepEqual([utm_source.length, form.length], [100, 100])
    for (const values of [utm_source, form]) assert.deepEqual(values[0], { value: 'real', contacts: 500 })
  })

  test('"values" is not a contact id', async () => {
    const { key } = await createRoom()
    const answer = await server.send('DELETE', '/v1/contacts/values', { key })
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET, HEAD'])
  })
})
