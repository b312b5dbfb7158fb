import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PROVIDERS } from '../../src/platforms/registry.ts'
import { createDataFolder, removeDataFolder } from '../helpers/folder.ts'
import { BARE_ENV, until } from '../helpers/process.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const dataDir = createDataFolder('sandbox')
const env = { ...BARE_ENV, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' }
const children: ChildProcess[] = []
after(async () => {
  for (const child of children.filter(({ exitCode }) => exitCode === null)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  removeDataFolder(join(dataDir, 'sandbox'))
  rmSync(dataDir, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field
async function read(url: string, init: RequestInit): Promise<any> {
  return (await fetch(url, init)).json()
}

/** Starts a script and resolves with its output once that matches. */
async function startUntil(words: string[], pattern: RegExp): Promise<{ child: ChildProcess; text: string }> {
  const child = spawn(process.execPath, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let text = ''
  for await (const chunk of child.stdout) {
    text += String(chunk)
    if (pattern.test(text)) break
  }
  assert.match(text, pattern)
  return { child, text }
}

test('a newcomer sees a post go from scheduled to published, with a page that shows it', async () => {
  const { child, text } = await startUntil(['src/main.ts', '--sandbox'], /First key/)
  assert.match(text, /running in the SANDBOX/)
  const api = /API +(\S+)/.exec(text)![1]!
  const sandbox = /Sandbox +(\S+)/.exec(text)![1]!
  const made = await promisify(execFile)(
    process.execPath,
    ['src/cli.ts', 'keys', 'create', '--name', 'first', '--sandbox'],
    {
      cwd: ROOT,
      env,
    },
  )
  const headers = {
    authorization: `Bearer ${made.stdout.trim().split('\n').at(-1)}`,
    'content-type': 'application/json',
  }
  const connections = await read(`${api}/v1/connections`, { headers })
  assert.deepEqual(
    connections.data.map((each: Record<string, unknown>) => [each.provider, each.sandbox, each.status]).sort(),
    [...PROVIDERS].sort().map((provider) => [provider, true, 'active']),
  )
  const scheduled_date = new Date(Date.now() - 1000).toISOString()
  const bodies: Record<string, object> = {
    thread: { media_type: 'text', content: 'Hello Threads' },
    photo: { media_type: 'feed_post', caption: 'Hello Instagram', media_urls: [`${sandbox}/media/photo.jpg`] },
    professional: { content: 'Hello LinkedIn' },
    short: { content: 'Hello X' },
  }
  for (const [platform, body] of Object.entries(bodies)) {
    const json = JSON.stringify({ ...body, status: 'scheduled', scheduled_date })
    const created = await read(`${api}/v1/posts/${platform}`, { method: 'POST', headers, body: json })
    let post = created.data
    await until(async () => {
      post = (await read(`${api}/v1/posts/${created.data.id}`, { headers })).data
      return post.publication.state === 'published' && post.publication.permalink !== null
    })
    assert.equal(post.publication.state, 'published', JSON.stringify(post.publication))
    const page = await (await fetch(post.publication.permalink)).text()
    assert.match(page, /Hello/)
    assert.match(page, /SANDBOX/)
  }
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})

test('doorpost simulate runs the platforms alone until it is stopped', async () => {
  const { child, text } = await startUntil(['src/cli.ts', 'simulate', '--port', '0'], /SANDBOX/)
  const url = /at (http:\S+[0-9])/.exec(text)![1]!
  assert.equal((await fetch(`${url}/control/health`)).status, 200)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
})
