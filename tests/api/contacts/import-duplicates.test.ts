// @sql

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { versionOf } from '../../../src/http/answers/etag.ts'
import { startServer } from '../../helpers/server.ts'

// Rows whose address is known are added, left out or merged; never lost, never applied twice.

const server = await startServer()
const IMPORTS = '/v1/contacts/imports'
const CSV = { 'content-type': 'text/csv' }

async function place() {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const send = (body: string, query = '') => server.send('POST', IMPORTS + query, { key, body, headers: CSV })
  const get = async (path: string) => (await server.send('GET', path, { key })).body.data
  const create = async (json: object) => (await server.send('POST', '/v1/contacts', { key, json })).body.data
  const start = async (body: string, query: string) => {
    const answer = await send(body, query)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data.id as string
  }
  const run = (import_id: string, part = 0) =>
    jobTable(server.deps).tasks['contacts.import']({ workspace_id: workspaceId, import_id, part })
  const countsOf = async (id: string) => {
    const { state, created, merged, skipped, failed } = await get(`${IMPORTS}/${id}`)
    return { state, created, merged, skipped, failed }
  }
  const take = async (body: string, query: string) => {
    const id = await start(body, query)
    await run(id)
    return countsOf(id)
  }
  const contacts = async () => (await get('/v1/contacts?limit=1000')).reverse()
  return { workspaceId, key, send, get, create, start, run, take, countsOf, contacts }
}

const FILE = [
  'first_name,last_name,email,company,phone,tags',
  'Anna,Silva,ANA@example.com,File Ltd,210,"fair; vip"',
  'Ben,,ben@example.com,,220,',
  'Benjamin,Ode,ben@example.com,Ode Ltd,221,fair',
  'Cleo,,,,,',
].join('\n')

describe('rows whose address is known', () => {
  const KNOWN = { first_name: 'Ana', email: 'ana@example.com', company: 'Own Ltd', tags: ['vip'], fax: '1' }

  test('are added, unless the request says otherwise', async () => {
    const { create, take, contacts } = await place()
    await create(KNOWN)
    assert.deepEqual(await take(FILE, ''), { state: 'done', created: 4, merged: 0, skipped: 0, failed: 0 })
    assert.equal((await contacts()).length, 5)
  })

  test('are left out, also those further up in the file', async () => {
    const { create, take, send } = await place()
    await create(KNOWN)
    const { data } = (await send(FILE, '?dry_run=true&duplicates=skip')).body
    assert.deepEqual([data.good, data.merged, data.skipped, data.skip_existing], [2, 0, 2, true])
    const done = { state: 'done', created: 2, merged: 0, skipped: 2, failed: 0 }
    assert.deepEqual(await take(FILE, '?duplicates=skip'), done)
    assert.deepEqual(await take(FILE, '?skip_existing=true'), { ...done, created: 1, skipped: 3 }, 'as in 0.2')
  })

  test('are merged: empty fields are filled and tags added, and nothing is overwritten', async () => {
    const { create, take, send, contacts, key } = await place()
    const older = await create({ ...KNOWN, company: undefined })
    const newest = await create(KNOWN)
    const { data } = (await send(FILE, '?dry_run=true&duplicates=merge')).body
    assert.deepEqual([data.good, data.merged, data.skipped], [2, 2, 0])
    const counts = { state: 'done', created: 2, merged: 2, skipped: 0, failed: 0 }
    assert.deepEqual(await take(FILE, '?duplicates=merge'), counts)
    const [first, ana, ben, cleo] = await contacts()
    assert.deepEqual([first.id, first.last_name], [older.id, null], 'only the newest changes')
    assert.deepEqual(ana, {
      ...newest,
      ...{ last_name: 'Silva', tags: ['vip', 'fair'], extra: { fax: '1', phone: '210' } },
      ...{ updated_at: ana.updated_at, version: 2 },
    })
    assert.deepEqual(
      [ben.first_name, ben.last_name, ben.company, ben.tags, ben.extra],
      ['Ben', 'Ode', 'Ode Ltd', ['fair'], { phone: '220' }],
    )
    assert.equal(cleo.first_name, 'Cleo')
    const events = await server.sql<{ type: string }>('select type from event_outbox where subject_id = $1', [
      newest.id,
    ])
    assert.deepEqual(events.map(({ type }) => type).sort(), ['contact.created', 'contact.updated'])
    const etag = (await server.send('GET', `/v1/contacts/${newest.id}`, { key })).headers.get('etag')
    assert.equal(versionOf(etag!), '"2"')
    assert.deepEqual(await take(FILE, '?duplicates=merge'), { ...counts, created: 1, merged: 3 })
    assert.deepEqual((await contacts()).slice(1, 3), [ana, ben], 'again changes nothing')
  })

  test('a name from an address neither replaces a name nor marks it', async () => {
    const { create, take, contacts } = await place()
    await create({ first_name: 'Ana', email: 'ana@example.com' })
    await take('email,company\nana@example.com,Example Ltd', '?duplicates=merge')
    const [ana] = await contacts()
    assert.deepEqual([ana.first_name, ana.company, ana.tags], ['Ana', 'Example Ltd', []])
  })

  test('limits of tags and additional fields hold', async () => {
    const { create, take, contacts } = await place()
    const tags = Array.from({ length: 49 }, (_, at) => `own ${at}`)
    const extra = Object.fromEntries(Array.from({ length: 49 }, (_, at) => [`own${at}`, at]))
    await create({ first_name: 'Ana', email: 'ana@example.com', tags, extra })
    const file = 'first_name,email,tags,x,y\nAna,ana@example.com,"a,b",1,2'
    assert.equal((await take(file, '?duplicates=merge')).merged, 1)
    const [ana] = await contacts()
    assert.deepEqual([ana.tags.length, ana.tags.at(-1)], [50, 'a'])
    assert.deepEqual([Object.keys(ana.extra).length, ana.extra.x, ana.extra.y], [50, '1', undefined])
  })

  test('both names of the choice at once, a wrong one, and a key that must not know are refused', async () => {
    const { send, workspaceId } = await place()
    assert.match((await send(FILE, '?duplicates=add&skip_existing=true')).body.details.duplicates[0], /either/)
    assert.match((await send(FILE, '?duplicates=replace')).body.details.duplicates[0], /add, skip, merge/)
    const blind = await server.key({ workspaceId, scopes: ['contacts:write'] })
    const answer = await server.send('POST', `${IMPORTS}?duplicates=merge`, { key: blind, body: FILE, headers: CSV })
    assert.equal(answer.status, 403)
  })
})

