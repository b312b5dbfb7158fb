import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { headersOf, type Mail, readMail, startMailServer } from '../../helpers/smtp.ts'

const smtp = await startMailServer()
let time = Date.parse('2026-11-11T10:20:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR
const env = {
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'Doorpost <doorpost@example.com>',
  BASE_URL: 'https://doorpost.example.com',
  TRUST_PROXY: 'loopback',
  MAIL_FORM_LIMIT: '5',
}
const server = await startServer({ clock: { now: () => time }, env })
const secure = { 'x-forwarded-proto': 'https' }
const key = await server.key()

type Form = { id: string; public_id: string }

const createForm = async (json: object): Promise<Form> => {
  const answer = await server.send('POST', '/v1/forms', {
    key,
    headers: secure,
    json: { name: 'Contact us', protection: 'off', ...json },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const submit = async ({ public_id }: Form, json: object) => {
  time += 1
  const answer = await server.send('POST', `/v1/forms/${public_id}/submissions`, { json, headers: secure })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const get = async (path: string) => (await server.send('GET', path, { key, headers: secure })).body.data
const contactOf = async ({ id }: Form) => {
  const [newest] = await get(`/v1/forms/${id}/submissions`)
  return get(`/v1/contacts/${newest.contact_id}`)
}
const mailsOf = ({ id }: Form, filter = '') => get(`/v1/mails?form_id=${id}${filter}`)
const work = async (): Promise<Mail[]> => {
  const before = smtp.mails.length
  await server.deps.mail.postman.runDue()
  return smtp.mails.slice(before)
}
const eventsOf = async (contactId: string) => {
  await server.deps.courier.runDue()
  return (await get(`/v1/events?subject_id=${contactId}`)).map(
    ({ type, data }: { type: string; data: { confirmation: string } }) => [type, data.confirmation],
  )
}
/** Pages are not in openapi.json. */
const visit = async (method: string, url: string) => {
  const response = await fetch(`${server.url}${new URL(url).pathname}`, { method, headers: secure })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const linkIn = (mail: Mail, path: string) =>
  new RegExp(`https://doorpost\\.example\\.com/${path}/[\\w-]+`).exec(readMail(mail))![0]

const AUTO_REPLY = {
  subject: 'Thank you, {{first_name}}',
  text: 'Dear {{first_name}} {{ last_name }},\n\nwe got “{{message}}”. {{nothing}}',
}

describe('a form', () => {
  test('notifies its recipients of each lead, with the sender as reply address', async () => {
    const form = await createForm({
      notify: { emails: ['team@example.com', 'Boss@example.com'] },
      auto_reply: AUTO_REPLY,
    })
    await submit(form, { first_name: 'Ana', last_name: '<b>Silva</b>', email: 'ana@example.org', message: 'Hello' })
    const mails = await work()
    assert.deepEqual(mails.map(({ to }) => to[0]).sort(), ['Boss@example.com', 'ana@example.org', 'team@example.com'])
    const notice = mails.find(({ to }) => to.includes('team@example.com'))!
    assert.equal(headersOf(notice).subject![0], 'New lead: Ana <b>Silva</b> (Contact us)')
    assert.equal(headersOf(notice)['reply-to']![0], 'ana@example.org')
    const reply = mails.find(({ to }) => to.includes('ana@example.org'))!
    const headers = headersOf(reply)
    assert.equal(headers.subject![0], 'Thank you, Ana')
    assert.equal(headers['auto-submitted']![0], 'auto-replied')
    assert.equal(headers['list-unsubscribe-post']![0], 'List-Unsubscribe=One-Click')
    const text = readMail(reply)
    assert.ok(text.includes('Dear Ana <b>Silva</b>,'))
    assert.ok(text.includes('Dear Ana &#60;b&#62;Silva&#60;/b&#62;,'))
    const listed = await mailsOf(form)
    assert.deepEqual(
      listed.map(({ state, attempts }: { state: string; attempts: number }) => [state, attempts]),
      [
        ['sent', 1],
        ['sent', 1],
        ['sent', 1],
      ],
    )
  })

  test('notifies once an hour if configured', async () => {
    const form = await createForm({ notify: { emails: ['team@example.com'], every: 'hour' } })
    await submit(form, { first_name: 'One', email: 'one@example.org' })
    await submit(form, { first_name: 'Two', email: 'two@example.org' })
    assert.deepEqual(await work(), [])
    time += HOUR
    const [digest, ...others] = await work()
    assert.equal(others.length, 0)
    assert.match(headersOf(digest!).subject![0]!, /^2 new leads/)
  })

  test('sends strangers nothing typed in that a mailbox would turn into a link', async () => {
    const form = await createForm({ auto_reply: AUTO_REPLY })
    const evil = 'Win at https://evil.example.com\nBcc: victim@example.net'
    await submit(form, { first_name: evil, last_name: 'www.evil.example', email: 'victim@example.org', message: evil })
    const [reply, ...others] = await work()
    assert.equal(others.length, 0)
    assert.deepEqual(reply!.to, ['victim@example.org'])
    const headers = headersOf(reply!)
    assert.equal(headers.bcc, undefined)
    assert.equal(headers.subject!.length, 1)
    assert.ok(!/https:\/\/evil|www\.evil/.test(readMail(reply!) + headers.subject))
  })

  test('does not reply to automatic mail, nor to itself', async () => {
    const form = await createForm({ auto_reply: AUTO_REPLY, double_opt_in: true })
    for (const email of [
      'no-reply@example.org',
      'MAILER-DAEMON@example.org',
      'noreply+x@example.org',
      'doorpost@example.com',
    ]) {
      await submit(form, { first_name: 'Robot', email })
      assert.equal((await contactOf(form)).confirmation, null)
    }
    assert.deepEqual(await work(), [])
  })

  test('replies once a day to one address, and never exceeds the total limit', async () => {
    const form = await createForm({ auto_reply: AUTO_REPLY })
    for (let i = 0; i < 3; i++) await submit(form, { first_name: 'Ana', email: 'again@example.org' })
    for (let i = 0; i < 8; i++) await submit(form, { first_name: 'Ana', email: `flood${i}@example.org` })
    assert.equal((await work()).length, 5)
    const dropped = await mailsOf(form, '&state=dropped')
    assert.equal(dropped.length, 6)
    assert.match(dropped[0].reason, /^The form has sent 5 mails/)
    assert.match(dropped.at(-1).reason, /^The address got one such mail/)
    time += DAY
    await submit(form, { first_name: 'Ana', email: 'again@example.org' })
    assert.equal((await work()).length, 1)
  })

  test('never mails an address again that has unsubscribed', async () => {
    const form = await createForm({ auto_reply: AUTO_REPLY, double_opt_in: true })
    await submit(form, { first_name: 'Ana', email: 'stop@example.org' })
    const [mail] = await work()
    const url = linkIn(mail!, 'unsubscribe')
    assert.equal((await visit('GET', url)).status, 200)
    assert.equal((await visit('POST', url)).status, 200)
    time += 2 * DAY
    await submit(form, { first_name: 'Ana', email: 'Stop@example.org' })
    assert.deepEqual(await work(), [])
    assert.match((await mailsOf(form))[0].reason, /has unsubscribed/)
  })

  test('that needs mail is refused if mail is not configured, and says what to do', async () => {
    const silent = await startServer({ beside: server, env: { ...env, SMTP_URL: '', MAIL_FROM: '' } })
    const json = { name: 'F', notify: { emails: ['a@example.com'] }, auto_reply: AUTO_REPLY, double_opt_in: true }
    const refused = await silent.send('POST', '/v1/forms', { key, headers: secure, json })
    assert.equal(refused.status, 400)
    assert.deepEqual(Object.keys(refused.body.details).sort(), ['auto_reply', 'double_opt_in', 'notify.emails'])
    assert.match(refused.body.details.double_opt_in[0], /Ask the operator to set up a mail server/)
    const form = await createForm({ double_opt_in: true, quiet_until_confirmed: true })
    const patch = { key, headers: secure, json: { double_opt_in: true } }
    assert.equal((await silent.send('PATCH', `/v1/forms/${form.id}`, patch)).status, 400)
    // The mail server was removed later: the lead must not wait for a mail that never comes.
    const sent = { json: { first_name: 'Ana', email: 'ana@example.org' }, headers: secure }
    assert.equal((await silent.send('POST', `/v1/forms/${form.public_id}/submissions`, sent)).status, 201)
    assert.equal((await contactOf(form)).confirmation, null)
  })
})

describe('double opt-in', () => {
  test('asks by mail; opening the link confirms nothing, its POST does, and repeating it succeeds', async () => {
    const form = await createForm({
      double_opt_in: true,
      auto_reply: AUTO_REPLY,
      notify: { emails: ['team@example.com'] },
    })
    await submit(form, { first_name: 'Ana', email: 'ana@example.net' })
    const contact = await contactOf(form)
    assert.equal(contact.confirmation, 'pending')
    assert.deepEqual(await eventsOf(contact.id), [['contact.created', 'pending']])
    const mails = await work()
    assert.deepEqual(mails.map(({ to }) => to[0]).sort(), ['ana@example.net', 'team@example.com'])
    const asked = mails.find(({ to }) => to.includes('ana@example.net'))!
    assert.match(headersOf(asked).subject![0]!, /^Please confirm your address/)
    const url = linkIn(asked, 'confirm')
    for (const method of ['GET', 'HEAD', 'GET']) assert.equal((await visit(method, url)).status, 200)
    assert.equal((await contactOf(form)).confirmation, 'pending')
    const page = await visit('GET', url)
    assert.match(page.text, /<form method="post"><button>/)
    assert.match(page.headers.get('content-security-policy')!, /script-src 'self'/)
    assert.match((await visit('GET', 'https://x/confirm/page.js')).text, /isTrusted/)
    assert.match((await visit('POST', url)).text, /Your address is confirmed/)
    assert.equal((await contactOf(form)).confirmation, 'confirmed')
    assert.deepEqual(await eventsOf(contact.id), [
      ['contact.created', 'pending'],
      ['contact.updated', 'confirmed'],
    ])
    const [reply, ...others] = await work()
    assert.deepEqual([reply!.to, others.length], [['ana@example.net'], 0])
    assert.match((await visit('POST', url)).text, /Your address is confirmed/)
    assert.match((await visit('GET', url)).text, /Your address is confirmed/)
    assert.deepEqual(await work(), [])
    const [submission] = await get(`/v1/forms/${form.id}/submissions`)
    assert.match(submission.confirmed_at, /^2026-11/)
    assert.equal((await get(`/v1/forms/${form.id}`)).numbers.confirmed, 1)
    assert.ok(!server.logs.join('').includes(new URL(url).pathname), 'the link is in no log')
  })

  test('announces nothing before confirmation if the form says so, and everything afterwards', async () => {
    const form = await createForm({
      double_opt_in: true,
      quiet_until_confirmed: true,
      notify: { emails: ['team@example.com'] },
      opt_in_mail: { subject: 'Really?', text: 'Yes or no' },
    })
    await submit(form, { first_name: 'Ben', email: 'ben@example.net' })
    const contact = await contactOf(form)
    assert.deepEqual(await eventsOf(contact.id), [])
    const [asked, ...others] = await work()
    assert.deepEqual([asked!.to, others.length], [['ben@example.net'], 0])
    assert.equal(headersOf(asked!).subject![0], 'Really?')
    await Promise.all([1, 2, 3].map(() => visit('POST', linkIn(asked!, 'confirm'))))
    assert.deepEqual(await eventsOf(contact.id), [['contact.created', 'confirmed']])
    assert.deepEqual(
      (await work()).map(({ to }) => to),
      [['team@example.com']],
    )
  })

  test('announces nothing of a contact that is changed, deleted or erased before; a confirmation announces all of it', async () => {
    const form = await createForm({ double_opt_in: true, quiet_until_confirmed: true })
    const add = async (email: string) => {
      await submit(form, { first_name: 'Quiet', email })
      return contactOf(form)
    }
    const send = (method: string, path: string, json?: object) =>
      server.send(method, path, { key, headers: secure, ...(json ? { json } : {}) })
    const changed = await add('changed@example.net')
    const [asked] = await work()
    await send('PATCH', `/v1/contacts/${changed.id}`, { company: 'Example', status: 'contacted' })
    await send('POST', '/v1/contacts/bulk', { filter: { email: 'changed@example.net' }, add_tags: ['fair'] })
    assert.deepEqual(await eventsOf(changed.id), [])
    await visit('POST', linkIn(asked!, 'confirm'))
    assert.deepEqual(await eventsOf(changed.id), [['contact.created', 'confirmed']])
    const [event] = await server.sql(`select data from events where subject_id = $1`, [changed.id])
    assert.deepEqual((({ company, status, tags }) => [company, status, tags])(event!.data as Record<string, unknown>), [
      'Example',
      'contacted',
      ['fair'],
    ])
    const deleted = await add('deleted@example.net')
    assert.equal((await send('DELETE', `/v1/contacts/${deleted.id}`)).status, 200)
    const erased = await add('erased@example.net')
    assert.equal((await send('POST', '/v1/people/erase', { email: 'erased@example.net', confirm: true })).status, 200)
    for (const { id } of [deleted, erased]) assert.deepEqual(await eventsOf(id), [])
    // Once announced, all later events are emitted too.
    await send('DELETE', `/v1/contacts/${changed.id}`)
    assert.deepEqual((await eventsOf(changed.id)).at(-1)![0], 'contact.deleted')
    await work()
  })

  test('sends an address one mail a day, however often it is entered, and confirms all of its submissions', async () => {
    const forms = await Promise.all([1, 2].map(() => createForm({ double_opt_in: true })))
    for (let i = 0; i < 10; i++) {
      for (const form of forms)
        await submit(form, { first_name: `N${i}`, email: i % 2 ? 'victim@example.net' : 'VICTIM@example.net' })
    }
    const [asked, ...others] = await work()
    assert.equal(others.length, 0)
    await visit('POST', linkIn(asked!, 'confirm'))
    const confirmed = await server.sql(
      `select count(*)::int as count from contacts where email_key = 'victim@example.net' and confirmation = 'confirmed'`,
    )
    assert.deepEqual(confirmed, [{ count: 10 }])
    // A confirmed address is asked again without waiting for a day.
    await submit(forms[0]!, { first_name: 'Again', email: 'victim@example.net' })
    assert.equal((await work()).length, 1)
  })

  test('has links that expire after seven days, and says what to do then', async () => {
    const form = await createForm({ double_opt_in: true })
    await submit(form, { first_name: 'Late', email: 'late@example.net' })
    const [asked] = await work()
    const url = linkIn(asked!, 'confirm')
    time += 7 * DAY
    for (const method of ['GET', 'POST']) {
      const { status, text } = await visit(method, url)
      assert.equal(status, 410)
      assert.match(text, /Fill in the form again/)
      assert.ok(text.includes(`../f/${form.public_id}`))
    }
    assert.equal((await contactOf(form)).confirmation, 'pending')
    assert.equal((await visit('POST', `${url}A`)).status, 404)
    assert.equal((await visit('GET', 'https://x/confirm/nonsense')).status, 404)
  })

  test('a link of one purpose or workspace opens nothing else', async () => {
    const form = await createForm({ double_opt_in: true })
    await submit(form, { first_name: 'Ana', email: 'swap@example.net' })
    const [asked] = await work()
    const swapped = linkIn(asked!, 'unsubscribe').replace('/unsubscribe/', '/confirm/')
    assert.equal((await visit('POST', swapped)).status, 404)
    assert.equal((await visit('POST', linkIn(asked!, 'confirm').replace('/confirm/', '/unsubscribe/'))).status, 404)
  })
})

test('the timeline of a person has their consents and the mails sent to them, not those to the team', async () => {
  const form = await createForm({
    double_opt_in: true,
    consent: { purpose: 'newsletter', text: 'You may write to me.' },
    notify: { emails: ['team@example.com'] },
  })
  const email = 'story@example.org'
  await submit(form, { first_name: 'Ana', email, consent: true })
  const read = (owner = key) =>
    server.send('GET', `/v1/people/${encodeURIComponent(email)}/timeline`, { key: owner, headers: secure })
  const waiting = (await read()).body.data.find(({ kind }: { kind: string }) => kind === 'mail')
  assert.deepEqual([waiting.mail, waiting.state, waiting.done_at], ['opt_in', 'waiting', null])
  const asked = (await work()).find(({ to }) => to.includes(email))!
  await visit('POST', linkIn(asked, 'confirm'))
  const { body } = await read()
  assert.deepEqual(body.data.map(({ kind }: { kind: string }) => kind).sort(), ['consent', 'contact', 'mail'])
  assert.equal(body.pagination.total, 3)
  const of = (kind: string) => body.data.find((entry: { kind: string }) => entry.kind === kind)
  const consent = of('consent')
  assert.deepEqual([consent.purpose, consent.text, consent.version], ['newsletter', 'You may write to me.', 1])
  assert.equal(consent.confirmed_at, new Date(time).toISOString())
  assert.deepEqual([of('mail').state, of('mail').done_at], ['sent', new Date(time).toISOString()])
  assert.deepEqual(of('mail').form, { id: form.id, name: 'Contact us' })
  for (const entry of body.data) assert.equal(entry.contact_id, of('contact').contact_id)
  const reader = await server.key({ scopes: ['contacts:read'] })
  const seen = (await read(reader)).body.data
  for (const { form: shown } of seen) assert.deepEqual(shown, { id: form.id, name: null })
})

test('erasing a person leaves no trace of mails, and its link says that nothing is left', async () => {
  const form = await createForm({
    double_opt_in: true,
    auto_reply: AUTO_REPLY,
    notify: { emails: ['team@example.com'] },
  })
  await submit(form, { first_name: 'Zoe', email: 'zoe.quint@example.net' })
  const mails = await work()
  await submit(form, { first_name: 'Zoe', email: 'zoe.quint@example.net' })
  const json = { email: 'zoe.quint@example.net', confirm: true }
  const erased = await server.send('POST', '/v1/people/erase', { key, json, headers: secure })
  assert.equal(erased.status, 200)
  assert.ok(erased.body.data.erased.mails >= 2)
  assert.deepEqual(await searchEverywhere(server, 'quint'), [])
  assert.deepEqual(await mailsOf(form), [])
  assert.deepEqual(await work(), [])
  const url = linkIn(mails.find(({ to }) => to[0]!.startsWith('zoe'))!, 'confirm')
  assert.equal((await visit('POST', url)).status, 404)
})

test('mails are listed for their workspace only, and need the permission to read contacts', async () => {
  const form = await createForm({ notify: { emails: ['team@example.com'] } })
  await submit(form, { first_name: 'Ana', email: 'list@example.org' })
  assert.equal((await mailsOf(form)).length, 1)
  const foreign = await server.key({ workspaceId: await server.workspace() })
  const headers = secure
  assert.deepEqual((await server.send('GET', '/v1/mails', { key: foreign, headers })).body.data, [])
  const poor = await server.key({ scopes: ['posts:read'] })
  assert.equal((await server.send('GET', '/v1/mails', { key: poor, headers })).status, 403)
  const wrong = await server.send('GET', '/v1/mails?state=lost&kind=x&form_id=1', { key, headers })
  assert.deepEqual(Object.keys(wrong.body.details).sort(), ['form_id', 'kind', 'state'])
  await work()
  time += 31 * DAY
  await server.deps.mail.purge()
  assert.deepEqual(await mailsOf(form), [])
})
