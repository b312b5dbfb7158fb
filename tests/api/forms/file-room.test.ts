import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../helpers/server.ts'

// All strangers share a room of one megabyte here, and each file takes a tenth of it.

const FILE_BYTES = 100_000

async function openRoom() {
  const server = await startServer({ env: { MEDIA_QUOTA_MB: '1', MEDIA_MAX_MB: '1', TRUST_PROXY: '127.0.0.1/32' } })
  const fields = [{ name: 'email' }, { name: 'plan', type: 'file', label: 'Your plan' }]
  const key = await server.key()
  const urlOf = async (protection: string): Promise<string> =>
    (await server.send('POST', '/v1/forms', { key, json: { name: 'Files', protection, fields } })).body.data.submit_url
  // The guarded form holds submissions of programs without a proof, and the open one accepts them.
  const [open, guarded] = [await urlOf('off'), await urlOf('normal')]
  return {
    /** Repeats what a busy machine refused for now. */
    async send(
      address: string,
      { isSpam = false, email = 'ana@example.com' } = {},
    ): Promise<{ status: number; text: string }> {
      const form = new FormData()
      form.append('email', email)
      form.append('plan', new Blob(['a'.repeat(FILE_BYTES)]), 'plan.txt')
      const headers = { accept: 'application/json', 'x-forwarded-for': address }
      for (;;) {
        const answer = await fetch(isSpam ? guarded : open, { method: 'POST', headers, body: form })
        const text = await answer.text()
        if (answer.status !== 503 || !answer.headers.has('retry-after')) return { status: answer.status, text }
      }
    },
    async storedBytes(): Promise<number> {
      const [row] = await server.sql<{ bytes: number }>('select sum(bytes)::int as bytes from submission_files')
      return row!.bytes
    },
    sql: server.sql,
  }
}

test('concurrent uploads take no more room than there is', async () => {
  const { send, storedBytes, sql } = await openRoom()
  const answers = await Promise.all(Array.from({ length: 24 }, (_, at) => send(`198.51.100.${at + 1}`)))
  const accepted = answers.filter(({ status }) => status === 201)
  assert.equal(accepted.length, 10)
  for (const { status, text } of answers.filter((each) => !accepted.includes(each))) {
    assert.equal(status, 400, text)
    assert.match(text, /no room for files/)
  }
  assert.equal(await storedBytes(), 10 * FILE_BYTES)
  assert.deepEqual(await sql('select id from form_file_room where stored_at is null'), [])
})

test('held files fill at most a fifth of the room, and an honest file still fits', async () => {
  const { send } = await openRoom()
  const held = await Promise.all(Array.from({ length: 8 }, (_, at) => send(`198.51.100.${at + 1}`, { isSpam: true })))
  assert.equal(held.filter(({ status }) => status === 201).length, 2)
  const honest = await send('203.0.113.1')
  assert.equal(honest.status, 201, honest.text)
})

test('one client can only send so much in a day', async () => {
  const { send, sql } = await openRoom()
  const answers = []
  for (let at = 0; at < 6; at++) answers.push(await send('198.51.100.1'))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201, 201, 400],
  )
  assert.match(answers[5]!.text, /from your network today/)
  assert.equal((await send('203.0.113.1')).status, 201)
  // A day later there is room again.
  await sql(`update form_file_room set created_at = created_at - interval '25 hours'`)
  await sql('delete from submission_files')
  assert.equal((await send('198.51.100.1')).status, 201)
})

test('room that a dead process had reserved is free again after an hour', async () => {
  const { send, sql } = await openRoom()
  await sql(`insert into form_file_room (id, workspace_id, client_mark, bytes, is_held, created_at)
    select gen_random_uuid(), id, 'x', 950000, false, now() from workspaces`)
  assert.equal((await send('198.51.100.1')).status, 400)
  await sql(`update form_file_room set created_at = now() - interval '61 minutes'`)
  const answer = await send('198.51.100.1')
  assert.equal(answer.status, 201, answer.text)
})

test('room is free at once when a submission is refused, or fails after its files were stored', async () => {
  const { send, storedBytes, sql } = await openRoom()
  const reserved = () => sql('select id from form_file_room')
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  for (const table of ['submissions', 'submission_files']) {
    await sql(`create trigger refuse before insert on ${table} for each row execute function refuse()`)
    for (let at = 0; at < 11; at++) assert.equal((await send(`198.51.100.${at + 1}`)).status, 500)
    await sql(`drop trigger refuse on ${table}`)
    assert.deepEqual(await reserved(), [], table)
  }
  // There is no room left for held files: the ten that are refused leave nothing behind.
  for (let at = 0; at < 12; at++) await send(`203.0.113.${at + 1}`, { isSpam: true })
  assert.equal((await reserved()).length, 2)
  assert.equal((await send('192.0.2.1', { email: 'not an address' })).status, 400)
  assert.equal((await reserved()).length, 2)
  assert.equal((await send('192.0.2.1')).status, 201)
  assert.equal(await storedBytes(), 3 * FILE_BYTES)
})
