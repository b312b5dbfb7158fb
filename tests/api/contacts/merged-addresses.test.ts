// @sql

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { createOwner } from '../../helpers/owner.ts'
import { startServer } from '../../helpers/server.ts'

// A record that was merged into one with another address is found, changed and imported under its own address, too.

const server = await startServer()
const { deps } = server

async function place() {
  const owner = await createOwner(server)
  const { workspaceId, key, send, ok } = owner
  const merge = (id: string, ...contact_ids: string[]) => ok('POST', `/v1/contacts/${id}/merge`, { contact_ids })
  const undo = (id: string) => ok('POST', `/v1/contacts/${id}/merge/undo`)
  const found = async (query: string) => {
    const { data, pagination } = (await send('GET', `/v1/contacts?${query}`)).body
    assert.equal(pagination.total, data.length)
    return data.map(({ id }: { id: string }) => id)
  }
  const person = async (email: string) => {
    const { status, body } = await send('GET', `/v1/people/${email}`)
    return status === 200 ? body.data : status
  }
  const searched = async (q: string) =>
    (await send('GET', `/v1/people?q=${q}`)).body.data.map(({ email }: { email: string }) => email)
  const put = (email: string, json: object, headers = {}) =>
    send('PUT', `/v1/contacts/by-email/${email}`, json, headers)
  const load = async (rows: string, duplicates: string) => {
    const body = `first_name,email,company,phone\n${rows}`
    const path = `/v1/contacts/imports?duplicates=${duplicates}`
    const headers = { 'content-type': 'text/csv' }
    const dry = await server.send('POST', `${path}&dry_run=true`, { key, body, headers })
    const { id } = (await server.send('POST', path, { key, body, headers })).body.data
    await jobTable(deps).tasks['contacts.import']({ workspace_id: workspaceId, import_id: id, part: 0 })
    const { created, merged, skipped, failed } = await ok('GET', `/v1/contacts/imports/${id}`)
    assert.equal(failed, 0)
    const { good, merged: known, skipped: left } = dry.body.data
    assert.deepEqual([good, known, left], [created, merged, skipped], 'the preview says the same')
    return { created, merged, skipped }
  }
  return { ...owner, merge, undo, found, person, searched, put, load }
}

/** Two records of Ana: the one at home was merged into the one at work. */
async function mergedPlace() {
  const here = await place()
  const work = await here.create({ email: 'ana@work.example', last_name: 'Silva' })
  const home = await here.create({ email: 'Ana@Home.example', company: 'Home Ltd' })
  const other = await here.create({ first_name: 'Ben', email: 'ben@example.com' })
  await here.merge(work.id, home.id)
  return { ...here, work, home, other }
}

describe('the address of a merged record', () => {
  test('finds the survivor: as a filter, in searches and exports, and among people', async () => {
    const { work, home, send, found, person, searched, undo } = await mergedPlace()
    for (const query of ['email=ana@home.example', 'q=ANA@home.example', 'email=ana@home.example&status=new']) {
      assert.deepEqual(await found(query), [work.id], query)
    }
    assert.deepEqual(await found('q=ana@home.example&email=ana@work.example'), [work.id])
    assert.deepEqual(await found('q=ana@home.example&email=ben@example.com'), [])
    assert.deepEqual(await found('q=ana@home.example&status=won'), [])
    assert.deepEqual(await searched('ana@home.example'), ['ana@work.example'])
    for (const query of ['email=ana@home.example', 'q=ana@home.example']) {
      const rows = (await send('GET', `/v1/contacts/export?${query}`)).text.trim().split('\r\n').slice(1)
      assert.deepEqual(
        rows.map((row) => row.slice(0, 36)),
        [work.id],
        query,
      )
    }
    const { email, records, contacts } = await person('ANA@home.example')
    assert.deepEqual([email, records, contacts.length, contacts[0].id], ['ana@work.example', 1, 1, work.id])
    const entries = (await send('GET', '/v1/people/ana@home.example/timeline')).body
    assert.equal(entries.pagination.total, 2)
    assert.deepEqual(entries, (await send('GET', '/v1/people/ana@work.example/timeline')).body)
    await undo(work.id)
    for (const query of ['email=ana@home.example', 'q=ana@home.example'])
      assert.deepEqual(await found(query), [home.id])
    assert.equal((await person('ana@home.example')).email, 'Ana@Home.example')
    assert.deepEqual(await searched('ana@home.example'), ['Ana@Home.example'])
  })

  test('selects the survivor for changes of many', async () => {
    const { work, ok, found } = await mergedPlace()
    const target = { filter: { email: 'ana@home.example' }, add_tags: ['family'] }
    const { matched, changed } = await ok('POST', '/v1/contacts/bulk', target)
    assert.deepEqual([matched, changed, await found('tag=family')], [1, 1, [work.id]])
    assert.deepEqual(await found('email=ana@home.example&tag=family'), [work.id])
    assert.deepEqual(await found('email=ana@home.example&created_after=2100-01-01T00:00:00Z'), [])
  })

  test('has the record of its own that comes in later, first', async () => {
    const { work, found, person, put, create } = await mergedPlace()
    const later = await create({ email: 'ana@home.example', company: 'Later Ltd' })
    assert.deepEqual(await found('email=ana@home.example'), [later.id, work.id])
    assert.equal((await person('ana@home.example')).company, 'Later Ltd')
    assert.equal((await put('ana@home.example', { company: 'Put' })).body.data.id, later.id)
  })

  test('leads through several merges, and not to other workspaces or erased people', async () => {
    const { work, other, merge, ok, found, person, put, searched } = await mergedPlace()
    await merge(other.id, work.id)
    assert.deepEqual(await found('email=ana@home.example'), [work.id])
    assert.deepEqual(await found('email=ben@example.com'), [work.id])
    const elsewhere = await place()
    for (const email of ['ana@home.example', 'ben@example.com']) {
      assert.deepEqual([await elsewhere.found(`email=${email}`), await elsewhere.person(email)], [[], 404])
    }
    assert.equal((await elsewhere.put('ana@home.example', { first_name: 'Ana' })).status, 201)
    await ok('POST', '/v1/people/erase', { email: 'ana@home.example', confirm: true })
    assert.deepEqual([await found('email=ben@example.com'), await person('ana@home.example')], [[], 404])
    assert.deepEqual(await searched('ana@home.example'), [])
    assert.equal((await put('ana@home.example', { first_name: 'Ana' })).status, 201)
  })

  test('is nobody where the survivor has no address any more', async () => {
    const { work, ok, person, found } = await mergedPlace()
    await ok('PATCH', `/v1/contacts/${work.id}`, { email: null })
    assert.equal(await person('ana@home.example'), 404)
    assert.deepEqual(await found('email=ana@home.example'), [work.id])
  })
})

