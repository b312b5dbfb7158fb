import { run, sql, type Tx } from '../../db/database.ts'
import { LOWEST_ID } from '../../lib/ids.ts'

interface Place {
  /** The primary key behind the workspace. */
  key: readonly ['id'] | readonly ['source_id', 'id']
  /** Rows of one statement. */
  step: number
  /** SQL: what is searched. `bytes` need not be text. */
  bytes: string
  text: string
  /** SQL: which rows are meant. */
  isMeant: string
}

// A body can have a megabyte.
const received = { key: ['source_id', 'id'], step: 200, bytes: 'body', isMeant: 'true' } as const
const eventData = {
  key: ['id'],
  step: 5_000,
  bytes: `convert_to(coalesce(data::text, ''), 'UTF8')`,
  text: `''`,
  // What a post says was meant for everybody.
  isMeant: `type like 'contact.%'`,
} as const

/** Where an address can stand though no record leads there. */
const PLACES = {
  webhook_deliveries: { ...received, text: `concat_ws(' ', coalesce(delivery_id, ''), query, headers::text)` },
  webhook_rejections: { ...received, text: `concat_ws(' ', '', query, headers::text)` },
  contact_notes: { key: ['id'], step: 1_000, bytes: `convert_to(text, 'UTF8')`, text: `''`, isMeant: 'true' },
  submissions: {
    key: ['id'],
    step: 2_000,
    bytes: `convert_to(coalesce(payload::text, ''), 'UTF8')`,
    text: `''`,
    // An accepted one is a contact, and what contacts say in their own fields stays.
    isMeant: `payload is not null`,
  },
  event_outbox: eventData,
  events: eventData,
} satisfies Record<string, Place>

type PlaceName = keyof typeof PLACES

/** A row that mentions the address. `source_id` is that of a webhook, for what it received. */
export interface Mention {
  source_id?: string
  id: string
}

interface SearchedRow extends Mention {
  /** Null, as is `text`, when there is no needle in them. */
  bytes: Buffer | null
  text: string | null
}

// As bytes, because a body need not be text; in this form only ASCII letters have a lower case.
const lowered = (bytes: string) => `lower(encode(${bytes}, 'escape') collate "C")`

/**
 * Lets the steps below go along the primary key. With statistics that lag behind, the planner would rather sort the whole
 * table for each of them.
 */
export async function walkByKey(tx: Tx): Promise<void> {
  await run(tx, sql`set local enable_sort = off`)
}

/**
 * What mentions the address in one place. Only texts with one of the needles in them are read and asked `isMention`. Walks
 * along the primary key: the cost of a statement does not grow with the table.
 */
export async function findMentions(
  tx: Tx,
  place: PlaceName,
  person: { workspaceId: string; needles: readonly string[]; isMention: (text: string) => boolean },
): Promise<Mention[]> {
  const { key, step, bytes, text, isMeant }: Place = PLACES[place]
  const columns = key.join(', ')
  const after = key.map((_, at) => `$${at + 4}::uuid`).join(', ')
  const statement = `
    with looked as (
      select ${columns}, ${bytes} as bytes, ${text} as text, ${isMeant} as is_meant from ${place}
       where workspace_id = $1 and (${columns}) > (${after}) order by ${columns} limit $2),
    judged as (
      select ${columns}, bytes, text, is_meant and exists (select from unnest($3::text[]) as needle
               where position(needle in whole) > 0) as found
        from looked cross join lateral (
          select ${lowered('bytes')} || ' ' || ${lowered(`convert_to(text, 'UTF8')`)} as whole offset 0) as lowered)
    select ${columns}, case when found then bytes end as bytes, case when found then text end as text from judged`
  const needles = person.needles.map(escapeBytes)
  const found: Mention[] = []
  for (let last: string[] | null = key.map(() => LOWEST_ID); last !== null; ) {
    const values: unknown[] = [person.workspaceId, step, needles, ...last]
    const { rows } = await tx.query<SearchedRow>({ text: statement, values })
    for (const { bytes, text, ...mention } of rows) {
      if (text !== null && [bytes!.toString(), text].some(person.isMention)) found.push(mention)
    }
    // Ids as text sort as they do in the database.
    const keys = rows.map((row) => key.map((column) => row[column as 'id']))
    last = rows.length < step ? null : keys.reduce((a, b) => (a.join() > b.join() ? a : b))
  }
  return found
}

/** As encode(…, 'escape') writes it. */
function escapeBytes(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    if (byte === 0x5c) return '\\\\'
    return byte === 0 || byte >= 0x80 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte)
  }).join('')
}
