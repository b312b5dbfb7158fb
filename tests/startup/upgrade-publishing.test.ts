import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createControl, type SimulatorControl } from '../../simulators/client.ts'
import { startSimulators } from '../../simulators/start.ts'
import type { Container, PlatformName, RefreshToken, Token } from '../../simulators/state/records.ts'
import { openTokens } from '../../src/connections/tokens.ts'
import { createSecretBox, deriveKey } from '../../src/lib/secrets/secret-box.ts'
import { createDatabaseOf01, killTenMinutesAgo, SECRET_KEY_OF_0_1, STATES_OF_0_1 } from '../helpers/doorpost-0.1.ts'
import { runSql } from '../helpers/postgres.ts'
import { createPlace, until } from '../helpers/process.ts'
import { startWorkerAt } from '../helpers/publishing.ts'

// 0.1 was killed while it was sending a post on X, and while it asked Threads about the outcome of another one. A
// worker of this version continues, with the platforms' simulators: whatever had arrived, nothing is public twice.

const ON_X = 'Stuck in the middle.'
const ON_THREADS = 'Out, perhaps.'
const PLATFORMS: Record<string, PlatformName> = { thread: 'threads', short: 'x', professional: 'linkedin' }
/** No other post may change. */
const { [ON_X]: _sending, [ON_THREADS]: _confirming, ...UNTOUCHED } = STATES_OF_0_1

interface Scene {
  control: SimulatorControl
  /** Starts the worker, and waits until both posts are in one of these states, with such a reason. */
  takeOver(states: readonly string[], reason?: RegExp): Promise<void>
  posts(): Promise<Record<string, { state: string; sends: number; reason: string | null }>>
  publicTexts(): Promise<string[]>
  /** Makes the sends of 0.1 arrive at the platforms. */
  arrive(): Promise<void>
}

test('posts that had reached the platform are found there and not sent again', async (t) => {
  const { arrive, takeOver, posts, publicTexts } = await setScene(t, { isKnown: true })
  await arrive()
  assert.deepEqual(await publicTexts(), [ON_THREADS, ON_X])
  await takeOver(['published'])
  assert.deepEqual(await publicTexts(), [ON_THREADS, ON_X])
  const { [ON_X]: x, [ON_THREADS]: threads } = await posts()
  assert.equal(x?.sends, 1)
  assert.equal(threads?.sends, 1)
})

test('posts that had not reached it are sent once, after the platform was asked', async (t) => {
  const { control, takeOver, posts, publicTexts } = await setScene(t, { isKnown: true })
  await takeOver(['published'])
  assert.deepEqual(await publicTexts(), [ON_THREADS, ON_X])
  const { [ON_X]: x, [ON_THREADS]: threads } = await posts()
  assert.equal(x?.sends, 2, 'with the send of 0.1')
  assert.equal(threads?.sends, 2, 'with the send of 0.1')
  const calls = (await control.journal({ platform: 'x' })).map(({ call }) => call)
  assert.match(calls.join(' '), /^(?:list )+tweets\.create$/)
})

test('posts of accounts that can no longer be read wait for those, and are not sent again', async (t) => {
  const { takeOver, posts, publicTexts } = await setScene(t, { isKnown: false })
  await takeOver(['confirming'], /connect/i)
  assert.deepEqual(await publicTexts(), [])
  const { [ON_X]: x, [ON_THREADS]: threads } = await posts()
  assert.equal(x?.sends, 1)
  assert.equal(threads?.sends, 1)
})

