import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSimulators } from '../../simulators/start.ts'
import { createSafeFetch } from '../../src/lib/net/safe-fetch.ts'
import { blueskyAuth } from '../../src/platforms/bluesky/auth.ts'
import { serviceSettings } from '../../src/platforms/settings.ts'
import { createPlatformHttp } from '../../src/platforms/shared/client.ts'
import { browsers } from '../../tests/helpers/browser.ts'
import { openTrial } from '../trial.ts'
import { APP_HOST, startAppPage, tryApprovals } from './approval.ts'
import { startDirectory } from './directory.ts'
import { createDoorpost } from './doorpost.ts'
import { installPds, PDS_VERSION } from './install.ts'
import { startProxy } from './proxy.ts'

// npm run try:bluesky: the whole product posts to a real PDS on this machine, offline.

const PDS_FOLDER = fileURLToPath(new URL(`../../.cache/try-bluesky/pds-${PDS_VERSION}`, import.meta.url))
const POSTS = 'app.bsky.feed.post'
/**
 * The PDS's SQLite module crashes when Node 24 collects one of its statements. With this much memory, nothing is
 * collected.
 */
const ROOMY = ['--min-semi-space-size=512', '--max-semi-space-size=512', '--max-old-space-size=4096']
const say = (line: string) => void process.stdout.write(`${line}\n`)

installPds(PDS_FOLDER, say)
const { folder, atEnd, run } = openTrial('try-bluesky')
await run(tryBluesky)
say('\nEvery post is on a real PDS exactly once.')

async function tryBluesky(): Promise<void> {
  const directory = await startDirectory()
  atEnd(() => directory.stop())
  const app = await startAppPage()
  atEnd(() => app.stop())
  const pds = await startPds(directory.url, app.url)
  say(`PDS ${PDS_VERSION} at ${pds}`)
  const author = await createAccount(pds, 'doorpost-writer.test')
  const friend = await createAccount(pds, 'doorpost-friend.test')
  const { password } = await post<{ password: string }>(
    pds,
    'com.atproto.server.createAppPassword',
    { name: 'doorpost' },
    author.accessJwt,
  )
  const proxy = await startProxy(pds)
  atEnd(() => proxy.stop())
  await tryTokens(pds, password)
  if (browsers.length === 0) say('Chromium is not installed: the approval in a browser was not tried')
  else {
    const place = { pds, directoryUrl: directory.url, handle: 'doorpost-writer.test', password: author.password }
    for (const uri of await tryApprovals(place, app))
      say(`approved in a browser, renewed, and posted with proofs: ${uri}`)
  }

  const doorpost = createDoorpost(folder, await freePort())
  atEnd(() => doorpost.stop())
  await doorpost.start()
  const words = [
    'connections',
    'add',
    '--provider',
    'bluesky',
    '--service',
    proxy.url,
    '--handle',
    'doorpost-writer.test',
    '--secret-from',
    '-',
  ]
  say((await doorpost.command(words, password)).trim())
  const printed = await doorpost.command(['keys', 'create', '--name', 'try', '--scopes', 'posts:read,posts:write'])
  doorpost.setKey(printed.trim().split('\n').at(-1)!)
  const recordOf = async (uri: string) => {
    const rkey = uri.split('/').at(-1)!
    const query = { repo: author.did, collection: POSTS, rkey }
    return (await get<{ value: PostValue }>(pds, 'com.atproto.repo.getRecord', query)).value
  }
  const publish = async (what: string, body: Record<string, unknown>) => {
    const { platform_id: uri, permalink } = await doorpost.published(await doorpost.create(body))
    assert.equal(permalink, `https://bsky.app/profile/${author.did}/post/${uri.split('/').at(-1)}`)
    say(`${what}: ${uri}`)
    return recordOf(uri)
  }

  await tryText(publish, friend.did)
  await tryMedia(pds, author.did, publish)
  await tryKill(pds, author.did, proxy, doorpost)
}

interface PostValue {
  text: string
  facets?: Array<{ index: { byteStart: number; byteEnd: number }; features: Array<Record<string, string>> }>
  embed?: { $type: string; images?: Array<Blobbed>; video?: Blobbed['image']; external?: Record<string, unknown> }
}

