import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const CACHE = join(ROOT, '.cache/container')
const BASE = 'localhost/doorpost-base'
export const IMAGE = 'localhost/doorpost-try'
const SUITE = 'bookworm'

export function run(file: string, words: string[]): string {
  return execFileSync(file, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], cwd: ROOT }).trim()
}

/** Builds a base image with mmdebstrap and the Node of this repository, equivalent to node:24-bookworm-slim. */
export function buildBase(): void {
  fs.mkdirSync(CACHE, { recursive: true })
  const tar = join(CACHE, `${SUITE}.tar`)
  if (!fs.existsSync(tar)) {
    run('mmdebstrap', [
      '--variant=essential',
      '--format=tar',
      '--include=libstdc++6',
      '--mode=root',
      '--quiet',
      SUITE,
      `${tar}.new`,
    ])
    fs.renameSync(`${tar}.new`, tar)
  }
  const container = run('buildah', ['from', 'scratch'])
  const npm = dirname(dirname(fs.realpathSync(run('which', ['npm']))))
  run('buildah', ['add', '--quiet', container, tar, '/'])
  run('buildah', ['copy', '--quiet', container, process.execPath, '/usr/local/bin/node'])
  run('buildah', ['copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm'])
  // The smallest Debian has no useradd.
  const addUser = "echo 'node:x:1000:1000::/home/node:/bin/sh' >> /etc/passwd && echo 'node:x:1000:' >> /etc/group"
  const inside = `ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ${addUser}`
  run('buildah', ['run', '--isolation', 'chroot', container, 'sh', '-c', inside])
  run('buildah', ['config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container])
  run('buildah', ['commit', '--quiet', '--rm', container, BASE])
}

/** Builds the repository's Dockerfile unchanged. npm uses its cache. */
export function buildImage(): void {
  const npmCache = join(homedir(), '.npm')
  fs.mkdirSync(npmCache, { recursive: true })
  const volume = ['--volume', `${npmCache}:/root/.npm`]
  run('buildah', [
    ...['bud', '--isolation', 'chroot', '--format', 'docker', '--quiet', '--layers=false', ...volume],
    ...['--build-arg', `NODE_IMAGE=${BASE}`, '--tag', IMAGE, '.'],
  ])
}

export interface ImageConfig {
  User: string
  Env: string[]
  Entrypoint: string[]
  Cmd: string[]
  StopSignal: string
  Volumes: Record<string, object>
  Healthcheck: { Test: string[] }
}

/** Reads the configuration that an engine would take from the image. */
export function readImageConfig(image: string): ImageConfig {
  return JSON.parse(run('buildah', ['inspect', '--type', 'image', image])).Docker.config as ImageConfig
}