/** `isKnown`: the platforms accept the tokens that 0.1 stored. */
async function setScene(t: TestContext, { isKnown }: { isKnown: boolean }): Promise<Scene> {
  const database = await createDatabaseOf01()
  t.after(() => database.drop())
  await killTenMinutesAgo(database)
  const secretKey = SECRET_KEY_OF_0_1
  const place = createPlace(t, { env: { DATABASE_URL: database.url, SECRET_KEY: secretKey } })
  // The upgrade removes simulated accounts, so these must look real.
  await runSql(database.url, 'update connections set sandbox = false')
  const migrated = await place.cliProcess(['migrate'])
  assert.equal(migrated.code, 0, migrated.stderr)
  await runSql(database.url, 'update connections set sandbox = true')

  const { tokens, records } = await readGrants(database.url)
  const stateFile = join(place.folder, 'platforms.jsonl')
  writeFileSync(stateFile, isKnown ? records.map((each) => `${JSON.stringify(each)}\n`).join('') : '')
  const simulators = await startSimulators({ stateFile })
  t.after(() => simulators.stop())
  const control = createControl(simulators.url)
  const posts: Scene['posts'] = async () => {
    const { rows } = await runSql(
      database.url,
      'select coalesce(content, platform) as text, publication_state as state, sends, reason from posts',
    )
    return Object.fromEntries(rows.map(({ text, ...rest }) => [text, rest]))
  }
  const call = async (platform: PlatformName, path: string, init: RequestInit) => {
    const headers = { authorization: `Bearer ${tokens[platform]}`, 'content-type': 'application/json' }
    const answer = await fetch(`${simulators.url}/${platform}/${path}`, { method: 'POST', headers, ...init })
    assert.ok(answer.ok, `${answer.status} ${await answer.text()}`)
  }
  return {
    control,
    posts,
    publicTexts: async () => (await control.public()).map(({ text }) => text).sort(),
    async arrive() {
      await call('x', '2/tweets', { body: JSON.stringify({ text: ON_X }) })
      const { id, accountId } = await containerOf(database.url)
      await call('threads', `${accountId}/threads_publish?creation_id=${id}`, {})
    },
    async takeOver(states, reason = /^/) {
      const worker = startWorkerAt({
        databaseUrl: database.url,
        dataDir: place.dataDir,
        secretKey,
        sandboxUrl: simulators.url,
      })
      t.after(async () => {
        worker.child.kill('SIGKILL')
        await worker.ended
      })
      await until(async () => {
        const { [ON_X]: x, [ON_THREADS]: threads } = await posts()
        return [x!, threads!].every((post) => states.includes(post.state) && reason.test(post.reason ?? ''))
      })
      const others = Object.entries(await posts()).filter(([text]) => text !== ON_X && text !== ON_THREADS)
      assert.deepEqual(Object.fromEntries(others.map(([text, { state }]) => [text, state])), UNTOUCHED)
    },
  }
}

/** What the platforms remember of 0.1: its stored tokens, and its container on Threads. */
async function readGrants(url: string) {
  const box = createSecretBox([deriveKey(SECRET_KEY_OF_0_1)])
  const { rows } = await runSql(url, 'select id, platform as format, account_id, tokens, issued_at from connections')
  const tokens: Partial<Record<PlatformName, string>> = {}
  const records: Array<{ t: string; id: string; v: unknown }> = []
  for (const { id, format, account_id: accountId, tokens: sealed, issued_at: issuedAt } of rows) {
    const platform = PLATFORMS[format]!
    const { accessToken, refreshToken, expiresAt, scopes } = openTokens(box, { id, tokens: sealed })
    tokens[platform] = accessToken
    const lasting = { platform, accountId, scopes, expiresAt: Date.now() + 3_600_000, revoked: false }
    const token: Token = { ...lasting, token: accessToken, kind: 'long', issuedAt: issuedAt.getTime() }
    records.push({ t: 'tokens', id: accessToken, v: token })
    assert.ok(expiresAt instanceof Date)
    if (refreshToken === null) continue
    const refresh: RefreshToken = { ...lasting, token: refreshToken, clientId: null, used: false }
    records.push({ t: 'refresh_tokens', id: refreshToken, v: refresh })
  }
  const container = await containerOf(url)
  records.push({ t: 'containers', id: `threads:${container.id}`, v: container })
  return { tokens, records }
}

async function containerOf(url: string): Promise<Container> {
  const { rows } = await runSql(
    url,
    `select progress -> 'container' ->> 'id' as id, account_id, send_started_at from posts
       join connections on connections.id = connection_id where content = $1`,
    [ON_THREADS],
  )
  const { id, account_id: accountId, send_started_at: sentAt } = rows[0]
  const createdAt = sentAt.getTime()
  const made = { mediaType: 'TEXT', text: ON_THREADS, media: [], children: [], isCarouselItem: false }
  const state = { createdAt, readyAt: createdAt, error: null, publishedId: null, replyTo: null, details: {} }
  return { id, platform: 'threads', accountId, ...made, ...state }
}
