import type { RawBuilder } from 'kysely'
import { type Db, run, sql } from '../db/database.ts'
import { TAGGED_LOOKED_AT, VALUES_COUNTED, VALUES_MAX } from './schemas.ts'
import { FORM } from './store.ts'

/** What contacts are filtered by. */
export const VALUE_FIELDS = ['utm_source', 'utm_medium', 'form'] as const
export type ValueField = (typeof VALUE_FIELDS)[number]

export interface FieldValue {
  value: string
  contacts: number
}

/** How many different values are looked at, in their order. */
const WALKED_MAX = 150
/** Of how many contacts the values are looked at too. */
const NEWEST_MAX = 2_000

// As the partial index of each has it.
const COLUMNS: Record<ValueField, { value: RawBuilder<string>; isThere: RawBuilder<boolean> }> = {
  utm_source: { value: sql`utm_source`, isThere: sql`utm_source is not null` },
  utm_medium: { value: sql`utm_medium`, isThere: sql`utm_medium is not null` },
  form: { value: FORM, isThere: sql`extra ? 'form'` },
}

/**
 * The values that occur, in no order. From one value to the next along the index, however many contacts have it; and those
 * of the newest contacts, so that a flood of invented values does not hide the real ones. The cost does not grow with the
 * table.
 */
export async function selectValues(db: Db, workspaceId: string, field: ValueField): Promise<FieldValue[]> {
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

/** The tags of the newest contacts that have some, those of most contacts first. */
export function selectTags(db: Db, workspaceId: string): Promise<FieldValue[]> {
  const statement = sql<FieldValue>`
    select tag as value, least(count(*), ${VALUES_COUNTED})::integer as contacts
      from (select tags from contacts where workspace_id = ${workspaceId} and tags <> '{}'
             order by id desc limit ${TAGGED_LOOKED_AT}) as recent, unnest(tags) as tag
     group by tag order by count(*) desc, tag limit ${VALUES_MAX}`
  return run(db, statement)
}
