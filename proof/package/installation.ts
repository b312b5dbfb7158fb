import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// The package as npm installs it, used by an account that may only read it.

const NOBODY = 65_534
const READY_MS = 180_000

export interface Server {
  url: string
  /** Returns the exit code. */
  stop(): Promise<number | null>
}

export interface Installation {
  megabytes: number
  nodeVersion: string
  home: string
  /** Environment of every command and server from now on. */
  env: Record<string, string>
  /** Returns the output of a command; throws if it fails. */
  run(...words: string[]): string
  attempt(...words: string[]): { code: number | null; output: string }
  start(): Promise<Server>
}

export interface InstallOptions {
  folder: string
  /** Path of the package file. */
  file: string
  /** An npm package that contains Node, or the path of a Node. */
  node: string
  withPostgres: boolean
  /** npm packages to install beside it. */
  beside?: string[]
}

export function installPackage({ folder, file, node, withPostgres, beside = [] }: InstallOptions): Installation {
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const npm = (at: string, words: string[]) => {
    mkdirSync(at, { recursive: true })
    writeFileSync(join(at, 'package.json'), '{}')
    execFileSync('npm', ['install', '--ignore-scripts', '--no-fund', '--no-audit', ...words], {
      cwd: at,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  npm(folder, [...(withPostgres ? [] : ['--omit=optional']), file, ...beside])
  const program = existsSync(node) ? node : join(folder, 'node/node_modules', node.split('@', 1)[0]!, 'bin/node')
  if (program !== node) npm(join(folder, 'node'), [node])
  const packages = join(folder, 'node_modules')
  const kilobytes = Number(execFileSync('du', ['-sk', packages], { encoding: 'utf8' }).split('\t')[0])

  execFileSync('chmod', ['-R', 'a-w,a+rX', folder])
  execFileSync('chmod', ['u+w', home])
  // Root may write everywhere.
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if ('uid' in account) chownSync(home, NOBODY, NOBODY)
  const env: Record<string, string> = { PATH: '/usr/bin:/bin', HOME: home, LOG_LEVEL: 'warn' }
  const doorpost = join(packages, '.bin/doorpost')
  const attempt = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, [doorpost, ...words], options('pipe'))
    return { code: status, output: `${stdout}${stderr}` }
  }
  const options = (output: 'pipe' | 'inherit') => ({
    cwd: home,
    env,
    ...account,
    encoding: 'utf8' as const,
    stdio: ['ignore', 'pipe', output] as ['ignore', 'pipe', 'pipe' | 'inherit'],
  })
  return {
    megabytes: (kilobytes * 1024) / 1_000_000,
    nodeVersion: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim(),
    home,
    env,
    attempt,
    run: (...words) => execFileSync(program, [doorpost, ...words], options('inherit')),
    start: () => startServer(program, [doorpost], options('inherit')),
  }
}

async function startServer(program: string, words: string[], options: object): Promise<Server> {
  const child = spawn(program, words, options)
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), READY_MS)
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (chunk) => {
      output += chunk
      const found = /Dashboard +(http\S+)[\s\S]*Ctrl-C/.exec(output)
      if (found) resolve(found[1]!)
    })
    child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  clearTimeout(timer)
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      return (await ended)[0]
    },
  }
}
