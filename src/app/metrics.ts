import { statfs } from 'node:fs/promises'
import { createMetrics, type Metrics } from '../http/metrics/metrics.ts'
import { countDueJobs } from '../jobs/queue.ts'
import { PROGRAM_VERSION } from '../lib/version.ts'
import { countInstallation } from '../system/store.ts'
import type { Deps } from './deps.ts'

export function createProcessMetrics(deps: Deps): Metrics {
  return createMetrics(deps.log, {
    pools: { intake: deps.pool, reads: deps.reads, jobs: deps.jobs },
    limits: deps.limits,
    intake: () => ({
      contacts: deps.contacts.intake.waiting,
      posts: deps.posts.intake.waiting,
      submissions: deps.forms.submissions.intake.waiting,
      deliveries: deps.webhooks.receiver.intake.waiting,
    }),
    media: deps.library.traffic,
    outcomes: {
      submissions: deps.forms.submissions.outcomes,
      clicks: deps.clicks.outcomes,
      mails: deps.mail.postman.outcomes,
      eventAttempts: deps.courier.outcomes,
    },
    clicksWaiting: () => deps.clicks.waiting,
    clockOffsetMs: () => deps.time.offsetMs(),
    disk: () => readDisk(deps.config.dataDir),
    isWritable: async () => (await deps.diskWatch.problem()) === null,
    async stored() {
      const { lateSeconds, ...jobs } = await countDueJobs(deps.reads)
      const { lateness, ...counts } = await countInstallation(deps.reads)
      return { jobs, ...counts, lateness: { ...lateness, jobs: lateSeconds }, backup: await deps.backups.last() }
    },
    version: PROGRAM_VERSION,
    renderAll: deps.first?.renderMetrics ?? null,
  })
}

async function readDisk(folder: string): Promise<{ freeBytes: number; sizeBytes: number } | null> {
  const found = await statfs(folder).catch(() => null)
  return found && { freeBytes: found.bavail * found.bsize, sizeBytes: found.blocks * found.bsize }
}
