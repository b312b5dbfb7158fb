import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { importPart } from '../../../src/contacts/csv/imports.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'

// Where contacts come from: the code of a link, UTM, referrer and landing page.

const server = await startServer()
const { deps } = server
let key: string
let workspaceId: string
before(async () => {
  workspaceId = await server.workspace()
  key = await server.key({ workspaceId })
})

const send = (method: string, path: string, json?: unknown) =>
  server.send(method, path, { key, ...(json === undefined ? {} : { json }) })

let codes = 0
async function link(
  options: { postId?: string | null; utm?: object; workspaceId?: string } = {},
): Promise<{ id: string; code: string; postId: string | null }> {
  const { id } = deps.ids.next()
  const code = `Code${String(++codes).padStart(4, '0')}`
  const { postId = deps.ids.next().id, utm = {} } = options
  await server.sql(
    `insert into links (workspace_id, id, code, post_id, target, utm, created_at, updated_at)
     values ($1, $2, $3, $4, 'https://example.com/', $5, now(), now())`,
    [options.workspaceId ?? workspaceId, id, code, postId, utm],
  )
  return { id, code, postId }
}

async function create(body: object) {
  const answer = await send('POST', '/v1/contacts', { first_name: 'Ana', ...body })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

const touchesOf = (contactId: string) =>
  server.sql('select * from touches where contact_id = $1', [contactId]) as Promise<Array<Record<string, unknown>>>

describe('a contact with a code', () => {
  test('is tied to the link and its post, in the answer, in the list and in the event', async () => {
    const { id, code, postId } = await link()
    const contact = await create({ dp: code })
    assert.deepEqual([contact.link_id, contact.post_id, contact.form_id], [id, postId, null])
    for (const filter of [`link_id=${id}`, `post_id=${postId}`]) {
      const list = await send('GET', `/v1/contacts?${filter}`)
      assert.deepEqual(list.body.data, [contact], filter)
      assert.equal(list.body.pagination.total, 1)
      const file = await send('GET', `/v1/contacts/export?${filter}`)
      assert.ok(file.text.includes(`,${id},${postId},,`), file.text)
    }
    const [event] = await server.sql<{ data: object }>('select data from event_outbox where subject_id = $1', [
      contact.id,
    ])
    assert.deepEqual(event!.data, contact)
  })

  test('is tied without a key too, and with Idempotency-Key', async () => {
    const { id, code } = await link({ workspaceId: deps.workspaceId })
    const open = await server.send('POST', '/v1/contacts', { json: { first_name: 'Ana', dp: code } })
    assert.equal(open.body.data.link_id, id)
    const headers = { 'idempotency-key': 'once' }
    const once = () =>
      server.send('POST', '/v1/contacts', { headers, json: { first_name: 'Ana', extra: { dp: code } } })
    const first = await once()
    assert.equal(first.body.data.link_id, id)
    assert.deepEqual((await once()).body, first.body)
  })

  test('that is unknown, unreadable or of another workspace still creates the contact', async () => {
    const { code } = await link({ workspaceId: deps.workspaceId })
    const dps = [code, 'Unknown1', '', '   ', 'a/b', 'x'.repeat(5_000), 7, true, null, {}, ['a'], 'a\u0000b', '\ud800']
    for (const dp of dps) {
      const contact = await create({ dp })
      assert.equal(contact.link_id, null, JSON.stringify(dp))
      assert.deepEqual(await touchesOf(contact.id), [])
    }
    assert.equal((await create({ dp: 'Unknown1' })).extra.dp, 'Unknown1', 'what can be kept is kept')
  })

  test('is stored while links cannot be looked up', async (t) => {
    const { code } = await link()
    await server.sql('alter table links rename to links_away')
    t.after(() => server.sql('alter table links_away rename to links'))
    const contact = await create({ dp: code })
    assert.equal(contact.first_name, 'Ana')
  })

  test('that is sent back or set by hand changes nothing', async () => {
    const { id, code } = await link()
    const contact = await create({ dp: code })
    const other = deps.ids.next().id
    const patched = await send('PATCH', `/v1/contacts/${contact.id}`, { ...contact, link_id: other, post_id: null })
    assert.equal(patched.body.data.link_id, id)
    const forged = await create({ link_id: other, post_id: other, form_id: other })
    assert.deepEqual([forged.link_id, forged.post_id, forged.form_id, forged.extra], [null, null, null, {}])
    assert.deepEqual((await create({ form_id: '98765' })).extra, { form_id: '98765' }, 'another program’s field')
  })
})

describe('a touch', () => {
  test('has the UTM, the origin of the referrer and the path of the landing page', async () => {
    const { id, code, postId } = await link()
    const contact = await create({
      dp: code,
      email: 'Ana@Example.com',
      utm_source: 'x',
      utm_medium: 'social',
      utm_campaign: 'spring',
      utm_term: 'term',
      utm_content: 'c'.repeat(300),
      referrer: 'https://user:secret@news.example.com/path?token=secret#x',
      landing_page: 'https://www.example.com/offer?email=secret#x',
    })
    const [{ at, ...touch }] = (await touchesOf(contact.id)) as [Record<string, unknown>]
    assert.deepEqual(touch, {
      workspace_id: workspaceId,
      contact_id: contact.id,
      email_key: 'ana@example.com',
      link_id: id,
      post_id: postId,
      form_id: null,
      utm: { source: 'x', medium: 'social', campaign: 'spring', term: 'term', content: 'c'.repeat(255) },
      referrer_origin: 'https://news.example.com',
      landing_path: '/offer',
    })
    assert.equal((at as Date).toISOString(), contact.created_at)
  })

  test('is not written for a contact without attribution, even beside one that has it', async () => {
    const contacts = await Promise.all([
      create({ landing_page: '/only' }),
      create({ referrer: 'android-app://x', landing_page: '//evil.example' }),
      create({ utm_source: 'x' }),
      create({ referrer: 'https://example.com/a' }),
    ])
    const written = await Promise.all(contacts.map(async ({ id }) => (await touchesOf(id)).length))
    assert.deepEqual(written, [0, 0, 1, 1])
  })

  test('finds the link by utm_content, where a link that was not shortened has its code', async () => {
    const { id, code } = await link()
    assert.equal((await create({ utm_content: code })).link_id, id)
    assert.equal((await create({ utm_content: code, dp: 'Unknown1' })).link_id, id)
    assert.equal((await create({ utm_content: 'sidebar1' })).link_id, null)
  })

  test('has the UTM of its link if the contact has none', async () => {
    const { code } = await link({ utm: { source: 'print', medium: 'flyer' } })
    const contact = await create({ dp: code, utm_medium: 'own' })
    const [touch] = await touchesOf(contact.id)
    assert.deepEqual(touch!.utm, { source: 'print', medium: 'own', content: code })
    assert.equal(contact.utm_source, null, 'the contact says only what was sent')
  })

  test('never costs a contact: attribution fields that cannot be stored are left out', async () => {
    const long = 'x'.repeat(5_000)
    const fields = {
      utm_campaign: long,
      utm_term: {},
      utm_content: ['a'],
      referrer: `https://e.com/${long}`,
      landing_page: 1e30,
    }
    assert.deepEqual((await create({ ...fields, phone: '1' })).extra, { phone: '1', landing_page: 1e30 })
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`field_${at}`, at]))
    assert.equal(Object.keys((await create({ ...many, dp: 'Unknown1', referrer: 'x' })).extra).length, 52)
    const refused = await send('POST', '/v1/contacts', { first_name: 'Ana', ...many, phone: '1' })
    assert.equal(refused.status, 400)
  })

  test('is deleted with its contact, and follows a change of its address', async () => {
    const contact = await create({ email: 'first@example.com', utm_source: 'x' })
    await send('PATCH', `/v1/contacts/${contact.id}`, { email: 'second@example.com' })
    assert.equal((await touchesOf(contact.id))[0]!.email_key, 'second@example.com')
    await send('DELETE', `/v1/contacts/${contact.id}`)
    assert.deepEqual(await touchesOf(contact.id), [])
  })

  test('of an erased person leaves no trace', async () => {
    const { code } = await link()
    const needle = 'zqneedle'
    const fields = Object.fromEntries(
      ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'].map((name) => [
        name,
        `${needle}-${name}`,
      ]),
    )
    const sites = { referrer: `https://${needle}.example.com/`, landing_page: `/${needle}` }
    for (const first_name of ['Zoe', 'Zed']) {
      await create({ first_name, email: `${needle}@example.com`, dp: code, ...fields, ...sites })
    }
    await deps.reports.fold()
    const places = await searchEverywhere(server, needle)
    for (const place of ['lead_counts.key', 'lead_quarters.key']) assert.ok(places.includes(place), place)
    await send('POST', '/v1/people/erase', { email: `${needle}@example.com`, confirm: true })
    // Takes effect at once, also for contacts that wait to be counted.
    assert.deepEqual(
      (await searchEverywhere(server, needle)).filter((place) => place.startsWith('lead_')),
      [],
    )
    await deps.reports.fold()
    assert.deepEqual(await searchEverywhere(server, needle), [])
  })
})

