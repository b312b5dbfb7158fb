import type { RawBuilder } from 'kysely'
import { LEAD_STATUSES, STATUS_KEYS } from '../contact-fields.ts'
import { type Db, type Pool, run, sql } from '../db/database.ts'
import { callerOf } from '../http/call.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import { Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { groupDigits } from '../lib/text/text.ts'
import { type ContactFilter, FORM } from './filter.ts'
import { countMatching } from './list.ts'
import { selectStatuses, selectTeam } from './team.ts'

const VALUES_MAX = 100
const VALUES_COUNTED = 500
/** Tags are counted among this many of the newest contacts with tags. */
const TAGGED_LOOKED_AT = 4_000

const counted = {
  value: S.string(),
  contacts: S.integer(`Contacts that have it; ${VALUES_COUNTED} means so many or more.`),
}
const values = S.array(S.closed(counted), { maxItems: VALUES_MAX })

const contactValues = S.exampledOutput('ContactValues', {
  utm_source: [
    values,
    [
      { value: 'newsletter', contacts: 500 },
      { value: 'linkedin', contacts: 41 },
    ],
  ],
  utm_medium: [values, [{ value: 'email', contacts: 500 }]],
  form: [values, [{ value: 'Contact us', contacts: 312 }]],
  status: [
    S.array(S.closed({ ...counted, label: S.string('What the workspace calls it.') }), 'All of them, in their order.'),
    STATUS_KEYS.map((value, index) => ({ value, contacts: 60 - 10 * index, label: LEAD_STATUSES[value] })),
  ],
  owner_id: [
    S.array(
      S.closed({ ...counted, value: Uuid, label: S.string('Their name.') }),
      'Everybody in the team, in the order they joined.',
    ),
    [{ value: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040', contacts: 12, label: 'Ben Ode' }],
  ],
  tag: [
    { ...values, description: `From the newest ${groupDigits(TAGGED_LOOKED_AT)} contacts with tags.` },
    [{ value: 'trade fair', contacts: 41 }],
  ],
})

export const getContactValues = operationsOf<{ reads: Pool }>('Contacts')({
  id: 'getContactValues',
  summary: 'Values to filter contacts by',
  description:
    `The values of \`utm_source\`, \`utm_medium\`, \`form\` and \`tag\` that occur, up to ${VALUES_MAX} each, those of most ` +
    `contacts first; all statuses; and the people of the team, whom contacts can be assigned to. Counting ends at ${groupDigits(VALUES_COUNTED)}, so that it is quick however many contacts there are.`,
  answers: { 200: recordAnswer('The values.', contactValues) },
  async handle({ reads }, request) {
    const { workspaceId } = callerOf(request)
    const data: Partial<Record<ValueField, FieldValue[]>> = {}
    for (const field of VALUE_FIELDS) {
      data[field] = (await selectValues(reads, workspaceId, field)).sort(mostFirst).slice(0, VALUES_MAX)
    }
    const count = (filter: ContactFilter) => countMatching(reads, workspaceId, filter, VALUES_COUNTED)
    const statuses = (await selectStatuses(reads, workspaceId)).map(({ key: value, label }) => ({ value, label }))
    const team = (await selectTeam(reads, workspaceId)).map(({ id: value, name: label }) => ({ value, label }))
    return {
      ...data,
      status: await countEach(statuses, ({ value }) => count({ status: value })),
      owner_id: await countEach(team, ({ value }) => count({ owner_id: value })),
      tag: await selectTags(reads, workspaceId),
    }
  },
})

async function countEach<T extends object>(items: readonly T[], count: (item: T) => Promise<number>) {
  const counted: Array<T & { contacts: number }> = []
  for (const item of items) counted.push({ ...item, contacts: await count(item) })
  return counted
}

function mostFirst(a: FieldValue, b: FieldValue): number {
  return b.contacts - a.contacts || (a.value < b.value ? -1 : 1)
}

const VALUE_FIELDS = ['utm_source', 'utm_medium', 'form'] as const
type ValueField = (typeof VALUE_FIELDS)[number]

interface FieldValue {
  value: string
  contacts: number
}

/** The most distinct values that are read, in their order. */
const WALKED_MAX = 150
/** The values of this many of the newest contacts are included, too. */
const NEWEST_MAX = 2_000

// Matches the partial index of each field.
const COLUMNS: Record<ValueField, { value: RawBuilder<string>; isThere: RawBuilder<boolean> }> = {
  utm_source: { value: sql`utm_source`, isThere: sql`utm_source is not null` },
  utm_medium: { value: sql`utm_medium`, isThere: sql`utm_medium is not null` },
  form: { value: FORM, isThere: sql`extra ? 'form'` },
}

/**
 * The values that occur, unordered. It jumps from one value to the next along the index, however many contacts have it,
 * and adds the values of the newest contacts, so that a flood of invented values does not hide the real ones.
 */
async function selectValues(db: Db, workspaceId: string, field: ValueField): Promise<FieldValue[]> {
  const { value, isThere } = COLUMNS[field]
  const statement = sql<FieldValue>`
    with recursive walked (value, step) as (
      (select ${value}, 1 from contacts where workspace_id = ${workspaceId} and ${isThere} order by ${value} limit 1)
      union all
      select (select ${value} from contacts
               where workspace_id = ${workspaceId} and ${isThere} and ${value} > walked.value
               order by ${value} limit 1), step + 1
        from walked where walked.value is not null and step < ${WALKED_MAX}
    ), found as (
      select value from walked where value is not null
      union
      select value from (select ${value} as value from contacts
                          where workspace_id = ${workspaceId} order by id desc limit ${NEWEST_MAX}) as recent
       where value is not null
    )
    select value, (select count(*)::integer from (select from contacts
                     where workspace_id = ${workspaceId} and ${isThere} and ${value} = found.value
                     limit ${VALUES_COUNTED}) as counted) as contacts
      from found`
  return run(db, statement)
}

/** The tags of the newest contacts that have some, most frequent first. */
function selectTags(db: Db, workspaceId: string): Promise<FieldValue[]> {
  const statement = sql<FieldValue>`
    select tag as value, least(count(*), ${VALUES_COUNTED})::integer as contacts
      from (select tags from contacts where workspace_id = ${workspaceId} and tags <> '{}'
             order by id desc limit ${TAGGED_LOOKED_AT}) as recent, unnest(tags) as tag
     group by tag order by count(*) desc, tag limit ${VALUES_MAX}`
  return run(db, statement)
}
