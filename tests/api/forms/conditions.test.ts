import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { hiddenNames } from '../../../src/forms/fields/conditions.ts'
import { startServer } from '../../helpers/server.ts'

const server = await startServer()
let key: string
before(async () => {
  key = await server.key()
})

type Sent = Record<string, unknown>
const EMAIL = { name: 'email', required: true }
const TOPIC = { name: 'topic', type: 'select', options: ['Prices', 'Support', 'Other'] }
const when = (field: string, more: object = {}) => ({ field, ...more })

const post = (fields: object[], more: object = {}) =>
  server.send('POST', '/v1/forms', { key, json: { name: 'Form', protection: 'off', fields, ...more } })

async function create(fields: object[], more: object = {}) {
  const answer = await post(fields, more)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}

async function send(form: { public_id: string }, sent: Sent) {
  const answer = await server.send('POST', `/v1/forms/${form.public_id}/submissions`, { json: sent })
  if (answer.status !== 201) return { details: answer.body.details as object, extra: null, company: null }
  const [contact] = await server.sql<{ extra: Sent; company: string | null }>(
    'select c.extra, c.company from submissions s join contacts c on c.id = s.contact_id where s.id = $1',
    [answer.body.data.id],
  )
  const { first_name_from, ...extra } = contact!.extra
  return { details: null, extra, company: contact!.company }
}

