import { domainToUnicode } from 'node:url'
import { type Db, run, sql, type Tx } from '../../db/database.ts'
import { LOWEST_ID } from '../../lib/ids.ts'

/**
 * The spellings of an address: as in its records, and with its domain in either form. ASCII letters are in lower case.
 */
export function spellingsOf(emailKey: string, written: readonly string[]): string[] {
  const at = emailKey.lastIndexOf('@')
  const readable = `${emailKey.slice(0, at)}@${domainToUnicode(emailKey.slice(at + 1))}`
  return [...new Set([emailKey, readable, ...written].map(lowerAscii))]
}

/** Everything that mentions the address, plain, in a form or in JSON, contains one of these texts in lower case. */
export function needlesOf(spellings: readonly string[]): string[] {
  const needles = spellings.flatMap((spelling) => {
    const inForm = lowerAscii(encodeURIComponent(spelling))
    const inJson = escapeJson(spelling)
    const inEither = [spelling, inJson].flatMap((text) => [text, text.replace('@', '\\u0040')])
    return [...inEither, inForm, inForm.replace('%40', '@')]
  })
  return [...new Set(needles)]
}

/** Matches the address, but not a longer one that contains it: joana@… is not ana@…. */
function patternOf(spellings: readonly string[], flags: string): RegExp {
  // RegExp.escape() came with Node 24.
  const any = spellings.map((spelling) => spelling.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')
  // An apostrophe is a quotation mark, unless a letter precedes it: o'neil@… is not neil@….
  return new RegExp(
    `(?<![\\p{L}\\p{M}\\p{N}._+\\-]|[\\p{L}\\p{N}]')(?:${any})(?![\\p{L}\\p{N}_\\-]|\\.[\\p{L}\\p{N}])`,
    flags,
  )
}

const ERASED = '[erased]'

/** The text without the address. If the address is encoded, the whole text is removed. */
export function redact(
  text: string,
  { spellings, isMention }: { spellings: readonly string[]; isMention: (text: string) => boolean },
): string {
  const redacted = text.replace(patternOf(spellings, 'giu'), ERASED)
  return isMention(redacted) ? ERASED : redacted
}

export function createMention(spellings: readonly string[]): (text: string) => boolean {
  const pattern = patternOf(spellings, 'iu')
  return (text) => pattern.test(text) || pattern.test(readForm(text)) || pattern.test(readJson(text))
}

function readForm(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString())
}

const SHORT: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: ' ', f: ' ' }

