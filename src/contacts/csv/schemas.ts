import { contactExample, eachField, FIELD_SPECS, FRESH_LEAD, STATUS_KEYS } from '../../contact-fields.ts'
import { maybeId, maybeTime, pageQuery, Timestamp, Uuid } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
import type { Separator } from '../../lib/text/csv.ts'
import { ENCODINGS, type Encoding } from '../../lib/text/encoding.ts'
import { ExtraValue } from '../schemas.ts'
import { COLUMN_TARGETS, type Column } from './columns.ts'

export const IMPORT_BYTES_MAX = 10 * 1_048_576
export const IMPORT_ROWS_MAX = 250_000
export const IMPORT_COLUMNS_MAX = 300
export const PREVIEW_ROWS = 20
export const PREVIEW_PROBLEMS = 100

const STATES = ['waiting', 'running', 'done', 'cancelled']
export const OUTCOMES = ['failed', 'skipped'] as const
export type Outcome = (typeof OUTCOMES)[number]

const ImportColumnSchema = S.output('ImportColumn', {
  name: S.string('As the header has it.'),
  use: S.oneOf(
    ['field', 'lead', 'full_name', 'extra', 'json', 'ignored'],
    'A field of the contact; its status, owner (by e-mail address) or tags (separated by commas or semicolons), where the value is ' +
      'one, and otherwise an additional field; first and last name in one, which stays as an additional field too; an additional ' +
      'field of this name; a JSON object of additional fields (`extra` of an ' +
      'export); or nothing: it has no name, or the service assigns it.',
  ),
  field: S.nullable('string', 'Which field of the contact; status, owner or tags.'),
})

export interface ImportOptions {
  encoding: Encoding
  separator: Separator
  columns: Column[]
  raw: boolean
  skip_existing: boolean
  notify: boolean
}

const columnsExample = [
  { name: 'First name', use: 'field', field: 'first_name' },
  { name: 'E-Mail', use: 'field', field: 'email' },
  { name: 'phone', use: 'extra', field: null },
]

const options = S.exampled({
  encoding: [S.oneOf(ENCODINGS), 'utf-8'],
  separator: [S.oneOf([',', ';', '\t']), ','],
  columns: [S.array(ImportColumnSchema), columnsExample],
  raw: [S.boolean(), false],
  skip_existing: [S.boolean(), true],
  notify: [S.boolean(), false],
})

const counted = S.exampled({
  rows: [
    S.integer(
      'Rows of the file without its header. When done, created + skipped + failed; when cancelled, the rest was not stored.',
    ),
    2,
  ],
  created: [S.integer('Contacts made so far.'), 0],
  skipped: [S.integer('Blank rows, and with `skip_existing` those whose address is there already.'), 0],
  failed: [S.integer('Rows that break rules. List them at `/rows?outcome=failed`.'), 0],
})

export const importFileExample =
  'First name,E-Mail,phone\r\nAna,ana@example.com,+351 210 000 000\r\n,ben@example.com,\r\n'

export const contactImport = {
  schema: S.output('Import', {
    id: Uuid,
    state: S.oneOf(STATES),
    ...counted.fields,
    ...options.fields,
    created_at: Timestamp,
    finished_at: maybeTime('When it was done, or cancelled.'),
  }),
  example: {
    id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9013',
    state: 'waiting',
    ...counted.example,
    ...options.example,
    created_at: '2026-11-15T09:30:00.000Z',
    finished_at: null,
  },
}

export const cancelled = { state: 'cancelled', finished_at: '2026-11-15T09:30:02.000Z' }

export interface ImportRow {
  line: number
  outcome: Outcome
  reasons: Record<string, string[]>
}

export const importRow = S.exampledOutput('ImportRow', {
  line: [S.integer('The line of the file that it begins at, from 1.'), 3],
  outcome: [S.oneOf(OUTCOMES), 'failed'],
  reasons: [
    S.record(S.array(S.string()), 'Field → every rule it breaks.'),
    { first_name: ['first_name is required and must not be blank.'] },
  ],
})

const ImportedContact = S.closed({
  line: S.integer(),
  ...eachField((name) => (FIELD_SPECS[name].isRequired ? S.string() : S.nullable('string'))),
  extra: S.record(ExtraValue),
  status: S.oneOf(STATUS_KEYS),
  owner_id: maybeId(),
  tags: S.array(S.string()),
})
const importedExample = {
  line: 2,
  ...eachField(() => null),
  first_name: contactExample.first_name,
  email: contactExample.email,
  extra: contactExample.extra,
  ...FRESH_LEAD,
}

const preview = S.exampled({
  rows: [S.integer(), 2],
  good: [S.integer('Rows that would become a contact.'), 1],
  skipped: [S.integer(), 0],
  bad: [S.integer('Rows that break rules.'), 1],
})

export const importPreview = {
  schema: S.output('ImportPreview', {
    ...preview.fields,
    ...options.fields,
    contacts: S.array(ImportedContact, `The first ${PREVIEW_ROWS}, as they would be stored.`),
    problems: S.array(importRow.schema, `The first ${PREVIEW_PROBLEMS} rows that would not become a contact.`),
  }),
  example: { ...preview.example, ...options.example, contacts: [importedExample], problems: [importRow.example] },
}

export const SEPARATOR_OF = { comma: ',', semicolon: ';', tab: '\t' } as const satisfies Record<string, Separator>
export const SEPARATOR_NAMES = ['comma', 'semicolon', 'tab'] as const
/** For every column a number and the longest word. */
export const TARGETS_LENGTH_MAX = 8_000

const flag = (description: string) => S.boolean(`${description} False when left out.`)

export const ImportQuery = S.partial({
  dry_run: flag('Shows what would be stored, and stores nothing.'),
  skip_existing: flag(
    'Leaves out rows whose e-mail address is there already, in a contact or further up in the file. Needs `contacts:read` too.',
  ),
  notify: flag(
    'Tells chats, phones and people of the team of each contact, as of a lead that came in. HTTPS endpoints get the events either way.',
  ),
  encoding: S.oneOf(ENCODINGS, 'Detected when left out.'),
  separator: S.oneOf(SEPARATOR_NAMES, 'Detected when left out.'),
  columns: S.string({
    maxLength: TARGETS_LENGTH_MAX,
    description:
      'What becomes of columns whose names say it wrong: a JSON object of column numbers, from 1, and one of ' +
      `${COLUMN_TARGETS.map((target) => `\`${target}\``).join(', ')}. For example \`{"1":"full_name","4":"ignored"}\`.`,
  }),
  raw: flag('For a file of an export with `raw=true`: an apostrophe before a formula is part of the value.'),
})

export const ImportRowsQuery = S.partial({ ...pageQuery, outcome: S.oneOf(OUTCOMES) })
