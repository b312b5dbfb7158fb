import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createIds } from '../../../src/lib/ids.ts'
import { startServer } from '../../helpers/server.ts'

type Body = Record<string, unknown>

const server = await startServer()
const workspaceId = await server.workspace()
const key = await server.key({ workspaceId })

const read = (query: string, using = key) => server.send('GET', `/v1/posts/calendar?${query}`, { key: using })

async function calendar(query: string) {
  const { status, body } = await read(query)
  assert.equal(status, 200, JSON.stringify(body))
  return body.data
}

async function create(body: Body, platform = 'short') {
  const answer = await server.send('POST', `/v1/posts/${platform}`, { key, json: body })
  assert.equal(answer.status, 201)
  return answer.body.data
}

const at = (scheduled_date: string, content = scheduled_date) => create({ content, scheduled_date })

test('each day has its count, its states and its first posts, soonest first', async () => {
  const late = await at('2031-03-05T20:00:00Z')
  const early = await at('2031-03-05T08:00:00Z')
  const middle = await create({ content: 'b', status: 'scheduled', scheduled_date: '2031-03-05T12:00:00Z' })
  const alone = await create(
    { media_type: 'text', content: 'needle', scheduled_date: '2031-03-07T00:00:00Z' },
    'thread',
  )
  await at('2031-03-08T00:00:00Z')
  await at('2031-03-04T23:59:59.999Z')
  await create({ content: 'without a date' })

  const data = await calendar('from=2031-03-05&to=2031-03-07&time_zone=UTC&per_slot=2')
  assert.deepEqual(data, {
    from: '2031-03-05',
    to: '2031-03-07',
    time_zone: 'UTC',
    by: 'day',
    total: 4,
    slots: [
      {
        date: '2031-03-05',
        hour: null,
        count: 3,
        entries: 3,
        states: { none: 2, waiting: 1 },
        posts: [early, middle],
        groups: [],
      },
      { date: '2031-03-07', hour: null, count: 1, entries: 1, states: { none: 1 }, posts: [alone], groups: [] },
    ],
  })
  const whole = await calendar('from=2031-03-05&to=2031-03-05&time_zone=UTC')
  assert.deepEqual(whole.slots[0].posts, [early, middle, late])
  const only = async (filter: string) =>
    (await calendar(`from=2031-03-05&to=2031-03-07&time_zone=UTC&${filter}`)).slots.flatMap(({ posts }: Body) => posts)
  assert.deepEqual(await only('platform=thread'), [alone])
  assert.deepEqual(await only('state=waiting,failed'), [middle])
  assert.deepEqual(await only('status=scheduled'), [middle])
  assert.deepEqual(await only('q=NEEDLE'), [alone])
})

test('days and hours are those of the zone, even when clocks change', async () => {
  // In Lisbon clocks go from 01:00 to 02:00 on 30 March 2031, and from 02:00 back to 01:00 on 26 October.
  const spring = [await at('2031-03-30T00:30:00Z'), await at('2031-03-30T01:30:00Z')]
  const autumn = [
    await at('2031-10-25T23:30:00Z'),
    await at('2031-10-26T00:30:00Z'),
    await at('2031-10-26T01:30:00Z'),
    await at('2031-10-26T02:30:00Z'),
  ]
  const hours = async (day: string) =>
    (await calendar(`from=${day}&to=${day}&by=hour&time_zone=Europe/Lisbon`)).slots.map(
      ({ date, hour, posts }: { date: string; hour: number; posts: Body[] }) => [date, hour, posts.map(({ id }) => id)],
    )
  assert.deepEqual(await hours('2031-03-30'), [
    ['2031-03-30', 0, [spring[0].id]],
    ['2031-03-30', 2, [spring[1].id]],
  ])
  assert.deepEqual(await hours('2031-10-26'), [
    ['2031-10-26', 0, [autumn[0].id]],
    ['2031-10-26', 1, [autumn[1].id, autumn[2].id]],
    ['2031-10-26', 2, [autumn[3].id]],
  ])
})

test('without a zone, that of the workspace counts', async () => {
  await server.sql(`update workspaces set time_zone = 'Pacific/Auckland' where id = $1`, [workspaceId])
  const post = await at('2031-06-01T13:00:00Z')
  const data = await calendar('from=2031-06-02&to=2031-06-02')
  assert.equal(data.time_zone, 'Pacific/Auckland')
  assert.deepEqual(data.slots[0].posts, [post])
})

