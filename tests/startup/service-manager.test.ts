import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { createLog } from '../../src/lib/log/log.ts'
import { connectServiceManager, watchdogIntervalMs } from '../../src/process/systemd.ts'
import { createDatabase } from '../helpers/postgres.ts'
import { createPlace, until } from '../helpers/process.ts'
import { checkEnd, supervise, untilReady } from '../helpers/supervisor.ts'

// Doorpost as a service: it tells systemd when it is ready and when it stops, and a container whether it is healthy.

const folder = fs.mkdtempSync(join(tmpdir(), 'doorpost-systemd-'))
// A server started by root switches to another account.
fs.chmodSync(folder, 0o777)
after(() => fs.rmSync(folder, { recursive: true, force: true }))
const told = join(folder, 'told')
const messages = () => (fs.existsSync(told) ? fs.readFileSync(told, 'utf8').trim().split('\n') : [])

/** Replaces systemd-notify(1), and records its arguments. */
function createFakeNotifier(): string {
  const bin = join(folder, 'bin')
  fs.mkdirSync(bin)
  fs.writeFileSync(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> ${told}\n`, { mode: 0o755 })
  return bin
}

const database = await createDatabase()
after(() => database.drop())
const place = createPlace({ after })
const settings = { DATABASE_URL: database.url, LOG_LEVEL: 'warn' }
const silent = createLog('silent', { write: () => {} })

describe('a server under a service manager', async () => {
  const PATH = `${createFakeNotifier()}:${process.env.PATH}`
  const env = { ...settings, PATH, NOTIFY_SOCKET: '/run/told', WATCHDOG_USEC: '200000' }
  const started = await supervise({ after }, place, { env })

  test('reports that it is ready, once it serves, and feeds the watchdog', async () => {
    await untilReady(started)
    await until(() => messages().length >= 3)
    const [first, ...others] = messages()
    assert.equal(first, `/run/told READY=1 STATUS=Serving ${started.url}`)
    assert.deepEqual(new Set(others), new Set(['/run/told WATCHDOG=1']))
  })

  test('"health" exits with 0 while it is ready', async () => {
    const { code, stdout } = await place.cli(['health'], { env: { ...settings, PORT: String(started.port) } })
    assert.equal(stdout, `ready: ${started.url}/readyz\n`)
    assert.equal(code, 0)
  })

  test('reports last of all that it stops; then "health" exits with 1 and says what to check', async () => {
    process.kill(started.pid, 'SIGTERM')
    await checkEnd(place, started)
    await until(() => messages().at(-1) === '/run/told STOPPING=1 STATUS=Stopping')
    const { code, stderr } = await place.cli(['health'], { env: { ...settings, PORT: String(started.port) } })
    assert.equal(code, 1)
    assert.match(stderr, /^doorpost: Nothing answers at \S+\/readyz \(ECONNREFUSED\)\. Is Doorpost running/)
  })

  test('"health" with an unknown port says which setting to fix', async () => {
    for (const env of [{ PORT: '0' }, { ROLE: 'worker', HEALTH_PORT: '0' }]) {
      const { code, stderr } = await place.cli(['health'], { env })
      assert.equal(code, 1)
      assert.match(stderr, /^doorpost: (HEALTH_)?PORT is 0, .* Set \1?PORT to a fixed port\.\n$/)
    }
  })
})

test('no child inherits what would let it speak for Doorpost', () => {
  const env = { PATH: folder, NOTIFY_SOCKET: '', WATCHDOG_USEC: '1000000', WATCHDOG_PID: '1', HOME: '/' }
  connectServiceManager(env, silent)
  assert.deepEqual(env, { PATH: folder, HOME: '/' })
})

test('the watchdog is fed twice within its time, and only by the process that it watches', () => {
  assert.equal(watchdogIntervalMs('60000000', String(process.pid)), 30_000)
  assert.equal(watchdogIntervalMs('60000000', undefined), 30_000)
  assert.equal(watchdogIntervalMs('60000000', '1'), null)
  for (const usec of [undefined, '', '0', '-1', 'x']) assert.equal(watchdogIntervalMs(usec, undefined), null)
})

test('without systemd-notify one line says what to do, and Doorpost continues', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const manager = connectServiceManager({ PATH: join(folder, 'empty'), NOTIFY_SOCKET: '/run/told' }, log)
  manager.ready('Serving')
  manager.stopping()
  await until(() => lines.length > 0)
  assert.match(lines.join(''), /"reason":"ENOENT".*systemd-notify fails\. Install systemd/)
  assert.equal(lines.length, 1)
})

// Node cannot receive Unix datagrams, so another program plays systemd.
const RECEIVER = `
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
print("bound", flush=True)
while True:
    text = s.recv(4096).decode()
    print(text.replace("\\n", " ").strip(), flush=True)
    if "STOPPING=1" in text: break
`
const tools: Array<[string, string[]]> = [
  ['systemd-notify', ['--version']],
  ['python3', ['--version']],
]
const missing = tools.find(([file, words]) => spawnSync(file, words).status !== 0)?.[0]

test('the real systemd-notify delivers the messages', {
  skip: missing === undefined ? false : `${missing} is not installed`,
}, async (t) => {
  const socket = join(folder, 'socket')
  const receiver = spawn('python3', ['-c', RECEIVER, socket], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => receiver.kill('SIGKILL'))
  let heard = ''
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    heard += text
  })
  await until(() => heard.includes('bound'))
  const env = { PATH: process.env.PATH, NOTIFY_SOCKET: socket }
  const manager = connectServiceManager(env, silent)
  const ended = once(receiver, 'exit')
  manager.ready('Serving http://127.0.0.1:8080')
  manager.stopping()
  await ended
  const [, ...all] = heard.trim().split('\n')
  const told = all.filter((line) => !line.startsWith('BARRIER'))
  assert.deepEqual(told, ['READY=1 STATUS=Serving http://127.0.0.1:8080', 'STOPPING=1 STATUS=Stopping'])
})
