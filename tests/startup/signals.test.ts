// @alone

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { createDatabase as createTestDatabase, runSql } from '../helpers/postgres.ts'
import { createPlace, createTemplate, type Place, postContacts, type Scope, until } from '../helpers/process.ts'
import {
  checkEnd,
  processesOf,
  ROOT,
  type Supervised,
  type SuperviseOptions,
  signalDatabase,
  supervise,
  untilItListens,
  untilReady,
} from '../helpers/supervisor.ts'

// A signal at any moment ends Doorpost within ten seconds and leaves no process.

const isLinux = process.platform === 'linux'
const skip = isLinux ? false : 'it looks at processes in /proc, which only Linux has'
const quiet = { LOG_LEVEL: 'warn', RATE_LIMIT_PUBLIC: '1000000' }

const template = await createTemplate({ after })

async function createDatabase(scope: Scope): Promise<string> {
  const database = await createTestDatabase()
  scope.after(() => database.drop())
  return database.url
}

describe('while it starts', { skip }, () => {
  const moments: Array<[string, NodeJS.Signals, string | undefined, (place: Place, pid: number) => Promise<void>]> = [
    ['before there is a database', 'SIGTERM', template, async (_place, pid) => untilItListens(pid)],
    [
      'while initdb runs',
      'SIGINT',
      undefined,
      (place) => until(() => processesOf(place).some((line) => / \S*initdb /.test(line))),
    ],
    [
      'while PostgreSQL starts',
      'SIGTERM',
      template,
      (place) => until(() => fs.existsSync(join(place.dataDir, 'postgres/postmaster.pid'))),
    ],
  ]
  for (const [name, signal, copied, reached] of moments) {
    test(`${signal} ${name}`, async (t) => {
      const place = createPlace(t, copied === undefined ? {} : { template: copied })
      const started = await supervise(t, place, { env: quiet })
      await reached(place, started.pid)
      process.kill(started.pid, signal)
      await checkEnd(place, started)
    })
  }

  test('SIGTERM while a migration waits for a lock', async (t) => {
    const url = await createDatabase(t)
    const holder = new pg.Client({ connectionString: url })
    await holder.connect()
    await holder.query('begin; lock table schema_migrations in access exclusive mode')
    const place = createPlace(t)
    const started = await supervise(t, place, { env: { ...quiet, DATABASE_URL: url } })
    await until(async () => {
      // On a new connection, because a transaction sees these statistics frozen.
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      const { rowCount } = await runSql(url, waiting)
      return rowCount !== 0
    })
    process.kill(started.pid, 'SIGTERM')
    await checkEnd(place, started)
    await holder.end()
  })
})

describe('while it runs', { skip }, () => {
  test('SIGHUP does not end a service; a second and a third signal do not disturb a clean end', async (t) => {
    const { place, started } = await ready(t)
    process.kill(started.pid, 'SIGHUP')
    assert.equal((await fetch(`${started.url}/healthz`)).status, 200)
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) process.kill(started.pid, signal)
    await checkEnd(place, started)
  })

  test('SIGTERM to npm reaches the server', async (t) => {
    const { place, started } = await ready(t, { command: ['npm', 'start'] })
    process.kill(started.pid, 'SIGTERM')
    await checkEnd(place, started)
  })

  test('SIGTERM to process 1 of a container', { skip: hasNamespaces() }, async (t) => {
    const place = createPlace(t, { template })
    const main = join(ROOT, 'src/main.ts')
    const command: [string, ...string[]] = ['unshare', '--fork', '--pid', '--mount-proc', process.execPath, main]
    const early = await supervise(t, place, { env: quiet, command })
    await untilItListens(await firstChild(early.pid))
    process.kill(await firstChild(early.pid), 'SIGTERM')
    await checkEnd(place, early)

    const late = await supervise(t, place, { env: quiet, command })
    await untilReady(late)
    process.kill(await firstChild(late.pid), 'SIGTERM')
    await checkEnd(place, late)
  })

  test('closing its terminal ends it', {
    skip: fs.existsSync('/usr/bin/script') ? false : 'no script(1)',
  }, async (t) => {
    const place = createPlace(t, { template })
    const line = `exec ${process.execPath} ${join(ROOT, 'src/main.ts')}`
    const started = await supervise(t, place, { env: quiet, command: ['script', '-qfc', line, '/dev/null'] })
    await untilReady(started)
    // The other end of the terminal is gone: the kernel sends SIGHUP, and writes fail from now on.
    process.kill(started.pid, 'SIGKILL')
    await until(() => processesOf(place).length === 0, 10_000)
  })
})

