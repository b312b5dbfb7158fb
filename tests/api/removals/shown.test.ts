import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { routes } from '../../../src/app/routes.ts'
import { withoutLeaving } from '../../../web/src/api/leaving.ts'
import { jpegFile } from '../../helpers/media-files.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

// What waits to be deleted is not shown to people: the dashboard takes it out of all lists, and the server out of what it counts or
// writes into files. Programs see it until it is gone.

const DAY_MS = 24 * 3_600_000
const now = Date.parse('2026-07-01T12:00:00Z')
const server = await startServer({ clock: { now: () => now } })
const key = await server.key()
const owner = await signIn(server)

const send = async (path: string, json: object) => {
  const answer = await server.send('POST', path, { key, json })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const addContact = () => send('/v1/contacts', { first_name: 'Ana', email: 'ana@example.com', utm_source: 'fair' })
const addPost = (more: object = {}) => send('/v1/posts/professional', { content: `Soon ${Math.random()}`, ...more })
const scheduled = { status: 'scheduled', scheduled_date: new Date(now + DAY_MS).toISOString() }

/** What is deleted, by its noun, beside a record of the same kind that stays. */
const leaving: Record<string, string[]> = {}
const gone = new Set<string>()
const params: Record<string, string> = {}

before(async () => {
  const contact = await addContact()
  const lost = await addContact()
  const view = await send('/v1/views', { name: 'Mine', filter: { status: 'new' } })
  const note = await send(`/v1/contacts/${contact.id}/notes`, { text: 'Called back' })
  const posts = [await addPost(), await addPost(scheduled), await addPost(scheduled)]
  const group = { id: server.deps.ids.next().id, posts: [await addPost(scheduled), await addPost(scheduled)] }
  await server.sql('update posts set group_id = $1 where id = any($2)', [group.id, group.posts.map(({ id }) => id)])
  const missed = await addPost(scheduled)
  await server.sql("update posts set publication_state = 'missed' where id = $1", [missed.id])
  const form = await send('/v1/forms', { name: 'Strict', protection: 1 })
  const unseen = await send('/v1/forms', { name: 'Unseen' })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const email of ['ana@mailinator.com', 'bo@mailinator.com']) {
    const body = new URLSearchParams({ first_name: 'Ana', email }).toString()
    await server.send('POST', new URL(form.submit_url).pathname, { headers, body })
  }
  const held: Array<{ id: string }> = (await server.send('GET', '/v1/held', { key })).body.data
  // A submission that became the contact which is deleted.
  const accepted = (await server.send('POST', `/v1/held/${held[1]!.id}/accept`, { key })).body.data
  const jpeg = { key, headers: { 'content-type': 'image/jpeg' }, body: jpegFile() }
  const file = (await server.send('POST', '/v1/media', jpeg)).body.data
  Object.assign(leaving, {
    contacts: [lost.id, accepted.contact_id],
    notes: [note.id],
    views: [view.id],
    posts: [posts[0].id, posts[1].id, group.posts[1].id, missed.id],
    forms: [unseen.id],
    held: [held[0]!.id],
    media: [file.id],
  })
  for (const [noun, ids] of Object.entries(leaving)) {
    const answer = await owner.send('POST', '/v1/removals', { json: { noun, records: ids.map((id) => ({ id })) } })
    assert.equal(answer.status, 201, answer.text)
    for (const id of ids) gone.add(id)
  }
  Object.assign(params, {
    '/v1/contacts/:id': contact.id,
    '/v1/people/:email': 'ana@example.com',
    '/v1/posts/groups/:id': group.id,
    '/v1/posts/:id': posts[2].id,
    '/v1/forms/:id': form.id,
  })
})

const QUERY: Record<string, string> = {
  '/v1/posts/calendar': 'from=2026-06-29&to=2026-07-12&grouped=true',
  '/v1/contacts': 'q=ana',
  '/v1/posts': 'q=soon',
}

