import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import { addDays } from '../lib/time/days.ts'
import { type NewLead, readLeadFeed } from './lead-feed.ts'
import type { NewMail, WriteMails } from './store.ts'
import * as store from './team-store.ts'
import { batchOfWeek, mondayMorning, nextHour, nextMorning } from './week.ts'

interface TeamOptions extends Pick<Parts, 'pool' | 'clock'> {
  write: WriteMails
}

/** More at once become one mail: a busy hour must not flood a mailbox. */
const EACH_MOST = 10
/** The most leads listed in a digest; the others are only counted. */
const LISTED_MOST = 25

/** Tells team members about new contacts. */
export async function tellTeam(options: TeamOptions): Promise<void> {
  const { pool } = options
  await store.removeUnreadFeeds(pool)
  for (const workspaceId of await store.selectReadWorkspaces(pool)) {
    await readLeadFeed(pool, 'mail_feed', workspaceId, (tx, leads) => tellLeads(tx, workspaceId, leads, options))
  }
}

async function tellLeads(tx: Tx, workspaceId: string, leads: NewLead[], { clock, write }: TeamOptions): Promise<void> {
  const ids = leads.map(({ subject_id }) => subject_id)
  const told = new Set(
    (await store.selectTold(tx, workspaceId, ids)).map((each) => `${each.contact_id} ${each.to_key}`),
  )
  const readers = await store.selectLeadReaders(tx, workspaceId)
  const mails = readers.flatMap((reader) => {
    const since = reader.lead_mail_since?.getTime() ?? 0
    const fresh = leads.filter((lead) => {
      return lead.created_at.getTime() >= since && !told.has(`${lead.subject_id} ${reader.email}`)
    })
    const contactIds = fresh.map(({ subject_id }) => subject_id)
    return mailsFor(reader, contactIds, clock.now()).map((mail) => ({ workspaceId, ...mail }))
  })
  await write(tx, mails)
}

type LeadMail = Omit<NewMail, 'workspaceId'>

function mailsFor(
  reader: Omit<store.LeadReader, 'lead_mail_since'>,
  contactIds: readonly string[],
  now: number,
): LeadMail[] {
  const { user_id: userId, email, lead_mail: when, time_zone: zone } = reader
  const mail = { kind: 'lead' as const, to: { email, key: email }, userId }
  if (when === 'each' && contactIds.length <= EACH_MOST) return contactIds.map((contactId) => ({ ...mail, contactId }))
  const dueAt = { each: now, hourly: nextHour(now), daily: nextMorning(zone, now) }[when]
  const together = { ...mail, batch: `user:${userId}:${when}`, dueAt }
  const listed: LeadMail[] = contactIds.slice(0, LISTED_MOST).map((contactId) => ({ ...together, contactId }))
  const others = contactIds.length - listed.length
  return others > 0 ? [...listed, { ...together, leads: others }] : listed
}

/**
 * Writes the mail with last week's results for each subscriber, from the Monday morning of their own time zone on. The
 * Monday is recorded instead of the moment, so a person who moves to another zone never gets a week twice.
 */
export async function tellWeek({ pool, clock, write }: TeamOptions): Promise<void> {
  for (const reader of await store.selectWeeklyReaders(pool)) {
    const monday = mondayMorning(reader.time_zone, clock.now())
    if (monday === null || (reader.weekly_mail_until ?? '') >= monday) {
      if (monday !== null) await forgetFuture(pool, reader, monday)
      continue
    }
    await transaction(pool, async (tx) => {
      if (!(await store.markWeekTold(tx, reader, monday))) return
      const { workspace_id: workspaceId, user_id: userId, email } = reader
      const mail = { workspaceId, kind: 'weekly' as const, to: { email, key: email }, userId }
      await write(tx, [{ ...mail, batch: batchOfWeek(userId, monday) }])
    })
  }
}

/**
 * Resets a recorded Monday that is in the future. After a move to another zone it can be one week ahead; more than that
 * means that a clock was wrong, and the person would get no mail until then. Which weeks were sent meanwhile is unknown,
 * so the mails start again with the next one.
 */
async function forgetFuture(pool: TeamOptions['pool'], reader: store.WeeklyReader, monday: string): Promise<void> {
  if ((reader.weekly_mail_until ?? '') > addDays(monday, 7)) await store.resetWeekTold(pool, reader, monday)
}
