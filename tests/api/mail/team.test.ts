import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'
import { headersOf, type Mail, readMail, startMailServer } from '../../helpers/smtp.ts'

const smtp = await startMailServer()
// A Wednesday. In the past, because sessions begin by the real clock.
let time = Date.parse('2025-11-12T10:20:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const server = await startServer({
  clock: { now: () => time },
  env: {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Doorpost <doorpost@example.com>',
    BASE_URL: 'http://doorpost.example.com',
  },
})
const key = await server.key()

const addContact = async (json: object, owner = key): Promise<string> => {
  const answer = await server.send('POST', '/v1/contacts', { key: owner, json })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data.id
}

/** Runs the recurring jobs. Returns the mails that were sent. */
const work = async (): Promise<Mail[]> => {
  const before = smtp.mails.length
  await server.deps.courier.runDue()
  await server.deps.mail.tellTeam()
  await server.deps.mail.tellWeek()
  await server.deps.mail.postman.runDue()
  return smtp.mails.slice(before)
}

const prefer = async (person: Person, json: object) => {
  time += 1
  const answer = await person.send('PATCH', '/v1/me', { json })
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

/** Pages are not in openapi.json. */
const visit = async (method: string, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${server.url}${path}`, { method, ...init })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const stopUrlOf = (mail: Mail) => /<(.*)>/.exec(headersOf(mail)['list-unsubscribe']![0]!)![1]!

describe('mail about new leads', () => {
  test('goes to every subscriber, once each, and replies go to the lead', async () => {
    const ana = await signIn(server)
    await signIn(server)
    const me = (await ana.send('GET', '/v1/me')).body.data
    assert.deepEqual([me.lead_mail, me.weekly_mail], ['off', false])
    await addContact({ first_name: 'Before' })
    assert.equal((await prefer(ana, { lead_mail: 'each' })).lead_mail, 'each')
    const person = { first_name: 'Ben', last_name: 'Ode', email: 'ben@example.org' }
    const sentAlong = { dp: 'Yx3kQ9', landing_page: '/spring', referrer: 'https://search.example.com' }
    const json = { ...person, ...sentAlong, plan: 'Large', message: 'Hello <b>you</b>' }
    const id = await addContact(json)
    const [mail, ...others] = await work()
    assert.equal(others.length, 0)
    assert.deepEqual(mail!.to, [ana.email])
    const headers = headersOf(mail!)
    assert.deepEqual(headers.subject, ['New lead: Ben Ode'])
    assert.deepEqual(headers['reply-to'], ['ben@example.org'])
    assert.deepEqual(headers['auto-submitted'], ['auto-generated'])
    assert.match(headers['message-id']![0]!, /^<[0-9a-f-]{36}@example\.com>$/)
    const text = readMail(mail!)
    assert.ok(text.includes(`http://doorpost.example.com/contacts/${id}`))
    assert.ok(text.includes('Hello <b>you</b>'), 'as plain text')
    assert.ok(text.includes('Hello &#60;b&#62;you&#60;/b&#62;'), 'as HTML')
    assert.ok(text.indexOf('Hello') < text.indexOf('Large'), 'the message comes first')
    for (const value of Object.values(sentAlong)) assert.ok(!text.includes(value), value)
    assert.deepEqual(await work(), [])
    await prefer(ana, { lead_mail: 'off' })
    await addContact({ first_name: 'After' })
    assert.deepEqual(await work(), [])
  })

  test('is collected every hour, or until the morning of the workspace', async () => {
    const hourly = await signIn(server)
    const daily = await signIn(server)
    const { time_zone: zone } = (await daily.send('GET', '/v1/workspace')).body.data
    await daily.send('PATCH', '/v1/workspace', { json: { time_zone: 'Asia/Tokyo' } })
    await prefer(hourly, { lead_mail: 'hourly' })
    await prefer(daily, { lead_mail: 'daily' })
    await addContact({ first_name: 'One' })
    assert.deepEqual(await work(), [])
    time += 30 * MINUTE
    await addContact({ first_name: 'Two' })
    assert.deepEqual(await work(), [])
    time = Date.parse('2025-11-12T11:00:00Z')
    const [digest, ...rest] = await work()
    assert.deepEqual([digest!.to, rest.length], [[hourly.email], 0])
    assert.match(headersOf(digest!).subject![0]!, /^2 new leads: /)
    assert.match(readMail(digest!), /One[\s\S]*Two/)
    // Eight o'clock in Tokyo.
    time = Date.parse('2025-11-12T22:59:00Z')
    assert.deepEqual(await work(), [])
    time += MINUTE
    const morning = await work()
    assert.deepEqual(
      morning.map(({ to }) => to),
      [[daily.email]],
    )
    await prefer(hourly, { lead_mail: 'off' })
    await prefer(daily, { lead_mail: 'off' })
    await daily.send('PATCH', '/v1/workspace', { json: { time_zone: zone } })
  })

  test('about many leads at once is one mail, which counts those that it does not list', async () => {
    const ana = await signIn(server)
    await prefer(ana, { lead_mail: 'each' })
    for (let i = 0; i < 40; i++) await addContact({ first_name: `Lead${i}` })
    const [mail, ...others] = await work()
    assert.equal(others.length, 0)
    assert.match(headersOf(mail!).subject![0]!, /^40 new leads/)
    const text = readMail(mail!)
    assert.ok(text.includes('And 15 more.'), text)
    await prefer(ana, { lead_mail: 'off' })
  })

  test('never contains leads of another workspace', async () => {
    const ana = await signIn(server)
    const elsewhere = await server.workspace()
    await prefer(ana, { lead_mail: 'each' })
    await addContact({ first_name: 'Foreign' }, await server.key({ workspaceId: elsewhere }))
    assert.deepEqual(await work(), [])
    await prefer(ana, { lead_mail: 'off' })
  })

  test('has at most one line of text from a stranger in its headers', async () => {
    const ana = await signIn(server)
    await prefer(ana, { lead_mail: 'each' })
    const evil = 'x\nBcc: victim@example.org\nX-Evil: 1\u2028y'
    await addContact({
      first_name: evil,
      last_name: evil,
      company: evil,
      utm_source: evil,
      note: evil,
      [`a${evil}`]: 'x',
    })
    const [mail] = await work()
    const headers = headersOf(mail!)
    assert.deepEqual(mail!.to, [ana.email])
    assert.equal(headers.bcc, undefined)
    assert.equal(headers['x-evil'], undefined)
    assert.equal(headers.subject!.length, 1)
    assert.deepEqual(headers.to, [ana.email])
    await prefer(ana, { lead_mail: 'off' })
  })

  test('can be unsubscribed with the link in it: not by opening it, but by its button or one click in the mail program', async () => {
    const ana = await signIn(server)
    await prefer(ana, { lead_mail: 'each' })
    await addContact({ first_name: 'Ben' })
    const [mail] = await work()
    const path = new URL(stopUrlOf(mail!)).pathname
    const opened = await visit('GET', path)
    assert.equal(opened.status, 200)
    assert.match(opened.text, /<form method="post">/)
    assert.match(opened.headers.get('content-security-policy')!, /form-action 'self'/)
    assert.equal((await ana.send('GET', '/v1/me')).body.data.lead_mail, 'each')
    const click = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    }
    for (let i = 0; i < 2; i++) assert.equal((await visit('POST', path, click)).status, 200)
    assert.equal((await ana.send('GET', '/v1/me')).body.data.lead_mail, 'off')
    assert.equal((await visit('POST', `${path.slice(0, -1)}${path.endsWith('A') ? 'B' : 'A'}`, click)).status, 404)
    assert.equal((await visit('GET', '/unsubscribe/x')).status, 404)
    assert.ok(!server.logs.join('').includes(path), 'the link is in no log')
  })

  test('is refused if mail is not configured, and says what to do', async () => {
    const silent = await startServer({ beside: server, env: { SMTP_URL: '', MAIL_FROM: '' } })
    const ana = await signIn(silent)
    const answer = await ana.send('PATCH', '/v1/me', { json: { lead_mail: 'each', weekly_mail: true } })
    assert.equal(answer.status, 400)
    for (const field of ['lead_mail', 'weekly_mail'])
      assert.match(answer.body.details[field][0], /Ask the operator to set up a mail server/)
    assert.equal((await ana.send('PATCH', '/v1/me', { json: { lead_mail: 'off' } })).status, 200)
    const wrong = await ana.send('PATCH', '/v1/me', { json: { lead_mail: 'always', weekly_mail: 'yes' } })
    assert.deepEqual(Object.keys(wrong.body.details).sort(), ['lead_mail', 'weekly_mail'])
  })
})

