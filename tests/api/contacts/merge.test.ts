// @sql

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { indexContacts } from '../../../src/contacts/search-index.ts'
import { versionOf } from '../../../src/http/answers/etag.ts'
import { createOwner } from '../../helpers/owner.ts'
import { startServer } from '../../helpers/server.ts'

// Records of one person are merged and taken apart again. The person counts once, and nothing is lost.

const time = { now: Date.now() }
const server = await startServer({ clock: { now: () => time.now } })
const { deps } = server

async function place() {
  const owner = await createOwner(server)
  const { workspaceId, send, ok } = owner
  const merge = (id: string, ...contact_ids: string[]) => ok('POST', `/v1/contacts/${id}/merge`, { contact_ids })
  const undo = (id: string) => ok('POST', `/v1/contacts/${id}/merge/undo`)
  const read = (id: string) => ok('GET', `/v1/contacts/${id}`)
  const total = async (query = '') => (await send('GET', `/v1/contacts?limit=1${query}`)).body.pagination.total
  const events = async () =>
    (
      await server.sql<{ type: string; subject_id: string; data: object }>(
        'select type, subject_id, data from event_outbox where workspace_id = $1 order by id',
        [workspaceId],
      )
    ).map(({ type, subject_id, data }) => ({ type, subject_id, data }))
  return { ...owner, merge, undo, read, total, events }
}
type Place = Awaited<ReturnType<typeof place>>

const link = async ({ workspaceId }: Place) => {
  const [{ id }, post] = [deps.ids.next(), deps.ids.next()]
  const code = `Mrg${id.slice(-6)}`
  await server.sql(
    `insert into links (workspace_id, id, code, post_id, target, utm, created_at, updated_at)
     values ($1, $2, $3, $4, 'https://example.com/', '{}', now(), now())`,
    [workspaceId, id, code, post.id],
  )
  return { id, code, postId: post.id }
}

const form = async ({ ok }: Place) => ok('POST', '/v1/forms', { name: 'Contact', protection: 'off' })

/** Everything that is counted as contacts come and go, and the same counted from scratch. */
async function assertBalance({ workspaceId, send, total }: Place) {
  await deps.reports.fold()
  const sums = await server.sql<{ kind: string; rows: number }>(
    `select kind, sum(rows)::int as rows from row_counts
      where workspace_id = $1 and (kind = 'contacts' or kind like 'leads:%' or kind like '%_leads:%')
      group by kind having sum(rows) <> 0 order by kind`,
    [workspaceId],
  )
  const counted = await server.sql(
    `select kind, count(*)::int as rows from contacts cross join lateral (values ('contacts'),
            ('leads:' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')), ('post_leads:' || post_id),
            ('link_leads:' || link_id)) as counted (kind)
      where workspace_id = $1 and kind is not null group by kind order by kind`,
    [workspaceId],
  )
  assert.deepEqual(sums, counted)
  const days = await server.sql(
    `select by, name, sum(contacts)::int as contacts from (
       select by, name, counts[96] as contacts from contact_days where workspace_id = $1
       union all
       select by, name, contacts from contact_days_queue cross join lateral (
         values ('utm_source', utm_source), ('utm_medium', utm_medium), ('channel', channel)) as named (by, name)
        where workspace_id = $1 and name is not null) as found group by 1, 2 having sum(contacts) <> 0 order by 1, 2`,
    [workspaceId],
  )
  const named = await server.sql(
    `select by, name, count(*)::int as contacts from contacts cross join lateral (
       values ('utm_source', utm_source), ('utm_medium', utm_medium), ('channel', contact_channel(webhook_id, key_id)))
         as named (by, name)
      where workspace_id = $1 and name is not null group by 1, 2 order by 1, 2`,
    [workspaceId],
  )
  assert.deepEqual(days, named)
  const [{ contacts, people }] = (await server.sql(
    'select count(*)::int as contacts, count(distinct email_key)::int as people from contacts where workspace_id = $1',
    [workspaceId],
  )) as [{ contacts: number; people: number }]
  assert.deepEqual([await total(), (await send('GET', '/v1/people')).body.pagination.total], [contacts, people])
  const file = (await send('GET', '/v1/contacts/export')).text.trim().split('\r\n')
  assert.equal(file.length - 1, contacts)
  return { sums, days, contacts, people }
}

