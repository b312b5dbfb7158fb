import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { buildArchive } from '../../scripts/ship/debian.ts'
import { readConfig } from '../../src/config/config.ts'
import { SETTINGS } from '../../src/config/settings.ts'
import { DEFAULT_SYSTEM_DIR } from '../../src/db/embedded/folders.ts'

// Container, compose file, systemd unit and Debian package name files, settings and commands of Doorpost. These must
// exist. `npm run try:container` and `npm run try:deb` build and run them.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (name: string) => fs.readFileSync(join(ROOT, name), 'utf8')
const known = SETTINGS.map(({ name }) => name)
/** Settings of Node, not of Doorpost. */
const OTHERS = ['NODE_ENV', 'NODE_COMPILE_CACHE']

describe('the Dockerfile', () => {
  const lines = read('Dockerfile').replaceAll(/\\\n/g, ' ').split('\n')
  const argumentsOf = (word: string) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))

  test('copies files that exist and that .dockerignore lets through', () => {
    const sources = argumentsOf('COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(' ').slice(0, -1))
    const letThrough = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    for (const name of sources.filter((each) => each !== '.')) {
      assert.ok(fs.existsSync(join(ROOT, name)), name)
      assert.ok(letThrough.includes(`!${name}`), `${name} is in .dockerignore`)
    }
    for (const line of letThrough) assert.ok(fs.existsSync(join(ROOT, line.slice(1))), line)
  })

  test('sends nothing secret to the builder: everything is excluded except what is listed', () => {
    const rules = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    assert.equal(rules[0], '*')
    assert.ok(!rules.some((rule) => /^!(?:\.env|data|\.git)$/.test(rule)))
  })

  test('sets valid settings', () => {
    const env = Object.fromEntries(argumentsOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('='))))
    for (const name of Object.keys(env)) assert.ok([...known, ...OTHERS].includes(name), name)
    assert.equal(readConfig(env, '/').host, '0.0.0.0', 'or nobody outside of the container could reach it')
  })

  test('runs Doorpost without root and without a shell in between, so that SIGTERM reaches it', () => {
    assert.deepEqual(argumentsOf('USER'), ['1000:1000'])
    assert.deepEqual(JSON.parse(argumentsOf('ENTRYPOINT')[0]!), ['doorpost'])
    assert.deepEqual(JSON.parse(argumentsOf('CMD')[0]!), ['start'])
    assert.match(argumentsOf('HEALTHCHECK')[0]!, / CMD \["doorpost", "health"\]$/)
    assert.ok(fs.existsSync(join(ROOT, 'src/commands/health.ts')))
  })
})

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'))

  test('gives Doorpost valid settings, and volumes that are declared', () => {
    const { environment, volumes: mounted, depends_on: needed } = services.doorpost
    const env = Object.fromEntries(
      Object.entries<string>(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{[A-Z_]+:\?[^}]*\}/, 'secret').replace(/\$\{[A-Z_]+:-([^}]*)\}/, '$1'),
      ]),
    )
    for (const name of Object.keys(env)) assert.ok(known.includes(name), name)
    const { databaseUrl, redisUrl, dataDir } = readConfig(env, '/')
    assert.equal(new URL(databaseUrl!).hostname, 'postgres')
    assert.equal(new URL(redisUrl!).hostname, 'valkey')
    assert.deepEqual(mounted, [`data:${dataDir}`])
    assert.deepEqual(Object.keys(needed), ['postgres', 'valkey'])
    assert.deepEqual(Object.keys(volumes), ['data', 'postgres'])
  })

  test('every service restarts, has a read-only root and cannot gain privileges; none has a password in this file', () => {
    for (const [name, service] of Object.entries<Record<string, unknown>>(services)) {
      assert.equal(service.restart, 'unless-stopped', name)
      assert.equal(service.read_only, true, name)
      assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
      // Doorpost has its health check in the image.
      if (name !== 'doorpost') assert.equal((service.healthcheck as { test: string[] }).test[0], 'CMD', name)
    }
    assert.doesNotMatch(read('compose.yaml'), /PASSWORD: (?!\$\{)/)
  })
})

