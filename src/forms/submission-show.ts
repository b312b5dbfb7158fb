import type { Reason } from './protection/judge.ts'
import type { SubmissionRow } from './submission-store.ts'

export type Submission = ReturnType<typeof showSubmission>

/** `mayReadContacts`: what was sent is a contact in waiting, and as private as one. */
export function showSubmission(row: SubmissionRow, mayReadContacts: boolean) {
  return {
    id: row.id,
    form_id: row.form_id,
    state: row.state,
    contact_id: row.contact_id,
    points: row.points,
    reasons: row.reasons as unknown as Reason[],
    contact: mayReadContacts ? sentContact(row.payload) : null,
    files: mayReadContacts ? row.files : [],
    consent_version: row.consent_version,
    consented_at: row.consented_at,
    confirmed_at: row.confirmed_at,
    withdrawn_at: row.withdrawn_at,
    expires_at: row.expires_at,
    created_at: row.created_at,
    accepted_at: row.accepted_at,
  }
}

/** Without what only we need to know of it. */
function sentContact(payload: SubmissionRow['payload']): object | null {
  if (payload === null) return null
  const { email_key, ...contact } = (payload as unknown as { contact: Record<string, unknown> }).contact
  return contact
}
