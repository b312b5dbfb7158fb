import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { acceptSubmission } from '../../../src/forms/submissions.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'

const time = { now: Date.now() }
const server = await startServer({ clock: { now: () => time.now } })
let key: string
before(async () => {
  key = await server.key()
})

type Body = Record<string, unknown>

const createForm = async (json: Body = {}) => {
  const answer = await server.send('POST', '/v1/forms', { key, json: { name: 'Form', protection: 'off', ...json } })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const pathOf = ({ public_id }: { public_id: string }) => `/v1/forms/${public_id}/submissions`
const submit = (form: { public_id: string }, json: unknown, headers = {}) =>
  server.send('POST', pathOf(form), { json, headers })
const submissionsOf = async ({ id }: { id: string }, query = '') =>
  (await server.send('GET', `/v1/forms/${id}/submissions${query}`, { key })).body.data
const contactOf = async (form: { id: string }) => {
  const [newest] = await submissionsOf(form)
  return (await server.send('GET', `/v1/contacts/${newest.contact_id}`, { key })).body.data
}
const countContacts = async () =>
  (await server.sql<{ count: number }>('select count(*)::int as count from contacts'))[0]!.count

describe('a submission', () => {
  test('becomes a contact, with an event, and the answer reveals neither', async () => {
    const form = await createForm()
    const sent = {
      first_name: ' Ana ',
      email: 'ana@example.com',
      message: 'Hello',
      budget: 5000,
      utm_campaign: 'spring',
    }
    const { status, body } = await submit(form, sent)
    assert.equal(status, 201)
    assert.deepEqual(Object.keys(body.data), ['id', 'received_at', 'redirect_url', 'message'])
    const [submission] = await submissionsOf(form)
    assert.equal(submission.id, body.data.id)
    assert.equal(submission.state, 'accepted')
    const contact = await contactOf(form)
    assert.equal(contact.first_name, 'Ana')
    assert.deepEqual(contact.extra, { message: 'Hello', utm_campaign: 'spring', budget: 5000 })
    const events = await server.sql(
      `select type from event_outbox where subject_id = $1
                                     union all select type from events where subject_id = $1`,
      [contact.id],
    )
    assert.deepEqual(events, [{ type: 'contact.created' }])
  })

  test('a field with a name that contacts use for something else keeps what was sent', async () => {
    const form = await createForm({ fields: [{ name: 'first_name' }, { name: 'confirmation' }] })
    await submit(form, { first_name: 'Ana', confirmation: 'confirmed' })
    const { confirmation, extra } = await contactOf(form)
    assert.deepEqual([confirmation, extra], [null, { confirmation: 'confirmed' }])
  })

  test('every broken field is named with its label, and nothing is stored', async () => {
    const form = await createForm({
      fields: [
        { name: 'first_name', required: true },
        { name: 'email', label: 'Your address', required: true },
        { name: 'phone' },
        { name: 'size', type: 'select', options: ['1', '2'] },
        { name: 'topics', type: 'checkboxes', options: ['a', 'b'], required: true },
        { name: 'terms', type: 'checkbox', label: 'I have read the terms', required: true },
        { name: 'day', type: 'date' },
        { name: 'site', type: 'url' },
        { name: 'count', type: 'number' },
        { name: 'note', max_length: 5 },
      ],
      consent: { purpose: 'newsletter', text: 'You may write to me.' },
    })
    const earlier = await countContacts()
    const wrong = {
      email: 'ana@',
      phone: 'call me',
      size: '3',
      terms: 'maybe',
      day: '2026-02-30',
      site: 'javascript:alert(1)',
      count: 'many',
      note: '123456',
    }
    const { status, body } = await submit(form, wrong)
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details), [
      'first_name',
      'email',
      'phone',
      'size',
      'topics',
      'terms',
      'day',
      'site',
      'count',
      'note',
      'consent',
    ])
    assert.match(body.details.email[0], /^Your address must be an e-mail address/)
    assert.match(body.details.first_name[0], /^First name is required/)
    assert.equal(await countContacts(), earlier)
    assert.deepEqual(await submissionsOf(form), [])
  })

  test('fields of every type are stored as what they are', async () => {
    const form = await createForm({
      fields: [
        { name: 'email', required: true },
        { name: 'phone' },
        { name: 'size', type: 'radio', options: ['1', '2'] },
        { name: 'topics', type: 'checkboxes', options: ['a', 'b', 'c'] },
        { name: 'terms', type: 'checkbox' },
        { name: 'day', type: 'date' },
        { name: 'site', type: 'url' },
        { name: 'count', type: 'number' },
        { name: 'campaign', type: 'hidden', value: 'fair' },
      ],
    })
    const sent = {
      email: 'ana.silva+news@example.com',
      phone: '+351 210 000 000',
      size: '2',
      topics: ['c', 'a'],
      terms: 'on',
      day: '2026-11-30',
      site: 'example.com/a',
      count: '2,5',
    }
    assert.equal((await submit(form, sent)).status, 201)
    const contact = await contactOf(form)
    assert.equal(contact.first_name, 'Ana', 'taken from the address')
    assert.deepEqual(contact.extra, {
      phone: '+351 210 000 000',
      size: '2',
      topics: 'a, c',
      terms: true,
      day: '2026-11-30',
      site: 'https://example.com/a',
      count: 2.5,
      campaign: 'fair',
      first_name_from: 'email',
    })
  })

  test('unexpected fields never cost a lead: they are kept or left out', async () => {
    const keeps = await createForm()
    const drops = await createForm({ keep_unknown: false })
    const sent = {
      first_name: 'Ana',
      email: 'ana@example.com',
      colour: ['red', 'blue'],
      status: 'won',
      id: 'mine',
      workspace_id: 'mine',
      tags: 'vip',
      _gotcha: 'x',
      nested: { a: 1 },
      long: 'x'.repeat(4_001),
      ['n'.repeat(65)]: 'x',
      broken: 'a\u0000b',
      utm_source: 'a\u0000b',
      utm_medium: 'm'.repeat(300),
      dp: '<script>',
      referrer: 'not a url',
      landing_page: 7,
      ...Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`more${n}`, n])),
    }
    for (const form of [keeps, drops]) assert.equal((await submit(form, sent)).status, 201)
    const kept = await contactOf(keeps)
    assert.equal(Object.keys(kept.extra).length, 50)
    assert.equal(kept.extra.colour, 'red, blue')
    for (const name of ['status', 'tags', 'id', '_gotcha', 'nested', 'long', 'broken']) {
      assert.ok(!Object.hasOwn(kept.extra, name), name)
    }
    assert.equal(kept.utm_source, null)
    assert.equal(kept.utm_medium, 'm'.repeat(255))
    assert.deepEqual((await contactOf(drops)).extra, {})
  })

  test('a repeat with the same Idempotency-Key makes one lead', async () => {
    const form = await createForm()
    const headers = { 'idempotency-key': 'twice' }
    const sent = { first_name: 'Ana', email: 'ana@example.com' }
    const first = await submit(form, sent, headers)
    const again = await submit(form, sent, headers)
    assert.deepEqual([again.status, again.text], [201, first.text])
    assert.equal((await submissionsOf(form)).length, 1)
  })

  test('concurrent submissions are each stored once, with their own contact', async () => {
    const form = await createForm()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => submit(form, { first_name: `N${n}`, email: `n${n}@example.com` })),
    )
    assert.ok(answers.every(({ status }) => status === 201))
    const rows = await server.sql<{ id: string; email: string }>(
      'select s.id, c.email from submissions s join contacts c on c.id = s.contact_id where s.form_id = $1',
      [form.id],
    )
    const byId = new Map(rows.map((row) => [row.id, row.email]))
    assert.deepEqual(
      answers.map(({ body }) => byId.get(body.data.id)),
      answers.map((_, n) => `n${n}@example.com`),
    )
  })
})