describe('an upsert with the address of a merged record', () => {
  test('changes the survivor, which keeps its own address', async () => {
    const { work, put, found, send } = await mergedPlace()
    const answer = await put('ANA@home.example', { email: 'ana@home.example', company: 'Put Ltd' })
    const { id, email, company, first_name } = answer.body.data
    assert.deepEqual(
      [answer.status, id, email, company, first_name],
      [200, work.id, 'ana@work.example', 'Put Ltd', 'Ana'],
    )
    assert.equal((await found('')).length, 2)
    const etag = (await send('GET', `/v1/contacts/${work.id}`)).headers.get('etag')!
    assert.equal((await put('ana@home.example', { company: 'Late' }, { 'if-match': '"1"' })).status, 412)
    assert.equal((await put('ana@home.example', { company: 'Now' }, { 'if-match': etag })).status, 200)
  })

  test('and an undo at the same time: it changes one of the two and makes no third', async () => {
    for (let round = 0; round < 5; round++) {
      const { put, undo, work, home, found } = await mergedPlace()
      const [answer] = await Promise.all([put('ana@home.example', { company: `Round ${round}` }), undo(work.id)])
      assert.equal(answer.status, 200, answer.text)
      assert.ok([work.id, home.id].includes(answer.body.data.id))
      assert.equal((await found('')).length, 3)
    }
  })

  test('two at once, and a merge at the same time, make no record', async () => {
    const { create, merge, put, found } = await place()
    const work = await create({ email: 'ana@work.example' })
    const home = await create({ email: 'ana@home.example' })
    const answers = await Promise.all([
      put('ana@home.example', { company: 'One' }),
      merge(work.id, home.id),
      put('ana@home.example', { company: 'Two' }),
    ])
    assert.deepEqual([answers[0].status, answers[2].status], [200, 200])
    assert.deepEqual(await found(''), [work.id])
  })
})

describe('rows of an import with the address of a merged record', () => {
  const ROWS = 'Ana,ANA@home.example,File Ltd,210\nAnna,ana@work.example,,220\nCleo,cleo@example.com,,'

  test('are left out', async () => {
    const { load, found } = await mergedPlace()
    assert.deepEqual(await load(ROWS, 'skip'), { created: 1, merged: 0, skipped: 2 })
    assert.equal((await found('')).length, 3)
  })

  test('are merged into the survivor, together with those of its own address', async () => {
    const { load, found, work, ok } = await mergedPlace()
    assert.deepEqual(await load(ROWS, 'merge'), { created: 1, merged: 2, skipped: 0 })
    assert.equal((await found('')).length, 3)
    const { email, company, extra, version } = await ok('GET', `/v1/contacts/${work.id}`)
    assert.deepEqual([email, company, extra], ['ana@work.example', 'Home Ltd', { phone: '210' }])
    assert.equal(version, 3, 'both rows are one change')
  })

  test('are added where duplicates are wanted, as forms add them', async () => {
    const { load, found, send } = await mergedPlace()
    assert.deepEqual(await load(ROWS, 'add'), { created: 3, merged: 0, skipped: 0 })
    const form = await send('POST', '/v1/contacts', { first_name: 'Ana', email: 'ana@home.example' })
    assert.equal(form.status, 201)
    assert.equal((await found('')).length, 6)
  })
})