describe('the systemd unit', () => {
  const path = join(ROOT, 'packaging/systemd/doorpost.service')
  const unit = fs.readFileSync(path, 'utf8')
  const valuesOf = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value]) => value!)
  const skip = spawnSync('systemd-analyze', ['--version']).status === 0 ? false : 'systemd-analyze is not installed'

  test('sets settings that exist, and waits longer than Doorpost takes to stop', () => {
    const names = valuesOf('Environment').map((line) => line.split('=', 1)[0]!)
    for (const name of names) assert.ok([...known, ...OTHERS].includes(name), name)
    assert.ok(Number(valuesOf('TimeoutStopSec')[0]) > 10)
    assert.deepEqual(valuesOf('Type'), ['notify'])
    assert.deepEqual(valuesOf('NotifyAccess'), ['all'], 'systemd-notify is not the main process')
    assert.deepEqual(valuesOf('KillMode'), ['mixed'], 'the embedded database is stopped by Doorpost')
  })

  test('systemd-analyze verify finds nothing', { skip }, () => {
    const folder = fs.mkdtempSync(join(tmpdir(), 'doorpost-unit-'))
    after(() => fs.rmSync(folder, { recursive: true, force: true }))
    const copy = join(folder, 'doorpost.service')
    // The program is not installed here.
    fs.writeFileSync(copy, unit.replace('/usr/bin/doorpost', process.execPath))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' })
    const ours = stderr.split('\n').filter((line) => line.includes('doorpost'))
    assert.deepEqual(ours, [])
    assert.equal(status, 0, stderr)
  })

  test('systemd-analyze security rates its exposure below 1.6 of 10', { skip }, () => {
    const words = ['security', '--offline=true', '--threshold=16', '--no-pager', path]
    const { status, stdout } = spawnSync('systemd-analyze', words, { encoding: 'utf8' })
    assert.equal(status, 0, stdout)
  })
})

