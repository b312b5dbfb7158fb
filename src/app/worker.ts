import { unassignContacts } from '../contacts/bulk.ts'
import { importPart, purgeImports } from '../contacts/csv/imports.ts'
import { removeExpiredAnswers } from '../db/writes/idempotency.ts'
import { purgeEvents } from '../events/delivery/feed.ts'
import { purgeSubmissions } from '../forms/submissions.ts'
import type { RecurringJob } from '../jobs/queue.ts'
import type { Tasks } from '../jobs/table.ts'
import { forgetVisitors } from '../links/visitors.ts'
import { cleanUpMedia } from '../media/clean-up.ts'
import { rescueStranded } from '../publishing/line.ts'
import { inspectPost } from '../publishing/media.ts'
import { carryOut } from '../removals/removals.ts'
import { eraseReceived, purgeDeliveries } from '../webhooks/delivery-store.ts'
import type { Deps } from './deps.ts'

const STEP = 1_000

export function jobTable(deps: Deps): { tasks: Tasks; schedule: RecurringJob[] } {
  const { jobs: pool, clock, connections, publishing, webhooks } = deps
  // The clock decides what is old enough to purge, so nothing is purged while it is wrong. The job runs again in an
  // hour.
  const purge = (work: () => Promise<unknown>) => async () => {
    if (deps.time.problem() === null) await work()
  }
  return {
    tasks: {
      'post.publish': deps.engine.run,
      'post.inspect': (payload) =>
        inspectPost({ pool, media: publishing.media, log: deps.log, accountsOf: connections.accountsOf }, payload),
      'post.rescue': async () => {
        await rescueStranded(pool, new Date(clock.now()))
      },
      'connections.refresh': async () => {
        await connections.refreshDue()
        await connections.watchApprovals()
        await connections.clearEndedHolds()
        await connections.checkProfiles()
      },
      'publishing.look': () => publishing.lookBack(),
      'events.purge': purge(() => purgeEvents(pool, clock, deps.config.eventRetentionDays)),
      'contacts.import': (payload) => importPart(deps, payload),
      'contacts.unassign': (payload) => unassignContacts(deps, payload),
      'contacts.purge_imports': purge(() => purgeImports(deps)),
      'people.erase': (payload) => deps.people.erasures.run(payload),
      'removals.carry_out': (payload) => carryOut(deps.removals, payload),
      'webhook.map': (payload) => webhooks.mapper.run(payload),
      'webhook.erase': ({ workspace_id, webhook_id }) => eraseReceived(pool, [workspace_id, webhook_id]),
      'webhooks.purge': purge(() => purgeDeliveries(pool, clock.now(), deps.config.webhookRetentionDays)),
      'links.forget_visitors': purge(() => forgetVisitors(pool, clock)),
      'backup.run': (payload) => deps.backups.run(payload),
      // Both take long, and no job may wait for them.
      'reports.fold': async () => deps.reports.folding.wake(),
      'contacts.index': async () => deps.indexer.wake(),
      'mail.leads': () => deps.mail.tellTeam(),
      'mail.weekly': () => deps.mail.tellWeek(),
      'mail.purge': purge(() => deps.mail.purge()),
      'forms.purge': purge(async () => {
        await purgeSubmissions(deps.forms.submissions)
        await deps.forms.protection.purge(pool)
      }),
      'media.purge': purge(() => cleanUpMedia({ pool, clock, log: deps.log, ...deps.mediaStores })),
      'idempotency.purge': purge(async () => {
        const now = new Date(clock.now())
        while ((await removeExpiredAnswers(pool, now, STEP)) === STEP);
      }),
    },
    schedule: [
      { task: 'idempotency.purge', everyMinutes: 60, atMinute: 17 },
      { task: 'links.forget_visitors', everyMinutes: 60, atMinute: 7 },
      { task: 'contacts.purge_imports', everyMinutes: 60, atMinute: 27 },
      { task: 'events.purge', everyMinutes: 60, atMinute: 37 },
      // Runs before the purge of files, so that the files of submissions are removed in the same hour.
      { task: 'forms.purge', everyMinutes: 60, atMinute: 42 },
      { task: 'media.purge', everyMinutes: 60, atMinute: 47 },
      { task: 'webhooks.purge', everyMinutes: 60, atMinute: 57 },
      { task: 'mail.purge', everyMinutes: 60, atMinute: 7 },
      { task: 'mail.weekly', everyMinutes: 15 },
      { task: 'mail.leads', everyMinutes: 1 },
      { task: 'connections.refresh', everyMinutes: 1 },
      { task: 'reports.fold', everyMinutes: 1 },
      { task: 'contacts.index', everyMinutes: 1 },
      { task: 'post.rescue', everyMinutes: 5 },
      ...(deps.backups.schedule === null ? [] : [{ task: 'backup.run' as const, ...deps.backups.schedule }]),
    ],
  }
}