describe('several imports of one file', () => {
  const ROWS = 1_200
  const MANY = ['first_name,email,n', ...Array.from({ length: ROWS }, (_, i) => `Name ${i},a${i}@example.com,${i}`)]
  for (const duplicates of ['skip', 'merge'] as const) {
    test(`at once, with ${duplicates}, make each contact once and lose no row`, async () => {
      const { start, run, countsOf, get, workspaceId } = await place()
      const file = MANY.join('\n')
      const ids = [await start(file, `?duplicates=${duplicates}`), await start(file, `?duplicates=${duplicates}`)]
      for (const part of [0, 1, 2]) await Promise.all([...ids, ...ids].map((id) => run(id, part)))
      const counts = await Promise.all(ids.map(countsOf))
      assert.deepEqual(
        counts.map(({ created, merged, skipped }) => created + merged + skipped),
        [ROWS, ROWS],
      )
      assert.equal(counts[0]!.created + counts[1]!.created, ROWS)
      assert.equal((await get('/v1/contacts?limit=1')).length, 1)
      const [{ rows, addresses }] = (await server.sql(
        'select count(*)::int as rows, count(distinct email)::int as addresses from contacts where workspace_id = $1',
        [workspaceId],
      )) as [{ rows: number; addresses: number }]
      assert.deepEqual([rows, addresses], [ROWS, ROWS])
    })
  }

  test('a crash in the middle of merging leaves nothing of the step, and the next run does it once', async () => {
    const { create, start, run, countsOf, contacts, workspaceId } = await place()
    await create({ first_name: 'Ana', email: 'a0@example.com' })
    const id = await start(MANY.join('\n'), '?duplicates=merge')
    await server.sql(`create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`)
    await server.sql(
      `create trigger cut before update on contact_imports for each row when (new.id = '${id}') execute function cut()`,
    )
    await assert.rejects(run(id))
    assert.deepEqual((await contacts())[0].extra, {}, 'nothing was merged')
    assert.equal((await contacts()).length, 1)
    await server.sql('drop trigger cut on contact_imports')
    await Promise.all([run(id), run(id)])
    for (const part of [1, 2, 2]) await run(id, part)
    assert.deepEqual(await countsOf(id), { state: 'done', created: ROWS - 1, merged: 1, skipped: 0, failed: 0 })
    const updated = await server.sql("select from event_outbox where workspace_id = $1 and type = 'contact.updated'", [
      workspaceId,
    ])
    assert.equal(updated.length, 1)
  })
})

test('an import that 0.2 started goes on as it was asked', async () => {
  const { create, start, run, countsOf } = await place()
  await create({ first_name: 'Ana', email: 'ana@example.com' })
  const id = await start(FILE, '?skip_existing=true')
  await server.sql('update contact_imports set duplicates = null where id = $1', [id])
  await run(id)
  assert.deepEqual(await countsOf(id), { state: 'done', created: 2, merged: 0, skipped: 2, failed: 0 })
})
