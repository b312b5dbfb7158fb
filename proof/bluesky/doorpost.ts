import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const START_MS = 120_000
const PUBLISH_MS = 120_000

/** The whole product in its own processes, as `npm start` and `npm run doorpost` run it. */
export function createDoorpost(folder: string, port: number) {
  const env = {
    ...process.env,
    DATA_DIR: join(folder, 'doorpost'),
    PORT: String(port),
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
    // The PDS, the pictures and the page are on this machine.
    ALLOW_PRIVATE_NETWORKS: 'true',
  }
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | null = null
  let key = ''

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: Record<string, unknown> }
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer.data
  }

  return {
    async start(): Promise<void> {
      child = spawn(process.execPath, [join(ROOT, 'src/main.ts')], {
        cwd: folder,
        env,
        stdio: ['ignore', process.env.LOG_LEVEL ? 'inherit' : 'ignore', 'inherit'],
      })
      const until = Date.now() + START_MS
      while (Date.now() < until) {
        const ready = await fetch(`${url}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        )
        if (ready) return
        if (child.exitCode !== null) throw new Error('Doorpost did not start.')
        await sleep(250)
      }
      throw new Error('Doorpost did not become ready.')
    },
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      if (child === null || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
    /** Runs a command and returns its output. `input` is its standard input, for secrets. */
    async command(words: string[], input = ''): Promise<string> {
      const run = spawn(process.execPath, [join(ROOT, 'src/cli.ts'), ...words], {
        cwd: folder,
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      run.stdin.end(input)
      const [printed] = await Promise.all([text(run.stdout), once(run, 'exit')])
      if (run.exitCode !== 0) throw new Error(`"${words.slice(0, 2).join(' ')}" failed`)
      return printed
    },
    setKey(text: string): void {
      key = text
    },
    call,
    /** Creates a post that is due, and waits until it is published. */
    async create(body: Record<string, unknown>): Promise<string> {
      const scheduled_date = new Date(Date.now() + 1_000).toISOString()
      return String((await call('POST', '/v1/posts/short', { ...body, status: 'scheduled', scheduled_date })).id)
    },
    async published(id: string): Promise<{ platform_id: string; permalink: string }> {
      const until = Date.now() + PUBLISH_MS
      for (;;) {
        const { publication } = (await call('GET', `/v1/posts/${id}`)) as { publication: Record<string, string> }
        if (publication.state === 'published' && publication.permalink) {
          return publication as { platform_id: string; permalink: string }
        }
        if (['failed', 'held', 'missed', 'unconfirmed'].includes(publication.state!) || Date.now() > until) {
          throw new Error(`The post is ${publication.state}: ${publication.reason}`)
        }
        await sleep(1_000)
      }
    },
  }
}