describe('whatever standard output is', { skip }, () => {
  test('closed', async (t) => {
    const { place, started } = await ready(t, { stdio: ['ignore', 'pipe', 'inherit'], env: { LOG_LEVEL: 'info' } })
    started.child.stdout!.destroy()
    await writeLog(started, 20)
    process.kill(started.pid, 'SIGTERM')
    await checkEnd(place, started)
  })

  test('a full disk', async (t) => {
    const full = fs.openSync('/dev/full', 'w')
    const { place, started } = await ready(t, { stdio: ['ignore', full, full], env: { LOG_LEVEL: 'info' } })
    await writeLog(started, 20)
    process.kill(started.pid, 'SIGTERM')
    await checkEnd(place, started)
  })

  test('a pipe without a reader', async (t) => {
    const place = createPlace(t)
    const path = join(place.folder, 'pipe')
    execFileSync('mkfifo', [path])
    const pipe = fs.openSync(path, 'r+')
    const env = { ...quiet, LOG_LEVEL: 'info', DATABASE_URL: await createDatabase(t) }
    const started = await supervise(t, place, { env, stdio: ['ignore', pipe, pipe] })
    await untilReady(started)
    // More lines than a pipe holds.
    await writeLog(started, 500)
    assert.equal((await fetch(`${started.url}/healthz`)).status, 200, 'it goes on serving')
    process.kill(started.pid, 'SIGTERM')
    await checkEnd(place, started)
    fs.closeSync(pipe)
  })
})

test('SIGTERM while the database is frozen: unresponsive processes are killed', { skip }, async (t) => {
  const place = createPlace(t, { template })
  const started = await supervise(t, place, { env: quiet })
  await untilReady(started)
  signalDatabase(place, 'SIGSTOP')
  const hanging = postContacts(started.port, { count: 4, connections: 4 })
  process.kill(started.pid, 'SIGTERM')
  await checkEnd(place, started)
  await hanging
  // No clean-up is needed: the next start recovers.
  const next = await supervise(t, place, { env: quiet })
  await untilReady(next)
  process.kill(next.pid, 'SIGTERM')
  await checkEnd(place, next)
})

test('an uncaught error leaves no process either', { skip }, async (t) => {
  const place = createPlace(t, { template })
  const crash = "setTimeout(() => process.once('SIGUSR2', () => { throw new Error('a bug') }), 0)"
  const preload = `data:text/javascript,${encodeURIComponent(crash)}`
  const command: [string, ...string[]] = [process.execPath, '--import', preload, join(ROOT, 'src/main.ts')]
  const started = await supervise(t, place, { env: { ...quiet, LOG_LEVEL: 'silent' }, command })
  await untilReady(started)
  process.kill(started.pid, 'SIGUSR2')
  await checkEnd(place, started, 1)
})

interface Ready {
  place: Place
  started: Supervised
}

/** A running server on a database of the shared server. */
async function ready(t: Scope, options: SuperviseOptions = {}): Promise<Ready> {
  const place = createPlace(t)
  const env = { ...quiet, DATABASE_URL: await createDatabase(t), ...options.env }
  const started = await supervise(t, place, { ...options, env })
  await untilReady(started)
  return { place, started }
}

/** Each request writes a log line. */
async function writeLog({ port }: Supervised, count: number): Promise<void> {
  const outcomes = await postContacts(port, { count, connections: 8 })
  assert.deepEqual(new Set(outcomes.map(({ status }) => status)), new Set([201]))
}

async function firstChild(pid: number): Promise<number> {
  const read = () => fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]
  await until(() => read() !== '')
  return Number(read())
}

/** Why not, or false. */
function hasNamespaces(): string | false {
  const isPossible = spawnSucceeds('unshare', ['--fork', '--pid', '--mount-proc', 'true'])
  return isPossible ? false : 'a process 1 of our own needs unshare(1) and the rights of root'
}

function spawnSucceeds(file: string, words: string[]): boolean {
  try {
    execFileSync(file, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