describe('merging', () => {
  test('keeps the oldest, fills what is empty, adds tags, and moves all that belongs to the others', async () => {
    const here = await place()
    const { create, merge, read, ok, send, events } = here
    const oldest = await create({ email: 'ana@example.com', company: 'Own Ltd', tags: ['vip'], phone: '1' })
    const middle = await create({ email: 'ana@example.com', last_name: 'Silva', company: 'Other', tags: ['fair'] })
    const newest = await create({ email: 'ana@home.example', last_name: 'Sylva', phone: '2', fax: '3', status: 'won' })
    await ok('POST', `/v1/contacts/${newest.id}/notes`, { text: 'Called' })
    const before = (await events()).length
    const survivor = await merge(newest.id, oldest.id, middle.id)
    const { id, last_name, email, company, tags, extra, status } = survivor
    assert.deepEqual(
      { id, last_name, email, company, tags, extra, status },
      {
        ...{ id: oldest.id, last_name: 'Sylva', email: 'ana@example.com', company: 'Own Ltd', status: 'won' },
        ...{ tags: ['vip', 'fair'], extra: { phone: '1', fax: '3' } },
      },
    )
    const told = (await events()).slice(before)
    assert.deepEqual(
      told.map(({ type, subject_id }) => [type, subject_id]),
      [
        ['contact.updated', oldest.id],
        ['contact.status_changed', oldest.id],
        ['contact.merged', middle.id],
        ['contact.merged', newest.id],
      ],
    )
    assert.equal((told[2]!.data as { merged_into: string }).merged_into, oldest.id)
    const own = await read(oldest.id)
    assert.deepEqual(
      [own.merged_into, own.merged.map((each: { id: string }) => each.id)],
      [null, [newest.id, middle.id]],
    )
    assert.deepEqual(own.merged[0].extra, { phone: '2', fax: '3' }, 'what it said stays visible')
    const followed = await read(newest.id)
    assert.deepEqual([followed.id, followed.merged_into], [oldest.id, oldest.id])
    for (const each of [oldest.id, newest.id]) {
      const notes = (await send('GET', `/v1/contacts/${each}/notes`)).body.data
      assert.deepEqual(
        notes.map(({ text, contact_id }: Record<string, string>) => [text, contact_id]),
        [['Called', oldest.id]],
      )
    }
    const { pagination, data } = (await send('GET', '/v1/people/ana@example.com/timeline')).body
    assert.equal(pagination.total, data.length)
    assert.deepEqual(
      data
        .filter(({ kind }: { kind: string }) => kind === 'contact')
        .map(({ contact_id }: { contact_id: string }) => contact_id),
      [newest.id, middle.id, oldest.id],
    )
  })

  test('a merged id is changed and written about as the survivor, and deleted alone', async () => {
    const { create, merge, ok, send, read, total } = await place()
    const [one, two] = [await create({}), await create({ email: 'two@example.com' })]
    await merge(one.id, two.id)
    const changed = await send('PATCH', `/v1/contacts/${two.id}`, { company: 'New' }, { 'if-match': '"2"' })
    assert.deepEqual([changed.status, changed.body.data.id, changed.headers.get('etag')], [200, one.id, '"3"'])
    assert.equal((await ok('POST', `/v1/contacts/${two.id}/notes`, { text: 'Hello' })).contact_id, one.id)
    assert.deepEqual(await ok('DELETE', `/v1/contacts/${two.id}`), { id: two.id, deleted: true })
    assert.equal((await send('GET', `/v1/contacts/${two.id}`)).status, 404)
    assert.deepEqual([(await read(one.id)).merged, await total()], [[], 1])
    assert.equal((await send('POST', `/v1/contacts/${one.id}/merge/undo`)).status, 400)
    const rows = await server.sql("select data from event_outbox where subject_id = $1 and type = 'contact.created'", [
      two.id,
    ])
    assert.deepEqual(rows[0]!.data, { id: two.id, erased: true })
  })

  test('twice, with itself, with a merged id, or with the same Idempotency-Key changes nothing more', async () => {
    const { create, merge, send, read, total } = await place()
    const [one, two] = [await create({}), await create({})]
    const headers = { 'idempotency-key': 'merge' }
    const first = await send('POST', `/v1/contacts/${two.id}/merge`, { contact_ids: [one.id] }, headers)
    const again = await send('POST', `/v1/contacts/${two.id}/merge`, { contact_ids: [one.id] }, headers)
    assert.deepEqual([first.status, again.text, again.headers.get('idempotency-replayed')], [200, first.text, 'true'])
    await merge(one.id, two.id)
    await merge(two.id, one.id, two.id)
    const { merged } = await read(one.id)
    assert.deepEqual([merged.length, await total()], [1, 1])
    assert.equal(versionOf((await send('GET', `/v1/contacts/${one.id}`)).headers.get('etag')!), '"2"')
  })

  test('what is not there, not yours, or not asked rightly is refused, and nothing happens', async () => {
    const [here, other] = [await place(), await place()]
    const { create, send, workspaceId } = here
    const [one, two, foreign] = [await create({}), await create({}), await other.create({})]
    const path = `/v1/contacts/${one.id}/merge`
    const stranger = await send('POST', path, { contact_ids: [two.id, foreign.id] })
    assert.deepEqual([stranger.status, Object.keys(stranger.body.details)], [400, ['contact_ids[1]']])
    assert.equal((await other.send('POST', path, { contact_ids: [foreign.id] })).status, 404)
    assert.equal((await send('POST', `/v1/contacts/${foreign.id}/merge/undo`)).status, 404)
    for (const wrong of [undefined, null, [], 'x', ['x'], [1], Array(101).fill(two.id)]) {
      assert.equal((await send('POST', path, { contact_ids: wrong })).status, 400, JSON.stringify(wrong))
    }
    assert.match((await send('POST', path, { contact_ids: [two.id], ids: [] })).body.details.ids[0], /contact_ids/)
    assert.equal((await send('POST', path, { contact_ids: [two.id] }, { 'if-match': '"7"' })).status, 412)
    const blind = await server.key({ workspaceId, scopes: ['contacts:write'] })
    const reader = await server.key({ workspaceId, scopes: ['contacts:read'] })
    for (const key of [blind, reader]) {
      assert.equal((await server.send('POST', path, { key, json: { contact_ids: [two.id] } })).status, 403)
      assert.equal((await server.send('POST', `${path}/undo`, { key })).status, 403)
    }
    assert.equal(await here.total(), 2)
    assert.equal(versionOf((await send('GET', `/v1/contacts/${one.id}`)).headers.get('etag')!), '"1"')
  })
})

