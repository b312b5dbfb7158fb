import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { makeJpeg } from '../../simulators/media/images.ts'
import { inspectPost } from '../../src/publishing/media.ts'
import { type Stage, startStage } from '../helpers/publishing.ts'

// Where media may be read from, and the message if they may not.

const picture = makeJpeg({ width: 640, height: 640, hue: 10 })
const intranet = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length }).end(picture)
})
intranet.listen(0, '127.0.0.1')
await once(intranet, 'listening')
after(() => intranet.close())
const { port } = intranet.address() as AddressInfo
const PRIVATE_URL = `http://127.0.0.1:${port}/a.jpg`

const open = await startStage({ env: { ALLOW_PRIVATE_NETWORKS: 'true' } })
const closed = await startStage()
await open.fresh()
await closed.fresh()

async function unreadableWarnings({ server, key }: Stage, url: string): Promise<string[]> {
  const json = { content: `Look at this, ${url.length}`, media_urls: [url] }
  const created = await server.send('POST', '/v1/posts/short', { key, json })
  assert.equal(created.status, 201, created.text)
  const { id } = created.body.data
  const { pool, publishing, log, workspaceId } = server.deps
  const { accountsOf } = publishing.connections
  await inspectPost({ pool, media: publishing.media, log, accountsOf }, { workspace_id: workspaceId, post_id: id })
  const { body } = await server.send('GET', `/v1/posts/${id}`, { key })
  const warnings = body.data.warnings as Array<{ rule: string; message: string }>
  return warnings.filter(({ rule }) => rule.startsWith('any.media')).map(({ rule, message }) => `${rule} ${message}`)
}

test('ALLOW_PRIVATE_NETWORKS: media in a private network are checked, downloaded and published', async () => {
  assert.deepEqual(await unreadableWarnings(open, PRIVATE_URL), [])
  const id = await open.create('short', { media_urls: [PRIVATE_URL] })
  assert.equal((await open.drive(id)).publication_state, 'published')
  const [post] = await open.publicOf('short')
  assert.equal(post!.media.length, 1)
})

test('without it the same post is not published, and nothing of the private server is revealed', async () => {
  const id = await closed.create('short', { media_urls: [PRIVATE_URL] })
  const row = await closed.drive(id)
  assert.equal(row.publication_state, 'failed')
  assert.doesNotMatch(row.reason!, /private|reserved|127\.0\.0\.1/)
  assert.deepEqual(await closed.publicOf('short'), [])
})

test('unreadable media have one message: private names cannot be distinguished from unknown ones', async () => {
  const urls = [
    'http://no-such-name.example.invalid/a.jpg',
    'http://127.0.0.1/a.jpg',
    `http://127.0.0.1:${port}/a.jpg`,
    'http://10.1.2.3/a.jpg',
    'http://localhost:8080/a.jpg',
    'http://169.254.169.254/latest/meta-data/a.jpg',
  ]
  const messages = new Set<string>()
  for (const url of urls) {
    const unreadable = (await unreadableWarnings(closed, url)).filter((each) => each.includes('unreachable'))
    assert.equal(unreadable.length, 1, url)
    messages.add(unreadable[0]!)
  }
  assert.deepEqual([...messages].length, 1, [...messages].join('\n'))
})
