import { isDeepStrictEqual } from 'node:util'
import { contactExample, type Lead, type StoredInput, TAGS_MAX } from '../contact-fields.ts'
import { type Pool, type Tx, transaction } from '../db/database.ts'
import type { Parts } from '../db/parts.ts'
import type { Emit } from '../events/emit.ts'
import { type Caller, callerOf, requireScope, workspaceOf } from '../http/call.ts'
import { objectBody, readInput } from '../http/input.ts'
import { type PageRequest, readPage } from '../http/pagination.ts'
import type { Query } from '../http/query-values.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { Uuid } from '../http/schemas.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Jobs } from '../jobs/table.ts'
import { isUuid } from '../lib/ids.ts'
import { checkNames, type Issues, readObject, typeOf } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import type { Clock } from '../lib/time/clock.ts'
import { message } from '../messages/message.ts'
import { type ChangedBy, changedBy, recordChanges } from './changes.ts'
import type { Contacts } from './contacts.ts'
import { type ContactFilter, filterQuery, readFilter, readFilterTexts } from './filter.ts'
import { LEAD_FIELDS, readLeadChange, readTags } from './input.ts'
import { followMerged } from './merge/addresses.ts'
import { sentLead } from './schemas.ts'
import { fromRow, inputOf, selectContactsForChange, selectOwned, updateLeads } from './store.ts'
import { requireMember } from './team.ts'

const BULK_MAX = 1_000

const BULK_FIELDS = {
  ids: S.array(Uuid, { minItems: 1, maxItems: BULK_MAX, description: 'Which contacts. Either this or `filter`.' }),
  filter: S.closed(S.allOptional(filterQuery), {
    minProperties: 1,
    description:
      `Query parameters of GET /v1/contacts. The newest ${BULK_MAX} that match are changed; \`next_cursor\` goes on with the ` +
      'others. At least one: all contacts are not changed by a slip.',
  }),
  cursor: S.string('`next_cursor` of the answer before, with the same `filter`.'),
  set: S.closed(S.allOptional(sentLead)),
  add_tags: { ...sentLead.tags, description: 'Beside those that each contact has.' },
  remove_tags: { ...sentLead.tags, description: `At most ${TAGS_MAX}.` },
}

const bulkResult = S.exampledOutput('BulkResult', {
  matched: [S.integer('Contacts that were looked at.'), 2],
  changed: [S.integer('How many of these were changed.'), 2],
  next_cursor: [S.nullable('string', 'There are more: send it as `cursor`. Null at the end.'), null],
})

export const changeManyContacts = operationsOf<{ changeContacts: ChangeMany }>('Contacts')({
  id: 'changeContacts',
  idempotent: 'repeatable',
  summary: 'Change many contacts',
  description:
    `Status, owner and tags of up to ${BULK_MAX} contacts, named by their ids or by a filter, which needs \`contacts:read\` too. Each that changes has its events, as ` +
    'with a change of its own. If the answer does not come, send the same again: what is done already is left as it is.',
  body: {
    schema: S.partialInput('BulkChange', BULK_FIELDS),
    examples: {
      ids: { ids: [contactExample.id], set: { status: 'contacted' }, add_tags: ['trade fair'] },
      filter: { filter: { status: 'new', utm_source: 'newsletter' }, set: { owner_id: null } },
    },
  },
  answers: { 200: recordAnswer('What was done.', bulkResult) },
  handle({ changeContacts }, request) {
    const caller = callerOf(request)
    // `matched` reveals how many contacts a filter finds, so a filter counts as a search.
    if (objectBody(request).filter !== undefined)
      requireScope(caller, 'contacts:read', message('access.field', { name: 'filter' }))
    const bulk = readInput(request, (issues, body) => readBulk(issues, body, caller))
    return changeContacts(workspaceOf(request), changedBy(caller), bulk)
  },
})

interface Bulk {
  filter: ContactFilter
  page: PageRequest
  set: Partial<Lead>
  addTags: string[]
  removeTags: string[]
}

function readBulk(issues: Issues, body: Record<string, unknown>, caller: Caller): Bulk {
  checkNames(issues, body, Object.keys(BULK_FIELDS))
  const filter = readTarget(issues, body, caller)
  const { cursor } = body
  if (cursor != null && typeof cursor !== 'string') issues.add('cursor', 'field.not_text', { found: typeOf(cursor) })
  const page = readPage(issues, { limit: String(BULK_MAX), ...(typeof cursor === 'string' ? { cursor } : {}) } as Query)
  const set = readLeadChange(issues, readObject(issues, 'set', body.set, { known: LEAD_FIELDS }) ?? {}, 'set.')
  const addTags = readTags(issues, 'add_tags', body.add_tags ?? [])
  const removeTags = readTags(issues, 'remove_tags', body.remove_tags ?? [])
  if (Object.keys(set).length + addTags.length + removeTags.length === 0 && issues.count === 0) {
    issues.add('set', 'bulk.nothing_to_change', { fields: LEAD_FIELDS.join(', ') })
  }
  return { filter, page, set, addTags, removeTags }
}

