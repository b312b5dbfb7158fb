import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { jobTable } from '../../../src/app/worker.ts'
import { FIELD_NAMES } from '../../../src/contact-fields.ts'
import type { JobName } from '../../../src/jobs/table.ts'
import { BROWSER_HEADERS } from '../../helpers/form-visitor.ts'
import { postBody } from '../../helpers/http-client.ts'
import { pdfFile } from '../../helpers/media-files.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'
import { startMailServer } from '../../helpers/smtp.ts'
import { visit } from '../../helpers/visit.ts'

// What is left of people: of one who took every path from a click to a lead and was erased, and of those who only
// clicked.

const smtp = await startMailServer()
const HOUR = 3_600_000
const time = { now: Date.parse('2026-11-11T23:20:00Z') }
const server = await startServer({
  clock: { now: () => time.now },
  env: {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Doorpost <doorpost@example.com>',
    TRUST_PROXY: 'loopback',
    ALLOW_PRIVATE_NETWORKS: 'true',
    LOG_LEVEL: 'trace',
  },
})
const { deps } = server
const key = await server.key()
const tasks = jobTable(deps).tasks as Record<string, (payload: object) => Promise<void>>
const job = (name: JobName, payload = {}) => tasks[name]!({ workspace_id: deps.workspaceId, ...payload })

