import { FIELD_NAMES } from '../contact-fields.ts'
import { type Db, run, runOne, sql } from '../db/database.ts'
import type { AutoReply } from './auto-reply.ts'
import type { Lead } from './lead-mail.ts'

const FIELDS = sql.join(FIELD_NAMES.map((name) => sql.ref(`contacts.${name}`)))

/** Those that are still there, oldest first. */
export async function selectLeads(db: Db, workspaceId: string, ids: readonly string[]): Promise<Lead[]> {
  const query = sql<Lead>`select contacts.id, ${FIELDS}, contacts.extra, contacts.confirmation, forms.name as form
      from contacts
           left join submissions on submissions.workspace_id = contacts.workspace_id
             and submissions.contact_id = contacts.id
           left join forms on forms.workspace_id = contacts.workspace_id and forms.id = submissions.form_id
     where contacts.workspace_id = ${workspaceId} and contacts.id = any(${ids}::uuid[]) order by contacts.id`
  return run(db, query)
}

/** What a form says about the mails to those who fill it in. */
interface FormMail {
  name: string
  public_id: string
  auto_reply: AutoReply | null
  /** What asks for a confirmation; null for our own words. */
  opt_in_mail: AutoReply | null
}

export async function findFormMail(db: Db, workspaceId: string, id: string): Promise<FormMail | null> {
  const query = sql<FormMail>`select name, public_id, nullif(settings -> 'auto_reply', 'null') as auto_reply,
           nullif(settings -> 'opt_in_mail', 'null') as opt_in_mail
      from forms where workspace_id = ${workspaceId} and id = ${id}`
  return runOne(db, query)
}

export async function findWorkspace(db: Db, id: string): Promise<{ name: string; time_zone: string }> {
  const query = sql<{ name: string; time_zone: string }>`select name, time_zone from workspaces where id = ${id}`
  return (await runOne(db, query))!
}
