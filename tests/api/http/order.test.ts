import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { dispatch } from '../../../src/events/delivery/feed.ts'
import { readDocument } from '../../helpers/document.ts'
import { createMakers } from '../../helpers/makers.ts'
import { type Answer, startServer } from '../../helpers/server.ts'
import { type Person, signIn } from '../../helpers/session.ts'

// Walks all lists: `order=asc` is the same list from its other end, by cursor, by page and by Link.

const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
const env = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'doorpost@example.com' }
const server = await startServer({ clock, env, outbound: { lookup: async () => [] } })
const ours = await server.key()
const { MAKERS } = createMakers(server, ours, clock)
let owner: Person
before(async () => {
  owner = await signIn(server)
})

interface Parameter {
  name: string
}
interface Operation {
  security: object[]
  parameters?: Parameter[]
}

const lists = Object.entries<Record<string, Operation>>(readDocument().paths).flatMap(([path, { get }]) =>
  get?.parameters?.some(({ name }) => name === 'cursor') ? [{ path, operation: get }] : [],
)
const takesOrder = ({ parameters }: Operation) => parameters!.some(({ name }) => name === 'order')

const COUNT = 5
const create = async (path: string, json: object) => {
  const { status, text, body } = await server.send('POST', path, { key: ours, json })
  assert.equal(status, 201, text)
  return body.data
}
async function times(work: (at: number) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < COUNT; at++) await work(at)
}

/** Fills a list whose path has an id, and returns its path. Add a new list here, or this test fails. */
const FILL: Record<string, () => Promise<string>> = {
  '/v1/contacts/{id}/notes': async () => {
    const path = `/v1/contacts/${(await create('/v1/contacts', { first_name: 'Ana' })).id}/notes`
    await times((at) => create(path, { text: `Note ${at}` }))
    return path
  },
  '/v1/people/{email}': async () => {
    await times(() => create('/v1/contacts', { first_name: 'Ana', email: 'many@example.com' }))
    return '/v1/people/many%40example.com'
  },
  '/v1/people/{email}/timeline': async () => FILL['/v1/people/{email}']!().then((path) => `${path}/timeline`),
  '/v1/contacts/imports/{id}/rows': async () => `/v1/contacts/imports/${await MAKERS.imports!()}/rows`,
  '/v1/webhooks/{id}/deliveries': async () => {
    const { id, key } = await server.webhook()
    await times((at) => server.send('POST', `/v1/webhooks/receive/${key}`, { body: `Body ${at}` }))
    return `/v1/webhooks/${id}/deliveries`
  },
  '/v1/webhooks/{id}/rejections': async () => {
    const { id } = await server.webhook()
    await times(() =>
      server.sql(
        `insert into webhook_rejections (workspace_id, source_id, id, received_at, code, reason, query, headers, body, body_sha256)
         values ($1, $2, $3, now(), 'wrong_signature', 'It is wrong.', '', '[]', 'Ours', sha256('Ours'))`,
        [server.deps.workspaceId, id, server.deps.ids.next().id],
      ),
    )
    return `/v1/webhooks/${id}/rejections`
  },
  '/v1/forms/{id}/submissions': async () => {
    const form = await create('/v1/forms', { name: 'Ours', protection: 'off' })
    const json = { first_name: 'Ana', email: 'ana@example.com' }
    await times(() => server.send('POST', `/v1/forms/${form.public_id}/submissions`, { json }))
    return `/v1/forms/${form.id}/submissions`
  },
  '/v1/events/endpoints/{id}/deliveries': async () => {
    const { id } = await create('/v1/events/endpoints', { url: 'https://example.com/', events: null })
    await times(() => create('/v1/contacts', { first_name: 'Ana' }))
    await dispatch(server.deps.pool, new Date(clock.now()))
    return `/v1/events/endpoints/${id}/deliveries`
  },
  '/v1/mails': async () => {
    await times(() => MAKERS.forms!())
    return '/v1/mails'
  },
  '/v1/keys': async () => {
    await times(() => server.key())
    return '/v1/keys'
  },
}

async function fill(path: string): Promise<string> {
  const own = FILL[path]
  if (own !== undefined) return own()
  const maker = MAKERS[path.split('/').at(-1)!]
  assert.ok(maker, `this test does not know how to fill ${path}`)
  await times(() => maker())
  return path
}

const read = ({ security }: Operation, path: string): Promise<Answer> =>
  security.some((way) => 'apiKey' in way) ? server.send('GET', path, { key: ours }) : owner.send('GET', path)

const idsOf = ({ body }: Answer): string[] =>
  (Array.isArray(body.data) ? body.data : body.data.contacts).map(
    (item: Record<string, string>) => item.id ?? item.event_id,
  )

/** A feed never ends: its cursor stays. */
const goesOn = ({ body }: Answer) => body.pagination.next_cursor !== null && idsOf({ body } as Answer).length > 0

async function follow(operation: Operation, path: string, order: string): Promise<string[]> {
  const ids: string[] = []
  let answer = await read(operation, `${path}?limit=2&${order}`)
  for (let page = 0; page < 100; page++) {
    assert.equal(answer.status, 200, answer.text)
    ids.push(...idsOf(answer))
    if (!goesOn(answer)) return ids
    // The cursor keeps the order by itself.
    const kept = page % 2 === 0 ? `&${order}` : ''
    answer = await read(operation, `${path}?limit=2&cursor=${answer.body.pagination.next_cursor}${kept}`)
  }
  return assert.fail('the list never ends')
}

