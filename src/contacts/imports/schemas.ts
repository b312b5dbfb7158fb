import { FIELD_NAMES, FIELD_SPECS } from '../../contact-fields.ts'
import { maybeTime, pageQuery, Timestamp, Uuid } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
import type { Separator } from '../../lib/text/csv.ts'
import { contactExample } from '../schemas.ts'
import type { Column } from './csv-columns.ts'

export const IMPORT_BYTES_MAX = 10 * 1_048_576
export const IMPORT_ROWS_MAX = 250_000
export const IMPORT_COLUMNS_MAX = 300
export const PREVIEW_ROWS = 20
export const PREVIEW_PROBLEMS = 100

export const STATES = ['waiting', 'running', 'done', 'cancelled'] as const
export const OUTCOMES = ['failed', 'skipped'] as const
export type Outcome = (typeof OUTCOMES)[number]

const ImportColumnSchema = S.output('ImportColumn', {
  name: S.string('As the header has it.'),
  use: S.oneOf(
    ['field', 'extra', 'json', 'ignored'],
    'A field of the contact; an additional field of this name; a JSON object of additional fields (`extra` of an ' +
      'export); or nothing: it has no name, or the service assigns it.',
  ),
  field: S.nullable('string', 'Which field of the contact.'),
})

const options = {
  separator: S.oneOf([',', ';', '\t'], 'As it was found in the header.'),
  columns: S.array(ImportColumnSchema),
  raw: S.boolean(),
  skip_existing: S.boolean(),
}

export const ImportSchema = S.output('Import', {
  id: Uuid,
  state: S.oneOf(STATES),
  rows: S.integer(
    'Rows of the file without its header. When done, created + skipped + failed; when cancelled, the rest was not stored.',
  ),
  created: S.integer('Contacts made so far.'),
  skipped: S.integer('Blank rows, and with `skip_existing` those whose address is there already.'),
  failed: S.integer('Rows that break rules. List them at `/rows?outcome=failed`.'),
  ...options,
  created_at: Timestamp,
  finished_at: maybeTime('When it was done, or cancelled.'),
})

const reasons = S.record(S.array(S.string()), 'Field → every rule it breaks.')

export const ImportRowSchema = S.output('ImportRow', {
  line: S.integer('The line of the file that it begins at, from 1.'),
  outcome: S.oneOf(OUTCOMES),
  reasons,
})

const ImportedContact = S.closed({
  line: S.integer(),
  ...Object.fromEntries(
    FIELD_NAMES.map((name) => [name, FIELD_SPECS[name].isRequired ? S.string() : S.nullable('string')]),
  ),
  extra: S.record({ type: ['string', 'number', 'boolean'] }),
})

export const ImportPreviewSchema = S.output('ImportPreview', {
  rows: S.integer(),
  good: S.integer('Rows that would become a contact.'),
  skipped: S.integer(),
  bad: S.integer('Rows that break rules.'),
  ...options,
  contacts: S.array(ImportedContact, `The first ${PREVIEW_ROWS}, as they would be stored.`),
  problems: S.array(ImportRowSchema, `The first ${PREVIEW_PROBLEMS} rows that would not become a contact.`),
})

const flag = (description: string) => S.boolean(`${description} False when left out.`)

export const ImportQuery = S.partial({
  dry_run: flag('Shows what would be stored, and stores nothing.'),
  skip_existing: flag('Leaves out rows whose e-mail address is there already, in a contact or further up in the file.'),
  raw: flag('For a file of an export with `raw=true`: an apostrophe before a formula is part of the value.'),
})

export const ImportRowsQuery = S.partial({ ...pageQuery, outcome: S.oneOf(OUTCOMES) })

export interface ImportOptions {
  separator: Separator
  columns: Column[]
  raw: boolean
  skip_existing: boolean
}

export interface Import extends ImportOptions {
  id: string
  state: (typeof STATES)[number]
  rows: number
  created: number
  skipped: number
  failed: number
  created_at: string
  finished_at: string | null
}

export interface ImportRow {
  line: number
  outcome: Outcome
  reasons: Record<string, string[]>
}

export interface ImportPreview extends ImportOptions {
  rows: number
  good: number
  skipped: number
  bad: number
  contacts: object[]
  problems: ImportRow[]
}

const optionsExample: ImportOptions = {
  separator: ',',
  columns: [
    { name: 'First name', use: 'field', field: 'first_name' },
    { name: 'E-Mail', use: 'field', field: 'email' },
    { name: 'phone', use: 'extra', field: null },
  ],
  raw: false,
  skip_existing: true,
}

export const importFileExample =
  'First name,E-Mail,phone\r\nAna,ana@example.com,+351 210 000 000\r\n,ben@example.com,\r\n'

export const importExample: Import = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9013',
  state: 'waiting',
  rows: 2,
  created: 0,
  skipped: 0,
  failed: 0,
  ...optionsExample,
  created_at: '2026-11-15T09:30:00.000Z',
  finished_at: null,
}

export const cancelledImportExample: Import = {
  ...importExample,
  state: 'cancelled',
  finished_at: '2026-11-15T09:30:02.000Z',
}

export const importRowExample: ImportRow = {
  line: 3,
  outcome: 'failed',
  reasons: { first_name: ['first_name is required and must not be blank.'] },
}

const { first_name, email, extra } = contactExample
const empty = Object.fromEntries(FIELD_NAMES.map((name) => [name, null]))

export const importPreviewExample: ImportPreview = {
  rows: 2,
  good: 1,
  skipped: 0,
  bad: 1,
  ...optionsExample,
  contacts: [{ line: 2, ...empty, first_name, email, extra }],
  problems: [importRowExample],
}
