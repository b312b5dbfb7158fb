import type { Scenario } from './scenario.ts'
import { openSmallStage, waitFor } from './small-stage.ts'

// One on each platform.
const POSTS = 4

// Instead of 5 s. The processes are stopped for longer, because the rescuer looks and sends meanwhile.
const SEND_WITHIN_MS = 1_000
const RESEND_AFTER_MS = 1_500
const LOOK_DELAYS_MS = [200, 500, 500, 500]
const NEVER_MS = 3_600_000

/**
 * Stops every worker between the marker and the call of its post. PostgreSQL is killed and restarts, which releases the
 * locks of the stopped workers. Another worker finds that nothing is out, and sends. Then the stopped ones are resumed.
 */
export const scenario: Scenario = {
  name: 'freeze',
  claim: 'workers that were stopped between marker and call do not send after they resume',
  run: (options) => runFreeze(options, POSTS),
}

export async function runFreeze(
  { control: isControl, logLevel, signal, onProgress }: Parameters<Scenario['run']>[0],
  posts: number,
): Promise<{ n: number; violations: string[] }> {
  const stage = await openSmallStage({
    posts,
    logLevel,
    ...(signal ? { signal } : {}),
    hooks: {
      lookDelaysMs: LOOK_DELAYS_MS,
      resendAfterMs: RESEND_AFTER_MS,
      // The control makes the call however late it is.
      sendWithinMs: isControl ? NEVER_MS : SEND_WITHIN_MS,
    },
  })
  try {
    const { workers, rescuer } = stage
    for (const worker of workers) {
      worker.tell({ kind: 'arm', point: 'after_marker', provider: 'any', delayMs: 0, stop: true })
    }
    await stage.createPosts()
    const areStopped = () => workers.every((worker) => worker.hasSaid('stopping'))
    await waitFor('every worker is stopped while it has a post', areStopped, { signal })
    onProgress?.(`freeze: ${posts} workers stopped after the marker; PostgreSQL restarts`)
    await stage.restartDatabase('SIGKILL')
    rescuer.signal('SIGCONT')
    await waitFor('the rescuer has sent the posts', async () => (await stage.count('published')) === posts, { signal })
    for (const worker of workers) worker.signal('SIGCONT')
    const haveGoneOn = () => workers.every((worker) => worker.hasSaid('went_on'))
    await waitFor('the stopped workers have resumed', haveGoneOn, { signal })
    return { n: posts, violations: await stage.findViolations() }
  } finally {
    await stage.stop()
  }
}
