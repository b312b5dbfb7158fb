import { findInstallation } from '../../../src/installation/store.ts'
import { connectAccounts } from '../people/accounts.ts'
import { createPosts, judgePosts, readPosts, waitFor, waitForEnd } from './node.ts'
import type { Scenario } from './scenario.ts'
import { startPair, withScene } from './scene.ts'

const DUE_MS = 2_000
const CONFIRM_MS = 60_000

/**
 * Commits wait for a streaming standby. The primary is killed after posts went out; the standby is promoted and takes
 * over its address, while Doorpost keeps running. Nothing is lost, so publishing must not be paused. In the control,
 * commits do not wait.
 */
export const scenario: Scenario = {
  name: 'synchronous-failover',
  claim: 'after a failover that lost nothing, publishing goes on by itself, and no post is public twice',
  run: (options) => runSynchronousFailover(options, 2),
}

export function runSynchronousFailover(
  { control: isControl, logLevel, onProgress }: Parameters<Scenario['run']>[0],
  accountsEach: number,
) {
  return withScene(async (scene) => {
    const { platforms, stops, startNode } = scene
    const { primary, standby, standbyPort, road } = await startPair(scene)
    if (!isControl) await primary.query(`alter system set synchronous_standby_names = '*'`, 'postgres')
    await primary.query('select pg_reload_conf()', 'postgres')

    const node = await startNode(road.port, { logLevel })
    // Stopped before the databases, because its shutdown writes to them.
    stops.splice(stops.indexOf(node.stop), 1)
    const accounts = await connectAccounts(node.deps, platforms.control, accountsEach, ['mastodon'])
    const write = (first: number) =>
      createPosts(node, accounts, `${platforms.url}/media`, new Date(Date.now() + DUE_MS), first)
    try {
      await write(0)
      await waitFor('all posts are out', async () =>
        (await readPosts(node)).every(({ state }) => state === 'published'),
      )
      await node.deps.guard.check()
      await primary.kill()
      await standby.query('select pg_promote(true, 30)', 'postgres')
      road.leadTo(standbyPort)
      onProgress?.('synchronous-failover: the standby is the primary now')

      const violations: string[] = []
      await waitFor(
        'the failover was judged',
        async () => {
          await node.deps.guard.check()
          const closure = await node.deps.guard.closed()
          if (closure?.isPause) violations.push(`publishing is paused: ${closure.code}`)
          return closure === null || closure.isPause
        },
        CONFIRM_MS,
      )
      if (violations.length > 0) return { n: 2 * accounts.length, violations }
      await write(accounts.length)
      await waitForEnd(node, 90_000)
      const { feedEpoch } = (await findInstallation(node.deps.pool))!
      if (feedEpoch !== 1) violations.push('the feed started over')
      return { n: 2 * accounts.length, violations: [...violations, ...(await judgePosts(node, platforms.control))] }
    } finally {
      await node.stop()
    }
  })
}
