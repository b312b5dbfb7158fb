import type { JobName } from '../jobs/table.ts'

interface SavedJob {
  /** The row that the job is about: its table, and the condition that finds it. */
  row?: [table: string, condition: string]
  /** Arguments of `json_build_object`. `job.key` is the job's name, a colon, and the key it was enqueued with. */
  payload: string
}

const RECURS = null
/** Its table is not in a backup either. */
const LEFT_OUT = null
const ID = `split_part(job.key, ':', 2)::uuid`
const OF_POST: SavedJob = {
  row: ['posts', `row.id = ${ID}`],
  payload: `'workspace_id', row.workspace_id, 'post_id', row.id`,
}

/**
 * How to rebuild the payload of a waiting job from its key and its row: the queue's view (`graphile_worker.jobs`) shows
 * the jobs but not their payloads. Recurring jobs are enqueued again without a backup.
 */
const SAVED: Record<JobName, SavedJob | null> = {
  'backup.run': { payload: `'asked_for', true` },
  'connections.refresh': RECURS,
  'contacts.import': {
    row: ['contact_imports', `row.id = ${ID}`],
    payload: `'workspace_id', row.workspace_id, 'import_id', row.id, 'part', split_part(job.key, ':', 3)::integer`,
  },
  'contacts.index': RECURS,
  'contacts.purge_imports': RECURS,
  'contacts.unassign': {
    payload: `'workspace_id', split_part(job.key, ':', 2), 'user_id', split_part(job.key, ':', 3)`,
  },
  'events.purge': RECURS,
  'forms.purge': RECURS,
  'idempotency.purge': RECURS,
  'links.forget_visitors': RECURS,
  'mail.leads': RECURS,
  'mail.purge': RECURS,
  'mail.weekly': RECURS,
  'media.purge': RECURS,
  'people.erase': {
    row: ['erasures', `row.id = ${ID}`],
    payload: `'workspace_id', row.workspace_id, 'erasure_id', row.id`,
  },
  'post.inspect': OF_POST,
  'post.publish': OF_POST,
  'post.rescue': RECURS,
  'publishing.look': { payload: '' },
  'removals.carry_out': LEFT_OUT,
  'reports.fold': RECURS,
  'webhook.erase': {
    row: ['webhook_sources', `row.id = ${ID}`],
    payload: `'workspace_id', row.workspace_id, 'webhook_id', row.id`,
  },
  'webhook.map': {
    // The job ignores deliveries in any other state, and this state has an index.
    row: ['webhook_deliveries', `row.id = ${ID} and row.mapping_state = 'pending'`],
    payload: `'workspace_id', row.workspace_id, 'webhook_id', row.source_id, 'delivery_id', row.id`,
  },
  'webhooks.purge': RECURS,
}

/**
 * Has the columns of `add_job`. Abandoned jobs are not restarted. An older schema lacks some tables, and therefore has
 * no jobs for them.
 */
export function selectJobs(tables: readonly string[]): string {
  return Object.entries(SAVED)
    .filter((entry): entry is [JobName, SavedJob] => entry[1] !== null)
    .filter(([, { row }]) => row === undefined || tables.includes(row[0]))
    .map(([name, { row, payload }]) => {
      const join = row === undefined ? '' : `join ${row[0]} row on ${row[1]}`
      return `
  select job.task_identifier, json_build_object(${payload}), job.queue_name, job.run_at, job.max_attempts, job.key, job.priority
    from graphile_worker.jobs job ${join}
   where job.key like '${name}:%' and (job.attempts < job.max_attempts or job.locked_at is not null)`
    })
    .join(' union all')
}
