import { removeExpiredAnswers } from './db/idempotency.ts'
import type { Deps } from './deps.ts'
import type { JobTable } from './jobs/runner.ts'

const STEP = 1_000

/** Every job with what it does. */
export function jobTable({ pool, clock }: Deps): JobTable {
  return {
    tasks: {
      'idempotency.purge': async () => {
        const now = new Date(clock.now())
        while ((await removeExpiredAnswers(pool, now, STEP)) === STEP);
      },
    },
    schedule: [{ task: 'idempotency.purge', match: '17 * * * *' }],
  }
}
