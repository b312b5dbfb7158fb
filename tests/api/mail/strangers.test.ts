import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { addPerson } from '../../helpers/session.ts'
import { type Mail, readMail, startMailServer } from '../../helpers/smtp.ts'

// Mails to addresses that anyone can type into a form: how many are sent, and what happens to a lead without its mail.

const smtp = await startMailServer()
let time = Date.parse('2026-11-11T10:20:00Z')
const DAY = 86_400_000
const server = await startServer({
  clock: { now: () => time },
  env: {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Doorpost <doorpost@example.com>',
    BASE_URL: 'https://doorpost.example.com',
    TRUST_PROXY: 'loopback',
    MAIL_FORM_LIMIT: '20',
    MAIL_DOMAIN_LIMIT: '4',
    MAIL_CLIENT_LIMIT: '6',
  },
})
const { deps } = server
const secure = { 'x-forwarded-proto': 'https' }
const key = await server.key()

type Form = { id: string; public_id: string }
const QUIET = { double_opt_in: true, quiet_until_confirmed: true, notify: { emails: ['team@example.com'] } }
const AUTO_REPLY = { subject: 'Thank you', text: 'Dear {{first_name}}' }

const createForm = async (json: object): Promise<Form> => {
  const form = { name: 'Contact us', protection: 'off', ...json }
  const answer = await server.send('POST', '/v1/forms', { key, headers: secure, json: form })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
let clients = 0
/** Each from a different client by default. */
const submit = async ({ public_id }: Form, email: string, client = `198.51.100.${++clients}`) => {
  time += 1
  const headers = { ...secure, 'x-forwarded-for': client }
  const path = `/v1/forms/${public_id}/submissions`
  const answer = await server.send('POST', path, { headers, json: { first_name: 'Ana', email } })
  assert.equal(answer.status, 201, answer.text)
}
const get = async (path: string) => (await server.send('GET', path, { key, headers: secure })).body.data
const contactOf = async (email: string) => (await get(`/v1/contacts?email=${encodeURIComponent(email)}`))[0]
const eventsOf = async (email: string) => {
  await deps.courier.runDue()
  const events = await get(`/v1/events?subject_id=${(await contactOf(email)).id}`)
  return events.map(({ type, data }: { type: string; data: { confirmation: string } }) => [type, data.confirmation])
}
const work = async (): Promise<string[]> => {
  const before = smtp.mails.length
  await deps.mail.postman.runDue()
  return smtp.mails.slice(before).map(({ to }) => to[0]!)
}
const statesOf = async (form: Form) =>
  (await get(`/v1/mails?kind=opt_in&form_id=${form.id}`)).map(({ state }: { state: string }) => state)
const confirm = async (mail: Mail) => {
  const [url] = /\/confirm\/[\w-]+/.exec(readMail(mail))!
  assert.equal((await fetch(server.url + url, { method: 'POST', headers: secure })).status, 200)
}
const tomorrow = async () => {
  await work()
  time += DAY
}

describe('a mailbox', () => {
  test('gets one confirmation request a day, whatever tag follows the plus', async () => {
    const form = await createForm({ double_opt_in: true })
    for (let i = 0; i < 15; i++) await submit(form, `victim+${i}@example.org`)
    assert.equal((await work()).length, 1)
    await tomorrow()
  })

  test('at Gmail is the same with different dots and under both domains', async () => {
    const form = await createForm({ double_opt_in: true })
    for (const email of ['v.i.ctim@gmail.com', 'victim@googlemail.com', 'VICTIM+x@gmail.com']) await submit(form, email)
    await submit(form, 'other.victim@gmail.com')
    const sent = await work()
    assert.deepEqual([sent.length, sent.includes('other.victim@gmail.com')], [2, true])
    await tomorrow()
  })

  test('elsewhere is different with different dots', async () => {
    const form = await createForm({ double_opt_in: true })
    for (const email of ['a.b@example.net', 'ab@example.net', '+tag@example.net']) await submit(form, email)
    assert.equal((await work()).length, 3)
    await tomorrow()
  })

  test('counts automatic replies in the same way', async () => {
    const form = await createForm({ auto_reply: AUTO_REPLY })
    for (let i = 0; i < 15; i++) await submit(form, `reply+${i}@example.org`)
    assert.equal((await work()).length, 1)
    await tomorrow()
  })

  test('that has unsubscribed gets no mail under another tag', async () => {
    const form = await createForm({ auto_reply: AUTO_REPLY })
    await submit(form, 'stop+1@example.org')
    await work()
    const [url] = /\/unsubscribe\/[\w-]+/.exec(readMail(smtp.mails.at(-1)!))!
    assert.equal((await fetch(server.url + url, { method: 'POST', headers: secure })).status, 200)
    await tomorrow()
    await submit(form, 'stop+2@example.org')
    assert.deepEqual(await work(), [])
  })
})

describe('a day has a limit', () => {
  test('for each client, over all forms; other clients are not affected, and no address is stored', async () => {
    const forms = await Promise.all([1, 2].map(() => createForm({ double_opt_in: true })))
    const client = '203.0.113.77'
    for (let i = 0; i < 10; i++) await submit(forms[i % 2]!, `person${i}@gmail.com`, client)
    await submit(forms[0]!, 'honest@gmail.com', '203.0.113.78')
    assert.deepEqual(await searchEverywhere(server, client), [])
    assert.equal((await work()).length, 7)
    const marks = await server.sql('select client_mark from mails where client_mark is not null')
    assert.deepEqual(marks, [])
    await tomorrow()
    await submit(forms[0]!, 'person9@gmail.com', client)
    assert.equal((await work()).length, 1)
    await tomorrow()
  })

  test('for each domain, except for large mail providers', async () => {
    const form = await createForm({ double_opt_in: true })
    for (let i = 0; i < 6; i++) await submit(form, `any${i}@victim.example`)
    for (let i = 0; i < 6; i++) await submit(form, `any${i}@yahoo.co.uk`)
    const sent = await work()
    assert.equal(sent.filter((to) => to.endsWith('@victim.example')).length, 4)
    assert.equal(sent.filter((to) => to.endsWith('@yahoo.co.uk')).length, 6)
    await tomorrow()
  })
})

describe('a lead of a quiet form that could not be asked for confirmation', () => {
  const fill = async (form: Form) => {
    for (let i = 0; i < 20; i++) await submit(form, `bot${i}@gmail.com`)
    assert.equal((await work()).length, 20)
  }

  test('because of a limit is announced as unconfirmed: event, mail to the team, attention; once', async () => {
    const person = await addPerson(server, { role: 'editor' })
    await server.sql(`update members set lead_mail = 'each' where user_id = $1`, [person.id])
    await deps.mail.tellTeam()
    const form = await createForm(QUIET)
    await fill(form)
    await submit(form, 'lead@example.org')
    assert.deepEqual(await eventsOf('lead@example.org'), [])
    assert.deepEqual(await work(), ['team@example.com'])
    assert.deepEqual(await eventsOf('lead@example.org'), [['contact.created', 'pending']])
    await deps.mail.tellTeam()
    assert.deepEqual(await work(), [person.email])
    assert.deepEqual(await eventsOf('bot0@gmail.com'), [])
    const { failed_mails: failed } = await get('/v1/reports/attention')
    assert.equal(failed.newest.contact_id, (await contactOf('lead@example.org')).id)
    assert.match(failed.newest.reason, /^The form has sent 20 mails/)
    await tomorrow()
    await server.sql(`update members set lead_mail = 'off'`)
    assert.deepEqual(await work(), [])
    assert.deepEqual(await eventsOf('lead@example.org'), [['contact.created', 'pending']])
    // After a request on another day, a confirmation counts for both.
    await submit(form, 'lead@example.org')
    await work()
    await confirm(smtp.mails.at(-1)!)
    const own = await get('/v1/contacts?email=lead%40example.org')
    assert.deepEqual(
      own.map(({ confirmation }: { confirmation: string }) => confirmation),
      ['confirmed', 'confirmed'],
    )
    const [newest, oldest] = own
    await deps.courier.runDue()
    const typesOf = async (id: string) =>
      (await get(`/v1/events?subject_id=${id}`)).map(({ type }: { type: string }) => type)
    assert.deepEqual(await typesOf(oldest.id), ['contact.created', 'contact.updated'])
    assert.deepEqual(await typesOf(newest.id), ['contact.created'])
    await tomorrow()
  })

  test('because the mail server refuses the address, or was unreachable for too long', async () => {
    const form = await createForm(QUIET)
    smtp.behave = (line) => (line.startsWith('RCPT') && line.includes('refused') ? '550 5.1.1 no such user' : null)
    await submit(form, 'refused@example.org')
    assert.deepEqual(await work(), ['team@example.com'])
    smtp.behave = null
    assert.deepEqual(await eventsOf('refused@example.org'), [['contact.created', 'pending']])
    await submit(form, 'stale@example.org')
    time += 8 * DAY
    assert.deepEqual(await work(), ['team@example.com'])
    assert.deepEqual(await eventsOf('stale@example.org'), [['contact.created', 'pending']])
    await tomorrow()
  })

  test('because its mailbox was asked for another form or under another tag', async () => {
    const [first, second] = [await createForm(QUIET), await createForm(QUIET)]
    await submit(first, 'busy@example.org')
    await work()
    await submit(second, 'busy@example.org')
    await submit(first, 'busy+tag@example.org')
    await work()
    assert.deepEqual(await work(), [])
    assert.deepEqual([await statesOf(first), await statesOf(second)], [['failed', 'sent'], ['failed']])
    assert.deepEqual(await eventsOf('busy+tag@example.org'), [['contact.created', 'pending']])
    await tomorrow()
  })

  test('but not if a sent mail already asks for the same: it waits for that one', async () => {
    const form = await createForm(QUIET)
    for (let i = 0; i < 3; i++) await submit(form, 'twice@example.org')
    assert.deepEqual(await work(), ['twice@example.org'])
    assert.deepEqual((await statesOf(form)).sort(), ['dropped', 'dropped', 'sent'])
    assert.deepEqual(await eventsOf('twice@example.org'), [])
    await confirm(smtp.mails.at(-1)!)
    assert.deepEqual(await eventsOf('twice@example.org'), [['contact.created', 'confirmed']])
    await tomorrow()
  })

  test('and is erased or deleted meanwhile is not announced', async () => {
    const form = await createForm(QUIET)
    await fill(form)
    await submit(form, 'gone@example.org')
    const { id } = await contactOf('gone@example.org')
    const json = { email: 'gone@example.org', confirm: true }
    assert.equal((await server.send('POST', '/v1/people/erase', { key, headers: secure, json })).status, 200)
    assert.deepEqual(await work(), [])
    await deps.courier.runDue()
    assert.deepEqual(await get(`/v1/events?subject_id=${id}`), [])
  })
})
