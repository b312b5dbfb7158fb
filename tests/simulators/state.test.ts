import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { createControl } from '../../simulators/client.ts'
import { readMediaFacts } from '../../simulators/media/facts.ts'
import { ask, publicTexts, startSandbox } from './helper.ts'

describe('the simulators as a process', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'simulators-'))
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('continues after a restart: accounts, tokens, containers, uploads, posts, faults, clock, settings, journal', async () => {
    const stateFile = join(folder, 'state.jsonl')
    const first = await startSandbox({ stateFile })
    const { access_token: token } = await first.control.token({ platform: 'threads' })
    await first.control.account({ platform: 'x', username: 'second' })
    await first.control.settings({ threads: { quota_total: 2 } })
    await first.control.advance(5_000_000)
    await first.control.fault({ platform: 'threads', call: 'threads_publish', kind: 'status_before', times: 2 })
    const create = (url: string, text: string) =>
      ask(url, '/threads/me/threads', { form: { media_type: 'TEXT', text }, token })
    const publish = (url: string, id: string) =>
      ask(url, '/threads/me/threads_publish', { form: { creation_id: id }, token })
    const one = (await create(first.url, 'one')).json.id
    assert.equal((await publish(first.url, one)).status, 500)
    await first.stop()
    // What a kill in the middle of a write leaves behind.
    await appendFile(stateFile, '{"t":"items","id":"thre')

    const second = await startSandbox({ stateFile })
    assert.equal((await publish(second.url, one)).status, 500)
    assert.equal((await publish(second.url, one)).status, 200)
    const two = (await create(second.url, 'two')).json.id
    assert.notEqual(two, one)
    await publish(second.url, two)
    await second.stop()

    const third = await startSandbox({ stateFile })
    assert.deepEqual(await publicTexts(third.control, 'threads'), ['one', 'two'])
    assert.equal((await publish(third.url, (await create(third.url, 'three')).json.id)).status, 400)
    const clock = await ask(third.url, '/control/clock')
    assert.equal(clock.json.offset_ms, 5_000_000)
    const journal = await third.control.journal({ call: 'threads_publish' })
    assert.deepEqual(
      journal.map((entry) => entry.outcome),
      ['status_before', 'status_before', 'ok', 'ok', 'refused'],
    )
    assert.equal((await ask(third.url, '/control/accounts?platform=x')).json.accounts.length, 2)
    await third.control.reset()
    await third.stop()
    const fourth = await startSandbox({ stateFile })
    assert.equal((await fourth.control.oracle()).total, 0)
    assert.deepEqual(await fourth.control.journal(), [])
    await fourth.stop()
  })

  it('gives the same ids for the same seed', async () => {
    const ids = async (seed: string) => {
      const sandbox = await startSandbox({ seed })
      const { access_token: token } = await sandbox.control.token({ platform: 'x' })
      const { id } = (await ask(sandbox.url, '/x/2/tweets', { json: { text: 'x' }, token })).json.data
      await sandbox.stop()
      return [token, id]
    }
    assert.deepEqual(await ids('a'), await ids('a'))
    assert.notDeepEqual(await ids('a'), await ids('b'))
  })

  it('runs on its own, prints its address, and survives SIGKILL with everything it has answered', async () => {
    const stateFile = join(folder, 'process.jsonl')
    const run = async () => {
      const child = spawn(process.execPath, ['simulators/main.ts', '--port', '0', '--state-file', stateFile], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let text = ''
      for await (const chunk of child.stdout) {
        text += chunk
        if (text.includes('control')) break
      }
      return { child, url: /at (http:\S+)/.exec(text)?.[1] ?? '' }
    }
    const first = await run()
    const { access_token: token } = await createControl(first.url).token({ platform: 'x' })
    assert.equal((await ask(first.url, '/x/2/tweets', { json: { text: 'kept' }, token })).status, 201)
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const second = await run()
    assert.deepEqual(await publicTexts(createControl(second.url), 'x'), ['kept'])
    second.child.kill('SIGTERM')
    const [code] = await once(second.child, 'exit')
    assert.equal(code, 0)
  })

  it('stops at once even if a call is waiting', async () => {
    const sandbox = await startSandbox()
    await sandbox.control.fault({ platform: 'x', call: 'me', kind: 'timeout_before' })
    const waiting = assert.rejects(ask(sandbox.url, '/x/2/users/me'))
    while ((await sandbox.control.journal()).length === 0);
    await sandbox.stop()
    await waiting
  })

  it('an aborted request has no effect', async () => {
    const sandbox = await startSandbox()
    const { access_token: token } = await sandbox.control.token({ platform: 'x' })
    const { hostname, port } = new URL(sandbox.url)
    const socket = connect(Number(port), hostname)
    const body = JSON.stringify({ text: 'half' })
    const head = `POST /x/2/tweets HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json`
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`, () =>
      socket.resetAndDestroy(),
    )
    await once(socket, 'close')
    assert.equal((await ask(sandbox.url, '/x/2/tweets', { json: { text: 'whole' }, token })).status, 201)
    assert.deepEqual(await publicTexts(sandbox.control, 'x'), ['whole'])
    await sandbox.stop()
  })

  it('serves media that are what they claim to be', async () => {
    const sandbox = await startSandbox()
    const load = async (file: string, headers: Record<string, string> = {}) => {
      const response = await fetch(sandbox.media(file), { headers })
      return { response, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const facts: [string, unknown][] = [
      ['a.jpg?width=800&height=600', { type: 'image/jpeg', width: 800, height: 600, seconds: null }],
      ['a.png?width=30&height=20', { type: 'image/png', width: 30, height: 20, seconds: null }],
      ['a.gif?width=30&height=20', { type: 'image/gif', width: 30, height: 20, seconds: null }],
      ['a.mp4?seconds=12.5', { type: 'video/mp4', width: null, height: null, seconds: 12.5 }],
      ['a.mov?seconds=4', { type: 'video/quicktime', width: null, height: null, seconds: 4 }],
    ]
    for (const [file, expected] of facts) assert.deepEqual(readMediaFacts((await load(file)).bytes), expected, file)
    const whole = await load('a.jpg')
    const part = await load('a.jpg', { range: 'bytes=2-5' })
    assert.equal(part.response.status, 206)
    assert.equal(part.response.headers.get('content-range'), `bytes 2-5/${whole.bytes.length}`)
    assert.deepEqual(part.bytes, whole.bytes.subarray(2, 6))
    assert.deepEqual((await load('a.jpg', { range: 'bytes=-4' })).bytes, whole.bytes.subarray(-4))
    assert.equal((await load('a.jpg', { range: 'bytes=9999999-' })).response.status, 416)
    assert.equal((await load('a.jpg?bytes=100000')).bytes.length, 100_000)
    assert.equal((await load('a.jpg?type=text/plain')).response.headers.get('content-type'), 'text/plain')
    assert.equal((await load('a.exe')).response.status, 404)
    assert.equal(
      (await fetch(sandbox.media('a.jpg'), { method: 'HEAD' })).headers.get('content-length'),
      String(whole.bytes.length),
    )
    assert.equal((await ask(sandbox.url, '/')).status, 200)
    await sandbox.stop()
  })
})