interface Blobbed {
  alt: string
  image: { ref: { $link: string }; mimeType: string; size: number }
  aspectRatio?: { width: number; height: number }
}

type Publish = (what: string, body: Record<string, unknown>) => Promise<PostValue>

/** Gets access with the app password, renews it, and renews it again with the same token, as after a lost answer. */
async function tryTokens(pds: string, password: string): Promise<void> {
  const settings = serviceSettings('bluesky', pds)
  const safeFetch = createSafeFetch({ allowPrivate: true, anyPort: true })
  const http = createPlatformHttp(safeFetch, { allowedHosts: [new URL(pds).host], httpsOnly: false })
  const { tokens, profiles } = await blueskyAuth.signIn!(
    http,
    settings,
    { handle: 'doorpost-writer.test', secret: password },
    new Date(),
  )
  assert.equal(profiles[0]!.handle, 'doorpost-writer.test')
  assert.ok(tokens.expiresAt! > new Date(), 'the access expires')
  const first = await blueskyAuth.refresh!(http, settings, tokens, new Date())
  const again = await blueskyAuth.refresh!(http, settings, tokens, new Date())
  for (const { accessToken } of [first, again]) {
    assert.equal((await blueskyAuth.profiles(http, settings, accessToken))[0]!.id, profiles[0]!.id)
  }
  const wrong = blueskyAuth.signIn!(
    http,
    settings,
    { handle: 'doorpost-writer.test', secret: 'not-the-one' },
    new Date(),
  )
  await assert.rejects(wrong, /does not accept this handle with this app password/)
  say('signed in with an app password, and renewed the access')
}

