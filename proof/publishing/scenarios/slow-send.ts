import { setTimeout as delay } from 'node:timers/promises'
import { openRoad } from '../faults/slow-road.ts'
import type { Scenario } from './scenario.ts'
import { openSmallStage, waitFor } from './small-stage.ts'

// One on each platform.
const POSTS = 4

// How long the platform works on a call; all looks are over by then.
const WORK_MS = 4_500
const LOOK_DELAYS_MS = [100, 200, 200, 200]
// Instead of a call's time-out plus two minutes. As there, longer than a call can take.
const RESEND_AFTER_MS = 6_500

/** The platform works on a call for longer than Doorpost looks, and the caller is killed meanwhile. */
export const scenario: Scenario = {
  name: 'slow-send',
  claim: 'a call that takes effect after the last look is not repeated, even if its caller was killed',
  run: (options) => runSlowSend(options, POSTS),
}

export async function runSlowSend(
  { control: isControl, logLevel, signal, onProgress }: Parameters<Scenario['run']>[0],
  posts: number,
): Promise<{ n: number; violations: string[] }> {
  let calls = 0
  const sentAgain = Promise.withResolvers<void>()
  const road = await openRoad(async () => {
    calls++
    // In the control, the first calls take effect as soon as the second ones are made.
    if (calls === 2 * posts) sentAgain.resolve()
    if (!isControl) await delay(WORK_MS)
    else if (calls <= posts) await sentAgain.promise
  })
  const stage = await openSmallStage({
    posts,
    road,
    logLevel,
    ...(signal ? { signal } : {}),
    hooks: { lookDelaysMs: LOOK_DELAYS_MS, resendAfterMs: isControl ? 0 : RESEND_AFTER_MS },
  })
  try {
    await stage.createPosts()
    await waitFor('every call is in flight', () => calls >= posts, { signal })
    for (const worker of stage.workers) worker.kill()
    onProgress?.(`slow-send: ${posts} workers killed while the platforms work on their calls`)
    stage.rescuer.signal('SIGCONT')
    if (isControl) await waitFor('the calls are made again', () => calls >= 2 * posts, { signal })
    const isOver = async () => (await stage.count('published')) === posts && (await isSettled(stage))
    await waitFor('every post is published', isOver, { signal })
    return { n: posts, violations: await stage.findViolations() }
  } finally {
    sentAgain.resolve()
    await stage.stop()
    await road.stop()
  }

  /** True when no call is in flight: as many posts are public as calls were made. */
  async function isSettled({ control }: typeof stage): Promise<boolean> {
    return (await control.oracle()).total >= calls
  }
}
