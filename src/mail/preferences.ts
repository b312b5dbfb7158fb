import { build, type Db, run, runOne, type Tx } from '../db/database.ts'
import { findWorkspace } from './lead-store.ts'
import { NOT_SET } from './refusals.ts'
import { type LeadMail, startFeed } from './team-store.ts'
import { thisMonday } from './week.ts'

/** Which mails somebody of the team wants. */
export interface MailPreferences {
  lead_mail: LeadMail
  weekly_mail: boolean
}

export const WITHOUT_MAIL = `${NOT_SET} Set SMTP_URL and MAIL_FROM, start Doorpost again, and then switch it on.`

interface Member {
  workspaceId: string
  userId: string
}

export async function findPreferences(db: Db, { workspaceId, userId }: Member): Promise<MailPreferences> {
  const query = build.selectFrom('members').select(['lead_mail', 'weekly_mail'])
  const row = await runOne(db, query.where('workspace_id', '=', workspaceId).where('user_id', '=', userId))
  return (row as MailPreferences | null) ?? { lead_mail: 'off', weekly_mail: false }
}

type Change = Partial<MailPreferences> & { lead_mail_since?: Date; weekly_mail_until?: string }

export async function updatePreferences(db: Db, { workspaceId, userId }: Member, change: Change): Promise<void> {
  const query = build.updateTable('members').set(change).where('workspace_id', '=', workspaceId)
  await run(db, query.where('user_id', '=', userId))
}

/** What is switched on begins now: leads and weeks of before are not told. */
export async function changePreferences(
  tx: Tx,
  member: Member,
  wanted: Partial<MailPreferences>,
  now: number,
): Promise<void> {
  const { lead_mail: lead, weekly_mail: weekly } = wanted
  if (lead === undefined && weekly === undefined) return
  const before = await findPreferences(tx, member)
  const change: Change = { ...wanted }
  if (lead !== undefined && lead !== 'off' && before.lead_mail === 'off') {
    change.lead_mail_since = new Date(now)
    await startFeed(tx, member.workspaceId)
  }
  if (weekly && !before.weekly_mail) {
    const { time_zone: zone } = await findWorkspace(tx, member.workspaceId)
    change.weekly_mail_until = thisMonday(zone, now)
  }
  await updatePreferences(tx, member, change)
}
