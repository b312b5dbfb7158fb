import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { profileFor } from '../../../src/platforms/registry.ts'
import { FORMATS, type Format } from '../../../src/platforms/shared/provider.ts'
import { startServer } from '../../helpers/server.ts'
import { signIn } from '../../helpers/session.ts'

type Body = Record<string, unknown>

// The dates below are ahead of this clock, whenever the tests run.
const started = Date.now()
const clock = { now: () => Date.parse('2026-07-01T12:00:00Z') + Date.now() - started }
const server = await startServer({ clock })
const key = await server.key()
const send = (method: string, path: string, json?: unknown) =>
  server.send(method, path, { key, ...(json === undefined ? {} : { json }) })
const patch = (id: string, json: unknown) => send('PATCH', `/v1/posts/${id}`, json)

const JPEG = 'https://cdn.example.com/a.jpg'
const DATE = '2030-05-01T09:30:00.000Z'
const LATER = '2030-06-01T09:30:00.000Z'
const SCHEDULED = { status: 'scheduled', scheduled_date: DATE }
const FULL: Record<Format, Body> = {
  thread: { media_type: 'image', content: 'Hi', media_urls: [JPEG], reply_control: 'mentioned_only' },
  photo: { media_type: 'feed_post', caption: 'Hi', media_urls: [JPEG], hashtags: ['one'] },
  professional: { content: 'Hi', media_urls: [JPEG], hashtags: ['one'] },
  short: { content: 'Hi', media_urls: [JPEG], mentions: ['ana'] },
}

async function create(platform: Format, json: unknown = FULL[platform]) {
  const { status, body } = await send('POST', `/v1/posts/${platform}`, json)
  assert.equal(status, 201)
  return body.data
}
const jobsOf = async (id: string) =>
  (await server.sql('select run_at from graphile_worker.jobs where key = $1', [`post.publish:${id}`])).map(
    (job) => job.run_at,
  )

/** Checks that row and job agree: a scheduled post has one job at its date, a draft has none. */
async function checkJob(id: string): Promise<void> {
  const [row] = await server.sql<{ status: string; scheduled_date: Date; publication_state: string }>(
    'select status, scheduled_date, publication_state from posts where id = $1',
    [id],
  )
  assert.deepEqual(await jobsOf(id), row?.status === 'scheduled' ? [row.scheduled_date] : [])
  if (row) assert.equal(row.publication_state, row.status === 'scheduled' ? 'waiting' : 'none')
}

describe('an id', () => {
  test('that is unknown, malformed or too long is 404 with advice, for every method', async () => {
    const ids = [
      '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012',
      'abc',
      '1',
      `x${'0'.repeat(600)}`,
      '%00',
      '..%2f',
      "'%20or%201",
    ]
    for (const id of ids) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const { status, body } = await send(
          method,
          `/v1/posts/${id}`,
          method === 'PATCH' ? { content: 'x' } : undefined,
        )
        assert.equal(status, 404, `${method} ${id.slice(0, 40)}`)
        assert.equal(body.error, 'not_found')
        assert.match(body.message, /GET \/v1\/posts/)
      }
    }
  })

  test('works in upper case, and comes back in lower case', async () => {
    const { id } = await create('short')
    const upper = `/v1/posts/${id.toUpperCase()}`
    assert.equal((await send('GET', upper)).body.data.id, id)
    assert.equal((await send('PATCH', upper, { ...SCHEDULED })).body.data.id, id)
    await checkJob(id)
    assert.deepEqual((await send('DELETE', upper)).body, { success: true, data: { id, deleted: true } })
    assert.deepEqual(await jobsOf(id), [])
    assert.equal((await send('GET', `/v1/posts/${id}`)).status, 404)
  })
})