async function tryText(publish: Publish, friendDid: string): Promise<void> {
  const page = createServer((_request, response) => {
    const head = '<meta property="og:title" content="A page"><meta property="og:description" content="Its words">'
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><head>${head}</head>`)
  })
  page.listen(0, '127.0.0.1')
  await once(page, 'listening')
  atEnd(() => page.close())
  const link = `http://127.0.0.1:${(page.address() as AddressInfo).port}/ä`
  const content = `Grüße 👩‍👩‍👧 an alle: ${link} und example.org. #Käse @nobody.test`
  const value = await publish('text with a link, a card, a tag and a mention', {
    content,
    mentions: ['doorpost-friend.test'],
  })
  const bytes = Buffer.from(value.text)
  const marks = value.facets!.map(({ index, features: [feature] }) => {
    const { $type, ...more } = feature!
    return [bytes.subarray(index.byteStart, index.byteEnd).toString(), ...Object.values(more)]
  })
  assert.deepEqual(marks, [
    [link, link],
    ['example.org', 'https://example.org'],
    ['#Käse', 'Käse'],
    ['@doorpost-friend.test', friendDid],
  ])
  assert.deepEqual(value.embed, {
    $type: 'app.bsky.embed.external',
    external: { uri: link, title: 'A page', description: 'Its words' },
  })
}

async function tryMedia(pds: string, did: string, publish: Publish): Promise<void> {
  const simulators = await startSimulators()
  atEnd(() => simulators.stop())
  const media = (name: string) => `${simulators.url}/media/${name}`
  const urls = [media('a.jpg?width=400&height=200'), media('b.png?width=30&height=60')]
  const { embed } = await publish('two images', { content: 'Two pictures', media_urls: urls })
  assert.equal(embed!.$type, 'app.bsky.embed.images')
  assert.deepEqual(
    embed!.images!.map(({ aspectRatio }) => aspectRatio),
    [
      { width: 400, height: 200 },
      { width: 30, height: 60 },
    ],
  )
  for (const [at, { image }] of embed!.images!.entries()) {
    const query = new URLSearchParams({ did, cid: image.ref.$link })
    const stored = await (await fetch(`${pds}/xrpc/com.atproto.sync.getBlob?${query}`)).arrayBuffer()
    const sent = await (await fetch(urls[at]!)).arrayBuffer()
    assert.ok(Buffer.from(stored).equals(Buffer.from(sent)), 'the PDS has the bytes of the file')
  }
  const film = await publish('a video', { content: 'A film', media_urls: [media('clip.mp4?seconds=3')] })
  assert.equal(film.embed!.$type, 'app.bsky.embed.video')
}

/** Sends SIGKILL when the PDS has the post and Doorpost does not know it yet. */
async function tryKill(
  pds: string,
  did: string,
  proxy: Awaited<ReturnType<typeof startProxy>>,
  doorpost: ReturnType<typeof createDoorpost>,
): Promise<void> {
  const killed = new Promise<void>((resolve) => {
    proxy.beforeAnswer = async (method) => {
      if (method !== 'com.atproto.repo.putRecord') return
      proxy.beforeAnswer = null
      await doorpost.stop('SIGKILL')
      resolve()
    }
  })
  const content = `Sent, and then the power went (${randomBytes(4).toString('hex')})`
  const id = await doorpost.create({ content })
  await killed
  say('killed between the call and its answer; restarting')
  const before = proxy.calls.length
  await doorpost.start()
  const { platform_id: uri } = await doorpost.published(id)
  const query = { repo: did, collection: POSTS, limit: '100' }
  const { records } = await get<{ records: Array<{ uri: string; value: PostValue }> }>(
    pds,
    'com.atproto.repo.listRecords',
    query,
  )
  const found = records.filter(({ value }) => value.text === content)
  assert.deepEqual(
    found.map((record) => record.uri),
    [uri],
    'public once, and Doorpost knows it',
  )
  const asked = proxy.calls.slice(before)
  assert.ok(asked.includes('com.atproto.repo.getRecord'), 'the PDS was asked')
  assert.ok(!asked.includes('com.atproto.repo.putRecord'), 'nothing was sent again')
  say(`found by its key: ${uri}`)
}

async function startPds(directoryUrl: string, appUrl: string): Promise<string> {
  const port = await freePort()
  const data = join(folder, 'pds')
  mkdirSync(join(data, 'blobs'), { recursive: true })
  const script = fileURLToPath(new URL('pds.ts', import.meta.url))
  const child = spawn(process.execPath, [...ROOMY, script, PDS_FOLDER], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      LOG_ENABLED: 'false',
      APP_HOST,
      APP_URL: appUrl,
      PDS_DEV_MODE: 'true',
      PDS_HOSTNAME: 'localhost',
      PDS_PORT: String(port),
      PDS_SERVICE_HANDLE_DOMAINS: '.test',
      PDS_DATA_DIRECTORY: data,
      PDS_BLOBSTORE_DISK_LOCATION: join(data, 'blobs'),
      PDS_DID_PLC_URL: directoryUrl,
      PDS_INVITE_REQUIRED: 'false',
      PDS_DISABLE_SSRF_PROTECTION: 'true',
      PDS_JWT_SECRET: randomBytes(16).toString('hex'),
      PDS_ADMIN_PASSWORD: randomBytes(16).toString('hex'),
      PDS_PLC_ROTATION_KEY_K256_PRIVATE_KEY_HEX: randomBytes(32).toString('hex'),
    },
  })
  let isWanted = true
  child.on('exit', () => {
    if (isWanted) process.stderr.write('The PDS exited unexpectedly.\n')
  })
  atEnd(async () => {
    isWanted = false
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => {
      throw new Error('The PDS did not start.')
    }),
  ])
  return `http://127.0.0.1:${port}`
}

async function createAccount(pds: string, handle: string) {
  const password = randomBytes(12).toString('hex')
  const body = { handle, email: `${handle}@example.com`, password }
  const made = await post<{ did: string; accessJwt: string }>(pds, 'com.atproto.server.createAccount', body)
  return { ...made, password }
}

async function post<T>(pds: string, name: string, body: unknown, token?: string): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
  return read<T>(name, await fetch(`${pds}/xrpc/${name}`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function get<T>(pds: string, name: string, query: Record<string, string>): Promise<T> {
  return read<T>(name, await fetch(`${pds}/xrpc/${name}?${new URLSearchParams(query)}`))
}

async function read<T>(name: string, response: Response): Promise<T> {
  const answer = (await response.json()) as T
  if (!response.ok) throw new Error(`${name}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