describe('the weekly mail', () => {
  test('comes on Monday morning in the time zone of the workspace, once, and compares with the week before', async () => {
    const workspaceId = await server.workspace()
    const owner = await server.key({ workspaceId })
    const ana = await signIn(server, { workspaceId })
    await ana.send('PATCH', '/v1/workspace', { json: { name: 'Shop', time_zone: 'America/New_York' } })
    time = Date.parse('2025-11-13T12:00:00Z')
    await prefer(ana, { weekly_mail: true })
    assert.deepEqual(await work(), [], 'not for the week that is half over')
    await addContact({ first_name: 'Thursday' }, owner)
    const post = await server.send('POST', '/v1/posts/short', {
      key: owner,
      json: { content: 'A <post> about things', media_urls: [], status: 'draft' },
    })
    assert.equal(post.status, 201, post.text)
    const postId = post.body.data.id
    await server.sql(
      `insert into links (workspace_id, id, code, post_id, target, created_at, updated_at)
       values ($1, $2, 'code1234', $2, 'https://example.com', now(), now())`,
      [workspaceId, postId],
    )
    await server.sql(
      `insert into link_days (workspace_id, link_id, day, kind, slot, clicks, visitors)
       values ($1, $2, '2025-11-14', 'person', 0, 7, 5), ($1, $2, '2025-11-14', 'bot', 0, 100, 0),
              ($1, $2, '2025-11-06', 'person', 0, 9, 9)`,
      [workspaceId, postId],
    )
    time = Date.parse('2025-11-16T23:59:59Z')
    await addContact({ first_name: 'Late on Sunday', dp: 'code1234' }, owner)
    time = Date.parse('2025-11-17T12:59:00Z')
    await addContact({ first_name: 'Monday' }, owner)
    assert.deepEqual(await work(), [])
    time += MINUTE
    const [mail, ...others] = await work()
    assert.equal(others.length, 0)
    assert.equal(headersOf(mail!).subject![0], '2 leads, 7 clicks: Shop, 2025-11-10 to 2025-11-16')
    const text = readMail(mail!)
    assert.ok(text.includes('Leads: 2 (+2, 0 the week before)'), text)
    assert.ok(text.includes('Clicks on links: 7 (\u22122, 9 the week before)'), text)
    assert.ok(text.includes('A &#60;post&#62; about things'))
    assert.ok(text.includes('short: 1 lead, 7 clicks'))
    assert.ok(text.includes('http://doorpost.example.com/results?from=2025-11-10&to=2025-11-16'), text)
    const days = 'from=2025-11-10&to=2025-11-16'
    const { totals } = (await ana.send('GET', `/v1/reports/attribution?${days}`)).body.data
    assert.deepEqual(
      totals,
      { leads: 2, leads_before: 0, clicks: 7, clicks_before: 9, visitors: 5 },
      'what the mail says',
    )
    time += MINUTE
    assert.deepEqual(await work(), [])
    time += 7 * DAY
    const [next] = await work()
    assert.match(headersOf(next!).subject![0]!, /^1 lead, 0 clicks/)
    await visit('POST', new URL(stopUrlOf(next!)).pathname)
    assert.equal((await ana.send('GET', '/v1/me')).body.data.weekly_mail, false)
  })

  test('waits, where Monday comes early, until the UTC days of its results are over', async () => {
    const workspaceId = await server.workspace()
    const owner = await server.key({ workspaceId })
    time = Date.parse('2025-12-04T12:00:00Z')
    const ana = await signIn(server, { workspaceId })
    await ana.send('PATCH', '/v1/workspace', { json: { time_zone: 'Pacific/Auckland' } })
    await prefer(ana, { weekly_mail: true })
    time = Date.parse('2025-12-07T23:59:59Z')
    assert.deepEqual(await work(), [], 'it is Monday, 12:59, but Sunday is not over everywhere')
    await addContact({ first_name: 'Late' }, owner)
    time += 1_000
    const [mail] = await work()
    assert.match(headersOf(mail!).subject![0]!, /^1 lead, 0 clicks: .*, 2025-12-01 to 2025-12-07$/)
  })

  test('comes on the Monday morning of the person, and never twice for a week, whatever becomes of zones and clocks', async () => {
    const workspaceId = await server.workspace()
    const owner = await server.key({ workspaceId })
    time = Date.parse('2026-01-08T12:00:00Z')
    const [ana, ben] = [await signIn(server, { workspaceId }), await signIn(server, { workspaceId })]
    await ana.send('PATCH', '/v1/workspace', { json: { time_zone: 'Europe/Lisbon' } })
    await addContact({ first_name: 'Lead' }, owner)
    const zoneOf = (person: Person, time_zone: string | null) => prefer(person, { time_zone })
    await zoneOf(ana, 'Asia/Tokyo')
    for (const person of [ana, ben]) await prefer(person, { weekly_mail: true })
    const sentAt = async (at: string) => {
      time = Date.parse(at)
      const sent = (await work()).map(({ to }) => to[0])
      return sent.filter((to) => to === ana.email || to === ben.email)
    }
    assert.deepEqual(await sentAt('2026-01-12T00:00:00Z'), [ana.email], 'nine in Tokyo')
    assert.deepEqual(await sentAt('2026-01-12T07:59:00Z'), [])
    assert.deepEqual(await sentAt('2026-01-12T08:00:00Z'), [ben.email], 'eight in Lisbon, the zone of the workspace')
    // In Honolulu it is still Sunday, and later Monday morning.
    await zoneOf(ana, 'Pacific/Honolulu')
    assert.deepEqual(await sentAt('2026-01-12T09:00:00Z'), [])
    assert.deepEqual(await sentAt('2026-01-12T20:00:00Z'), [])
    await zoneOf(ana, 'Pacific/Auckland')
    assert.deepEqual(await sentAt('2026-01-18T23:00:00Z'), [], 'Monday noon, but Sunday is not over everywhere')
    assert.deepEqual(await sentAt('2026-01-19T00:00:00Z'), [ana.email])
    await zoneOf(ana, null)
    assert.deepEqual(await sentAt('2026-01-19T08:00:00Z'), [ben.email])

    // What a clock has left behind that was a year ahead.
    const ahead = `update members set weekly_mail_until = '2027-01-11' where workspace_id = $1`
    await server.sql(ahead, [workspaceId])
    assert.deepEqual(await sentAt('2026-01-20T08:00:00Z'), [])
    assert.deepEqual((await sentAt('2026-01-26T08:00:00Z')).toSorted(), [ana.email, ben.email].toSorted())
    // An hour back, after the mail.
    assert.deepEqual(await sentAt('2026-01-26T07:00:00Z'), [])
    assert.deepEqual(await sentAt('2026-01-26T08:00:00Z'), [])
  })

  test('is about the week before its Monday, also if the person is somewhere else when it is sent', async () => {
    const workspaceId = await server.workspace()
    time = Date.parse('2026-02-05T12:00:00Z')
    const ana = await signIn(server, { workspaceId })
    await prefer(ana, { weekly_mail: true, time_zone: 'Pacific/Auckland' })
    time = Date.parse('2026-02-09T00:00:00Z')
    await server.deps.mail.tellWeek()
    await prefer(ana, { time_zone: 'Pacific/Honolulu' })
    const mail = (await work()).find(({ to }) => to.includes(ana.email))
    assert.match(headersOf(mail!).subject![0]!, /2026-02-02 to 2026-02-08$/)
  })

  test('names deleted posts without a link', async () => {
    const workspaceId = await server.workspace()
    const owner = await server.key({ workspaceId })
    time = Date.parse('2026-03-12T12:00:00Z')
    const ana = await signIn(server, { workspaceId })
    await prefer(ana, { weekly_mail: true })
    const post = await server.send('POST', '/v1/posts/short', {
      key: owner,
      json: { content: 'Gone soon', media_urls: [], status: 'draft' },
    })
    const { id } = post.body.data
    await server.sql(
      `insert into links (workspace_id, id, code, post_id, target, created_at, updated_at)
       values ($1, $2, 'code5678', $2, 'https://example.com', now(), now())`,
      [workspaceId, id],
    )
    await addContact({ first_name: 'Lead', dp: 'code5678' }, owner)
    await ana.send('GET', '/v1/reports/attribution')
    const gone = await server.send('DELETE', `/v1/posts/${id}`, { key: owner })
    assert.ok(gone.status < 300, gone.text)
    time = Date.parse('2026-03-16T12:00:00Z')
    const mail = (await work()).find(({ to }) => to.includes(ana.email))
    const text = readMail(mail!)
    assert.ok(text.includes('Gone soon'), text)
    assert.ok(text.includes('1 lead, 0 clicks (deleted)'), text)
    assert.ok(!text.includes(`/posts/${id}`), text)
  })
})
