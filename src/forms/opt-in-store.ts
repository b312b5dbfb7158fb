import { type Db, run, runOne, sql, type Tx } from '../db/database.ts'
import { uuidArray } from '../db/statements/arrays.ts'

export async function markQuiet(tx: Tx, workspaceId: string, submissionIds: readonly string[]): Promise<void> {
  const query = sql`update submissions set is_quiet = true
     where workspace_id = ${workspaceId} and id = any(${uuidArray(submissionIds)}::uuid[])`
  await run(tx, query)
}

interface AskedRow extends Record<'email_key' | 'name' | 'public_id' | 'language', string | null> {
  form_id: string
  confirmed_at: Date | null
}

export function findAsked(db: Db, workspaceId: string, submissionId: string): Promise<AskedRow | null> {
  const query = sql<AskedRow>`select s.form_id, s.email_key, s.confirmed_at, f.public_id,
           coalesce(f.settings #>> array['translations', s.language, 'title'], f.name) as name,
           coalesce(s.language, f.settings ->> 'language') as language
      from submissions s left join forms f on f.workspace_id = s.workspace_id and f.id = s.form_id
     where s.workspace_id = ${workspaceId} and s.id = ${submissionId} and s.contact_id is not null`
  return runOne(db, query)
}

interface Waiting {
  id: string
  contact_id: string
  is_quiet: boolean
}

/** This submission and all others from the same address to the form, locked until the transaction ends. */
export function lockWaiting(
  tx: Tx,
  workspaceId: string,
  { submissionId, formId, emailKey }: { submissionId: string; formId: string; emailKey: string },
): Promise<Waiting[]> {
  const query = sql<Waiting>`select s.id, s.contact_id, s.is_quiet
      -- OFFSET 0 keeps this a look-up by address: the order by id would suggest reading the whole form.
      from (select id from submissions where workspace_id = ${workspaceId} and email_key = ${emailKey} offset 0) as sent
           join submissions s on s.workspace_id = ${workspaceId} and s.id = sent.id
           join contacts c on c.workspace_id = s.workspace_id and c.id = s.contact_id
     where s.form_id = ${formId}
       and s.state = 'accepted' and s.confirmed_at is null and (c.confirmation = 'pending' or s.id = ${submissionId})
     order by s.id limit ${MOST_AT_ONCE} for update of s`
  return run(tx, query)
}

/** Marks all unannounced submissions from the same address to the form as announced. */
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

/** More than one address sends through a form within a week. */
const MOST_AT_ONCE = 1_000

export async function markConfirmed(tx: Tx, workspaceId: string, ids: readonly string[], at: Date): Promise<void> {
  const query = sql`update submissions set confirmed_at = ${at}, is_quiet = false
     where workspace_id = ${workspaceId} and id = any(${uuidArray(ids)}::uuid[])`
  await run(tx, query)
}
