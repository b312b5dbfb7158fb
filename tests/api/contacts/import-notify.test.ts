import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { importPart } from '../../../src/contacts/csv/imports.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'
import { startMailServer } from '../../helpers/smtp.ts'

// An import is not news for people: programs get its events, but chats and mailboxes only get them on request.

const smtp = await startMailServer()
const time = { now: Date.parse('2025-11-12T10:20:00Z') }
const server = await startServer({
  clock: { now: () => time.now },
  env: {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'Doorpost <doorpost@example.com>',
    ALLOW_PRIVATE_NETWORKS: 'true',
  },
})
const { deps } = server
const key = await server.key()
const [programs, chat] = [await startReceiver(), await startReceiver()]
let chatId = ''

const FILE = 'first_name,email\r\nAna,ana@example.com\r\nBen,ben@example.com\r\nCleo,cleo@example.com\r\n'

before(async () => {
  const person = await signIn(server)
  assert.equal((await person.send('PATCH', '/v1/me', { json: { lead_mail: 'each' } })).status, 200)
  await deps.mail.tellTeam()
  const add = async (json: object) => {
    const { status, body, text } = await server.send('POST', '/v1/events/endpoints', { key, json })
    assert.equal(status, 201, text)
    return body.data.id
  }
  await add({ url: programs.url, events: ['contact.created'] })
  const { origin } = new URL(chat.url)
  chatId = await add({
    kind: 'slack',
    url: `${origin}/services/T0/B0/secret`,
    events: ['contact.created', 'contact.updated'],
  })
})

const work = async () => {
  time.now += 60_000
  const counts = { programs: programs.requests.length, chat: chat.requests.length, mails: smtp.mails.length }
  await deps.courier.runDue()
  await deps.mail.tellTeam()
  await deps.mail.postman.runDue()
  return {
    programs: programs.requests.length - counts.programs,
    chat: chat.requests.length - counts.chat,
    mails: smtp.mails.length - counts.mails,
  }
}

const importFile = async (query: string) => {
  const headers = { 'content-type': 'text/csv' }
  const { status, body, text } = await server.send('POST', `/v1/contacts/imports${query}`, { key, headers, body: FILE })
  assert.equal(status, 201, text)
  const { id: import_id, notify } = body.data
  await importPart(deps, { workspace_id: deps.workspaceId, import_id, part: 0 })
  const { body: done } = await server.send('GET', `/v1/contacts/imports/${import_id}`, { key })
  assert.deepEqual([done.data.state, done.data.created], ['done', 3])
  return notify
}

describe('an import', () => {
  test('sends an event for each contact, and notifies nobody', async () => {
    assert.equal(await importFile(''), false)
    assert.deepEqual(await work(), { programs: 3, chat: 0, mails: 0 })
  })

  test('of many rows, some of which are merged, notifies nobody either', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => `Row ${at},row${at % 1_000}@example.com,tag ${at}`)
    const body = ['first_name,email,tags', ...rows].join('\r\n')
    const headers = { 'content-type': 'text/csv' }
    const { data } = (await server.send('POST', '/v1/contacts/imports?duplicates=merge', { key, headers, body })).body
    for (const part of [0, 1, 2]) await importPart(deps, { workspace_id: deps.workspaceId, import_id: data.id, part })
    const { data: done } = (await server.send('GET', `/v1/contacts/imports/${data.id}`, { key })).body
    assert.deepEqual([done.state, done.created, done.merged], ['done', 1_000, 200])
    let told = { programs: 0, chat: 0, mails: 0 }
    for (let round = 0; round < 40 && told.programs < 1_000; round++) {
      const { programs: more, chat, mails } = await work()
      told = { programs: told.programs + more, chat: told.chat + chat, mails: told.mails + mails }
    }
    assert.deepEqual(told, { programs: 1_000, chat: 0, mails: 0 })
  })

  test('notifies people too if requested', async () => {
    assert.equal(await importFile('?notify=true'), true)
    const { mails, ...told } = await work()
    assert.deepEqual(told, { programs: 3, chat: 3 })
    assert.ok(mails > 0)
  })

  test('is not repeated in a chat when missed events are sent again', async () => {
    await importFile('')
    await work()
    const since = new Date(time.now - 3_600_000).toISOString()
    const path = `/v1/events/endpoints/${chatId}/recover`
    assert.equal((await server.send('POST', path, { key, json: { since } })).status, 200)
    assert.equal((await work()).chat, 0)
  })

  test('does not suppress notifications of other leads', async () => {
    await importFile('')
    const lead = { key, json: { first_name: 'Dora', email: 'dora@example.com' } }
    assert.equal((await server.send('POST', '/v1/contacts', lead)).status, 201)
    assert.deepEqual(await work(), { programs: 4, chat: 1, mails: 1 })
  })

  test('accepts only true and false for it', async () => {
    const headers = { 'content-type': 'text/csv' }
    const answer = await server.send('POST', '/v1/contacts/imports?notify=each', { key, headers, body: FILE })
    assert.equal(answer.status, 400)
    assert.ok(answer.body.details.notify)
  })
})