describe('platform paths are for creating, id paths for the rest', () => {
  for (const platform of FORMATS) {
    test(`GET, HEAD, PUT, PATCH and DELETE /v1/posts/${platform} are 405 with Allow: POST, before any key is asked for`, async () => {
      for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
        for (const options of [{ key }, {}]) {
          const answer = await server.send(method, `/v1/posts/${platform}`, options)
          assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'], method)
          if (method !== 'HEAD') assert.equal(answer.body.error, 'method_not_allowed')
        }
      }
    })
  }

  test('a platform that does not exist is 404 with the list of those that do', async () => {
    for (const name of ['facebook', 'Thread', 'threads', '42']) {
      const { status, body } = await send('POST', `/v1/posts/${name}`, FULL.short)
      assert.equal(status, 404)
      for (const platform of FORMATS) assert.ok(body.message.includes(platform), body.message)
    }
  })

  test('POST to an id is 405 with the possible methods', async () => {
    const { id } = await create('short')
    const { status, headers } = await send('POST', `/v1/posts/${id}`, FULL.short)
    assert.deepEqual([status, headers.get('allow')], [405, 'DELETE, GET, HEAD, PATCH'])
  })
})

describe('PATCH', () => {
  const CHANGES: Record<Format, Body[]> = {
    thread: [
      { content: 'New' },
      { content: null },
      { reply_control: 'accounts_you_follow' },
      { media_urls: [`${JPEG}?2`] },
      { media_type: 'video' },
      { media_type: 'text', media_urls: null },
    ],
    photo: [
      { caption: 'New' },
      { caption: null },
      { hashtags: ['b', 'c'] },
      { hashtags: null },
      { media_type: 'reel' },
    ],
    professional: [{ content: 'New' }, { media_urls: null }, { media_urls: [] }, { hashtags: null }],
    short: [{ content: 'New' }, { media_urls: null }, { mentions: ['ben'] }, { mentions: null }],
  }
  for (const platform of FORMATS) {
    test(`${platform}: fields that are sent change, null clears, omitted fields stay`, async () => {
      for (const change of [...CHANGES[platform], SCHEDULED, { scheduled_date: DATE }, {}]) {
        const before = await create(platform)
        const { status, body } = await patch(before.id, change)
        assert.equal(status, 200, JSON.stringify(body))
        const { updated_at, version, warnings: _, publication, ...rest } = body.data
        const { updated_at: __, version: earlier, warnings: ___, publication: ____, ...old } = before
        assert.equal(version, Object.keys(change).length === 0 ? earlier : earlier + 1)
        assert.deepEqual(rest, { ...old, ...change })
        assert.equal(publication.state, 'status' in change ? 'waiting' : 'none')
        assert.ok(updated_at >= before.updated_at)
        assert.deepEqual((await send('GET', `/v1/posts/${before.id}`)).body, body)
        await checkJob(before.id)
      }
    })
  }

  test('null clears reply_control to its default and status to draft', async () => {
    const { id } = await create('thread', { ...FULL.thread, ...SCHEDULED })
    const { body } = await patch(id, { reply_control: null, status: null })
    assert.deepEqual([body.data.reply_control, body.data.status, body.data.scheduled_date], ['everyone', 'draft', DATE])
    await checkJob(id)
  })

  test('moves the same job through draft → scheduled → another date → draft → scheduled', async () => {
    const { id } = await create('short')
    assert.deepEqual(await jobsOf(id), [])
    await patch(id, SCHEDULED)
    assert.deepEqual(await jobsOf(id), [new Date(DATE)])
    await patch(id, { scheduled_date: LATER })
    assert.deepEqual(await jobsOf(id), [new Date(LATER)])
    await patch(id, { content: 'Other text' })
    assert.deepEqual(await jobsOf(id), [new Date(LATER)])
    const draft = await patch(id, { status: 'draft' })
    assert.equal(draft.body.data.scheduled_date, LATER, 'the plan stays')
    assert.deepEqual(await jobsOf(id), [])
    await patch(id, { status: 'scheduled' })
    assert.deepEqual(await jobsOf(id), [new Date(LATER)])
    const all = await server.sql(`select key from graphile_worker.jobs where key like 'post.publish:%' || $1::text`, [
      id,
    ])
    assert.equal(all.length, 1)
  })

  const REFUSED: Array<[Format, Body, string[]]> = [
    ['thread', { media_type: 'text', content: null }, ['content', 'media_urls']],
    ['thread', { media_type: 'carousel' }, ['media_urls']],
    ['thread', { media_type: null, reply_control: 'nobody' }, ['media_type', 'reply_control']],
    ['photo', { media_urls: null, hashtags: ['#a'], caption: 7 }, ['caption', 'media_urls', 'hashtags[0]']],
    ['professional', { content: null, status: 'scheduled' }, ['content', 'scheduled_date']],
    ['professional', { content: 'x'.repeat(3001) }, ['content']],
    ['short', { content: ' ', status: 'sent', scheduled_date: 'soon' }, ['content', 'status', 'scheduled_date']],
  ]
  for (const [platform, change, fields] of REFUSED) {
    test(`${platform}: ${JSON.stringify(change).slice(0, 70)} is refused with every reason and changes nothing`, async () => {
      const { id } = await create(platform)
      const before = await send('GET', `/v1/posts/${id}`)
      const { status, body } = await patch(id, change)
      assert.equal(status, 400)
      assert.deepEqual(Object.keys(body.details).sort(), fields.sort())
      assert.deepEqual((await send('GET', `/v1/posts/${id}`)).body, before.body)
      await checkJob(id)
    })
  }

  test('a scheduled post cannot lose its date, nor can a post without a date be scheduled', async () => {
    const scheduled = await create('short', { ...FULL.short, ...SCHEDULED })
    assert.deepEqual(Object.keys((await patch(scheduled.id, { scheduled_date: null })).body.details), [
      'scheduled_date',
    ])
    assert.deepEqual(await jobsOf(scheduled.id), [new Date(DATE)])
    const both = await patch(scheduled.id, { scheduled_date: null, status: 'draft' })
    assert.deepEqual([both.status, both.body.data.scheduled_date], [200, null])
    assert.deepEqual(await jobsOf(scheduled.id), [])
  })

  test('unknown fields are a warning and not stored, assigned fields are ignored, the platform stays', async () => {
    const { id, created_at } = await create('short')
    const { status, body } = await patch(id, {
      contnt: 'x',
      hashtags: ['a'],
      platform: 'photo',
      id: 'x',
      created_at: 'x',
    })
    assert.equal(status, 200)
    assert.deepEqual(
      body.data.warnings.map((warning: Body) => `${warning.rule} ${warning.field}`),
      ['unknown_field contnt', 'unknown_field hashtags', 'unknown_field platform'],
    )
    assert.deepEqual([body.data.id, body.data.platform, body.data.created_at], [id, 'short', created_at])
    assert.deepEqual([body.data.content, 'hashtags' in body.data], ['Hi', false])
    const echo = await patch(id, body.data)
    assert.deepEqual(echo.body.data.warnings, [], 'an answer can be sent back as it is')
  })

  // [zone and date stored, what is sent, zone and date then]. Lisbon is an hour ahead of UTC in July.
  const JULY = '2030-07-01T08:00:00.000Z'
  const ZONED = { time_zone: 'Europe/Lisbon', scheduled_date: '2030-07-01T09:00:00' }
  const ZONES: Array<[string, Body, Body, [string | null, string | null] | string]> = [
    ['the zone alone does not move the date', ZONED, { time_zone: 'Asia/Tokyo' }, ['Asia/Tokyo', JULY]],
    ['null clears the zone, not the date', ZONED, { time_zone: null }, [null, JULY]],
    ['a zone is added to a date in UTC', SCHEDULED, { time_zone: 'Asia/Tokyo' }, ['Asia/Tokyo', DATE]],
    [
      'a local date is read in the stored zone',
      ZONED,
      { scheduled_date: '2030-08-01T09:00' },
      ['Europe/Lisbon', '2030-08-01T08:00:00.000Z'],
    ],
    ['a date with an offset is exact', ZONED, { scheduled_date: LATER }, ['Europe/Lisbon', LATER]],
    [
      'both are read together',
      ZONED,
      { scheduled_date: '2030-08-01T09:00', time_zone: 'Asia/Tokyo' },
      ['Asia/Tokyo', '2030-08-01T00:00:00.000Z'],
    ],
    [
      'without the zone a local date is UTC',
      ZONED,
      { scheduled_date: '2030-08-01T09:00', time_zone: null },
      [null, '2030-08-01T09:00:00.000Z'],
    ],
    ['both with an offset are refused', ZONED, { scheduled_date: LATER, time_zone: 'Europe/Lisbon' }, 'scheduled_date'],
    [
      'another zone with the date in UTC is refused',
      ZONED,
      { scheduled_date: JULY, time_zone: 'UTC' },
      'scheduled_date',
    ],
    ['a time that is skipped is refused', ZONED, { scheduled_date: '2031-03-30T01:30' }, 'scheduled_date'],
    ['an unknown zone is refused', ZONED, { time_zone: 'Lisbon' }, 'time_zone'],
  ]
  for (const [name, stored, change, wanted] of ZONES) {
    test(`time_zone: ${name}`, async () => {
      const before = await create('short', { ...FULL.short, status: 'scheduled', ...stored })
      const { status, body } = await patch(before.id, change)
      if (typeof wanted === 'string') {
        assert.deepEqual([status, Object.keys(body.details)], [400, [wanted]])
        assert.deepEqual((await send('GET', `/v1/posts/${before.id}`)).body.data, before)
      } else {
        assert.equal(status, 200, JSON.stringify(body))
        assert.deepEqual([body.data.time_zone, body.data.scheduled_date], wanted)
        assert.deepEqual((await send('GET', `/v1/posts/${before.id}`)).body, body)
      }
      await checkJob(before.id)
    })
  }

  test('an answer with a time_zone can be sent back as it is', async () => {
    const before = await create('short', { ...FULL.short, status: 'scheduled', ...ZONED })
    const { status, body } = await patch(before.id, before)
    assert.deepEqual([status, body.data], [200, before])
  })

  test('connection_id: only another account of the platform; a disconnected one may stay, and null removes it', async () => {
    const connect = async (platform: Format, workspaceId = server.deps.workspaceId) => {
      const { id } = server.deps.ids.next()
      await server.sql(
        `insert into connections (id, workspace_id, platform, provider, account_id, kind, sandbox, is_default, status, tokens,
           issued_at, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 'member', false, false, 'active', 'x', now(), now(), now())`,
        [id, workspaceId, platform, profileFor(platform).name, id],
      )
      return id
    }
    const [own, other, photo] = [await connect('short'), await connect('short'), await connect('photo')]
    const foreign = await connect('short', await server.workspace())
    const { id } = await create('short', { ...FULL.short, connection_id: own })
    assert.equal((await patch(id, { connection_id: other })).body.data.connection_id, other)
    for (const wrong of [photo, foreign, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012', 'x']) {
      const { status, body } = await patch(id, { connection_id: wrong, status: 'sent' })
      assert.deepEqual([status, Object.keys(body.details).sort()], [400, ['connection_id', 'status']])
    }
    await server.sql('delete from connections')
    const edited = await patch(id, { content: 'Its account is gone' })
    assert.deepEqual([edited.status, edited.body.data.connection_id], [200, other])
    assert.equal((await patch(id, { connection_id: own })).status, 400)
    const cleared = await patch(id, { connection_id: null })
    assert.deepEqual([cleared.status, cleared.body.data.connection_id], [200, null])
  })

  test('does not count a post as its own repeat', async () => {
    const post = await create('short', { content: 'Only once', ...SCHEDULED })
    const { body } = await patch(post.id, { scheduled_date: LATER })
    assert.deepEqual(
      body.data.warnings.map(({ rule }: Body) => rule),
      ['any.account.missing'],
    )
  })

  test('a body that is not an object is refused', async () => {
    const { id } = await create('short')
    for (const json of [[], 'x', 1, null, true]) assert.equal((await patch(id, json)).status, 400)
    assert.equal((await send('PATCH', `/v1/posts/${id}`)).status, 400)
  })

  test('concurrent changes all apply in some order, and row and job agree afterwards', async () => {
    const { id } = await create('short', { ...FULL.short, ...SCHEDULED })
    const changes: Body[] = Array.from({ length: 12 }, (_, i) => ({
      ...(i % 3 === 0 ? { content: `Text ${i}` } : {}),
      ...(i % 3 === 1 ? { scheduled_date: new Date(Date.UTC(2031, 0, 1 + i)).toISOString() } : {}),
      ...(i % 3 === 2 ? { status: i % 2 ? 'draft' : 'scheduled', mentions: [`m${i}`] } : {}),
    }))
    const answers = await Promise.all(changes.map((change) => patch(id, change)))
    for (const [i, { status, body }] of answers.entries()) {
      assert.equal(status, 200)
      for (const [field, value] of Object.entries(changes[i]!)) assert.deepEqual(body.data[field], value)
    }
    const [row] = await server.sql('select version from posts where id = $1', [id])
    assert.deepEqual(row, { version: 13 }, 'no change was made over another')
    const { data } = (await send('GET', `/v1/posts/${id}`)).body
    assert.match(data.content, /^Text/)
    assert.match(data.scheduled_date, /^2031/)
    await checkJob(id)
  })
})

describe('DELETE', () => {
  test('removes the post and its job; then every method is 404', async () => {
    const { id } = await create('photo', { ...FULL.photo, ...SCHEDULED })
    const { status, body } = await send('DELETE', `/v1/posts/${id}`)
    assert.deepEqual([status, body], [200, { success: true, data: { id, deleted: true } }])
    assert.deepEqual(await jobsOf(id), [])
    assert.deepEqual(await server.sql('select 1 from posts where id = $1', [id]), [])
    for (const method of ['GET', 'DELETE']) assert.equal((await send(method, `/v1/posts/${id}`)).status, 404)
    assert.equal((await patch(id, SCHEDULED)).status, 404)
    assert.deepEqual(await jobsOf(id), [], 'a late change does not bring the job back')
  })

  test('concurrent deletions of a post succeed once; a concurrent change leaves no job behind', async () => {
    const { id } = await create('short', { ...FULL.short, ...SCHEDULED })
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => send('DELETE', `/v1/posts/${id}`)),
      ...Array.from({ length: 5 }, (_, i) => patch(id, { scheduled_date: `203${i}-01-01T00:00:00Z` })),
    ])
    const deletes = answers.slice(0, 5).map(({ status }) => status)
    assert.deepEqual(deletes.sort(), [200, 404, 404, 404, 404])
    for (const { status } of answers.slice(5)) assert.ok(status === 200 || status === 404)
    assert.deepEqual(await jobsOf(id), [])
  })
})

test('a post names the person who wrote it in the dashboard, whoever changes it; an API key is nobody', async () => {
  const ana = await signIn(server)
  const { body } = await ana.send('POST', '/v1/posts/short', { json: { content: 'By Ana' } })
  const { id, author_id } = body.data
  assert.equal(author_id, ana.id)
  assert.equal((await patch(id, { content: 'Changed by a key' })).body.data.author_id, ana.id)
  assert.equal((await send('GET', `/v1/posts/${id}`)).body.data.author_id, ana.id)
  assert.equal((await send('GET', '/v1/posts?q=Changed%20by%20a%20key')).body.data[0].author_id, ana.id)
  assert.equal((await send('PATCH', `/v1/posts/${id}`, { author_id: null })).body.data.author_id, ana.id)
  assert.equal((await create('short')).author_id, null)
})
