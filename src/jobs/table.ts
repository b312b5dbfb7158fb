/** A recurring job needs no payload: it finds its work itself. */
type Recurs = Record<string, never>

interface OfPost {
  workspace_id: string
  post_id: string
}

/**
 * Every job by its name, with its payload; `worker.ts` says what each does. A new job that does not recur also needs an
 * entry in backup/saved-jobs.ts, which rebuilds its payload.
 */
export interface Jobs {
  'backup.run': { asked_for?: true }
  'connections.refresh': Recurs
  'contacts.import': { workspace_id: string; import_id: string; part: number }
  'contacts.index': Recurs
  'contacts.purge_imports': Recurs
  'contacts.unassign': { workspace_id: string; user_id: string }
  'events.purge': Recurs
  'forms.purge': Recurs
  'idempotency.purge': Recurs
  'links.forget_visitors': Recurs
  'mail.leads': Recurs
  'mail.purge': Recurs
  'mail.weekly': Recurs
  'media.purge': Recurs
  'people.erase': { workspace_id: string; erasure_id: string }
  'post.inspect': OfPost
  'post.publish': OfPost
  'post.rescue': Recurs
  'publishing.look': Recurs
  'removals.carry_out': { workspace_id: string; removal_id: string }
  'reports.fold': Recurs
  'webhook.erase': { workspace_id: string; webhook_id: string }
  'webhook.map': { workspace_id: string; webhook_id: string; delivery_id: string }
  'webhooks.purge': Recurs
}

export type JobName = keyof Jobs

export type Tasks = { [Name in JobName]: (payload: Jobs[Name], leaveLine?: LeaveLine) => Promise<void> }

/**
 * Ends the job while its task continues, so that the jobs behind it can run. The task must first have enqueued the job
 * that takes over if this process dies. Returns false if too many tasks of this process have done so.
 */
export type LeaveLine = () => boolean
