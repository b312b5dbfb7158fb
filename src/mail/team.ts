import { type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { NewMail, WriteMails } from './store.ts'
import * as store from './team-store.ts'
import { mondayMorning, nextHour, nextMorning } from './week.ts'

interface TeamOptions extends Pick<Parts, 'pool' | 'clock'> {
  write: WriteMails
}

const PAGE = 1_000
/** More at once become one mail: a busy hour must not flood a mailbox. */
const EACH_MOST = 10
/** The most leads listed in a digest; the others are only counted. */
const LISTED_MOST = 25

/**
 * Tells team members about new contacts, however they came in. It reads the feed of events, whose order is fixed, so
 * every contact is reported exactly once, at no cost to the request that creates it.
 */
export async function tellTeam(options: TeamOptions): Promise<void> {
  const { pool } = options
  await store.removeUnreadFeeds(pool)
  for (const workspace of await store.selectReadWorkspaces(pool)) {
    while (await transaction(pool, (tx) => tellPage(tx, workspace, options)));
  }
}

/** Returns true if there may be more. */
async function tellPage(
  tx: Tx,
  { id: workspaceId, time_zone: zone }: { id: string; time_zone: string },
  { clock, write }: TeamOptions,
): Promise<boolean> {
  const position = await store.lockFeed(tx, workspaceId)
  if (position === null) {
    await store.startFeed(tx, workspaceId)
    return false
  }
  const { leads, end } = await store.selectNewLeads(tx, workspaceId, position, PAGE)
  if (end === position) return false
  await store.updateFeed(tx, workspaceId, end)
  if (leads.length === 0) return true
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
    return mailsFor(reader, contactIds, zone, clock.now()).map((mail) => ({ workspaceId, ...mail }))
  })
  await write(tx, mails)
  return true
}

type LeadMail = Omit<NewMail, 'workspaceId'>

function mailsFor(
  reader: Pick<store.LeadReader, 'user_id' | 'email' | 'lead_mail'>,
  contactIds: readonly string[],
  zone: string,
  now: number,
): LeadMail[] {
  const { user_id: userId, email, lead_mail: when } = reader
  const mail = { kind: 'lead' as const, to: { email, key: email }, userId }
  if (when === 'each' && contactIds.length <= EACH_MOST) return contactIds.map((contactId) => ({ ...mail, contactId }))
  const dueAt = { each: now, hourly: nextHour(now), daily: nextMorning(zone, now) }[when]
  const together = { ...mail, batch: `user:${userId}:${when}`, dueAt }
  const listed: LeadMail[] = contactIds.slice(0, LISTED_MOST).map((contactId) => ({ ...together, contactId }))
  const others = contactIds.length - listed.length
  return others > 0 ? [...listed, { ...together, leads: others }] : listed
}

/** Writes the mail with last week's results for each subscriber, from Monday morning on. */
export async function tellWeek({ pool, clock, write }: TeamOptions): Promise<void> {
  for (const reader of await store.selectWeeklyReaders(pool)) {
    const monday = mondayMorning(reader.time_zone, clock.now())
    if (monday === null || (reader.weekly_mail_until ?? '') >= monday) continue
    await transaction(pool, async (tx) => {
      if (!(await store.markWeekTold(tx, reader, monday))) return
      const { workspace_id: workspaceId, user_id: userId, email } = reader
      await write(tx, [{ workspaceId, kind: 'weekly', to: { email, key: email }, userId }])
    })
  }
}