describe('other sources', () => {
  test('a webhook attributes its contacts by the code and the UTM in the delivery', async () => {
    const { id, code } = await link()
    const hook = await server.webhook(workspaceId, { mapping: { preset: 'generic_form' } })
    const body = JSON.stringify({ first_name: 'Hook', dp: code, utm_campaign: 'spring' })
    const received = await server.send('POST', `/v1/webhooks/receive/${hook.key}`, {
      headers: { 'content-type': 'application/json' },
      body,
    })
    const job = { workspace_id: workspaceId, webhook_id: hook.id, delivery_id: received.body.data.id }
    await deps.webhooks.mapper.run(job)
    const [contact] = (await send('GET', `/v1/contacts?link_id=${id}`)).body.data
    assert.equal(contact.first_name, 'Hook')
    assert.equal(contact.webhook_id, hook.id)
    assert.deepEqual((await touchesOf(contact.id))[0]!.utm, { campaign: 'spring' })
  })

  test('an import attributes its contacts by the column dp', async () => {
    const { id, code } = await link()
    const answer = await server.send('POST', '/v1/contacts/imports', {
      key,
      headers: { 'content-type': 'text/csv' },
      body: `first_name,dp,utm_source,utm_campaign\r\nIda,${code},fair,autumn\r\nIvo,,,\r\n`,
    })
    await importPart(deps, { workspace_id: workspaceId, import_id: answer.body.data.id, part: 0 })
    const [contact] = (await send('GET', `/v1/contacts?link_id=${id}`)).body.data
    assert.equal(contact.first_name, 'Ida')
    assert.deepEqual((await touchesOf(contact.id))[0]!.utm, { source: 'fair', campaign: 'autumn' })
  })
})