test('unknown, malformed and deleted forms get the same 404', async () => {
  const json = { first_name: 'Ana', email: 'ana@example.com' }
  const form = await createForm()
  await server.send('DELETE', `/v1/forms/${form.id}`, { key })
  const answers = await Promise.all(
    [form.public_id, form.id, 'x', 'A'.repeat(24)].map((id) => submit({ public_id: id }, json)),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  )
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
})

describe('consent', () => {
  test('is stored with the version that was shown and the time, and can be withdrawn once', async () => {
    const form = await createForm({ consent: { purpose: 'newsletter', text: 'One' } })
    await server.send('PATCH', `/v1/forms/${form.id}`, {
      key,
      json: { consent: { purpose: 'newsletter', text: 'Two' } },
    })
    const person = { first_name: 'Ana', email: 'ana@example.com' }
    await submit(form, { ...person, consent: true, consent_version: 1 })
    await submit(form, { ...person, consent: 'on', consent_version: 99 })
    const [newer, older] = await submissionsOf(form)
    assert.deepEqual([newer.consent_version, older.consent_version], [2, 1])
    assert.equal(older.consented_at, older.created_at)
    const withdraw = () => server.send('POST', `/v1/forms/${form.id}/submissions/${older.id}/withdraw`, { key })
    const first = (await withdraw()).body.data.withdrawn_at
    assert.ok(Date.parse(first))
    assert.equal((await withdraw()).body.data.withdrawn_at, first)
  })

  test('is one entry of the timeline and its contact another, page by page', async () => {
    const form = await createForm({ consent: { purpose: 'newsletter', text: 'One' } })
    await submit(form, { first_name: 'Ida', email: 'ida@example.com', consent: true })
    const pageAt = async (query: string) =>
      (await server.send('GET', `/v1/people/ida%40example.com/timeline?limit=1${query}`, { key })).body
    const first = await pageAt('')
    const second = await pageAt(`&cursor=${first.pagination.next_cursor}`)
    assert.deepEqual([first.data[0].kind, second.data[0].kind], ['contact', 'consent'])
    assert.equal(second.pagination.next_cursor, null)
  })
})