/** The text of JSON strings, whatever surrounds them. */
function readJson(text: string): string {
  return text.replace(/\\(?:u([0-9a-f]{4})|(.))/gi, (_all, code: string | undefined, character: string) =>
    code === undefined ? (SHORT[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function escapeJson(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Like the database's lower() with the collation C. */
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

interface Place {
  /** The primary key behind the workspace. */
  key: readonly ['id'] | readonly ['source_id', 'id']
  step: number
  text: string
  /** SQL: bytes that are also searched, and need not be text. */
  bytes?: string
  /** SQL: which rows to search. The indexes of 0042_erasures.sql match these. */
  isMeant: string
}

// A body can have a megabyte.
const received = { key: ['source_id', 'id'], step: 200, bytes: 'body', isMeant: 'true' } as const
const eventData = {
  key: ['id'],
  step: 2_000,
  text: `coalesce(data::text, '')`,
  // Other events are found through their contacts, and posts are public.
  isMeant: `names_others is not false and type like 'contact.%'`,
} as const

/** Tables that can mention an address although no record leads there. */
const PLACES = {
  webhook_deliveries: { ...received, text: `concat_ws(' ', coalesce(delivery_id, ''), query, headers::text)` },
  webhook_rejections: { ...received, text: `concat_ws(' ', '', query, headers::text)` },
  contact_notes: { key: ['id'], step: 1_000, text: 'text', isMeant: `text ~ '@|%40|u0040'` },
  // An accepted submission is a contact, and the fields of contacts stay.
  submissions: { key: ['id'], step: 1_000, text: 'payload::text', isMeant: 'payload is not null' },
  event_outbox: eventData,
  events: eventData,
} satisfies Record<string, Place>

export type PlaceName = keyof typeof PLACES

/** A row that mentions the address. `source_id` is the webhook that received it, if any. */
export interface Mention {
  source_id?: string
  id: string
}

interface Searched {
  workspaceId: string
  needles: readonly string[]
  isMention: (text: string) => boolean
}

interface SearchedRow extends Mention {
  /** Null, as is `bytes`, if they contain no needle. */
  text: string | null
  bytes: Buffer | null
}

/**
 * Makes the steps below follow the primary key. With old statistics the planner would sort the whole table for each.
 */
export async function walkByKey(tx: Tx): Promise<void> {
  await run(tx, sql`set local enable_sort = off`)
}

/** Counts the rows to go through, including contacts of the person, up to `most`. */
export async function countRows(
  db: Db,
  { workspaceId, emailKey }: { workspaceId: string; emailKey: string },
  most: number | null,
): Promise<number> {
  const places = Object.entries(PLACES).map(
    ([name, { isMeant }]) => `(select 1 from ${name} where workspace_id = $1 and ${isMeant} limit $3)`,
  )
  const contacts = '(select 1 from contacts where workspace_id = $1 and email_key = $2 limit $3)'
  const text = `select count(*)::integer as count from (${[contacts, ...places].join(' union all ')}) as counted`
  const { rows } = await db.query<{ count: number }>({ text, values: [workspaceId, emailKey, most] })
  return rows[0]!.count
}

/**
 * The next rows of a place after the key `after`, and those that mention the address. Only texts that contain a needle
 * are read and checked with `isMention`. The cost does not grow with the table.
 */
export async function findMentions(
  tx: Tx,
  place: PlaceName,
  person: Searched,
  after: readonly string[] | null,
): Promise<{ mentions: Mention[]; looked: number; after: string[] | null }> {
  const { key, step } = PLACES[place]
  const rows = await run(tx, selectSearched(place, person, after ?? key.map(() => LOWEST_ID)))
  const isMeant = ({ text, bytes }: SearchedRow) =>
    text !== null && (person.isMention(text) || (bytes !== null && person.isMention(bytes.toString())))
  const mentions = rows.filter(isMeant).map(({ text, bytes, ...mention }) => mention)
  const keys = rows.map((row) => key.map((column) => row[column as 'id']))
  // As text, ids sort as they do in the database.
  const last = rows.length < step ? null : keys.reduce((a, b) => (a.join() > b.join() ? a : b))
  return { mentions, looked: rows.length, after: last }
}

function selectSearched(name: PlaceName, { workspaceId, needles }: Searched, after: readonly string[]) {
  const { key, step, isMeant, text, bytes = 'null::bytea' }: Place = PLACES[name]
  const columns = sql.raw(key.join(', '))
  const escaped = needles.map(escapeBytes)
  return sql<SearchedRow>`
    with looked as (
      select ${columns}, ${sql.raw(text)} as text, ${sql.raw(bytes)} as bytes from ${sql.table(name)}
       where workspace_id = ${workspaceId} and (${columns}) > (${sql.join(after.map((id) => sql`${id}::uuid`))})
         and ${sql.raw(isMeant)}
       order by ${columns} limit ${step}),
    judged as (
      select ${columns}, text, bytes,
             exists (select from unnest(${needles}::text[]) as needle where position(needle in lowered_text) > 0)
             or exists (select from unnest(${escaped}::text[]) as needle where position(needle in lowered_bytes) > 0) as found
        from looked cross join lateral (
          -- With this collation only ASCII letters have a lower case.
          select lower(text collate "C") as lowered_text, lower(encode(bytes, 'escape') collate "C") as lowered_bytes
          offset 0) as lowered)
    select ${columns}, case when found then text end as text, case when found then bytes end as bytes from judged`
}

/** Like the database's encode(…, 'escape'). */
function escapeBytes(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    if (byte === 0x5c) return '\\\\'
    return byte === 0 || byte >= 0x80 ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte)
  }).join('')
}
