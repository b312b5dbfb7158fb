import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import { createPlace } from '../../helpers/process.ts'
import { startPushService } from '../../helpers/push-service.ts'
import { searchEverywhere } from '../../helpers/search-everywhere.ts'
import { startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'

// Notifications in browsers: who gets them, what they say, and what becomes of them when something fails.

const HOUR = 3_600_000
/** What websites and Doorpost itself add to the fields of a form. */
const SENT_ALONG = {
  dp: 'Yx3kQ9',
  landing_page: '/offers/spring/everything-that-is-new-in-our-shop-this-year/and-more',
  referrer: 'https://search.example.com',
  first_name_from: 'email',
}
const time = { ahead: 0 }
const clock = { now: () => Date.now() + time.ahead }
const env = { ALLOW_PRIVATE_NETWORKS: 'true' }
const service = await startPushService()
const server = await startServer({ clock, env })
const second = await startServer({ beside: server, clock, env })
let ana: Person
let key: string

before(async () => {
  key = await server.key()
})

beforeEach(async () => {
  time.ahead = 0
  service.state.status = 201
  service.state.headers = {}
  await server.sql('delete from push_subscriptions')
  await server.sql('delete from mail_counts')
  ana = await signIn(server, { role: 'viewer' })
})

const show = async (by = ana) => (await by.send('GET', '/v1/me/notifications')).body.data
const subscribe = async (browser = service.browser(), by = ana) => {
  const answer = await by.send('POST', '/v1/me/notifications/browsers', { json: browser.address })
  assert.equal(answer.status, 201, answer.text)
  return { ...browser, id: answer.body.data.id as string }
}
let leads = 0
const lead = async (json: object = {}) => {
  const answer = await server.send('POST', '/v1/contacts', {
    key,
    json: { first_name: `Lead ${++leads}`, email: `lead${leads}@example.com`, ...json },
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
/** As the workers do: events get their place in the feed, then the notifier runs. */
const work = async (on = server) => {
  await on.deps.courier.runDue()
  await on.deps.push.notifier.runDue()
}

describe('a browser that is switched on', () => {
  test('is told of a new lead, encrypted for it alone and signed by this installation', async () => {
    const browser = await subscribe()
    const { id } = await lead({ first_name: 'Marta', extra: { message: 'Do you ship to Porto?' } })
    await work()
    assert.equal(browser.got.length, 1)
    const { shown, headers, claims, publicKey, raw } = browser.got[0]!
    assert.equal(shown.title, 'New lead')
    assert.equal(shown.url, `/contacts/${id}`)
    assert.equal(headers['content-encoding'], 'aes128gcm')
    assert.equal(headers.ttl, '86400')
    assert.equal(publicKey, (await show()).public_key)
    assert.equal(claims.aud, service.url)
    assert.ok(claims.exp * 1000 > Date.now())
    for (const text of ['Marta', 'Porto', id]) assert.ok(!raw.includes(text))
    assert.deepEqual(await server.sql('select from push_notices'), [])
    assert.ok((await show()).browsers[0].last_sent_at)
  })

  test('says who it is and what they wrote only by choice, and the form otherwise', async () => {
    const browser = await subscribe()
    const made = await server.send('POST', '/v1/forms', { key, json: { name: 'Spring offer', protection: 'off' } })
    const path = `/v1/forms/${made.body.data.public_id}/submissions`
    const sent = await server.send('POST', path, { json: { first_name: 'Rui', email: 'rui@example.org' } })
    assert.equal(sent.status, 201, sent.text)
    await work()
    const quiet = browser.got.at(-1)!.shown
    assert.deepEqual([quiet.title, quiet.body], ['New lead', 'From “Spring offer”'])
    const changed = await ana.send('PATCH', '/v1/me/notifications', { json: { words: true } })
    assert.equal(changed.body.data.words, true)
    const words = async (extra: object) => {
      await lead({ first_name: 'Marta', last_name: 'Reis', extra: { ...SENT_ALONG, ...extra } })
      await work()
      const { title, body } = browser.got.at(-1)!.shown
      assert.equal(title, 'New lead: Marta Reis')
      return body
    }
    assert.equal(await words({ plan: 'L', message: 'Do you ship to Porto?' }), 'Do you ship to Porto?')
    assert.equal(await words({ plan: 'L', preferred_day: 'Monday' }), 'plan: L, preferred day: Monday')
    assert.equal(await words({}), 'Open it to see who it is', 'what the website sent along is not said')
  })

  test('speaks the language of the person, and in a test that of the page', async () => {
    const browser = await subscribe()
    const titles = () => browser.got.map(({ shown: { title, body } }) => [title, body])
    await ana.send('PATCH', '/v1/me', { json: { language: 'de' } })
    await lead()
    await work()
    for (let count = 0; count < 5; count++) await lead()
    await work()
    await ana.send('POST', `/v1/me/notifications/browsers/${browser.id}/test`, { headers: { 'accept-language': 'fr' } })
    await ana.send('PATCH', '/v1/me', { json: { language: null } })
    await lead()
    await work()
    assert.deepEqual(titles(), [
      ['Neuer Lead', 'Öffnen, um zu sehen, wer es ist'],
      ['5 neue Leads', 'In den Kontakten ansehen'],
      ['Les notifications fonctionnent', 'Ce navigateur vous prévient lorsqu’un lead arrive.'],
      ['New lead', 'Open it to see who it is'],
    ])
    browser.forget()
    const path = `/v1/me/notifications/browsers/${browser.id}/test`
    const { problem } = (await ana.send('POST', path, { headers: { 'accept-language': 'de' } })).body.data
    assert.match(problem, /Dieser Browser/)
  })

  test('gets each lead once, however many processes work, and none that came before', async () => {
    await lead()
    await work()
    const browser = await subscribe()
    await work()
    assert.equal(browser.got.length, 0)
    await Promise.all([lead(), lead()])
    await Promise.all([work(server), work(second)])
    await Promise.all([work(second), work(server)])
    assert.equal(browser.got.length, 2)
    assert.equal(new Set(browser.got.map(({ shown }) => shown.url)).size, 2)
  })

  test('gets one notification about many leads at once, and no more than a hundred a day', async () => {
    const browser = await subscribe()
    for (let count = 0; count < 5; count++) await lead()
    await work()
    assert.deepEqual(
      browser.got.map(({ shown }) => [shown.title, shown.url]),
      [['5 new leads', '/contacts']],
    )
    await server.sql("update mail_counts set count = 100 where name like 'push:%'")
    await lead()
    await work()
    assert.equal(browser.got.length, 1)
    time.ahead = 25 * HOUR
    await server.sql('update sessions set expires_at = expires_at + interval $$1 day$$')
    await lead()
    await work()
    assert.equal(browser.got.length, 2)
  })

  test('is not told of quiet imports or of contacts of another workspace', async () => {
    const browser = await subscribe()
    const workspaceId = await server.workspace()
    const other = await server.key({ workspaceId })
    await server.send('POST', '/v1/contacts', { key: other, json: { first_name: 'Elsewhere' } })
    await work()
    assert.equal(browser.got.length, 0)
  })

  test('shows nothing of a lead that was erased before it went out', async () => {
    const browser = await subscribe()
    service.state.status = 503
    const { id } = await lead()
    await work()
    await server.send('DELETE', `/v1/contacts/${id}`, { key })
    service.state.status = 201
    time.ahead = HOUR
    await work()
    assert.equal(browser.got.length, 0)
    assert.deepEqual(await server.sql('select from push_notices'), [])
  })
})

describe('a push service', () => {
  test('that is in trouble gets it later, and the browser gets it once', async () => {
    const browser = await subscribe()
    for (const status of [503, 429, 500]) {
      service.state.status = status
      await lead()
      await work()
    }
    assert.equal(browser.got.length, 0)
    assert.equal((await server.sql('select from push_notices')).length, 3)
    service.state.status = 201
    await work()
    assert.equal(browser.got.length, 0, 'not before it is due')
    time.ahead = HOUR
    await work()
    assert.equal(browser.got.length, 3)
    await work()
    assert.equal(browser.got.length, 3)
  })

  test('that names a time is not asked before', async () => {
    await subscribe()
    service.state.status = 429
    service.state.headers = { 'retry-after': '7200' }
    await lead()
    await work()
    time.ahead = HOUR
    const before = service.state.requests
    await work()
    assert.equal(service.state.requests, before)
  })

  for (const status of [404, 410]) {
    test(`that answers ${status} ends the browser: it is removed with what waits for it`, async () => {
      await subscribe()
      service.state.status = status
      await lead()
      await work()
      assert.deepEqual((await show()).browsers, [])
      assert.deepEqual(await server.sql('select from push_notices'), [])
    })
  }

  test('that refuses a notification for good is not asked again', async () => {
    await subscribe()
    service.state.status = 403
    await lead()
    await work()
    assert.deepEqual(await server.sql('select from push_notices'), [])
    assert.equal((await show()).browsers.length, 1)
  })

  test('of a process that died in the middle is asked again by another, under the same tag', async () => {
    const browser = await subscribe()
    await lead()
    await server.deps.courier.runDue()
    // Read and claimed by a process that dies before it sends.
    service.state.status = 503
    await server.deps.push.notifier.runDue()
    const [notice] = await server.sql('select id from push_notices')
    await server.sql('update push_notices set due_at = now() + interval $$1 minute$$')
    service.state.status = 201
    time.ahead = 2 * 60_000
    await work(second)
    assert.equal(browser.got.length, 1)
    assert.equal(browser.got[0]!.shown.tag, notice!.id)
  })
})

describe('the browsers of a person', () => {
  test('are listed, the one of this session marked, and can be switched off from anywhere', async () => {
    const browser = await subscribe()
    const [listed] = (await show()).browsers
    assert.equal(listed.current, true)
    assert.equal(listed.service, new URL(service.url).host)
    assert.ok(!JSON.stringify(await show()).includes(new URL(browser.address.endpoint).pathname))
    assert.equal((await ana.send('DELETE', `/v1/me/notifications/browsers/${browser.id}`)).status, 200)
    assert.equal((await ana.send('DELETE', `/v1/me/notifications/browsers/${browser.id}`)).status, 404)
    await lead()
    await work()
    assert.equal(browser.got.length, 0)
  })

  test('belong to that person: others neither see, test nor remove them', async () => {
    const { id } = await subscribe()
    const rui = await signIn(server, { role: 'owner' })
    assert.deepEqual((await show(rui)).browsers, [])
    assert.equal((await rui.send('DELETE', `/v1/me/notifications/browsers/${id}`)).status, 404)
    assert.equal((await rui.send('POST', `/v1/me/notifications/browsers/${id}/test`)).status, 404)
    assert.equal((await server.send('GET', '/v1/me/notifications', { key })).status, 403)
    assert.equal((await show()).browsers.length, 1)
  })

  for (const [how, end] of [
    ['sign-out', () => ana.send('POST', '/v1/auth/sign-out')],
    ['sign-out everywhere', () => ana.send('POST', '/v1/auth/sign-out-everywhere')],
    ['the end of the membership', () => server.sql('delete from members where user_id = $1', [ana.id])],
    [
      'the end of the session',
      () => server.sql("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [ana.id]),
    ],
  ] as const) {
    test(`get nothing more after ${how}`, async () => {
      const browser = await subscribe()
      await lead()
      await server.deps.courier.runDue()
      await end()
      await work()
      await lead()
      await work()
      assert.equal(browser.got.length, 0)
    })
  }

  test('a browser in which another person signs in belongs to that person', async () => {
    const browser = service.browser()
    await subscribe(browser)
    const rui = await signIn(server, { role: 'owner' })
    await subscribe(browser, rui)
    assert.deepEqual((await show()).browsers, [])
    await lead()
    await work()
    assert.equal(browser.got.length, 1)
  })

  test('can be tested, and the answer says what is wrong', async () => {
    const browser = await subscribe()
    const testIt = async () => (await ana.send('POST', `/v1/me/notifications/browsers/${browser.id}/test`)).body
    assert.deepEqual((await testIt()).data, { sent: true, problem: null })
    assert.equal(browser.got[0]!.shown.title, 'Notifications work')
    service.state.status = 500
    assert.match((await testIt()).data.problem, /status 500/)
    browser.forget()
    assert.match((await testIt()).data.problem, /Switch them on again/)
    assert.deepEqual((await show()).browsers, [])
  })

  test('take only what a browser can have given', async () => {
    const { address } = service.browser()
    const strict = await startServer()
    const person = await signIn(strict)
    const cases: Array<[object, string, Person?]> = [
      [{ ...address, endpoint: 'not a URL' }, 'endpoint'],
      [{ ...address, endpoint: `https://push.example.com/${'x'.repeat(2_001)}` }, 'endpoint'],
      [{ ...address, endpoint: 'http://push.example.com/x' }, 'endpoint', person],
      [{ ...address, endpoint: 'https://127.0.0.1/x' }, 'endpoint', person],
      [{ ...address, endpoint: 'https://169.254.169.254/x' }, 'endpoint', person],
      [{ endpoint: address.endpoint }, 'keys.auth'],
      [{ ...address, keys: { ...address.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }, 'keys.p256dh'],
      [{ ...address, keys: { ...address.keys, auth: 'short' } }, 'keys.auth'],
      [{ ...address, more: 1 }, 'more'],
    ]
    for (const [json, field, by = ana] of cases) {
      const answer = await by.send('POST', '/v1/me/notifications/browsers', { json })
      assert.equal(answer.status, 400, JSON.stringify(json))
      assert.ok(answer.body.details[field], answer.text)
    }
  })
})

describe('what is stored', () => {
  test('addresses and keys are encrypted, and secrets rotate seals them again', async (t) => {
    const browser = await subscribe()
    const { pathname } = new URL(browser.address.endpoint)
    for (const text of [pathname, browser.address.keys.auth]) assert.deepEqual(await searchEverywhere(server, text), [])
    assert.ok(server.logs.every((line) => !line.includes(pathname)))
    const next = 'another secret key that is long enough to be one'
    const place = createPlace(t)
    const both = { DATABASE_URL: server.databaseUrl, SECRET_KEY: next, SECRET_KEY_OLD: server.deps.config.secretKey! }
    const { code, stderr } = await place.cli(['secrets', 'rotate'], { env: both })
    assert.equal(code, 0, stderr)
    const after = await startServer({ beside: server, clock, env: { ...env, SECRET_KEY: next } })
    await lead()
    await work(after)
    assert.equal(browser.got.length, 1)
    const back = { DATABASE_URL: server.databaseUrl, SECRET_KEY: server.deps.config.secretKey!, SECRET_KEY_OLD: next }
    assert.equal((await place.cli(['secrets', 'rotate'], { env: back })).code, 0)
  })

  test('the keys of the installation are made once, also by processes at the same moment', async () => {
    await server.sql('delete from push_keys')
    const people = await Promise.all([signIn(server), signIn(second)])
    const keys = await Promise.all(people.map(async (person) => (await show(person)).public_key))
    assert.equal(new Set(keys).size, 1)
    assert.equal((await server.sql('select from push_keys')).length, 1)
  })
})

describe('mail', () => {
  test('is suggested after the first lead, until the person has it or puts the suggestion away', async () => {
    const mailing = await startServer({
      env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Doorpost <doorpost@example.com>' },
    })
    const [one, two] = [await signIn(mailing), await signIn(mailing)]
    assert.equal((await show(one)).mail_suggested, false)
    await mailing.send('POST', '/v1/contacts', { key: await mailing.key(), json: { first_name: 'Ana' } })
    assert.equal((await show(one)).mail_suggested, true)
    assert.equal((await one.send('PATCH', '/v1/me/notifications', { json: { mail_suggested: false } })).status, 200)
    assert.equal((await show(one)).mail_suggested, false)
    assert.equal((await show(two)).mail_suggested, true)
    await two.send('PATCH', '/v1/me', { json: { lead_mail: 'daily' } })
    assert.equal((await show(two)).mail_suggested, false)
    await two.send('PATCH', '/v1/me', { json: { lead_mail: 'off' } })
    assert.equal((await show(two)).mail_suggested, false, 'those who had it and ended it are not asked again')
    await lead()
    assert.equal((await show()).mail_suggested, false, 'this installation sends no mail')
  })
})