describe('a person', () => {
  const hold = (form: { id: string }) =>
    server.sql(
      `update submissions set state = 'held', contact_id = null, expires_at = created_at + interval '30 days',
              payload = json_build_object('contact', json_build_object('first_name', 'Eva', 'email', null, 'email_key', null,
                'extra', json_build_object('other', 'reach me: EVA@example.com')))
        where form_id = $1`,
      [form.id],
    )

  test('shows the given consent, and is erased with it everywhere', async () => {
    const form = await createForm({ consent: { purpose: 'newsletter', text: 'You may write to me.' } })
    const eva = { first_name: 'Eva', email: 'eva@example.com', consent: true }
    await submit(form, eva)
    const [submission] = await submissionsOf(form)
    await submit(form, eva, { 'idempotency-key': 'eva' })
    const { body } = await server.send('GET', '/v1/people/eva%40example.com', { key })
    assert.equal(body.data.consents.length, 2)
    const { text, purpose, version, form_name, at } = body.data.consents[1]
    assert.deepEqual(
      [text, purpose, version, form_name, at],
      ['You may write to me.', 'newsletter', 1, 'Form', submission.created_at],
    )
    // One only has the address, and one only mentions it.
    const other = await createForm()
    await submit(other, { first_name: 'Eva', email: 'someone@example.com' })
    await hold(other)
    const { erased } = (
      await server.send('POST', '/v1/people/erase', { key, json: { email: 'Eva@example.com', confirm: true } })
    ).body.data
    assert.equal(erased.submissions, 3)
    assert.equal(erased.contacts, 2)
    assert.deepEqual(await searchEverywhere(server, 'eva@example.com'), [])
    assert.deepEqual(await submissionsOf(form), [])
  })

  test('a submission is deleted with its contact; a held one after 30 days', async () => {
    const form = await createForm()
    await submit(form, { first_name: 'Ana', email: 'ana@example.com' })
    await submit(form, { first_name: 'Ana', email: 'ana@example.com' })
    const contact = await contactOf(form)
    await server.send('DELETE', `/v1/contacts/${contact.id}`, { key })
    assert.equal((await submissionsOf(form)).length, 1)
    await hold(form)
    const numbers = async () => (await server.send('GET', `/v1/forms/${form.id}`, { key })).body.data.numbers
    assert.deepEqual([(await numbers()).submissions, (await numbers()).held], [2, 1])
    const purge = () => jobTable(server.deps).tasks['forms.purge']!({})
    await purge()
    assert.equal((await submissionsOf(form, '?state=held')).length, 1)
    time.now += 31 * 24 * 3_600_000
    await purge()
    assert.deepEqual(await submissionsOf(form), [])
    assert.deepEqual([(await numbers()).submissions, (await numbers()).held], [2, 0])
  })
})

