import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { startLeadFeed } from './lead-feed.ts'
import { thisMonday } from './week.ts'

// New leads --------------------------------------------------------------------------------------------------------------

export const LEAD_MAIL = ['off', 'each', 'hourly', 'daily'] as const
export type LeadMail = (typeof LEAD_MAIL)[number]

export interface LeadReader {
  user_id: string
  email: string
  lead_mail: Exclude<LeadMail, 'off'>
  lead_mail_since: Date | null
  time_zone: string
}

/** SQL: the zone in which a person reads. */
const OWN_ZONE = sql<string>`coalesce(users.time_zone, workspaces.time_zone)`

export async function selectReadWorkspaces(db: Db): Promise<string[]> {
  const readers = build.selectFrom('members').select('workspace_id').where('lead_mail', '<>', 'off')
  const found = await run(db, build.selectFrom('workspaces').select('id').where('id', 'in', readers).orderBy('id'))
  return found.map(({ id }) => id)
}

export async function selectLeadReaders(db: Db, workspaceId: string): Promise<LeadReader[]> {
  const query = build
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .innerJoin('workspaces', 'workspaces.id', 'members.workspace_id')
    .select(['members.user_id', 'users.email', 'members.lead_mail', 'members.lead_mail_since'])
    .select(OWN_ZONE.as('time_zone'))
    .where('members.workspace_id', '=', workspaceId)
    .where('members.lead_mail', '<>', 'off')
  return (await run(db, query)) as LeadReader[]
}

/** Removes feeds without readers: the next reader starts at the end of the feed. */
export async function removeUnreadFeeds(db: Db): Promise<void> {
  const query = sql`delete from mail_feed feed where not exists (
      select from members where members.workspace_id = feed.workspace_id and lead_mail <> 'off')`
  await run(db, query)
}

/** Contacts that an address already gets a mail about, because a form says so. */
export async function selectTold(
  tx: Tx,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<Array<{ contact_id: string; to_key: string }>> {
  const query = sql<{ contact_id: string; to_key: string }>`select contact_id, to_key from mails
     where workspace_id = ${workspaceId} and contact_id = any(${contactIds}::uuid[]) and kind = 'lead'`
  return run(tx, query)
}

// The week ---------------------------------------------------------------------------------------------------------------

export interface WeeklyReader {
  workspace_id: string
  user_id: string
  email: string
  time_zone: string
  weekly_mail_until: string | null
}

export async function selectWeeklyReaders(db: Db): Promise<WeeklyReader[]> {
  const query = sql<WeeklyReader>`select members.workspace_id, members.user_id, users.email, ${OWN_ZONE} as time_zone,
           members.weekly_mail_until::text as weekly_mail_until
      from members join users on users.id = members.user_id
           join workspaces on workspaces.id = members.workspace_id
     where members.weekly_mail`
  return run(db, query)
}

/** Returns false if another process has written this mail, or the person no longer wants it. */
export async function markWeekTold(tx: Tx, reader: WeeklyReader, monday: string): Promise<boolean> {
  const query = sql`update members set weekly_mail_until = ${monday}::date
     where workspace_id = ${reader.workspace_id} and user_id = ${reader.user_id} and weekly_mail
       and (weekly_mail_until is null or weekly_mail_until < ${monday}::date)`
  return (await runCount(tx, query)) === 1
}

/** Only if nobody has written another week meanwhile. */
export async function resetWeekTold(db: Db, reader: WeeklyReader, monday: string): Promise<void> {
  const query = sql`update members set weekly_mail_until = ${monday}::date
     where workspace_id = ${reader.workspace_id} and user_id = ${reader.user_id}
       and weekly_mail_until = ${reader.weekly_mail_until}::date`
  await run(db, query)
}

/** The platforms of posts by id. Deleted posts are missing. */
export async function selectPlatforms(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const query = build.selectFrom('posts').select(['id', 'platform']).where('workspace_id', '=', workspaceId)
  const rows = await run(db, query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
  return new Map(rows.map(({ id, platform }) => [id, platform]))
}

// Preferences ------------------------------------------------------------------------------------------------------------

export interface MailPreferences {
  lead_mail: LeadMail
  weekly_mail: boolean
}

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

async function findOwnZone(db: Db, { workspaceId, userId }: Member): Promise<string> {
  const query = sql<{ time_zone: string }>`select ${OWN_ZONE} as time_zone
      from users cross join workspaces where users.id = ${userId} and workspaces.id = ${workspaceId}`
  return (await runOne(db, query))?.time_zone ?? 'UTC'
}

/** Mail that is switched on starts now: earlier leads and weeks are not sent. */
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
    await startLeadFeed(tx, 'mail_feed', member.workspaceId)
  }
  if (weekly && !before.weekly_mail) {
    change.weekly_mail_until = thisMonday(await findOwnZone(tx, member), now)
  }
  await updatePreferences(tx, member, change)
}