/** They are about other records, or not for people. */
const OTHERS = [
  ...['/v1/contacts/imports', '/v1/links', '/v1/link-page', '/v1/connections', '/v1/webhooks', '/v1/events/endpoints'],
  ...['/v1/events/types', '/v1/keys', '/v1/workspace', '/v1/backups', '/v1/setup', '/v1/auth', '/v1/me', '/v1/team'],
  ...['/v1/media/preview', '/v1/media/:id', '/v1/held/:id', '/v1/forms/files', '/v1/people/erasures'],
  ...['/v1/forms/:id/challenge', '/v1/live', '/v1/events/:id'],
]
/** They show it, on purpose. */
const SHOWS: Record<string, string> = {
  '/v1/removals': 'says what waits',
  '/v1/events': 'says what happened',
  '/v1/people/:email/export': 'has all that is stored of a person',
  '/v1/contacts/:id/export': 'has all that is stored of a person',
}

/** What brought a person is found out anew when a record is gone. */
const withoutOrigin = (name: string, value: unknown) => (name === 'attribution' ? undefined : value)

/** Null if there is nothing to ask. */
function pathOf(pattern: string): string | null {
  if (OTHERS.some((each) => pattern === each || pattern.startsWith(`${each}/`))) return null
  const [start, id] = Object.entries(params).find(([each]) => pattern === each || pattern.startsWith(`${each}/`)) ?? []
  const path = start === undefined ? pattern : pattern.replace(start, start.replace(/:\w+$/, encodeURIComponent(id!)))
  return `${path}?${QUERY[pattern] ?? ''}`
}

test('no list, figure or file that people read has what waits to be deleted', async () => {
  const walked: string[] = []
  for (const [method, pattern] of routes) {
    if (method !== 'GET' || !pattern.startsWith('/v1/') || pattern in SHOWS) continue
    const path = pathOf(pattern)
    if (path === null) continue
    const answer = await owner.send('GET', path)
    assert.equal(answer.status, 200, `${path} ${answer.text}`)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    const shown = isJson ? JSON.stringify(withoutLeaving(answer.body, gone), withoutOrigin) : answer.text
    for (const id of gone) assert.ok(!shown.includes(id), `${path} shows ${id}`)
    walked.push(pattern)
  }
  for (const each of [
    '/v1/contacts/export',
    '/v1/posts/calendar',
    '/v1/reports/upcoming',
    '/v1/people/:email/timeline',
  ]) {
    assert.ok(walked.includes(each), each)
  }
})

const UPCOMING = '/v1/reports/upcoming'
const CALENDAR = '/v1/posts/calendar?from=2026-06-29&to=2026-07-12&grouped=true'

test('what the server counts or writes leaves it out for people, and has it for programs', async () => {
  const both = async (path: string, read: (answer: Awaited<ReturnType<typeof owner.send>>) => unknown) => [
    read(await owner.send('GET', path)),
    read(await server.send('GET', path, { key })),
  ]
  assert.deepEqual(await both(CALENDAR, ({ body }) => body.data.total), [2, 5])
  assert.deepEqual(await both(`${CALENDAR}&q=soon`, ({ body }) => body.data.total), [2, 5])
  assert.deepEqual(await both(CALENDAR, ({ body }) => body.data.slots[0].entries), [2, 4])
  assert.deepEqual(await both(CALENDAR, ({ body }) => body.data.slots[0].states), [
    { waiting: 2 },
    { waiting: 4, missed: 1 },
  ])
  assert.deepEqual(await both(UPCOMING, ({ body }) => body.data.total), [2, 4])
  assert.deepEqual(await both(UPCOMING, ({ body }) => body.data.next.length), [2, 4])
  assert.deepEqual(await both('/v1/reports/attention', ({ body }) => body.data.posts.missed.count), [0, 1])
  assert.deepEqual(await both('/v1/reports/attention', ({ body }) => body.data.held_submissions.count), [0, 1])
  // The last line is empty.
  for (const path of ['/v1/contacts/export', '/v1/contacts/export?q=ana']) {
    assert.deepEqual(await both(path, ({ text }) => text.split('\r\n').length - 2), [1, 3])
  }
})

test('people of another workspace see all of theirs, and after an undo everything is back', async () => {
  const stranger = await signIn(server, { workspaceId: await server.workspace() })
  assert.equal((await stranger.send('GET', CALENDAR)).body.data.total, 0)
  const waiting: Array<{ id: string }> = (await owner.send('GET', '/v1/removals')).body.data
  for (const { id } of waiting) assert.equal((await owner.send('DELETE', `/v1/removals/${id}`)).status, 200)
  assert.equal((await owner.send('GET', CALENDAR)).body.data.total, 5)
  assert.equal((await owner.send('GET', UPCOMING)).body.data.total, 4)
})