test('a held submission is accepted once, with all effects of a lead', async () => {
  const form = await createForm()
  await submit(form, { first_name: 'Ana', email: 'ana@example.com', note: 'x' })
  const [{ id }] = await submissionsOf(form)
  const payload = {
    contact: { first_name: 'Ana', email: 'held@example.com', email_key: 'held@example.com', extra: {} },
  }
  await server.sql(`update submissions set state = 'held', contact_id = null, payload = $2 where id = $1`, [
    id,
    payload,
  ])
  const accept = () => acceptSubmission(server.deps.forms.submissions, server.deps.workspaceId, id)
  await Promise.all([accept(), accept()])
  const found = (await server.send('GET', '/v1/contacts?email=held@example.com', { key })).body.data
  assert.equal(found.length, 1)
  const [submission] = await submissionsOf(form)
  assert.deepEqual([submission.state, submission.contact_id, submission.contact], ['accepted', found[0].id, null])
  assert.ok(submission.accepted_at)
})

test('codes that are not in memory cost no connection while a submission is written', async () => {
  // More at once than the pool has connections: if each held one and waited for another, all would wait forever.
  const form = await createForm()
  const sends = Array.from({ length: 60 }, (_, at) =>
    server.send('POST', `/v1/forms/${form.public_id}/submissions`, {
      json: { first_name: `Ana ${at}`, email: `ana${at}@example.com`, dp: `Unknown${String(at).padStart(2, '0')}` },
      headers: { 'idempotency-key': `code-${at}` },
    }),
  )
  const statuses = (await Promise.all(sends)).map(({ status }) => status)
  assert.deepEqual(new Set(statuses), new Set([201]))
})

describe('POST /v1/forms/{id}/test', () => {
  const FIELDS = [
    { name: 'email', required: true },
    { name: 'phone' },
    { name: 'size', type: 'select', options: ['1', '2'], required: true },
    { name: 'topics', type: 'checkboxes', options: ['a', 'b'] },
    { name: 'terms', type: 'checkbox', required: true },
    { name: 'day', type: 'date' },
    { name: 'site', type: 'url' },
    { name: 'count', type: 'number' },
    { name: 'note', max_length: 4 },
    { name: 'cv', type: 'file', required: true },
  ]

  test('takes the full path without being a lead: no contact, no event, no count', async () => {
    const form = await createForm({ fields: FIELDS, consent: { purpose: 'x', text: 'y' } })
    const earlier = await countContacts()
    const [outbox] = await server.sql('select count(*) from event_outbox')
    const { status, body } = await server.send('POST', `/v1/forms/${form.id}/test`, { key })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.state, 'test')
    assert.equal(body.data.contact_id, null)
    assert.equal(body.data.contact.email, 'ana@example.com')
    assert.equal(body.data.contact.extra.note, 'This')
    assert.ok(body.data.consented_at)
    assert.equal(await countContacts(), earlier)
    assert.deepEqual(await server.sql('select count(*) from event_outbox'), [outbox])
    const { numbers } = (await server.send('GET', `/v1/forms/${form.id}`, { key })).body.data
    assert.equal(numbers.submissions, 0)
    assert.equal((await submissionsOf(form, '?state=test')).length, 1)
    assert.deepEqual(await submissionsOf(form, '?state=accepted'), [])
    const own = await server.send('POST', `/v1/forms/${form.id}/test`, { key, json: { email: 'me@' } })
    assert.equal(own.status, 400)
    assert.deepEqual(Object.keys(own.body.details), ['email'])
  })
})