function readTarget(issues: Issues, { ids, filter }: Record<string, unknown>, caller: Caller): ContactFilter {
  if ((ids === undefined) === (filter === undefined)) {
    issues.add('ids', 'bulk.ids_or_filter')
    return {}
  }
  if (ids !== undefined) return { ids: readIds(issues, ids) }
  const texts = readFilterTexts(issues, 'filter', filter)
  if (issues.count > 0) return {}
  if (Object.keys(texts).length === 0) issues.add('filter', 'bulk.filter_empty')
  // Read again with the caller, who "me" stands for.
  return readFilter(issues, texts as Query, caller)
}

function readIds(issues: Issues, value: unknown): string[] {
  if (!Array.isArray(value)) {
    issues.add('ids', 'bulk.ids_not_list', { max: BULK_MAX, found: typeOf(value) })
    return []
  }
  if (value.length === 0 || value.length > BULK_MAX) {
    issues.add('ids', 'bulk.ids_count', { max: BULK_MAX, count: value.length })
    return []
  }
  const wrong = value.findIndex((each) => typeof each !== 'string' || !isUuid(each))
  if (wrong !== -1) issues.add(`ids[${wrong}]`, 'bulk.wrong_id')
  return wrong === -1 ? value.map((id: string) => id.toLowerCase()) : []
}

interface LeadChangeOptions extends Pick<Parts, 'pool' | 'ids'> {
  emit: Emit
}

/**
 * Changes many contacts, one transaction for each part of the list, so that large contacts do not fill memory and locks
 * are short. If it is interrupted, the same request does the rest.
 */
export function createBulk(options: LeadChangeOptions & { contacts: Pick<Contacts, 'list'> }) {
  return async (workspaceId: string, by: ChangedBy | null, { filter: asked, page, ...change }: Bulk) => {
    const ownerId = change.set.owner_id ?? null
    if (ownerId !== null) await transaction(options.pool, (tx) => requireMember(tx, workspaceId, ownerId))
    const filter = await followMerged(options.pool, workspaceId, asked)
    const list = await options.contacts.list(workspaceId, filter, page)
    let matched = 0
    let changed = 0
    for (let part = await list.next(); part !== null; part = await list.next()) {
      const ids = part.map(({ id }) => id)
      matched += ids.length
      changed += await transaction(options.pool, async (tx) => {
        // Checked again, because the person may have left the team meanwhile.
        if (ownerId !== null) await requireMember(tx, workspaceId, ownerId)
        return changeLeadsIn(options, tx, { workspaceId, filter, ids, by }, (lead) => changeLead(lead, change))
      })
    }
    return { matched, changed, next_cursor: list.pagination().next_cursor }
  }
}

type ChangeMany = ReturnType<typeof createBulk>

/** Drops tags beyond the limit, so that they do not hold up the other contacts. */
function changeLead(current: Lead, { set, addTags, removeTags }: Pick<Bulk, 'set' | 'addTags' | 'removeTags'>): Lead {
  const lead = { ...current, ...set }
  const tags = new Set([...lead.tags, ...addTags])
  for (const tag of removeTags) tags.delete(tag)
  return { ...lead, tags: [...tags].slice(0, TAGS_MAX) }
}

interface LeadChanges {
  workspaceId: string
  /** Only contacts that still match are changed. */
  filter: ContactFilter
  ids: readonly string[]
  by: ChangedBy | null
}

async function changeLeadsIn(
  options: Omit<LeadChangeOptions, 'pool'>,
  tx: Tx,
  { workspaceId, filter, ids, by }: LeadChanges,
  change: (lead: Lead) => Lead,
): Promise<number> {
  const before = new Map<string, StoredInput>()
  const leads: Array<{ id: string } & Lead> = []
  for (const row of await selectContactsForChange(tx, workspaceId, filter, ids)) {
    const input = inputOf(row)
    const lead = change(input.lead)
    if (isDeepStrictEqual(lead, input.lead)) continue
    before.set(row.id, input)
    leads.push({ id: row.id, ...lead })
  }
  if (leads.length === 0) return 0
  const changed = (await updateLeads(tx, workspaceId, leads)).map((row) => {
    const { id, version, status, owner_id, tags } = row
    const old = before.get(id)!
    const after = { ...old, lead: { status, owner_id, tags } as Lead }
    return { id, version, before: old, after, shown: fromRow(row) }
  })
  await recordChanges(options, tx, workspaceId, by, changed)
  return changed.length
}

/**
 * For the transaction that removes a person from the team. It enqueues a job, because they may own very many contacts.
 */
export function createOnLeave(clock: Clock) {
  return (tx: Tx, workspaceId: string, userId: string): Promise<void> =>
    enqueue(tx, {
      task: 'contacts.unassign',
      key: `${workspaceId}:${userId}`,
      payload: { workspace_id: workspaceId, user_id: userId },
      runAt: new Date(clock.now()),
    })
}

const UNASSIGN_STEP = 200

/** The job: removes the owner who left from their contacts. If it is interrupted, the next run does the rest. */
export async function unassignContacts(
  { jobs, ...options }: Omit<LeadChangeOptions, 'pool'> & { jobs: Pool },
  { workspace_id: workspaceId, user_id: ownerId }: Jobs['contacts.unassign'],
): Promise<void> {
  for (;;) {
    const ids = await selectOwned(jobs, workspaceId, ownerId, UNASSIGN_STEP)
    if (ids.length === 0) return
    const changes = { workspaceId, filter: { owner_id: ownerId }, ids, by: null }
    await transaction(jobs, (tx) => changeLeadsIn(options, tx, changes, (lead) => ({ ...lead, owner_id: null })))
  }
}
