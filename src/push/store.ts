import type { Insertable, Selectable } from 'kysely'
import { build, type Db, run, runCount, runOne, sql, type Tx } from '../db/database.ts'
import { unnest } from '../db/statements/arrays.ts'
import type { DB } from '../db/types.ts'
import type { Language } from '../messages/languages.ts'

// Keys -----------------------------------------------------------------------------------------------------------------

export function findKeys(db: Db) {
  return runOne(db, build.selectFrom('push_keys').select(['public_key', 'private_key']))
}

/** Another process may have been first. */
export async function insertKeys(db: Db, keys: Insertable<DB['push_keys']>): Promise<void> {
  const query = build.insertInto('push_keys').values(keys)
  await run(
    db,
    query.onConflict((conflict) => conflict.doNothing()),
  )
}

export async function updateKeys(db: Db, privateKey: Buffer): Promise<void> {
  await run(db, build.updateTable('push_keys').set({ private_key: privateKey }))
}

// Browsers -------------------------------------------------------------------------------------------------------------

export type Subscription = Selectable<DB['push_subscriptions']>

export interface Member {
  workspaceId: string
  userId: string
}

const selectBrowsers = build.selectFrom('push_subscriptions').selectAll()

function ofMember({ workspaceId, userId }: Member) {
  return { workspace_id: workspaceId, user_id: userId }
}

export function selectSubscriptions(db: Db, member: Member): Promise<Subscription[]> {
  const own = selectBrowsers.where(({ and }) => and(ofMember(member)))
  return run(db, own.orderBy('created_at', 'desc').orderBy('id', 'desc'))
}

export function findSubscription(db: Db, member: Member, id: string): Promise<Subscription | null> {
  return runOne(
    db,
    selectBrowsers.where(({ and }) => and({ ...ofMember(member), id })),
  )
}

/** Null if another request has just added the same browser. */
export function insertSubscription(tx: Tx, row: Insertable<DB['push_subscriptions']>): Promise<Subscription | null> {
  const query = build.insertInto('push_subscriptions').values(row)
  return runOne(tx, query.onConflict((conflict) => conflict.doNothing()).returningAll())
}

export async function removeByEndpoint(tx: Tx, endpointHash: Buffer): Promise<void> {
  await run(tx, build.deleteFrom('push_subscriptions').where('endpoint_hash', '=', endpointHash))
}

export async function removeSubscription(db: Db, id: string): Promise<boolean> {
  return (await runCount(db, build.deleteFrom('push_subscriptions').where('id', '=', id))) === 1
}

export function selectAllAddresses(tx: Tx) {
  return run(tx, build.selectFrom('push_subscriptions').select(['id', 'address']).forUpdate())
}

export async function updateAddress(tx: Tx, id: string, address: Buffer): Promise<void> {
  await run(tx, build.updateTable('push_subscriptions').set({ address }).where('id', '=', id))
}

// Preferences ----------------------------------------------------------------------------------------------------------

interface Preferences {
  push_words: boolean
  mail_suggested: boolean
}

/** Mail is suggested once the workspace has a contact, to those who never had mail about leads. */
export async function findPreferences(db: Db, { workspaceId, userId }: Member): Promise<Preferences> {
  const query = sql<Preferences>`select push_words, mail_suggestion_closed_at is null and lead_mail_since is null
         and exists (select from contacts where workspace_id = ${workspaceId}) as mail_suggested
      from members where workspace_id = ${workspaceId} and user_id = ${userId}`
  return (await runOne(db, query)) ?? { push_words: false, mail_suggested: false }
}

export async function updatePreferences(
  db: Db,
  member: Member,
  change: { push_words?: boolean; mail_suggestion_closed_at?: Date | null },
): Promise<void> {
  if (Object.keys(change).length === 0) return
  const query = build.updateTable('members').set(change)
  await run(
    db,
    query.where(({ and }) => and(ofMember(member))),
  )
}

// The feed -------------------------------------------------------------------------------------------------------------

export async function selectReadWorkspaces(db: Db): Promise<string[]> {
  const query = build.selectFrom('push_subscriptions').select('workspace_id').distinct()
  return (await run(db, query)).map(({ workspace_id }) => workspace_id)
}

/** The next subscriber starts at the end of the feed. */
export async function removeUnreadFeeds(db: Db): Promise<void> {
  await run(
    db,
    sql`delete from push_feed feed where not exists (
      select from push_subscriptions browser where browser.workspace_id = feed.workspace_id)`,
  )
}

/** Browsers whose session has not ended. */
export function selectReaders(tx: Tx, workspaceId: string, now: Date) {
  const query = build
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.user_id', 'push_subscriptions.created_at'])
    .where('push_subscriptions.workspace_id', '=', workspaceId)
  return run(tx, query.where('sessions.expires_at', '>', now))
}

// Notices that wait ----------------------------------------------------------------------------------------------------

export interface NewNotice {
  id: string
  subscriptionId: string
  contactId: string | null
  leads: number
  at: number
}

export async function insertNotices(tx: Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  const table = unnest(notices, {
    uuid: ['id', 'subscriptionId', 'contactId'],
    integer: ['leads'],
    timestamptz: ['at'],
  })
  const query = sql`insert into push_notices (id, subscription_id, contact_id, leads, due_at, created_at)
    select id, subscription, contact, leads, at, at from ${table} as notice (id, subscription, contact, leads, at)`
  await run(tx, query, 'push_notices.insert')
}

export interface ClaimedNotice {
  id: string
  contact_id: string | null
  leads: number
  attempts: number
  created_at: Date
  subscription_id: string
}

/** Claims none while publishing is paused: a restored database lists notices that were sent long ago. */
export function claimNotices(db: Db, now: Date, leaseEnd: Date, most: number): Promise<ClaimedNotice[]> {
  const query = sql<ClaimedNotice>`with due as (
      select id from push_notices where due_at <= ${now}
         and not exists (select from installation where paused_at is not null)
       order by due_at limit ${most} for update skip locked)
    update push_notices notice set due_at = ${leaseEnd}, attempts = notice.attempts + 1,
           first_tried_at = coalesce(notice.first_tried_at, ${now})
      from due where notice.id = due.id
    returning notice.id, notice.contact_id, notice.leads, notice.attempts, notice.created_at, notice.subscription_id`
  return run(db, query, 'push_notices.claim')
}

interface Recipient extends Subscription {
  push_words: boolean
  language: Language | null
}

/** Null if the browser or its session is gone. */
export function findRecipient(db: Db, subscriptionId: string, now: Date): Promise<Recipient | null> {
  const query = sql<Recipient>`select browser.*, members.push_words, users.language
      from push_subscriptions browser
           join sessions on sessions.id = browser.session_id and sessions.expires_at > ${now}
           join members on members.workspace_id = browser.workspace_id and members.user_id = browser.user_id
           join users on users.id = browser.user_id
     where browser.id = ${subscriptionId}`
  return runOne(db, query)
}

export async function removeNotice(db: Db, id: string): Promise<void> {
  await run(db, build.deleteFrom('push_notices').where('id', '=', id))
}

export async function postponeNotice(db: Db, id: string, dueAt: Date): Promise<void> {
  await run(db, build.updateTable('push_notices').set({ due_at: dueAt }).where('id', '=', id))
}

export async function markSent(db: Db, subscriptionId: string, at: Date): Promise<void> {
  await run(db, build.updateTable('push_subscriptions').set({ last_sent_at: at }).where('id', '=', subscriptionId))
}
