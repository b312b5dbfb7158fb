import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { startServer } from '../helpers/server.ts'

const server = await startServer()
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
  test('becomes a contact, with an event, and the answer says nothing of either', async () => {
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

  test('what nobody asked for never costs a lead: it is kept, or left out', async () => {
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

  test('many at the same time are each stored once, with their own contact', async () => {
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
})