describe('undoing', () => {
  test('brings back every record, with what belonged to it, and takes back what was filled in', async () => {
    const here = await place()
    const { create, merge, undo, read, ok, send, events } = here
    const { public_id } = await form(here)
    const { code } = await link(here)
    const one = await create({ utm_source: 'x' })
    const two = await create({
      email: 'b@example.com',
      company: 'B Ltd',
      dp: code,
      tags: ['b'],
      status: 'won',
      fax: '1',
    })
    const sent = await server.send('POST', `/v1/forms/${public_id}/submissions`, {
      json: { first_name: 'Ana', email: 'ana@example.com' },
      headers: { accept: 'application/json' },
    })
    assert.equal(sent.status, 201, sent.text)
    const [three] = (await send('GET', '/v1/contacts?limit=1')).body.data
    await ok('POST', `/v1/contacts/${two.id}/notes`, { text: 'Two' })
    await ok('PATCH', `/v1/contacts/${two.id}`, { company: 'B Group' })
    const before = await Promise.all([one, two, three].map(({ id }) => read(id)))
    const counts = await assertBalance(here)
    await merge(one.id, two.id, three.id)
    const merged = await assertBalance(here)
    assert.deepEqual([merged.contacts, merged.people], [1, 1])
    const { attribution } = await read(one.id)
    assert.deepEqual(
      attribution.touches.map(({ contact_id }: { contact_id: string }) => contact_id),
      [one.id, two.id, three.id],
      'all touches are those of the survivor',
    )
    const submissions = await ok('GET', `/v1/forms/${three.form_id}/submissions`)
    assert.equal(submissions[0].contact_id, one.id)
    await ok('PATCH', `/v1/contacts/${one.id}`, { company: 'Changed since' })
    await ok('POST', `/v1/contacts/${one.id}/notes`, { text: 'Later' })
    const told = (await events()).length
    const answer = await undo(three.id)
    assert.deepEqual([answer.contact.id, answer.contact_ids], [one.id, [two.id, three.id]])
    const after = await Promise.all([one, two, three].map(({ id }) => read(id)))
    // Merging and undoing are changes themselves.
    const asBefore = before.map((each, at) => {
      const { updated_at, version } = after[at]
      assert.ok(version > each.version)
      return { ...each, updated_at, version }
    })
    assert.deepEqual(after.slice(1), asBefore.slice(1))
    assert.deepEqual(after[0], { ...asBefore[0], company: 'Changed since' }, 'what was changed since stays')
    assert.deepEqual(await assertBalance(here), counts)
    const notes = async (id: string) =>
      (await ok('GET', `/v1/contacts/${id}/notes`)).map(({ text }: { text: string }) => text)
    assert.deepEqual([await notes(one.id), await notes(two.id)], [['Later'], ['Two']])
    const types = (await events()).slice(told).map(({ type, subject_id }) => [type, subject_id])
    assert.deepEqual(types, [
      ['contact.updated', one.id],
      ['contact.status_changed', one.id],
      ['contact.unmerged', two.id],
      ['contact.unmerged', three.id],
    ])
    assert.equal((await send('POST', `/v1/contacts/${one.id}/merge/undo`)).status, 400, 'there is nothing more to undo')
  })

  test('goes back one merge at a time, also where a survivor was merged later', async () => {
    const here = await place()
    const { create, merge, undo, read } = here
    const [a, b, c, d] = [await create({}), await create({}), await create({}), await create({})]
    await merge(c.id, d.id)
    await merge(b.id, c.id)
    await merge(a.id, b.id)
    for (const { id } of [b, c, d]) assert.equal((await read(id)).id, a.id)
    await undo(d.id)
    assert.deepEqual([(await read(b.id)).merged_into, (await read(d.id)).merged_into], [null, b.id])
    await undo(b.id)
    assert.deepEqual([(await read(c.id)).merged_into, (await read(d.id)).merged_into], [null, c.id])
    await undo(c.id)
    assert.equal((await assertBalance(here)).contacts, 4)
    await merge(d.id, a.id)
    assert.equal((await read(d.id)).merged_into, a.id, 'it can be merged again')
  })

  test('is possible for 30 days', async () => {
    const { create, merge, send } = await place()
    const [one, two] = [await create({}), await create({})]
    await merge(one.id, two.id)
    const path = `/v1/contacts/${one.id}/merge/undo`
    const real = time.now
    time.now += 31 * 86_400_000
    const late = await send('POST', path)
    assert.match(late.body.details.id[0], /30 days/)
    assert.equal((await send('GET', `/v1/contacts/${two.id}`)).body.data.id, one.id)
    time.now = real + 29 * 86_400_000
    assert.equal((await send('POST', path, undefined, { 'if-match': '"9"' })).status, 412)
    assert.equal((await send('POST', path)).status, 200)
    time.now = real
  })
})