describe('what is shown', () => {
  const touchOf = (touch: Record<string, unknown> | null) =>
    touch && [touch.contact_id, touch.post_id, touch.landing_path]

  test('a contact shows the first and the last touch of its person, and so does the person', async () => {
    const { code, postId } = await link()
    const email = 'journey@example.com'
    const early = await create({ email })
    const first = await create({ email, dp: code, landing_page: '/a?x=1' })
    const silent = await create({ email })
    const last = await create({ email: 'Journey@EXAMPLE.com', utm_source: 'x', landing_page: '/b' })
    const read = async (id: string) => (await send('GET', `/v1/contacts/${id}`)).body.data.attribution
    const a = [first.id, postId, '/a']
    const b = [last.id, null, '/b']
    const cases = [
      [early, a, null],
      [first, a, a],
      [silent, a, a],
      [last, a, b],
    ] as const
    for (const [contact, expectedFirst, expectedLast] of cases) {
      const { first: own, last: latest, touches } = await read(contact.id)
      assert.deepEqual([touchOf(own), touchOf(latest)], [expectedFirst, expectedLast])
      assert.deepEqual(touches.map(touchOf), [a, b])
    }
    const person = (await send('GET', `/v1/people/${encodeURIComponent(email)}`)).body.data
    assert.deepEqual([touchOf(person.attribution.first), touchOf(person.attribution.last)], [a, b])
    assert.deepEqual(person.attribution.last.utm, {
      source: 'x',
      medium: null,
      campaign: null,
      term: null,
      content: null,
    })
  })

  test('a contact without an address shows only its own touch, or none', async () => {
    const read = async (id: string) => (await send('GET', `/v1/contacts/${id}`)).body.data.attribution
    assert.deepEqual(await read((await create({})).id), { first: null, last: null, touches: [] })
    const { first, last, touches } = await read((await create({ utm_source: 'x' })).id)
    assert.deepEqual([first, last], [touches[0], touches[0]])
  })

  test('a contact that was read can be sent back', async () => {
    const { id } = await create({ utm_source: 'x' })
    const { data } = (await send('GET', `/v1/contacts/${id}`)).body
    const { attribution: _, merged: __, merged_into: ___, ...contact } = data
    assert.deepEqual((await send('PATCH', `/v1/contacts/${id}`, data)).body.data, contact)
    assert.equal((await create({ attribution: 'a field of a form' })).extra.attribution, 'a field of a form')
  })

  test('a post shows its clicks, visitors and leads, alone, in the list, in the calendar and in its group', async () => {
    const body = { content: 'A post', status: 'scheduled', scheduled_date: '2030-05-05T09:00:00Z' }
    const { id: postId } = (await send('POST', '/v1/posts/short', body)).body.data
    const { id, code } = await link({ postId })
    const other = await link({ postId })
    await server.sql(
      `insert into link_counts (workspace_id, link_id, slot, clicks, visitors, bots)
       values ($1, $2, 0, 7, 5, 9), ($1, $2, 1, 1, 1, 0), ($1, $3, 0, 2, 1, 0)`,
      [workspaceId, id, other.id],
    )
    const leads = [await create({ dp: code }), await create({ dp: other.code }), await create({ dp: code })]
    await send('DELETE', `/v1/contacts/${leads[2].id}`)
    const results = { clicks: 10, visitors: 7, leads: 2 }
    const { body: one } = await send('GET', `/v1/posts/${postId}`)
    assert.deepEqual(one.data.results, results)
    for (const order of ['created', 'scheduled']) {
      const { data } = (await send('GET', `/v1/posts?order=${order}`)).body
      assert.deepEqual(data.find((post: { id: string }) => post.id === postId).results, results)
    }
    const { slots } = (await send('GET', '/v1/posts/calendar?from=2030-05-05&to=2030-05-05')).body.data
    assert.deepEqual(slots[0].posts[0].results, results)
    const patched = await send('PATCH', `/v1/posts/${postId}`, { ...one.data, content: 'Another text' })
    assert.deepEqual(
      patched.body.data.warnings.filter(({ rule }: { rule: string }) => rule === 'unknown_field'),
      [],
    )
    const untouched = (await send('POST', '/v1/posts/short', { content: 'None' })).body.data.id
    const none = { clicks: 0, visitors: 0, leads: 0 }
    assert.deepEqual((await send('GET', `/v1/posts/${untouched}`)).body.data.results, none)
    const events = await server.sql<{ data: object }>('select data from event_outbox where subject_id = $1', [postId])
    assert.ok(events.every(({ data }) => !('results' in data)))
  })
})
