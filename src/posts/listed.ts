import { build, sql } from '../db/database.ts'
import { createFieldsWriter, type JsonRow } from '../db/statements/bounded.ts'
import { selectRowCount, ZERO } from '../db/statements/counts.ts'
import { createList, WrittenRow } from '../db/statements/paging.ts'
import { writeJson } from '../messages/for-reader.ts'
import type { Language } from '../messages/languages.ts'
import { NO_REASON, showReason } from '../messages/stored.ts'
import { byFormat } from '../platforms/registry.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import type { Warning } from '../platforms/shared/rules.ts'
import { OUTCOME_COLUMNS } from './assigned.ts'
import { STATUSES } from './fields.ts'
import { columnOf, POST_FIELDS } from './input.ts'
import { COUNTS, resultsOf, showWarning } from './show.ts'
import { SHOWN_COLUMNS } from './store.ts'

// Posts as lists show them: the JSON of `fromRow` in show.ts, made from what PostgreSQL sends.

export const LISTED = [
  ...SHOWN_COLUMNS,
  'publication_state as state',
  sql<string | null>`failure ->> 'class'`.as('code'),
  sql<string | null>`outgoing -> 'text'`.as('outgoing_text'),
] as const

const OF_POST = [...SHOWN_COLUMNS, 'state', 'code', 'outgoing_text'] as const

/** In the order of a row. */
const COLUMNS: readonly string[] = [...OF_POST, ...COUNTS]

/** How many columns of a row are the post's; others may follow. */
export const SHOWN_WIDTH = COLUMNS.length

/** SQL: the columns of the posts of `page`, which has those of `LISTED`. */
export function shownOf(place: { workspaceId: string }) {
  const { columns, joins } = resultsOf(place)
  return { columns: sql`${sql.join(OF_POST.map((name) => sql.ref(`page.${name}`)))}, ${columns}`, joins }
}

const writeStart = byFormat(({ format }) => {
  const fields = POST_FIELDS[format]
  const columns = COLUMNS.map((column) => fields.find((name) => columnOf(name) === column) ?? column)
  return createFieldsWriter(['id', 'platform', ...fields, 'group_id', 'author_id', 'outgoing_text'], columns)
})
const writeState = createFieldsWriter(['state', 'attempts', 'code'], COLUMNS)
const writeOutcome = createFieldsWriter(OUTCOME_COLUMNS, COLUMNS)
const writeTimes = createFieldsWriter(['created_at', 'updated_at', 'version'], COLUMNS)
const writeResults = createFieldsWriter(COUNTS, COLUMNS, { clicks: ZERO, visitors: ZERO, leads: ZERO })

const placeOf = (name: string) => COLUMNS.indexOf(name)
const [PLATFORM, REASON, REASON_CODE, REASON_VALUES] = ['platform', 'reason', 'reason_code', 'reason_values'].map(
  placeOf,
)
const [WARNINGS, MEDIA_WARNINGS] = ['warnings', 'media_warnings'].map(placeOf)
const SCHEDULED = placeOf('scheduled_date')

function writePost(row: JsonRow, language: Language = 'en'): string {
  const start = writeStart[row[PLATFORM!]!.slice(1, -1) as Format](row)
  const publication = `${writeState(row)},${writeReason(row, language)},${writeOutcome(row)}`
  const end = `"warnings":${writeWarnings(row, language)},${writeTimes(row)},"results":{${writeResults(row)}}`
  return `{${start},"publication":{${publication}},${end}}`
}

/** Whether it has a reason or warnings. */
function isSpoken(row: JsonRow): boolean {
  return row[REASON!] !== null || row[WARNINGS!] !== '[]' || row[MEDIA_WARNINGS!] !== '[]'
}

const fieldsOf = (object: object, language: Language) => writeJson(object, language).text.slice(1, -1)
const WITHOUT_REASON = fieldsOf(NO_REASON, 'en')

function writeReason(row: JsonRow, language: Language): string {
  if (row[REASON!] === null) return WITHOUT_REASON
  const [reason, reason_code, reason_values] = [REASON, REASON_CODE, REASON_VALUES].map((at) => parse(row[at!]))
  return fieldsOf(showReason({ reason, reason_code, reason_values }), language)
}

function writeWarnings(row: JsonRow, language: Language): string {
  const [own, ofMedia] = [row[WARNINGS!], row[MEDIA_WARNINGS!]]
  if (own === '[]' && ofMedia === '[]') return '[]'
  const all = [...(parse(own) as Warning[]), ...(parse(ofMedia) as Warning[])]
  return writeJson(all.map(showWarning), language).text
}

function parse(json: string | null | undefined): unknown {
  return json == null ? null : JSON.parse(json)
}

/** For a list by date, whose cursors have the date. */
export interface DatedPost {
  id: string
  date: Date | null
  written: WrittenRow
}

export function toDated(row: JsonRow): DatedPost {
  const written = toWritten(row)
  const date = parse(row[SCHEDULED]) as string | null
  return { id: written.id, date: date === null ? null : new Date(date), written }
}

/** The row may have more columns. */
export function toWritten(row: JsonRow): WrittenRow {
  const id = parse(row[0]) as string
  return new WrittenRow(id, writePost(row), isSpoken(row) ? (language) => writePost(row, language) : null)
}

/** SQL: how many posts there are, from counts by format and status. */
export function selectKeptCount(
  workspaceId: string,
  { platform, status }: { platform?: string | null; status?: string | null } = {},
) {
  const statuses = status ? [status] : STATUSES
  const kinds = (platform ? [platform] : FORMATS).flatMap((each) => statuses.map((one) => `posts:${each}:${one}`))
  return selectRowCount(workspaceId, sql`array[${sql.join(kinds.map((kind) => sql.lit(kind)))}]`)
}

/** Every post, with its results. */
export const POSTS = createList({
  name: 'posts.page',
  rows: ({ workspaceId }: { workspaceId: string }) =>
    build.selectFrom('posts').where('workspace_id', '=', workspaceId).select(LISTED),
  total: ({ workspaceId }) => selectKeptCount(workspaceId),
  added: resultsOf,
  write: writePost,
  isSpoken,
})