describe('at the same time', () => {
  test('merges in opposite directions, and in a ring, end with one contact', async () => {
    const here = await place()
    const { create, send, read } = here
    const contacts = []
    for (let at = 0; at < 4; at++) contacts.push(await create({ tags: [`t${at}`] }))
    const ids = contacts.map(({ id }) => id)
    const pairs = [...ids, ...ids].map((id, at) => [id, ids[(at + 1 + (at >= 4 ? 2 : 0)) % 4]!] as const)
    await Promise.all(
      pairs.map(async ([id, other]) => {
        for (;;) {
          const { status, text } = await send('POST', `/v1/contacts/${id}/merge`, { contact_ids: [other] })
          // On a slow machine, it may wait too long for the others.
          if (status === 503) continue
          assert.equal(status, 200, text)
          return
        }
      }),
    )
    const { id, tags, merged } = await read(ids[3]!)
    assert.deepEqual([id, tags.sort(), merged.length], [ids[0], ['t0', 't1', 't2', 't3'], 3])
    assert.equal((await assertBalance(here)).contacts, 1)
  })

  test('a change, a note or a deletion of what is being merged is not lost', async () => {
    const here = await place()
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await here.create({}), await here.create({})]
      const [merged, patched, noted] = await Promise.all([
        here.send('POST', `/v1/contacts/${one.id}/merge`, { contact_ids: [two.id] }),
        here.send('PATCH', `/v1/contacts/${two.id}`, { company: 'Patched' }),
        here.send('POST', `/v1/contacts/${two.id}/notes`, { text: 'Noted' }),
      ])
      assert.deepEqual([merged.status, patched.status, noted.status], [200, 200, 201])
      const now = await here.read(two.id)
      assert.deepEqual([now.id, now.company], [one.id, 'Patched'])
      assert.equal((await here.ok('GET', `/v1/contacts/${one.id}/notes`)).length, 1)
      const three = await here.create({})
      await Promise.all([
        here.send('POST', `/v1/contacts/${one.id}/merge`, { contact_ids: [three.id] }),
        here.send('DELETE', `/v1/contacts/${three.id}`),
      ])
      assert.equal((await here.send('GET', `/v1/contacts/${three.id}`)).status, 404)
    }
    await assertBalance(here)
  })

  test('an erasure finds the person, whichever comes first', async () => {
    const here = await place()
    for (let round = 0; round < 5; round++) {
      const [one, two] = [
        await here.create({ email: `a${round}@example.com` }),
        await here.create({ email: `b${round}@example.com` }),
      ]
      await Promise.all([
        here.send('POST', `/v1/contacts/${one.id}/merge`, { contact_ids: [two.id] }),
        here.send('POST', '/v1/people/erase', { email: `b${round}@example.com`, confirm: true }),
      ])
      assert.equal((await here.send('GET', `/v1/contacts/${two.id}`)).status === 200, false)
    }
    await assertBalance(here)
  })

  test('a crash in the middle leaves both as they were', async () => {
    const here = await place()
    const [one, two] = [await here.create({ company: 'One' }), await here.create({ last_name: 'Two', utm_source: 'x' })]
    const counts = await assertBalance(here)
    await server.sql(`create function cut_merge() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`)
    await server.sql(`create trigger cut_merge after insert on event_outbox for each row
      when (new.type in ('contact.merged', 'contact.unmerged')) execute function cut_merge()`)
    const merged = await here.send('POST', `/v1/contacts/${one.id}/merge`, { contact_ids: [two.id] })
    assert.equal(merged.status, 503)
    assert.deepEqual([(await here.read(one.id)).last_name, (await here.read(two.id)).merged_into], [null, null])
    assert.deepEqual(await assertBalance(here), counts)
    await server.sql('alter table event_outbox disable trigger cut_merge')
    await here.merge(one.id, two.id)
    await server.sql('alter table event_outbox enable trigger cut_merge')
    assert.equal((await here.send('POST', `/v1/contacts/${one.id}/merge/undo`)).status, 503)
    assert.equal((await here.read(two.id)).merged_into, one.id)
    await server.sql('drop trigger cut_merge on event_outbox')
    await here.undo(one.id)
    assert.deepEqual(await assertBalance(here), counts)
  })
})

