import { rm } from 'node:fs/promises'
import { withoutGuard } from '../faults/controls.ts'
import { connectAccounts } from '../people/accounts.ts'
import { createPosts, judgePosts, readPosts, waitFor, waitForEnd } from './node.ts'
import { freePort } from './postgres.ts'
import type { Scenario } from './scenario.ts'
import { lookAndResume, withScene } from './scene.ts'

/** Enough time to stop, copy and restart before the posts are due. */
const DUE_MS = 6_000

/**
 * Copies the files of a stopped PostgreSQL as a backup, once with DATA_DIR and once without. Posts go out afterwards.
 * Then the copy is put back and Doorpost is started again.
 */
export const scenario: Scenario = {
  name: 'restore',
  claim: 'after a restore from a backup no post is public twice, and what is public is not sent again',
  async run(options) {
    let n = 0
    const violations: string[] = []
    for (const withDataDir of [false, true]) {
      options.signal?.throwIfAborted()
      const result = await restoreOnce(options, withDataDir)
      n += result.n
      const what = withDataDir ? 'whole data folder' : 'database only'
      violations.push(...result.violations.map((line) => `${what}: ${line}`))
      options.onProgress?.(`restore, ${what}: ${result.n} posts, ${result.violations.length} violations`)
    }
    return { n, violations }
  },
}

function restoreOnce(
  { control: isControl, logLevel }: Parameters<Scenario['run']>[0],
  withDataDir: boolean,
): Promise<{ n: number; violations: string[] }> {
  return withScene(async ({ platforms, cluster, dataDir, stops, startNode }) => {
    const port = await freePort()
    const start = async () => {
      const server = await cluster.start(cluster.directory, port)
      stops.push(server.stop)
      await server.query('create database doorpost', 'postgres').catch(() => {})
      const node = await startNode(port, { logLevel, ...(isControl ? { replace: withoutGuard } : {}) })
      const stop = async () => {
        await node.stop()
        await server.stop()
        stops.splice(-2)
      }
      return { node, stop }
    }

    const first = await start()
    const accounts = await connectAccounts(first.node.deps, platforms.control, 2)
    await createPosts(first.node, accounts, `${platforms.url}/media`, new Date(Date.now() + DUE_MS))
    await first.stop()
    const folders = withDataDir ? [cluster.directory, dataDir] : [cluster.directory]
    for (const folder of folders) await cluster.copy(folder, `${folder}.backup`)

    const second = await start()
    await waitFor('all posts are out', async () =>
      (await readPosts(second.node)).every(({ state }) => state === 'published'),
    )
    await second.stop()
    for (const folder of folders) {
      await rm(folder, { recursive: true })
      await cluster.copy(`${folder}.backup`, folder)
    }

    const third = await start()
    if (!isControl) await lookAndResume(third.node)
    await waitForEnd(third.node)
    const violations = await judgePosts(third.node, platforms.control)
    await third.stop()
    return { n: accounts.length, violations }
  })
}
