import { removeExpiredAnswers } from './db/idempotency.ts'
import type { Deps } from './deps.ts'
import type { JobTable } from './jobs/runner.ts'
import { inspectPost } from './publishing/inspect.ts'
import { rescueStranded } from './publishing/rescue.ts'

const STEP = 1_000

/** Every job with what it does. */
export function jobTable({ pool, clock, log, engine, connections, publishing }: Deps): JobTable {
  return {
    tasks: {
      'post.publish': (payload) => engine.run(payload),
      'post.inspect': (payload) => inspectPost({ pool, safeFetch: publishing.safeFetch, log }, payload),
      'post.rescue': async () => {
        await rescueStranded(pool, new Date(clock.now()))
      },
      'connections.refresh': () => connections.refreshDue(),
      'idempotency.purge': async () => {
        const now = new Date(clock.now())
        while ((await removeExpiredAnswers(pool, now, STEP)) === STEP);
      },
    },
    schedule: [
      { task: 'idempotency.purge', match: '17 * * * *' },
      { task: 'connections.refresh', match: '*/5 * * * *' },
      { task: 'post.rescue', match: '*/5 * * * *' },
    ],
  }
}