describe('erasing', () => {
  for (const asked of ['ana@example.com', 'ana@home.example']) {
    test(`by ${asked} takes out the survivor and what was merged, under both addresses`, async () => {
      const here = await place()
      const { create, merge, ok, send, workspaceId } = here
      const one = await create({ email: 'ana@example.com', last_name: 'Curlew' })
      const two = await create({ email: 'Ana@home.example', company: 'Whimbrel', utm_source: 'plover' })
      const stays = await create({ email: 'ben@example.com', message: 'ask ana@home.example or ana@example.com' })
      await ok('POST', `/v1/contacts/${stays.id}/notes`, { text: 'Knows ana@example.com, ana@home.example' })
      await merge(one.id, two.id)
      const { erased } = await ok('POST', '/v1/people/erase', { email: asked, confirm: true })
      assert.deepEqual([erased.contacts, erased.notes], [2, 1])
      for (const { id } of [one, two]) assert.equal((await send('GET', `/v1/contacts/${id}`)).status, 404)
      const rows = await server.sql('select from merged_contacts where workspace_id = $1', [workspaceId])
      const touches = await server.sql('select from kept_touches where workspace_id = $1', [workspaceId])
      assert.deepEqual([rows.length, touches.length], [0, 0])
      const told = await server.sql<{ data: string }>(
        `select data::text as data from event_outbox where workspace_id = $1 and subject_id <> $2`,
        [workspaceId, stays.id],
      )
      assert.doesNotMatch(told.map(({ data }) => data).join(), /Curlew|Whimbrel|@/)
      assert.deepEqual(
        (await ok('GET', `/v1/contacts/${stays.id}/notes`)).map(({ text }: { text: string }) => text),
        ['Knows [erased], [erased]'],
      )
      assert.equal((await assertBalance(here)).contacts, 1)
    })
  }

  test('deleting the survivor deletes what was merged into it', async () => {
    const here = await place()
    const { create, merge, ok, send } = here
    const { code } = await link(here)
    const [one, two] = [await create({ email: 'a@example.com' }), await create({ email: 'b@example.com', dp: code })]
    await merge(one.id, two.id)
    await ok('DELETE', `/v1/contacts/${one.id}`)
    assert.equal((await send('GET', `/v1/contacts/${two.id}`)).status, 404)
    const told = await server.sql<{ data: string }>(
      'select data::text as data from event_outbox where subject_id = $1',
      [two.id],
    )
    assert.doesNotMatch(told.map(({ data }) => data).join(), /@/)
    assert.equal((await assertBalance(here)).contacts, 0)
  })
})

test('a search finds the person once, and all records again after undoing', async () => {
  const here = await place()
  const { create, merge, undo, total, workspaceId } = here
  const ids: string[] = []
  for (let at = 0; at < 12; at++) ids.push((await create({ last_name: `Whimbrel ${at}` })).id)
  const sizes = { first: 4, further: 2, block: 2, settledMs: 0 }
  const index = () =>
    indexContacts({ jobs: deps.jobs, clock: { now: () => time.now + 60 * 86_400_000 } }, 60_000, sizes)
  await deps.reports.fold()
  await index()
  assert.ok((await server.sql('select from search_blocks where workspace_id = $1', [workspaceId])).length > 2)
  assert.equal(await total('&q=whimbrel'), 12)
  await merge(ids[0]!, ...ids.slice(1, 6))
  assert.equal(await total('&q=whimbrel'), 7)
  await deps.reports.fold()
  await index()
  assert.equal(await total('&q=whimbrel'), 7)
  await undo(ids[0]!)
  await deps.reports.fold()
  await index()
  assert.equal(await total('&q=whimbrel'), 12)
  assert.equal(await total('&q=whimbrel 3'), 1)
})