describe('the Debian package', () => {
  const scripts = ['preinst', 'postinst', 'prerm', 'postrm', 'doorpost']

  test('has valid scripts that stop at the first error', () => {
    for (const name of scripts) {
      execFileSync('sh', ['-n', join(ROOT, 'packaging/debian', name)])
      assert.match(read(`packaging/debian/${name}`), /^#!\/bin\/sh\n(?:#.*\n)*set -e\n/)
    }
  })

  test('removes state only on purge, and asks no questions', () => {
    const removals = read('packaging/debian/postrm').split('if [ "$1" = purge ]; then').slice(0, -1).join('')
    assert.doesNotMatch(removals, /\brm\b/)
    for (const name of scripts) assert.doesNotMatch(read(`packaging/debian/${name}`), /^\s*read\b|debconf/m)
  })

  /** Runs a script of the package on a folder instead of /. */
  function runScript(name: string, word: string, root: string) {
    const script = read(`packaging/debian/${name}`).replaceAll(/(?<=[ "])\/(?:var|etc|run)\//g, (path) => root + path)
    return spawnSync('sh', ['-s', word], { input: script, encoding: 'utf8' })
  }

  function createRoot(t: TestContext, ...paths: string[]): string {
    const root = fs.mkdtempSync(join(tmpdir(), 'doorpost-debian-'))
    t.after(() => fs.rmSync(root, { recursive: true, force: true }))
    for (const path of paths) fs.mkdirSync(join(root, path), { recursive: true })
    return root
  }
  const CLONE = 'data-0123456789abcdef-01234567'
  const own = ['postgres', 'media', 'backups', 'postgres.program-18.4.0']

  for (const state of ['var/lib/doorpost', 'var/lib/private/doorpost']) {
    const paths = [...own.map((name) => `${state}/${name}`), 'var/cache/doorpost', 'etc/doorpost']

    test(`purge removes all of the package (${state})`, (t) => {
      const root = createRoot(t, ...paths, 'var/lib/doorpost-root')
      if (state.includes('private')) fs.symlinkSync('private/doorpost', join(root, 'var/lib/doorpost'))
      const { status, stderr } = runScript('postrm', 'purge', root)
      assert.equal(status, 0, stderr)
      const left = fs
        .readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.includes('doorpost'))
      assert.deepEqual(left, ['var/lib/doorpost-root'])
    })

    test(`purge keeps the database of a clone of 0.2 that root started (${state})`, (t) => {
      const root = createRoot(t, ...paths, `${state}/${CLONE}/base`, `${state}/postgres-18.4.0-beta.17/bin`)
      if (state.includes('private')) fs.symlinkSync('private/doorpost', join(root, 'var/lib/doorpost'))
      const { status, stderr } = runScript('postrm', 'purge', root)
      assert.equal(status, 0, stderr)
      assert.deepEqual(fs.readdirSync(join(root, state)), [CLONE, 'postgres-18.4.0-beta.17'])
      assert.ok(fs.existsSync(join(root, 'var/lib/doorpost', CLONE, 'base')), 'where its link looks for it')
      assert.match(stderr, new RegExp(`kept the database of another Doorpost.*${CLONE}`))
    })
  }

  test('a clone of root keeps its database out of what purge removes', () => {
    const removed = [...read('packaging/debian/postrm').matchAll(/\/var\/[\w/-]+/g)].map(([path]) => path)
    assert.ok(removed.includes('/var/lib/doorpost'))
    for (const path of removed) assert.ok(!`${DEFAULT_SYSTEM_DIR}/`.startsWith(`${path}/`), path)
  })

  test('is not installed over the database of a 0.2 clone, and says what to do', (t) => {
    const root = createRoot(t, `var/lib/doorpost/${CLONE}/base`)
    const { status, stderr } = runScript('preinst', 'install', root)
    assert.equal(status, 1)
    assert.match(
      stderr,
      new RegExp(
        `mv ${root}/var/lib/doorpost/${CLONE} \\S+/doorpost-root/\n +ln -sfn .*${CLONE} ITS_DATA_DIR/postgres`,
      ),
    )
    for (const path of [createRoot(t), createRoot(t, 'var/lib/doorpost/postgres')]) {
      assert.equal(runScript('preinst', 'install', path).status, 0)
    }
    assert.equal(runScript('preinst', 'upgrade', root).status, 0)
  })

  test('an interrupted build leaves nothing under the name of the package', (t) => {
    const folder = createRoot(t, 'bin', 'tree')
    const file = join(folder, 'doorpost.deb')
    const { PATH } = process.env
    const build = (script: string) => {
      fs.writeFileSync(join(folder, 'bin/dpkg-deb'), `#!/bin/sh\nfor file; do :; done\n${script}\n`, { mode: 0o755 })
      process.env.PATH = `${join(folder, 'bin')}:${PATH}`
      try {
        buildArchive(join(folder, 'tree'), file, { compression: 0, date: new Date(0) })
      } finally {
        process.env.PATH = PATH
      }
    }
    assert.throws(() => build('echo half > "$file"; kill -9 $$'))
    assert.equal(fs.existsSync(file), false)
    build('echo whole > "$file"')
    assert.equal(fs.readFileSync(file, 'utf8'), 'whole\n')
    assert.throws(() => build('echo half > "$file"; exit 1'))
    assert.equal(fs.readFileSync(file, 'utf8'), 'whole\n', 'the one of an earlier build stays')
  })

  test('its file of settings names existing settings, and sets none', () => {
    const lines = read('packaging/debian/doorpost.env').split('\n')
    const named = lines.flatMap((line) => /^#? ?([A-Z][A-Z0-9_]+)=/.exec(line)?.[1] ?? [])
    assert.ok(named.length > 5)
    for (const name of named) assert.ok(known.includes(name), name)
    for (const line of lines) assert.match(line, /^(?:#.*)?$/)
  })
})
