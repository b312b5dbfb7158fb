import type { Deps } from './deps.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { countJobs } from './jobs/queue.ts'

/** The metrics of this process, wired to what they measure. */
export function createProcessMetrics(deps: Deps): Metrics {
  return createMetrics(deps.log, {
    pool: deps.pool,
    limits: deps.limits,
    intake: () => ({
      contacts: deps.contacts.intake.waiting,
      posts: deps.posts.intake.waiting,
      deliveries: deps.webhooks.receiver.intake.waiting,
    }),
    jobs: () => countJobs(deps.pool),
  })
}