test('wrong parameters are named, all at once', async () => {
  const wrong = async (query: string) => {
    const { status, body } = await read(query)
    assert.equal(status, 400, query)
    return Object.keys(body.details).sort()
  }
  assert.deepEqual(await wrong(''), ['from', 'to'])
  assert.deepEqual(await wrong('from=2031-02-30&to=tomorrow&by=year&per_slot=0&time_zone=PST&platform=fax'), [
    'by',
    'from',
    'per_slot',
    'platform',
    'time_zone',
    'to',
  ])
  assert.deepEqual(await wrong('from=2031-03-02&to=2031-03-01'), ['from'])
  assert.deepEqual(await wrong('from=2031-01-01&to=2031-03-04'), ['to'])
  assert.deepEqual(await wrong('from=2031-01-01&to=2031-01-15&by=hour'), ['to'])
  assert.deepEqual(await wrong('from=2031-01-01&to=2031-01-02&per_slot=21'), ['per_slot'])
})

test('it needs posts:read, and shows only posts of its own workspace', async () => {
  const blind = await server.key({ workspaceId, scopes: ['contacts:read'] })
  assert.equal((await read('from=2031-03-05&to=2031-03-07', blind)).status, 403)
  const stranger = await server.key({ workspaceId: await server.workspace() })
  const { body } = await read('from=2031-03-05&to=2031-03-07', stranger)
  assert.deepEqual([body.data.total, body.data.slots], [0, []])
})

test('with 10,000 posts in a month, the answer has four a day', async () => {
  const busy = await server.workspace()
  const ids = createIds(() => Date.UTC(2031, 0, 1))
  const numbers = Array.from({ length: 10_000 }, (_, index) => index)
  await server.sql(
    `insert into posts (workspace_id, id, platform, content, status, publication_state, scheduled_date, created_at, updated_at)
     select $1, row.id, 'short', 'post ' || row.number, 'draft', 'none',
            timestamptz '2032-05-01 00:00Z' + row.number * interval '4 minutes', now(), now()
       from unnest($2::uuid[], $3::int[]) as row (id, number)`,
    [busy, numbers.map(() => ids.next().id), numbers],
  )
  const own = await server.key({ workspaceId: busy })
  const { body, text } = await read('from=2032-05-01&to=2032-05-28&time_zone=UTC', own)
  assert.equal(body.data.total, 10_000)
  assert.equal(body.data.slots.length, 28)
  assert.ok(
    body.data.slots.every(({ count, posts }: { count: number; posts: Body[] }) => posts.length === 4 && count > 270),
  )
  assert.ok(text.length < 100_000, `${text.length} characters`)
})

test('a day or an hour with very many posts is counted to a limit, and says so', async () => {
  const busy = await server.workspace()
  const ids = createIds(() => Date.UTC(2031, 0, 1))
  const fill = (day: string, count: number) =>
    server.sql(
      `insert into posts (workspace_id, id, platform, content, status, publication_state, scheduled_date, created_at, updated_at)
       select $1, id, 'short', 'post', 'draft', 'none', $3::timestamptz + place * interval '1 second', now(), now()
         from unnest($2::uuid[]) with ordinality as row (id, place)`,
      [busy, Array.from({ length: count }, () => ids.next().id), `${day}T00:00:00Z`],
    )
  await fill('2032-06-01', 900)
  await fill('2032-06-02', 399)
  const own = await server.key({ workspaceId: busy })
  const { body } = await read('from=2032-06-01&to=2032-06-02&time_zone=UTC', own)
  const { total, total_is_capped, slots } = body.data
  assert.deepEqual([total, total_is_capped], [799, true])
  assert.deepEqual(
    slots.map(({ count, is_capped, states }: Body) => [count, is_capped, states]),
    [
      [400, true, { none: 400 }],
      [399, undefined, { none: 399 }],
    ],
  )
  const drafts = await read('from=2032-06-01&to=2032-06-02&time_zone=UTC&status=draft', own)
  assert.deepEqual([drafts.body.data.total, drafts.body.data.total_is_capped], [799, true])
  // A filter reads the first posts of each slot: the more slots, the fewer.
  await server.sql(
    `update posts set content = 'needle' where id = (
       select id from posts where workspace_id = $1 order by scheduled_date offset 500 limit 1)`,
    [busy],
  )
  const found = async (days: string) => {
    const { data } = (await read(`${days}&time_zone=UTC&q=needle`, own)).body
    return [data.total, data.total_is_capped, data.slots.length]
  }
  assert.deepEqual(await found('from=2032-06-01&to=2032-06-02'), [1, undefined, 1])
  assert.deepEqual(await found('from=2032-06-01&to=2032-08-01'), [0, true, 0])
  const hours = await read('from=2032-06-01&to=2032-06-02&time_zone=UTC&by=hour', own)
  assert.deepEqual(
    hours.body.data.slots.map(({ count, is_capped }: Body) => [count, is_capped]),
    [
      [25, true],
      [25, true],
    ],
  )
})
