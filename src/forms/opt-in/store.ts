import { build, type Db, run, runOne, sql, type Tx } from '../../db/database.ts'
import { uuidArray } from '../../db/statements/arrays.ts'

export async function markQuiet(tx: Tx, workspaceId: string, submissionIds: readonly string[]): Promise<void> {
  const query = sql`update submissions set is_quiet = true
     where workspace_id = ${workspaceId} and id = any(${uuidArray(submissionIds)}::uuid[])`
  await run(tx, query)
}

/** What a link is about. Null when it is gone. */
export function findAsked(db: Db, workspaceId: string, submissionId: string) {
  const query = build
    .selectFrom('submissions')
    .leftJoin('forms', (join) =>
      join.onRef('forms.workspace_id', '=', 'submissions.workspace_id').onRef('forms.id', '=', 'submissions.form_id'),
    )
    .select(['submissions.form_id', 'submissions.email_key', 'submissions.confirmed_at'])
    .select(['forms.name', 'forms.public_id'])
    .where('submissions.workspace_id', '=', workspaceId)
    .where('submissions.id', '=', submissionId)
    .where('submissions.contact_id', 'is not', null)
  return runOne(db, query)
}

export interface Waiting {
  id: string
  contact_id: string
  is_quiet: boolean
}

/** This submission and all others that the address has sent through the form, held until the transaction ends. */
export async function lockWaiting(
  tx: Tx,
  workspaceId: string,
  { submissionId, formId, emailKey }: { submissionId: string; formId: string; emailKey: string },
): Promise<Waiting[]> {
  const query = build
    .selectFrom('submissions')
    .select(['submissions.id', 'submissions.contact_id', 'submissions.is_quiet'])
    .innerJoin('contacts', (join) =>
      join
        .onRef('contacts.workspace_id', '=', 'submissions.workspace_id')
        .onRef('contacts.id', '=', 'submissions.contact_id'),
    )
    .where('submissions.workspace_id', '=', workspaceId)
    .where('submissions.form_id', '=', formId)
    .where('submissions.email_key', '=', emailKey)
    .where('submissions.state', '=', 'accepted')
    .where('submissions.confirmed_at', 'is', null)
    .where((where) =>
      where.or([where('contacts.confirmation', '=', 'pending'), where('submissions.id', '=', submissionId)]),
    )
    .orderBy('submissions.id')
    .limit(MOST_AT_ONCE)
    .forUpdate('submissions')
  return (await run(tx, query)) as Waiting[]
}

/** All that the address of this submission has sent through its form, and that nobody was told of: now they are. */
export async function markAnnounced(
  tx: Tx,
  workspaceId: string,
  submissionId: string,
): Promise<Array<{ id: string; form_id: string; contact_id: string }>> {
  const query = sql<{ id: string; form_id: string; contact_id: string }>`with quiet as (
      select submissions.id from submissions join submissions asked using (workspace_id, form_id, email_key)
       where asked.workspace_id = ${workspaceId} and asked.id = ${submissionId} and submissions.is_quiet
         and submissions.contact_id is not null
       order by submissions.id limit ${MOST_AT_ONCE} for update of submissions)
    update submissions set is_quiet = false from quiet
     where submissions.workspace_id = ${workspaceId} and submissions.id = quiet.id
    returning submissions.id, submissions.form_id, submissions.contact_id`
  return run(tx, query)
}

/** What one address sends through one form within a week is little. */
const MOST_AT_ONCE = 1_000

export async function markConfirmed(tx: Tx, workspaceId: string, ids: readonly string[], at: Date): Promise<void> {
  const query = sql`update submissions set confirmed_at = ${at}, is_quiet = false
     where workspace_id = ${workspaceId} and id = any(${uuidArray(ids)}::uuid[])`
  await run(tx, query)
}
