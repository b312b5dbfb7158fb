import type { Tx } from '../db/database.ts'

/** What has a needle in it. Whether that is a mention is for the caller to judge, from the texts. */
export interface Candidate {
  source_id: string | null
  id: string
  texts: string[]
}

export interface Step {
  candidates: Candidate[]
  /** To go on after; null at the end. */
  last: { sourceId: string; id: string } | null
}

const FIRST = '00000000-0000-0000-0000-000000000000'
export const START = { sourceId: FIRST, id: FIRST }

// A body can have a megabyte.
const RECEIVED_STEP = 200
const EVENT_STEP = 5_000

// As bytes, because a body need not be text; in this form only ASCII letters have a lower case.
const lowered = (bytes: string) => `lower(encode(${bytes}, 'escape') collate "C")`

/**
 * Lets the steps below go along the primary key. With statistics that lag behind, the planner would rather sort the whole
 * table for each of them.
 */
export async function walkByKey(tx: Tx): Promise<void> {
  await tx.query({ text: 'set local enable_sort = off' })
}

/** The next rows by primary key: the cost of a statement does not grow with the table. */
export async function lookAtReceived(
  tx: Tx,
  table: 'webhook_deliveries' | 'webhook_rejections',
  workspaceId: string,
  needles: readonly string[],
  after: { sourceId: string; id: string },
): Promise<Step> {
  const senderId = table === 'webhook_deliveries' ? `coalesce(delivery_id, '')` : `''`
  const result = await tx.query<{ source_id: string; id: string; body: Buffer | null; around: string | null }>({
    text: `with looked as (
             select source_id, id, body, concat_ws(' ', ${senderId}, query, headers::text) as around from ${table}
              where workspace_id = $1 and (source_id, id) > ($2::uuid, $3::uuid) order by source_id, id limit $4),
           judged as (
             select source_id, id, body, around, exists (select from unnest($5::text[]) as needle
                      where position(needle in all_of_it.text) > 0) as found
               from looked cross join lateral (
                 select ${lowered('body')} || ' ' || ${lowered("convert_to(around, 'UTF8')")} as text offset 0) as all_of_it)
           select source_id, id, case when found then body end as body, case when found then around end as around
             from judged`,
    values: [workspaceId, after.sourceId, after.id, RECEIVED_STEP, needles.map(escapeBytes)],
  })
  const candidates = result.rows.flatMap(({ source_id, id, body, around }) =>
    around === null ? [] : [{ source_id, id, texts: [body!.toString(), around] }],
  )
  return { candidates, last: lastOf(result.rows, RECEIVED_STEP) }
}

/** Events of contacts alone: what a post says was meant for everybody. */
export async function lookAtEvents(
  tx: Tx,
  table: 'event_outbox' | 'events',
  workspaceId: string,
  needles: readonly string[],
  after: { id: string },
): Promise<Step> {
  const result = await tx.query<{ source_id: null; id: string; data: string | null }>({
    text: `with looked as (
             select id, type, data::text as data from ${table} where workspace_id = $1 and id > $2 order by id limit $3),
           judged as (
             select id, data, type like 'contact.%' and exists (select from unnest($4::text[]) as needle
                      where position(needle in all_of_it.text) > 0) as found
               from looked cross join lateral (
                 select ${lowered("convert_to(coalesce(data, ''), 'UTF8')")} as text offset 0) as all_of_it)
           select null as source_id, id, case when found then data end as data from judged`,
    values: [workspaceId, after.id, EVENT_STEP, needles.map(escapeBytes)],
  })
  const candidates = result.rows.flatMap(({ id, data }) =>
    data === null ? [] : [{ source_id: null, id, texts: [data] }],
  )
  return { candidates, last: lastOf(result.rows, EVENT_STEP) }
}

/** Ids as text sort as they do in the database. */
function lastOf(rows: ReadonlyArray<{ source_id: string | null; id: string }>, most: number): Step['last'] {
  if (rows.length < most) return null
  const places = rows.map(({ source_id, id }) => ({ sourceId: source_id ?? FIRST, id }))
  return places.reduce((last, each) => (`${each.sourceId}${each.id}` > `${last.sourceId}${last.id}` ? each : last))
}

/** As encode(…, 'escape') writes it. */
function escapeBytes(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    if (byte === 0x5c) return '\\\\'
    return byte === 0 || byte >= 0x80 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte)
  }).join('')
}
