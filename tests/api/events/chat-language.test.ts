import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createOwner } from '../../helpers/owner.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'

// Messages to a chat or a phone are in the language of its endpoint.

const time = { now: Date.parse('2026-11-15T09:00:00Z') }
const server = await startServer({ clock: { now: () => time.now }, env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const PATH = '/v1/events/endpoints'
const URLS = {
  slack: '/services/T0000/B0000/verysecretverysecret',
  discord: '/api/webhooks/123456/verysecretverysecret',
  teams: '/workflows/verysecretverysecret?sig=verysecretverysecret',
  ntfy: '/verysecretverysecret',
}

async function newOwner() {
  const owner = await createOwner(server)
  /** An endpoint, and what it has received. */
  const chat = async (json: { kind: keyof typeof URLS; language?: string | null }) => {
    const receiver = await startReceiver()
    const made = await owner.ok('POST', PATH, { url: `${new URL(receiver.url).origin}${URLS[json.kind]}`, ...json })
    const received = async () => {
      await server.deps.courier.runDue()
      return receiver.requests.map(({ body }) => JSON.parse(body))
    }
    return { made, received }
  }
  return { ...owner, chat }
}

describe('an endpoint with a language gets its messages in it', () => {
  for (const kind of Object.keys(URLS) as Array<keyof typeof URLS>) {
    test(kind, async () => {
      const { ok, chat } = await newOwner()
      const { made, received } = await chat({ kind, language: 'de' })
      assert.equal(made.language, 'de')
      await ok('POST', '/v1/contacts', { first_name: 'Ana', company: 'Example Ltd' })
      await ok('POST', `${PATH}/${made.id}/test`)
      const [lead, tested] = (await received()).map((each) => JSON.stringify(each).replaceAll('\\', ''))
      // The test is sent at once, before the lead is due.
      const [first, second] = lead!.includes('Ana') ? [lead, tested] : [tested, lead]
      for (const words of ['Neuer Lead', 'Ana', 'Firma', 'Example Ltd']) assert.ok(first!.includes(words), first)
      assert.doesNotMatch(first!, /New lead|Company|Open the contact/)
      assert.match(second!, /Test von Doorpost/)
    })
  }

  const NEW_LEAD = {
    en: 'New lead: Ana',
    de: 'Neuer Lead: Ana',
    fr: 'Nouveau lead : Ana',
    es: 'Nuevo lead: Ana',
    pt: 'Novo lead: Ana',
    ja: '新しいリード：Ana',
  }
  test('in any of the six, also when several endpoints get the same event', async () => {
    const { ok, chat } = await newOwner()
    const chats = await Promise.all(Object.keys(NEW_LEAD).map((language) => chat({ kind: 'ntfy', language })))
    await ok('POST', '/v1/contacts', { first_name: 'Ana' })
    const titles: string[] = []
    for (const { received } of chats) titles.push((await received())[0].title.replace('\u00a0', ' '))
    assert.deepEqual(titles, Object.values(NEW_LEAD))
  })
})

test('without a language, messages are in English', async () => {
  const { ok, chat } = await newOwner()
  const { made, received } = await chat({ kind: 'ntfy' })
  assert.equal(made.language, 'en')
  await ok('POST', '/v1/contacts', { first_name: 'Ana' })
  assert.equal((await received())[0].title, 'New lead: Ana')
})

test('an endpoint of a node of 0.2, which knows no language, gets English and can be changed', async () => {
  const { workspaceId, ok, chat } = await newOwner()
  const { made, received } = await chat({ kind: 'ntfy', language: 'de' })
  // The columns that 0.2 writes.
  await server.sql(
    `with old as (delete from event_endpoints where id = $1 returning *)
     insert into event_endpoints (id, workspace_id, kind, url, secret, created_at, updated_at)
     select id, workspace_id, kind, url, secret, created_at, updated_at from old`,
    [made.id],
  )
  assert.equal((await ok('GET', `${PATH}/${made.id}`)).language, 'en')
  await ok('POST', '/v1/contacts', { first_name: 'Ana' })
  assert.equal((await received())[0].title, 'New lead: Ana', workspaceId)
  assert.equal((await ok('PATCH', `${PATH}/${made.id}`, { language: 'fr' })).language, 'fr')
})

test('a changed language counts for the next message, also for one that waits; null is English again', async () => {
  const { ok, chat } = await newOwner()
  const { made, received } = await chat({ kind: 'ntfy' })
  const path = `${PATH}/${made.id}`
  await ok('PATCH', path, { status: 'paused' })
  await ok('POST', '/v1/contacts', { first_name: 'Ana' })
  assert.equal((await received()).length, 0)
  await ok('PATCH', path, { language: 'es', status: 'active' })
  assert.equal((await received())[0].title, 'Nuevo lead: Ana')
  assert.equal((await ok('PATCH', path, { description: 'Sales' })).language, 'es')
  assert.equal((await ok('PATCH', path, { language: null })).language, 'en')
})

test('names of statuses and dates are in the language, dates in the time zone of the workspace, but a name that the team gave a status stays', async () => {
  const { workspaceId, ok, chat } = await newOwner()
  const { received } = await chat({ kind: 'ntfy', language: 'de' })
  const contact = await ok('POST', '/v1/contacts', { first_name: 'Ana' })
  await ok('PATCH', `/v1/contacts/${contact.id}`, { status: 'won' })
  // As the dashboard stores it: the usual names in English.
  const names = { won: 'Won', lost: 'Nicht jetzt' }
  await server.sql(`update workspaces set contact_statuses = $2, time_zone = 'Asia/Tokyo' where id = $1`, [
    workspaceId,
    JSON.stringify(names),
  ])
  await ok('PATCH', `/v1/contacts/${contact.id}`, { status: 'lost' })
  const scheduled_date = '2027-03-04T08:00:00Z'
  await ok('POST', '/v1/posts/short', { content: 'Doors open.', status: 'scheduled', scheduled_date })
  const messages = new Map((await received()).map(({ title, message }) => [title, message]))
  assert.equal(messages.get('Ana ist jetzt „Gewonnen“')?.split('\n')[0], 'Vorher: Neu', [...messages.keys()].join())
  assert.equal(messages.get('Ana ist jetzt „Nicht jetzt“')?.split('\n')[0], 'Vorher: Gewonnen')
  assert.match(messages.get('Beitrag geplant'), /^Datum: 4\. März 2027, 17:00 GMT\+9$/m)
})

test('forty new leads at once are one message in the language', async () => {
  const { ok, chat } = await newOwner()
  const { received } = await chat({ kind: 'ntfy', language: 'pt' })
  for (let i = 0; i < 40; i++) await ok('POST', '/v1/contacts', { first_name: `Ana ${i}` })
  const [message, ...others] = await received()
  assert.equal(message.title, '40 novos leads')
  assert.match(message.message, /e mais 30$/)
  assert.equal(others.length, 0)
})

describe('refused', () => {
  test('a language that Doorpost does not have', async () => {
    const { send } = await newOwner()
    const { status, body } = await send('POST', PATH, {
      kind: 'ntfy',
      url: 'https://ntfy.sh/some-topic-of-ours',
      language: 'it',
    })
    assert.equal(status, 400)
    assert.match(body.details.language[0], /en, de, fr, es, pt, ja/)
  })
  test('for a webhook, which gets data and no sentences: null is taken, because that is what it shows', async () => {
    const { send, ok } = await newOwner()
    const url = 'https://example.com/hooks'
    const { status, body } = await send('POST', PATH, { url, language: 'de' })
    assert.equal(status, 400)
    assert.match(body.details.language[0], /webhook gets events as data.*Leave it out/)
    const { secret, ...made } = await ok('POST', PATH, { url })
    assert.equal(made.language, null)
    assert.equal((await send('PATCH', `${PATH}/${made.id}`, { language: 'de' })).status, 400)
    assert.equal((await ok('PATCH', `${PATH}/${made.id}`, made)).language, null)
  })
})