describe('order=asc of', () => {
  for (const { path: template, operation } of lists.filter((each) => takesOrder(each.operation))) {
    test(template, async () => {
      const path = await fill(template)
      const newest = await follow(operation, path, 'order=desc')
      assert.ok(newest.length >= COUNT, `${newest.length} items`)
      assert.equal(new Set(newest).size, newest.length)
      if (template !== '/v1/events') {
        assert.deepEqual(newest, await follow(operation, path, ''), 'newest first when left out')
        if (template !== '/v1/events/endpoints/{id}/deliveries') assert.deepEqual(newest, newest.toSorted().reverse())
      }
      const oldest = newest.toReversed()
      assert.deepEqual(await follow(operation, path, 'order=asc'), oldest)

      const whole = await read(operation, `${path}?order=asc&limit=100`)
      assert.deepEqual(idsOf(whole), oldest)
      const numbered: string[] = []
      for (let page = 1; page <= Math.ceil(oldest.length / 2) + 1; page++) {
        numbered.push(...idsOf(await read(operation, `${path}?order=asc&limit=2&page=${page}`)))
      }
      assert.deepEqual(numbered, oldest)

      for (const [one, other] of [
        ['asc', 'desc'],
        ['desc', 'asc'],
      ]) {
        const { body } = await read(operation, `${path}?order=${one}&limit=1`)
        const wrong = await read(operation, `${path}?order=${other}&cursor=${body.pagination.next_cursor}`)
        assert.deepEqual([wrong.status, Object.keys(wrong.body.details)], [400, ['cursor']])
        assert.match(wrong.body.details.cursor[0], new RegExp(`order=${one}`))
      }
      assert.equal((await read(operation, `${path}?order=up`)).status, 400)
    })
  }

  test('another list is refused with a sentence', async () => {
    const others = lists.filter((each) => !takesOrder(each.operation))
    assert.deepEqual(
      others.map(({ path }) => path),
      ['/v1/contacts/imports/{id}/rows', '/v1/people', '/v1/people/{email}/timeline'],
    )
    const { body } = await server.send('GET', '/v1/contacts?order=asc&limit=1', { key: ours })
    for (const { path: template, operation } of others) {
      const path = await fill(template)
      const { status, body: refusal } = await read(operation, `${path}?order=asc`)
      assert.deepEqual([status, Object.keys(refusal.details)], [400, ['order']])
      assert.match(refusal.details.order[0], /one order/)
      const foreign = await read(operation, `${path}?cursor=${body.pagination.next_cursor}`)
      assert.deepEqual([foreign.status, Object.keys(foreign.body.details)], [400, ['cursor']])
    }
  })
})

test('Link leads through a list that begins with the oldest', async () => {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  for (let at = 0; at < COUNT; at++) await server.send('POST', '/v1/contacts', { key, json: { first_name: `${at}` } })
  const names: string[] = []
  for (let path: string | undefined = '/v1/contacts?limit=2&order=asc'; path !== undefined; ) {
    const { headers, body } = await server.send('GET', path, { key })
    names.push(...body.data.map(({ first_name }: { first_name: string }) => first_name))
    path = /<([^>]*)>; rel="next"/.exec(headers.get('link')!)?.[1]
  }
  assert.deepEqual(names, ['0', '1', '2', '3', '4'])
})

test('a copy that asks with updated_after, oldest first, gets what comes meanwhile at its end', async () => {
  const workspaceId = await server.workspace()
  const key = await server.key({ workspaceId })
  const add = async (name: string) =>
    (await server.send('POST', '/v1/contacts', { key, json: { first_name: name, utm_source: 'copy' } })).body.data
  for (let at = 0; at < 4; at++) await add(`${at}`)
  for (const filter of ['', '&utm_source=copy']) {
    const seen: string[] = []
    for (let cursor = '', page = 0; ; page++) {
      const place = `/v1/contacts?updated_after=2020-01-01T00:00:00Z&order=asc&limit=3${filter}${cursor}`
      const { body } = await server.send('GET', place, { key })
      seen.push(...body.data.map(({ first_name }: { first_name: string }) => first_name))
      if (page === 0) await add('later')
      if (body.pagination.next_cursor === null) break
      cursor = `&cursor=${body.pagination.next_cursor}`
    }
    assert.deepEqual(seen.slice(0, 4), ['0', '1', '2', '3'])
    assert.equal(seen.at(-1), 'later')
  }
})

test('a search in contacts is newest first, and says so', async () => {
  const { status, body } = await server.send('GET', '/v1/contacts?q=ana&order=asc', { key: ours })
  assert.deepEqual([status, Object.keys(body.details)], [400, ['order']])
  assert.match(body.details.order[0], /newest first/)
})

test('posts are listed by date in one direction, and a cursor of that order keeps to it', async () => {
  const { body } = await server.send('GET', '/v1/posts?order=scheduled&limit=1', { key: ours })
  const place = `/v1/posts?cursor=${body.pagination.next_cursor}`
  assert.equal((await server.send('GET', place, { key: ours })).status, 200)
  assert.equal((await server.send('GET', `${place}&order=asc`, { key: ours })).status, 400)
  const created = await server.send('GET', '/v1/posts?order=created&limit=1', { key: ours })
  const next = `/v1/posts?cursor=${created.body.pagination.next_cursor}`
  for (const order of ['created', 'desc']) {
    assert.equal((await server.send('GET', `${next}&order=${order}`, { key: ours })).status, 200, order)
  }
})
