import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SimulatorControl } from '../../simulators/client.ts'
import { createPlace, type Env, spawnNode, until } from '../../tests/helpers/process.ts'
import { freePort } from '../../tests/helpers/redis.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The simulated networks, in a process of their own that is never killed. */
export async function startPlatforms(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort()
  const words = [
    join(ROOT, 'simulators/main.ts'),
    '--port',
    String(port),
    '--state-file',
    join(folder, 'sandbox.jsonl'),
  ]
  const simulators = spawnNode(words, { env: {}, cwd: ROOT })
  await until(() => simulators.stdout.includes('simulated platforms at') || simulators.child.exitCode !== null)
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      simulators.child.kill('SIGKILL')
      await simulators.ended
    },
  }
}

/** Connects accounts on the command line, as a person does with a Mastodon access token. Returns their ids. */
export async function connectMastodon(
  env: Env,
  control: SimulatorControl,
  url: string,
  count: number,
): Promise<string[]> {
  const stops: Array<() => unknown> = []
  const place = createPlace({ after: (cleanUp) => void stops.push(cleanUp) }, { env })
  const ids: string[] = []
  try {
    for (let at = 1; at <= count; at++) {
      const { id: account } = await control.account({ platform: 'mastodon', username: `proof${at}` })
      const { access_token: token } = await control.token({ platform: 'mastodon', account })
      const words = ['connections', 'add', '--provider', 'mastodon', '--service', url, '--json']
      const made = await place.cli([...words, '--secret-from', 'TOKEN'], { env: { TOKEN: token } })
      if (made.code !== 0) throw new Error(made.stderr)
      ids.push(JSON.parse(made.stdout)[0].id)
    }
    return ids
  } finally {
    for (const stop of stops) await stop()
  }
}
