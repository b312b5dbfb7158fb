import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createDoorpost, type DoorpostError, type DoorpostEvent, verifyEvent } from '../../sdk/src/index.ts'
import { createSigningSecret, sign } from '../../src/events/send.ts'
import { createPlace, createTemplate, spawnNode, until } from '../helpers/process.ts'
import { openTcpProxy } from '../helpers/tcp-proxy.ts'

// The SDK and the examples of its documents on a whole Doorpost, whose worker writes the feed and reads imports.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const template = await createTemplate({ after })
const place = createPlace({ after }, { template, env: { RATE_LIMIT_AUTHENTICATED: '100000' } })
const server = await place.start()
const created = await place.cliProcess(['keys', 'create', '--name', 'sdk'])
const key = created.stdout.trim().split('\n').at(-1)!
const doorpost = createDoorpost({ baseUrl: server.url, key })

describe('events', () => {
  test('the list of events ends where the feed has been read to', async () => {
    const { id } = await doorpost.contacts.create({ first_name: 'Feed' })
    const listed = async () => {
      const found: DoorpostEvent[] = []
      for await (const event of doorpost.events.list({ limit: 2 })) found.push(event)
      return found
    }
    await until(async () => (await listed()).some(({ data }) => data.id === id))
  })

  test('following misses nothing and repeats nothing, though the connection breaks again and again', async () => {
    const proxy = await openTcpProxy({ host: '127.0.0.1', port: server.port })
    const client = createDoorpost({ baseUrl: `http://127.0.0.1:${proxy.port}`, key })
    const stop = new AbortController()
    const breaks: DoorpostError[] = []
    let cursor = ''
    const following = client.events.follow({
      signal: stop.signal,
      onBreak: (error) => void breaks.push(error),
      onCursor: (next) => {
        cursor = next
      },
    })
    const seen: string[] = []
    const reading = (async () => {
      for await (const { type, data } of following) if (type === 'contact.created') seen.push(data.id)
    })()
    await doorpost.contacts.create({ first_name: 'Begins' })
    await until(async () => {
      if (seen.length === 0) await doorpost.contacts.create({ first_name: 'Begins' })
      return seen.length > 0
    })
    const sent: string[] = []
    for (let at = 0; at < 60; at++) {
      sent.push((await doorpost.contacts.create({ first_name: `Person ${at}` })).id)
      if (at % 20 === 10) proxy.cut()
    }
    await until(() => sent.every((id) => seen.includes(id)))
    await until(() => breaks.length > 0)
    assert.equal(new Set(seen).size, seen.length, 'nothing twice')
    assert.deepEqual(seen.slice(-sent.length), sent, 'in order')
    assert.equal(breaks[0]!.code, 'network_error')
    stop.abort()
    await reading
    await proxy.close()

    const { id } = await doorpost.contacts.create({ first_name: 'Later' })
    const again = new AbortController()
    for await (const event of doorpost.events.follow({ cursor, signal: again.signal })) {
      assert.equal(event.data.id, id, 'goes on where the first run was')
      again.abort()
    }
  })

  test('a key that may not read events is told so', async () => {
    const { stdout } = await place.cliProcess(['keys', 'create', '--name', 'few', '--scopes', 'contacts:read'])
    const few = createDoorpost({ baseUrl: server.url, key: stdout.trim().split('\n').at(-1)! })
    await assert.rejects(() => few.events.follow().next(), { code: 'forbidden' })
  })

  test('what an endpoint gets is accepted', async () => {
    const secret = createSigningSecret()
    const { data } = await doorpost.events.list({ limit: 1 }).page()
    const body = JSON.stringify(data[0])
    const timestamp = Math.floor(Date.now() / 1000)
    const { id } = data[0]!
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id, timestamp, body }, [secret]),
    }
    assert.deepEqual(await verifyEvent({ body, headers, secret }), data[0])
  })
})

test('a dry run stores nothing, and files are sent and received', async () => {
  const csv = 'first_name,email\nCsv,csv@example.com\n'
  const preview = await doorpost.contacts.createImportDryRun(csv, { contentType: 'text/csv' })
  assert.ok('columns' in preview)
  const made = await doorpost.contacts.createImport(new TextEncoder().encode(csv), { contentType: 'text/csv' })
  await until(async () => (await doorpost.contacts.getImport(made.id)).state === 'done')
  const file = await doorpost.contacts.export({ email: 'csv@example.com' })
  assert.match(await file.text(), /csv@example\.com/)
  assert.equal((await doorpost.contacts.list({ email: 'csv@example.com' }).page()).data.length, 1)
})

describe('examples', () => {
  // Not in node_modules, where Node runs no TypeScript.
  const folder = mkdtempSync(join(tmpdir(), 'doorpost-examples-'))
  const sdk = join(ROOT, 'sdk/src/index.ts')
  after(() => rmSync(folder, { recursive: true, force: true }))
  const env = { DOORPOST_URL: server.url, DOORPOST_KEY: key, DOORPOST_SECRET: createSigningSecret() }

  for (const page of ['sdk/README.md', 'docs/how-to/sdk.md']) {
    const blocks = [...readFileSync(join(ROOT, page), 'utf8').matchAll(/^```ts\n([\s\S]*?)^```/gm)]
    assert.ok(blocks.length >= 2, `${page} has examples`)
    for (const [at, { 1: code = '' }] of blocks.entries()) {
      test(`${page}: ${at + 1} runs`, async () => {
        const file = join(folder, `${page.replaceAll('/', '-')}-${at + 1}.ts`)
        writeFileSync(file, code.replace(`'@doorpost/sdk'`, `'${sdk}'`))
        const finished = await spawnNode(['--no-warnings', '--experimental-strip-types', file], { env, cwd: ROOT })
          .ended
        assert.deepEqual([finished.code, finished.stderr], [0, ''])
        assert.equal(finished.stdout !== '', code.includes('console.log') && !code.includes('export '))
      })
    }
  }

  test('the receiver of the README accepts what is ours, and refuses what is not', async () => {
    const [, code = ''] = /^```ts\n([^`]*?handle\([\s\S]*?)^```/m.exec(
      readFileSync(join(ROOT, 'sdk/README.md'), 'utf8'),
    )!
    const file = join(folder, 'receiver.ts')
    writeFileSync(file, code.replace(`'@doorpost/sdk'`, `'${sdk}'`))
    process.env.DOORPOST_SECRET = env.DOORPOST_SECRET
    const { handle } = (await import(file)) as { handle: (request: Request) => Promise<Response> }
    const body = JSON.stringify({ id: 'a', type: 'endpoint.test', data: {} })
    const timestamp = Math.floor(Date.now() / 1000)
    const headers = {
      'webhook-id': 'a',
      'webhook-timestamp': String(timestamp),
      'webhook-signature': sign({ id: 'a', timestamp, body }, [env.DOORPOST_SECRET]),
    }
    const post = (text: string) => handle(new Request('http://localhost/', { method: 'POST', headers, body: text }))
    assert.equal((await post(body)).status, 204)
    assert.equal((await post(`${body} `)).status, 400)
  })
})
