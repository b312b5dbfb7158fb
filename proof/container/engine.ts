import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { type ImageConfig, run } from './build.ts'

// Does by hand what a container engine does with an image, because most sandboxes cannot run an engine. The root file
// system is read-only, /tmp is in memory, the volume outlives the container, and the program is process 1, without root
// privileges and without a way to get them.

const RUN = `set -e
root=$1; volume=$2; shift 2
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for name in null zero full random urandom; do touch "$root/dev/$name"; mount --bind "/dev/$name" "$root/dev/$name"; done
mkdir -m 1777 "$root/dev/shm"
ln -s /proc/self/fd "$root/dev/fd"
mount --bind "$volume" "$root/data"
mount -o remount,bind,ro "$root"
cd "$root"
exec chroot . "$@"
`

export interface Container {
  /** Process id of process 1, as seen from outside. */
  pid: number
  /** Runs a command inside, like `docker exec`. */
  exec(words: string[], options?: { asRoot?: boolean }): { code: number; output: string }
  stop(): Promise<{ code: number | null; seconds: number }>
  remove(): void
}

export interface ContainerOptions {
  image: string
  config: ImageConfig
  volume: string
  env: Record<string, string>
}

export async function startContainer({ image, config, volume, env }: ContainerOptions): Promise<Container> {
  const name = run('buildah', ['from', image])
  const root = run('buildah', ['mount', name])
  const settings = [...config.Env, ...Object.entries(env).map(([key, value]) => `${key}=${value}`)]
  const [uid, gid] = config.User.split(':') as [string, string]
  const unprivileged = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
  const plain = [...unprivileged, '--inh-caps=-all', '--bounding-set=-all', 'env', '-i', ...settings]
  const apart = ['--mount', '--pid', '--ipc', '--uts', '--fork']
  const command = [...plain, ...config.Entrypoint, ...config.Cmd]
  const child = spawn('unshare', [...apart, 'sh', '-c', RUN, 'sh', root, volume, ...command], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const pid = await firstChild(child)
  const enter = ['--target', String(pid), '--mount', '--pid', '--ipc', '--uts', '--root', '--wd']
  let isRemoved = false
  return {
    pid,
    exec(words, { asRoot = false } = {}) {
      const inside = asRoot ? ['env', '-i', ...settings] : plain
      return attempt('nsenter', [...enter, ...inside, ...words])
    },
    async stop() {
      const startedAt = Date.now()
      const ended = once(child, 'exit')
      process.kill(pid, config.StopSignal as NodeJS.Signals)
      const [code] = await ended
      return { code, seconds: (Date.now() - startedAt) / 1_000 }
    },
    remove() {
      if (isRemoved) return
      isRemoved = true
      // Killing process 1 ends all others in the container. Killing unshare would leave them behind.
      if (child.exitCode === null && child.signalCode === null) process.kill(pid, 'SIGKILL')
      run('buildah', ['rm', name])
    },
  }
}

async function firstChild({ pid }: ChildProcess): Promise<number> {
  for (;;) {
    const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    if (children !== '') return Number(children.split(' ')[0])
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

function attempt(file: string, words: string[]): { code: number; output: string } {
  try {
    return { code: 0, output: execFileSync(file, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }) }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, output: `${stdout}${stderr}` }
  }
}