const send = async (method: string, path: string, json?: unknown, headers: Record<string, string> = {}) => {
  time.now += 1_000
  const answer = await server.send(method, path, { key, headers, ...(json === undefined ? {} : { json }) })
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`)
  return answer.body.data
}
/** Runs the recurring jobs. */
const work = async () => {
  await deps.courier.runDue()
  await deps.mail.tellTeam()
  await deps.mail.tellWeek()
  await deps.mail.postman.runDue()
  await deps.reports.fold()
  await deps.clicks.flush()
}
const filesOnDisk = async () => {
  const found = await readdir(join(deps.config.dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  )
  return found.filter((each) => each.isFile()).length
}

const MARK = 'zqheron'
const EMAIL = `${MARK}@example.com`
const UTM = Object.fromEntries(
  ['source', 'medium', 'campaign', 'term', 'content'].map((n) => [`utm_${n}`, `${MARK} ${n}`]),
)
const ORIGIN = { ...UTM, referrer: `https://${MARK}.example.net/path`, landing_page: `/${MARK}?x=1` }

describe('a person with data everywhere', () => {
  test('is erased from every table, the queue, the outbox and the store of files', async () => {
    const echo = await startReceiver(({ body }, response) => void response.end(body))
    await send('POST', '/v1/events/endpoints', { url: echo.url })
    const colleague = await signIn(server)
    await colleague.send('PATCH', '/v1/me', { json: { lead_mail: 'each', weekly_mail: true } })
    const reader = await signIn(server)
    await reader.send('PATCH', '/v1/me', { json: { lead_mail: 'daily' } })

    // Through the API, with every field and an Idempotency-Key; changed since.
    const link = await send('POST', '/v1/links', { target: 'https://example.com/offer' })
    await visit(server.port, `/l/${link.code}`, { headers: { 'x-forwarded-for': '203.0.113.50' } })
    const all = Object.fromEntries(FIELD_NAMES.map((name) => [name, name === 'email' ? EMAIL : `${MARK} ${name}`]))
    const input = { ...all, ...ORIGIN, dp: link.code, anything_else: MARK }
    const contact = await send('POST', '/v1/contacts', input, { 'idempotency-key': 'once' })
    await send('PATCH', `/v1/contacts/${contact.id}`, { status: 'won', owner_id: colleague.id, tags: [`tag ${MARK}`] })
    await send('POST', `/v1/contacts/${contact.id}/notes`, { text: `${MARK} called.` })
    const other = await send('POST', '/v1/contacts', {
      first_name: 'Ben',
      email: 'ben@example.com',
      utm_source: 'fair',
    })
    const note = await send('POST', `/v1/contacts/${other.id}/notes`, {
      text: `A friend of ${EMAIL.toUpperCase()}, it seems.`,
    })
    await send('POST', '/v1/views', { name: 'Hers', filter: { q: EMAIL } })

    // Through forms: accepted, with mails, consent and a file; waiting for a confirmation; held as spam.
    const form = await send('POST', '/v1/forms', {
      name: 'Contact',
      fields: [
        { name: 'first_name', required: true },
        { name: 'email', required: true },
        { name: 'message' },
        { name: 'plan', type: 'file', label: 'Plan' },
      ],
      consent: { purpose: 'newsletter', text: 'You may write to me.' },
      notify: { emails: ['team@example.com'] },
      auto_reply: { subject: 'Thank you, {{first_name}}', text: 'We got “{{message}}”.' },
    })
    const confirmed = await send('POST', '/v1/forms', {
      name: 'Letter',
      double_opt_in: true,
      notify: { emails: ['team@example.com'], every: 'hour' },
    })
    const body = new FormData()
    const filled = {
      first_name: MARK,
      email: EMAIL,
      message: `From ${MARK}`,
      consent: 'true',
      ...ORIGIN,
      dp: link.code,
    }
    for (const [name, value] of Object.entries(filled)) body.append(name, value)
    body.append('plan', new Blob([new Uint8Array(pdfFile())]), `${MARK}.pdf`)
    const browser = { ...BROWSER_HEADERS, 'x-forwarded-for': '203.0.113.51' }
    const submitted = await postBody(`${server.url}/v1/forms/${form.public_id}/submissions`, body, browser)
    assert.equal(submitted.status, 303, await submitted.text())
    assert.equal(await filesOnDisk(), 1)
    const submit = (to: { public_id: string }, json: object) =>
      send('POST', `/v1/forms/${to.public_id}/submissions`, json, { ...browser, accept: 'application/json' })
    await submit(confirmed, filled)
    await submit(form, { ...filled, email: `${MARK}@EXAMPLE.com`, dp_topic: 'spam' })
    await submit(form, {
      first_name: 'Eve',
      email: 'eve@example.com',
      consent: true,
      message: `Write to ${EMAIL}`,
      _gotcha: 'spam',
    })

    // A record that got a mail at this address, which has changed since: the record no longer belongs to the person,
    // but the mail does.
    await submit(form, { first_name: 'Moved', email: EMAIL, message: 'Hello', consent: true })
    const moved = (await send('GET', '/v1/contacts?q=Moved'))[0]
    await send('PATCH', `/v1/contacts/${moved.id}`, { email: 'moved@example.com' })

    // Through webhooks, mapped and rejected, and through a file.
    const hook = await server.webhook(deps.workspaceId, { mapping: { preset: 'generic_form' } })
    const delivered = await server.send('POST', `/v1/webhooks/receive/${hook.key}`, { body: JSON.stringify(input) })
    await job('webhook.map', { webhook_id: hook.id, delivery_id: delivered.body.data.id })
    const strict = await server.webhook(deps.workspaceId, { provider: 'github', secret: 'a secret of the sender' })
    await server.send('POST', `/v1/webhooks/receive/${strict.key}?by=${EMAIL}`, { body: JSON.stringify(input) })
    const file = await server.send('POST', '/v1/contacts/imports', {
      key,
      headers: { 'content-type': 'text/csv' },
      body: `first_name,email,company,utm_campaign\n${MARK},${EMAIL},${MARK},${MARK}\n${MARK},not an address ${EMAIL},,\n`,
    })
    await job('contacts.import', { import_id: file.body.data.id, part: 0 })

    await work()
    // Once more, so that something of every kind is still waiting.
    await submit(confirmed, filled)
    await submit(form, { first_name: MARK, email: EMAIL, message: MARK, consent: true })
    await send('POST', '/v1/contacts', { ...input, first_name: `${MARK} again` })

    const places = new Set((await searchEverywhere(server, MARK)).map((place) => place.split('.')[0]))
    for (const table of [
      'contacts',
      'kept_touches',
      'lead_touches',
      'lead_counts',
      'lead_quarters',
      'submissions',
      'contact_notes',
      'contact_views',
      'submission_files',
      'mails',
      'events',
      'event_outbox',
      'event_attempts',
      'idempotency_keys',
      'webhook_deliveries',
      'webhook_rejections',
    ]) {
      assert.ok(places.has(table), `the test reaches ${table}; it reached ${[...places].join(', ')}`)
    }
    const before = await send('GET', '/v1/reports/attribution?by=campaign')
    assert.ok(JSON.stringify(before).includes(MARK))

    const { erased } = await send('POST', '/v1/people/erase', { email: EMAIL, confirm: true })
    for (const [what, count] of Object.entries(erased)) {
      if (what !== 'import_rows') assert.ok(Number(count) > 0, `${what}: ${JSON.stringify(erased)}`)
    }
    await work()
    assert.deepEqual(await searchEverywhere(server, MARK), [])
    assert.equal(await filesOnDisk(), 0)
    for (const by of ['source', 'medium', 'campaign', 'post', 'form']) {
      const report = await send('GET', `/v1/reports/attribution?by=${by}`)
      assert.ok(!JSON.stringify(report).includes(MARK), by)
      assert.equal(report.totals.leads, 2, 'the others stay')
    }
    assert.equal((await send('GET', `/v1/links/${link.id}`)).leads, 0)
    const [kept] = await send('GET', `/v1/contacts/${other.id}/notes`)
    assert.equal(kept.id, note.id)
    assert.match(kept.text, /^A friend of .*, it seems\.$/)
    const told = smtp.mails.length
    await work()
    assert.equal(smtp.mails.length, told, 'no mail about them is left')
  })
})

describe('visitors', () => {
  test('no address of a click, a hosted page, a submission or a contact is in any table or line of the log', async () => {
    const link = await send('POST', '/v1/links', { target: 'https://example.com/offer' })
    const form = await send('POST', '/v1/forms', { name: 'Page' })
    const addresses = ['203.0.113.61', '2001:db8:61:62::63']
    for (const address of addresses) {
      const headers = { ...BROWSER_HEADERS, 'x-forwarded-for': address }
      for (const method of ['GET', 'HEAD']) await visit(server.port, `/l/${link.code}`, { method, headers })
      await visit(server.port, '/l/Unknown7', { headers })
      await visit(server.port, `/f/${form.public_id}`, { headers })
      const json = { first_name: 'Cleo', email: 'cleo@example.org' }
      for (const more of [{}, { dp_topic: 'spam' }, { email: 'wrong' }]) {
        const path = `/v1/forms/${form.public_id}/submissions`
        await server.send('POST', path, {
          headers: { ...headers, accept: 'application/json' },
          json: { ...json, ...more },
        })
      }
      await server.send('POST', '/v1/contacts', { headers, json: { ...json, dp: link.code } })
    }
    await work()
    for (const part of ['203.0.113.61', '2001:db8:61:62', '2001:0db8:0061']) {
      assert.deepEqual(await searchEverywhere(server, part), [], part)
      assert.deepEqual(
        server.logs.filter((line) => line.includes(part)),
        [],
        part,
      )
    }
    const marks = await server.sql('select from visitor_marks')
    assert.ok(marks.length >= 2, 'they were told apart all the same')
  })

  test('after 48 hours there is no mark and no salt, at any hour of the day; the counts stay', async () => {
    const link = await send('POST', '/v1/links', { target: 'https://example.com/late' })
    const forgetFor = async (hours: number) => {
      for (let hour = 0; hour < hours; hour++) {
        time.now += HOUR
        await job('links.forget_visitors')
      }
    }
    for (const hour of [0, 12, 23]) {
      time.now += ((hour - new Date(time.now).getUTCHours() + 24) % 24) * HOUR
      await visit(server.port, `/l/${link.code}`, { headers: { 'x-forwarded-for': '203.0.113.70' } })
      await deps.clicks.flush()
      assert.equal((await server.sql('select from visitor_salts')).length >= 1, true)
      await forgetFor(48)
      assert.deepEqual(await server.sql('select from visitor_marks'), [], `clicked at ${hour}`)
      assert.deepEqual(await server.sql('select from visitor_salts'), [], `clicked at ${hour}`)
    }
    assert.deepEqual(
      await server.sql(
        'select sum(clicks)::int as clicks, sum(visitors)::int as visitors from link_days where link_id = $1',
        [link.id],
      ),
      [{ clicks: 3, visitors: 3 }],
    )
  })
})
