import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildDebianPackage } from '../../scripts/ship/debian.ts'

// `npm run try:deb` builds the Debian package, checks it with lintian, installs it into a new Debian made by
// mmdebstrap, runs the program there, then upgrades, removes and purges it. --no-lintian skips the slowest part, and
// DEB=FILE tries an existing package.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, '.cache/debian')
const PORT = 18_081
const READY_MS = 180_000
/** An account that exists on every Debian. */
const USER = 'daemon'
const STATE = ['var/lib/private/doorpost', 'var/lib/doorpost', 'var/cache/private/doorpost']

const missing = ['dpkg-deb', 'mmdebstrap', 'chroot'].filter((tool) => spawnSync(tool, ['--version']).error)
if (missing.length > 0 || process.getuid?.() !== 0) {
  process.stderr.write(`This needs root, dpkg-deb and mmdebstrap. Missing: ${missing.join(', ') || 'root'}.\n`)
  process.exit(1)
}
const say = (line: string) => process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
const run = (file: string, words: string[]) =>
  execFileSync(file, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 64 * 1024 ** 2 })

fs.mkdirSync(CACHE, { recursive: true })
say('package …')
const file = process.env.DEB ?? (await buildDebianPackage(CACHE, { compression: 0 }))
checkContents()
if (!process.argv.includes('--no-lintian')) checkLintian()

const debian = fs.mkdtempSync(join(tmpdir(), 'doorpost-debian-'))
fs.chmodSync(debian, 0o755)
const inside = (words: string[]) => run('chroot', [debian, ...words])
try {
  makeDebian()
  install()
  await runProgram()
  upgradeRemovePurge()
} finally {
  spawnSync('umount', [join(debian, 'proc')])
  fs.rmSync(debian, { recursive: true, force: true })
}
say('done')

function checkContents(): void {
  const lines = run('dpkg-deb', ['--contents', file]).trim().split('\n')
  const strangers = lines.filter((line) => !line.includes(' root/root '))
  assert.deepEqual(strangers, [], 'everything belongs to root')
  const closed = lines.filter((line) => line.startsWith('d') && !line.startsWith('drwxr-xr-x'))
  assert.deepEqual(closed, [], 'everyone may enter every folder')
  const secrets = lines.filter((line) => /\/(?:\.env|secret-key)$/.test(line))
  assert.deepEqual(secrets, [], 'no settings and no secrets of the builder')
}

function checkLintian(): void {
  if (spawnSync('lintian', ['--version']).error) {
    say('lintian is not installed: not checked')
    return
  }
  const { stdout, status } = spawnSync('lintian', ['--fail-on', 'error,warning', file], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
  say('lintian finds no errors and no warnings')
}

function makeDebian(): void {
  const tar = join(CACHE, 'bookworm.tar')
  if (!fs.existsSync(tar)) {
    const include = '--include=libstdc++6,libnss-systemd,init-system-helpers'
    run('mmdebstrap', [
      '--variant=essential',
      '--format=tar',
      include,
      '--mode=root',
      '--quiet',
      'bookworm',
      `${tar}.new`,
    ])
    fs.renameSync(`${tar}.new`, tar)
  }
  run('tar', ['--extract', '--file', tar, '--directory', debian])
  run('mount', ['-t', 'proc', 'proc', join(debian, 'proc')])
  say('created a new Debian')
}

function install(): void {
  fs.copyFileSync(file, join(debian, 'root', basename(file)))
  inside(['dpkg', '--install', join('/root', basename(file))])
  assert.match(inside(['dpkg', '--status', 'doorpost']), /^Status: install ok installed$/m)
  const wanted = join(debian, 'etc/systemd/system/multi-user.target.wants/doorpost.service')
  assert.ok(fs.lstatSync(wanted).isSymbolicLink(), 'the service is enabled')
  assert.equal(
    fs.statSync(join(debian, 'etc/doorpost/doorpost.env')).mode & 0o777,
    0o640,
    'settings are not readable by everyone',
  )
  const { version } = JSON.parse(fs.readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  assert.equal(inside(['doorpost', '--version']).trim(), version)
  say('installed')
}

/** A chroot has no systemd: runs the program as an ordinary user, with the embedded database. */
async function runProgram(): Promise<void> {
  const home = '/var/tmp/home'
  inside(['install', '-d', '-o', USER, '-g', USER, home])
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: home, PORT: String(PORT), LOG_LEVEL: 'warn' }
  const words = [`--userspec=${USER}:${USER}`, debian, '/usr/bin/doorpost', 'start']
  const child = spawn('chroot', words, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = once(child, 'exit')
  const deadline = Date.now() + READY_MS
  const asUser = ['chroot', `--userspec=${USER}:${USER}`, debian, 'doorpost'] as const
  while (spawnSync(asUser[0], [...asUser.slice(1), 'health'], { env }).status !== 0) {
    assert.equal(child.exitCode, null, 'it runs')
    assert.ok(Date.now() < deadline, 'never ready')
    await delay(500)
  }
  const created = await fetch(`http://127.0.0.1:${PORT}/v1/contacts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Ana' }),
  })
  assert.equal(created.status, 201)
  const page = await fetch(`http://127.0.0.1:${PORT}/`)
  assert.match(await page.text(), /<script type="module"/, 'the dashboard is served')
  child.kill('SIGTERM')
  const [code] = await ended
  assert.equal(code, 0)
  say('the installed program starts, takes a contact and stops')
}

function upgradeRemovePurge(): void {
  const settings = join(debian, 'etc/doorpost/doorpost.env')
  fs.appendFileSync(settings, 'PORT=9090\n')
  for (const path of STATE) fs.mkdirSync(join(debian, path), { recursive: true })
  inside(['dpkg', '--install', join('/root', basename(file))])
  assert.match(fs.readFileSync(settings, 'utf8'), /^PORT=9090$/m, 'an upgrade keeps settings')
  inside(['dpkg', '--remove', 'doorpost'])
  assert.ok(!fs.existsSync(join(debian, 'usr/lib/doorpost')))
  for (const path of [...STATE, 'etc/doorpost/doorpost.env'])
    assert.ok(fs.existsSync(join(debian, path)), `${path} stays`)
  inside(['dpkg', '--purge', 'doorpost'])
  for (const path of [...STATE, 'etc/doorpost']) assert.ok(!fs.existsSync(join(debian, path)), `${path} is gone`)
  say('upgraded, removed, purged')
}