describe('fields that are shown by conditions', () => {
  test('are required only where they are shown, and stored only then', async () => {
    const form = await create([
      EMAIL,
      TOPIC,
      { name: 'size', required: true, show_when: when('topic', { is: ['Prices', 'Support'] }) },
      { name: 'company', show_when: when('topic', { is_not: ['Other'] }) },
      { name: 'budget', type: 'number', show_when: when('size') },
    ])
    const shown = form.fields.map(({ show_when }: { show_when: unknown }) => show_when)
    assert.deepEqual(shown.slice(0, 3), [null, null, { field: 'topic', is: ['Prices', 'Support'], is_not: [] }])
    const email = 'ana@example.com'
    assert.deepEqual(Object.keys((await send(form, { email, topic: 'Prices' })).details!), ['size'])
    const all = { email, size: '5', company: 'Acme', budget: '10' }
    assert.deepEqual((await send(form, { ...all, topic: 'prices '.trim().replace('p', 'P') })).extra, {
      topic: 'Prices',
      size: '5',
      budget: 10,
    })
    const other = await send(form, { ...all, topic: 'Other' })
    assert.deepEqual([other.extra, other.company], [{ topic: 'Other' }, null])
    // What is not shown cannot be wrong either, and what it would show is not shown.
    assert.deepEqual((await send(form, { ...all, topic: 'Other', budget: 'much' })).extra, { topic: 'Other' })
    assert.equal((await send(form, { email })).details, null)
  })

  test('depend on ticks, on several ticks, and on hidden values', async () => {
    const form = await create([
      EMAIL,
      { name: 'call', type: 'checkbox' },
      { name: 'number', required: true, show_when: when('call', { is: ['true'] }) },
      { name: 'why', show_when: when('call', { is_not: ['true'] }) },
      { name: 'topics', type: 'checkboxes', options: ['A', 'B'] },
      { name: 'about_b', required: true, show_when: when('topics', { is: ['B'] }) },
      { name: 'place', type: 'hidden', value: 'shop' },
      { name: 'door', required: true, show_when: when('place', { is: ['shop'] }) },
    ])
    const missing = async (sent: Sent) =>
      Object.keys((await send(form, { email: 'a@example.com', ...sent })).details ?? {})
    assert.deepEqual(await missing({}), ['door'])
    assert.deepEqual(await missing({ place: 'web' }), [])
    assert.deepEqual(await missing({ place: 'web', call: 'on', topics: ['A', 'B'] }), ['number', 'about_b'])
    assert.deepEqual(await missing({ place: 'web', call: 'off', topics: ['A'] }), [])
    const { extra } = await send(form, { email: 'a@example.com', place: 'web', call: 'on', number: '1', why: 'no' })
    assert.deepEqual(extra, { place: 'web', call: true, number: '1' })
  })

  test('a consent that is not shown is not given, and a file that is not shown is not kept', async () => {
    const form = await create(
      [
        EMAIL,
        TOPIC,
        { name: 'plan', type: 'file', required: true, show_when: when('topic', { is: ['Prices'] }) },
        { name: 'consent', required: true, show_when: when('topic', { is: ['Support'] }) },
      ],
      { consent: { purpose: 'news', text: 'Write to me.' } },
    )
    const body = new FormData()
    for (const [name, value] of Object.entries({ email: 'file@example.com', topic: 'Other', consent: 'true' }))
      body.append(name, value)
    body.append('plan', new Blob(['%PDF-1.4 x'], { type: 'application/pdf' }), 'plan.pdf')
    const answer = await fetch(form.submit_url, { method: 'POST', body, headers: { accept: 'application/json' } })
    assert.equal(answer.status, 201)
    const { data } = (await answer.json()) as { data: { id: string } }
    const [row] = await server.sql<{ consented_at: Date | null; files: number }>(
      'select consented_at, (select count(*)::int from submission_files f where f.submission_id = s.id) as files from submissions s where id = $1',
      [data.id],
    )
    assert.deepEqual(row, { consented_at: null, files: 0 })
  })

  test('what could never work is refused with a sentence', async () => {
    const a = { name: 'a', show_when: when('b') }
    const b = { name: 'b', show_when: when('a') }
    const cases: Array<[fields: object[], path: string, says: RegExp]> = [
      [
        [EMAIL, { name: 'a', show_when: when('nothing') }],
        'fields[1].show_when.field',
        /"nothing", but the form has none/,
      ],
      [[EMAIL, a, b], 'fields[1].show_when.field', /nobody would ever see either/],
      [[EMAIL, { name: 'a', show_when: when('a') }], 'fields[1].show_when.field', /nobody would ever see either/],
      [
        [EMAIL, TOPIC, { name: 'a', show_when: when('topic', { is: ['Price'] }) }],
        'fields[2].show_when',
        /"Price" is none of the choices/,
      ],
      [
        [EMAIL, TOPIC, { name: 'a', show_when: when('topic', { is: ['Other'], is_not: ['Prices'] }) }],
        'fields[2].show_when',
        /not both/,
      ],
      [
        [EMAIL, { name: 'f', type: 'file' }, { name: 'a', show_when: when('f') }],
        'fields[2].show_when.field',
        /takes files/,
      ],
      [[EMAIL, { name: 'a', type: 'hidden', show_when: when('email') }], 'fields[1].show_when', /hidden anyway/],
      [[{ ...EMAIL, show_when: when('topic') }, TOPIC], 'fields', /must always be shown/],
    ]
    for (const [fields, path, says] of cases) {
      const { status, body } = await post(fields)
      assert.equal(status, 400, path)
      assert.match(body.details[path]?.[0] ?? JSON.stringify(body.details), says)
    }
    // A cycle that a field is only at the end of belongs to the others.
    assert.deepEqual([...hiddenNames([{ name: 'a', show_when: { field: 'a', is: [], is_not: [] } }], () => [])], ['a'])
  })

  test('without a script the page shows all of them, says when they count, and insists on none', async () => {
    const form = await create([
      EMAIL,
      { ...TOPIC, label: 'Topic <b>' },
      { name: 'size', required: true, show_when: when('topic', { is: ['Prices'] }) },
    ])
    const html = await (await fetch(form.url)).text()
    assert.match(html, /<input name="size" data-required [^>]*>/)
    assert.match(html, /Only if “Topic &lt;b&gt;” is: Prices/)
    assert.match(html, /data-show="\{[^>]*&quot;field&quot;:&quot;topic&quot;/)
  })

  test('a form of 0.2, whose fields know neither conditions nor steps, is read and drawn as before', async () => {
    const form = await create([EMAIL])
    await server.sql(
      `update forms set fields = (select jsonb_agg(f - 'show_when' - 'step') from jsonb_array_elements(fields) f) where id = $1`,
      [form.id],
    )
    const { body } = await server.send('GET', `/v1/forms/${form.id}`, { key })
    assert.deepEqual([body.data.fields[0].show_when, body.data.fields[0].step], [null, null])
    assert.match(await (await fetch(form.url)).text(), /name="email"/)
  })
})

test('steps stand below each other on the page, each with its title', async () => {
  const form = await create([EMAIL, { name: 'a', step: 'Your <project>' }, { name: 'b' }])
  const html = await (await fetch(form.url)).text()
  assert.equal(html.match(/<section class="step">/g)?.length, 2)
  assert.match(html, /<h2>Your &lt;project&gt;<\/h2>/)
  assert.equal((await send(form, { email: 'a@example.com', b: 'x' })).extra!.b, 'x')
})
