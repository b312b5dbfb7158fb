import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { makeJpeg } from '../../simulators/media/images.ts'
import { transaction } from '../../src/db/database.ts'
import { enqueuePublish } from '../../src/posts/publish-job.ts'
import { createPlace } from '../helpers/process.ts'
import { startStage } from '../helpers/publishing.ts'
import { searchEverywhere } from '../helpers/search-everywhere.ts'
import { type Person, signIn } from '../helpers/session.ts'

const APP_PASSWORD = 'sandbox-app-password'
const DID = 'did:plc:sandboxsandboxsandboxaa2'
const SIGN_IN = '/v1/connections/sign-in'

const picture = makeJpeg({ width: 1200, height: 627, hue: 10 })
const site = createServer((request, response) => {
  const found = { 'content-type': 'image/jpeg' }
  if (request.url === '/card.jpg') return void response.writeHead(200, found).end(picture)
  if (request.url === '/large.jpg') return void response.writeHead(200, found).end(Buffer.concat([picture], 1_000_001))
  const image = request.url === '/large' ? '/large.jpg' : '/card.jpg'
  const head = `<meta property="og:title" content="Prices &amp; plans"><meta property="og:image" content="${image}">`
  response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><head>${head}</head>`)
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
after(() => {
  site.closeAllConnections()
  site.close()
})
const SITE = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const stage = await startStage({ env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const { server, control } = stage
let owner: Person
before(async () => {
  owner = await signIn(server, { role: 'owner' })
})

const connect = (more: Record<string, unknown> = {}) =>
  owner.send('POST', SIGN_IN, { json: { provider: 'bluesky', handle: 'sandbox.test', secret: APP_PASSWORD, ...more } })

interface Sent {
  rkey: string
  record: Record<string, unknown> & { embed?: Record<string, unknown>; facets?: Array<Record<string, unknown>> }
}
const sent = async () =>
  (await control.journal({ platform: 'bluesky', call: 'records.put' })).map(({ body }) => body as unknown as Sent)

async function publish(body: Record<string, unknown>) {
  const row = await stage.drive(await stage.create('short', body))
  assert.equal(row.publication_state, 'published', row.reason ?? '')
  return { row, record: (await sent()).at(-1)!.record }
}

describe('an account is connected with an app password', () => {
  beforeEach(() => stage.fresh([]))

  test('which is neither stored nor shown', async () => {
    const { status, body, headers, text } = await connect({ handle: '@sandbox.test' })
    assert.equal(status, 201, text)
    assert.equal(headers.get('cache-control'), 'no-store')
    const { platform, provider, service_url: service, account_id: id, handle, name, default: isDefault } = body.data
    assert.deepEqual(
      { platform, provider, service, id, handle, name, isDefault },
      {
        platform: 'short',
        provider: 'bluesky',
        service: 'https://bsky.social',
        id: DID,
        handle: 'sandbox.test',
        name: 'Sandbox Bluesky',
        isDefault: true,
      },
    )
    assert.equal(text.includes(APP_PASSWORD), false)
    assert.deepEqual(await searchEverywhere(server, APP_PASSWORD), [])
    // Connected again, it is the same account.
    assert.equal((await connect()).body.data.id, body.data.id)
  })

  test('a wrong one is refused with what to do, and nothing is stored', async () => {
    const { status, body } = await connect({ secret: 'not-the-one' })
    assert.equal(status, 400)
    assert.match(body.details.secret[0], /does not accept this handle with this app password.*App passwords/)
    const { data } = (await server.send('GET', '/v1/connections', { key: stage.key })).body
    assert.deepEqual(data, [])
  })

  test('every missing or wrong field is named', async () => {
    const { status, body } = await owner.send('POST', SIGN_IN, {
      json: { provider: 'bluesky', service_url: 'ftp://example.com', sevrice: 1 },
    })
    assert.equal(status, 400)
    assert.deepEqual(Object.keys(body.details).sort(), ['handle', 'secret', 'service_url', 'sevrice'])
    const other = await owner.send('POST', SIGN_IN, { json: { provider: 'x', secret: 'a' } })
    assert.match(other.body.details.provider[0], /^provider must be one of bluesky/)
    const link = await owner.send('POST', '/v1/connections/links', { json: { provider: 'bluesky' } })
    assert.match(link.body.details.handle[0], /^handle is required/)
  })

  test('only by a signed-in owner', async () => {
    const json = { provider: 'bluesky', handle: 'sandbox.test', secret: APP_PASSWORD }
    assert.equal((await server.send('POST', SIGN_IN, { key: stage.key, json })).status, 403)
    const editor = await signIn(server, { role: 'editor' })
    assert.equal((await editor.send('POST', SIGN_IN, { json })).status, 403)
  })

  test('a server that does not answer is reported', async () => {
    await control.fault({ platform: 'bluesky', call: 'token', kind: 'drop_before' })
    const { status, body } = await connect()
    assert.equal(status, 400)
    assert.match(body.details.service_url[0], /PDS of this Bluesky account could not be reached/)
  })

  test('by the command line, from standard input or a variable', async (t) => {
    const place = createPlace(t)
    const env = {
      SANDBOX_DATABASE_URL: server.databaseUrl,
      SANDBOX_PORT: String(stage.simulators.port),
      SECRET_KEY: server.deps.config.secretKey!,
    }
    const words = ['connections', 'add', '--provider', 'bluesky', '--handle', 'sandbox.test', '--sandbox']
    const link = await place.cli(words, { env })
    assert.equal(link.code, 0, link.stderr)
    assert.match(link.stdout.trim().split('\n').at(-1)!, /^http:\/\/\S+\/connect\/[0-9A-Za-z]{32}$/)
    const refused = await place.cli([...words, '--secret-from', 'BLUESKY_TEST_PASSWORD'], { env })
    assert.equal(refused.code, 2)
    assert.match(refused.stderr, /names an environment variable that is not set/)
    const wrong = await place.cli([...words, '--secret-from', 'BLUESKY_TEST_PASSWORD'], {
      env: { ...env, BLUESKY_TEST_PASSWORD: 'not-the-one' },
    })
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /does not accept this handle/)
    const added = await place.cli(
      [...words, '--service', 'https://pds.example.com', '--secret-from', 'BLUESKY_TEST_PASSWORD'],
      {
        env: { ...env, BLUESKY_TEST_PASSWORD: APP_PASSWORD },
      },
    )
    assert.equal(added.code, 0, added.stderr)
    assert.match(added.stdout, /Bluesky is connected: sandbox\.test/)
    const [account] = (await server.send('GET', '/v1/connections', { key: stage.key })).body.data
    assert.equal(account.provider, 'bluesky')
    assert.equal(account.service_url, 'https://pds.example.com')
    const row = await stage.drive(await stage.create('short'))
    assert.equal(row.publication_state, 'published', row.reason ?? '')
  })
})

describe('a post', () => {
  beforeEach(async () => {
    await stage.fresh([])
    await connect()
  })

  test('is sent under a key that was chosen before, and has its permalink', async () => {
    const { row, record } = await publish({ content: 'Words for Bluesky' })
    const [{ rkey } = assert.fail()] = await sent()
    assert.match(rkey, /^[234567a-z]{13}$/)
    assert.equal(row.platform_id, `at://${DID}/app.bsky.feed.post/${rkey}`)
    assert.equal(row.permalink, `${stage.simulators.url}/bluesky/profile/${DID}/post/${rkey}`)
    assert.equal((await fetch(row.permalink!)).status, 200)
    assert.equal(record.text, 'Words for Bluesky')
    assert.equal(record.facets, undefined)
    assert.equal(record.langs, undefined)
  })

  test('has facets for links, mentions and tags by their bytes; an unknown name stays text', async () => {
    const friend = await control.account({ platform: 'bluesky', username: 'friend.test' })
    const content = `Grüße 👋🏽 https://example.com/ä, example.org/b. #Käse @nobody.example`
    const { record } = await publish({ content, mentions: ['friend.test'] })
    const text = Buffer.from(record.text as string)
    const marks = record.facets!.map(({ index, features }) => {
      const { byteStart, byteEnd } = index as { byteStart: number; byteEnd: number }
      const [{ $type, ...feature }] = features as [Record<string, string>]
      return [text.subarray(byteStart, byteEnd).toString(), $type!.split('#')[1], ...Object.values(feature)]
    })
    assert.deepEqual(marks, [
      ['https://example.com/ä', 'link', 'https://example.com/ä'],
      ['example.org/b', 'link', 'https://example.org/b'],
      ['#Käse', 'tag', 'Käse'],
      ['@friend.test', 'mention', friend.id],
    ])
  })

  test('has its images with their dimensions, and a video', async () => {
    const urls = [stage.media('a.jpg?width=400&height=200'), stage.media('b.png?width=30&height=60')]
    const { record } = await publish({ content: 'Two pictures', media_urls: urls })
    const { $type, images } = record.embed as { $type: string; images: Array<Record<string, unknown>> }
    assert.equal($type, 'app.bsky.embed.images')
    assert.deepEqual(
      images.map(({ aspectRatio, alt }) => [aspectRatio, alt]),
      [
        [{ width: 400, height: 200 }, ''],
        [{ width: 30, height: 60 }, ''],
      ],
    )
    const film = await publish({ content: 'A film', media_urls: [stage.media('clip.mp4?seconds=5')] })
    assert.equal(film.record.embed!.$type, 'app.bsky.embed.video')
  })

  test('has a card for its link, with the picture', async () => {
    const { record } = await publish({ content: `Read ${SITE}/article` })
    const { external } = record.embed as { external: Record<string, unknown> }
    const { thumb, ...card } = external
    assert.deepEqual(card, { uri: `${SITE}/article`, title: 'Prices & plans', description: '' })
    assert.equal((thumb as { mimeType: string }).mimeType, 'image/jpeg')
    const other = (await publish({ content: `Read ${SITE}/large` })).record.embed as { external: object }
    assert.equal('thumb' in other.external, false, 'a picture of more than 1 MB is left out')
  })

  test('that Bluesky cannot accept fails before anything is sent, and says why', async () => {
    const row = await stage.drive(
      await stage.create('short', { content: 'Too large', media_urls: [stage.media('a.gif?bytes=2200000')] }),
    )
    assert.equal(row.publication_state, 'failed')
    assert.match(row.reason!, /File 1 has 2\.2 MB, but Bluesky takes 2 MB at most/)
    assert.deepEqual(await sent(), [])
  })

  test('gets warnings by the rules of Bluesky, not those of X', async () => {
    const id = (await server.send('GET', '/v1/connections', { key: stage.key })).body.data[0].id
    const warningsOf = async (body: Record<string, unknown>) => {
      const answer = await server.send('POST', '/v1/posts/short?dry_run=true', { key: stage.key, json: body })
      assert.equal(answer.status, 200, answer.text)
      return answer.body.data.warnings.map(({ rule }: { rule: string }) => rule)
    }
    // 150 of these weigh 300 on X.
    const wide = '語'.repeat(150)
    assert.deepEqual(await warningsOf({ content: wide, connection_id: id }), [])
    assert.deepEqual(await warningsOf({ content: wide }), [], 'the default account is one of Bluesky')
    const mentions = ['name_with_underscore']
    assert.deepEqual(await warningsOf({ content: 'a'.repeat(280), mentions, connection_id: id }), [
      'bluesky.text.max',
      'bluesky.mention.handle',
    ])
    const five = Array.from({ length: 5 }, (_, at) => `https://example.com/${at}.jpg`)
    assert.deepEqual(await warningsOf({ content: 'a', media_urls: five, connection_id: id }), ['bluesky.media.mix'])
    await stage.connect('short')
    assert.deepEqual(await warningsOf({ content: wide }), ['short.text.weighted'], 'now the default is one of X')
  })

  test('may be as long as Bluesky allows when it is changed; creating keeps the limit of the API', async () => {
    const connection_id = (await server.send('GET', '/v1/connections', { key: stage.key })).body.data[0].id
    const long = '👨‍👩‍👧'.repeat(299)
    const created = await server.send('POST', '/v1/posts/short', {
      key: stage.key,
      json: { content: long, connection_id },
    })
    assert.deepEqual(created.body.details, { content: ['content must be at most 280 characters, but it has 1495.'] })
    const id = await stage.create('short', { content: 'Short', connection_id })
    const change = (content: string) => server.send('PATCH', `/v1/posts/${id}`, { key: stage.key, json: { content } })
    assert.equal((await change(`${long}a`)).status, 200)
    const refused = await change(`${long}ab`)
    assert.deepEqual(refused.body.details, {
      content: ['content must be at most 300 characters long, as Bluesky counts them, but it has 301.'],
    })
    const ended = await server.send('PATCH', `/v1/posts/${id}`, { key: stage.key, json: { connection_id: null } })
    assert.equal(ended.status, 400, 'without the account it is too long')
  })

  test('whose access has expired is sent after a renewal', async () => {
    await stage.pass(130 * 60_000)
    const { row } = await publish({ content: 'After two hours' })
    assert.equal(row.attempts, 1)
    assert.equal((await control.journal({ platform: 'bluesky', call: 'refresh' })).length, 1)
  })

  test('waits for the time that Bluesky names', async () => {
    await control.fault({ platform: 'bluesky', call: 'records.put', kind: 'rate_limited', ms: 600_000 })
    const id = await stage.create('short', {})
    await stage.step(id)
    const row = await stage.row(id)
    assert.equal(row.publication_state, 'deferred')
    assert.ok(Math.abs(row.deferred_until!.getTime() - stage.now() - 600_000) < 5_000)
    assert.equal((await stage.drive(id)).publication_state, 'published')
    const [first, second] = await sent()
    assert.equal(first!.rkey, second!.rkey)
  })

  for (const kind of [
    'drop_before',
    'drop_after',
    'truncated',
    'status_after',
    'live_but_error',
    'bad_body',
  ] as const) {
    test(`is out once after ${kind}, under one key`, async () => {
      await control.fault({ platform: 'bluesky', call: 'records.put', kind })
      const row = await stage.drive(await stage.create('short', {}))
      assert.equal(row.publication_state, 'published', row.reason ?? '')
      const items = await stage.publicOf('short', 'bluesky')
      assert.deepEqual(
        items.map(({ id }) => id),
        [row.platform_id],
      )
      assert.equal(new Set((await sent()).map(({ rkey }) => rkey)).size, 1)
    })
  }

  test('is sent again at the first look that shows nothing, and then less and less often', async () => {
    const times = 4
    await control.fault({ platform: 'bluesky', call: 'records.put', kind: 'drop_before', times })
    const id = await stage.create('short', {})
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    const { data } = (await server.send('GET', `/v1/posts/${id}/attempts`, { key: stage.key })).body
    const steps: Array<{ step: string; message: string; at: string }> = data.flatMap(
      ({ steps }: { steps: object[] }) => steps,
    )
    const sends = steps.filter(({ step }) => step === 'sending').map(({ at }) => Date.parse(at))
    assert.equal(sends.length, times + 1)
    const waits = sends.slice(1).map((at, index) => at - sends[index]!)
    const second = steps.findLastIndex(({ step, at }) => step === 'sending' && Date.parse(at) === sends[1])
    const looks = steps.slice(0, second).filter(({ step }) => step.startsWith('looked'))
    assert.deepEqual(
      looks.map(({ step, message }) => [step, message]),
      [['looked: absent', 'Looked: it is not on Bluesky']],
    )
    const leastMs = [0, 30_000, 120_000, 600_000]
    assert.ok(
      waits.every((wait, index) => wait >= leastMs[index]!),
      `waited ${waits} ms`,
    )
    assert.equal((await stage.publicOf('short', 'bluesky')).length, 1)
  })

  test('that a person declared unpublished by mistake is not out twice', async () => {
    await control.fault({ platform: 'bluesky', call: 'records.put', kind: 'drop_after' })
    await control.fault({ platform: 'bluesky', call: 'records.get', kind: 'status_before', status: 500, times: 20 })
    const id = await stage.create('short', {})
    assert.equal((await stage.drive(id)).publication_state, 'unconfirmed')
    await control.clearFaults()
    const settled = await stage.act(id, 'resolve', { outcome: 'not_published' })
    assert.equal(settled.status, 200, settled.text)
    assert.equal((await stage.act(id, 'retry')).status, 200)
    const row = await stage.drive(id)
    assert.equal(row.publication_state, 'published', row.reason ?? '')
    assert.deepEqual(
      (await stage.publicOf('short', 'bluesky')).map((item) => item.id),
      [row.platform_id],
    )
  })

  test('that the database has forgotten, as after a restore, is not out twice', async () => {
    const { row } = await publish({ content: 'Before the restore' })
    const forgotten = `publication_state = 'waiting', platform_id = null, published_at = null, permalink = null,
      progress = '{}', sends = 0, attempts = 0, send_started_at = null`
    await server.sql(`update posts set ${forgotten} where id = $1`, [row.id])
    await transaction(server.deps.pool, (tx) =>
      enqueuePublish(tx, server.deps.workspaceId, row.id, new Date(stage.now())),
    )
    const again = await stage.drive(row.id)
    assert.equal(again.platform_id, row.platform_id)
    assert.equal((await stage.publicOf('short', 'bluesky')).length, 1)
  })

  test('stops with its account if that was taken down', async () => {
    await control.account({ platform: 'bluesky', id: DID, restricted: true })
    const row = await stage.drive(await stage.create('short', {}))
    assert.equal(row.publication_state, 'held')
    assert.match(row.reason!, /Bluesky has restricted this account/)
  })
})
