import {
  contactExample,
  EXTRA_NAME_MAX,
  ExtraSchema,
  eachField,
  FIELD_SPECS,
  FRESH_LEAD,
  STATUS_KEYS,
} from '../../contact-fields.ts'
import { csvParameters, SEPARATOR_NAMES } from '../../http/csv-file.ts'
import * as Q from '../../http/query.ts'
import { maybeId, maybeTime, Timestamp, Uuid } from '../../http/schemas.ts'
import type { Details } from '../../lib/issues.ts'
import { assigned, computed, type ValueOf } from '../../lib/record/fields.ts'
import { record } from '../../lib/record/record.ts'
import * as S from '../../lib/schema.ts'
import { ENCODINGS } from '../../lib/text/encoding.ts'
import { allForReader, forReader, type ReaderText } from '../../messages/for-reader.ts'
import type { Language } from '../../messages/languages.ts'
import { type Code, message } from '../../messages/message.ts'
import { sayIn } from '../../messages/sentence.ts'
import { COLUMN_TARGETS, type Column, DECIDERS, type DecidedColumn } from './columns.ts'

export const IMPORT_BYTES_MAX = 10 * 1_048_576
export const IMPORT_COLUMNS_MAX = 300
export const PREVIEW_ROWS = 20
export const PREVIEW_PROBLEMS = 100
export const SAMPLES_SHOWN = 3

export const DUPLICATES = ['add', 'skip', 'merge'] as const
export type Duplicates = (typeof DUPLICATES)[number]

const STATES = ['waiting', 'running', 'done', 'cancelled'] as const
export const FILE_FORMATS = ['csv', 'xlsx', 'ods'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]
export const OUTCOMES = ['failed', 'skipped'] as const
export type Outcome = (typeof OUTCOMES)[number]

export const COLUMN_USES = ['field', 'lead', 'full_name', 'extra', 'json', 'ignored'] as const
export const SEPARATORS = [',', ';', '\t'] as const

const columnFields = {
  name: S.string('As the header has it.'),
  use: S.oneOf(
    COLUMN_USES,
    'A field of the contact; its status, owner (by e-mail address) or tags (separated by commas or semicolons), where the value is ' +
      'one, and otherwise an additional field; first and last name in one, which stays as an additional field too; an additional ' +
      'field of this name; a JSON object of additional fields (`extra` of an ' +
      'export); or nothing: the caller says so, or the service assigns it.',
  ),
  field: S.nullable(
    'string',
    'Which field of the contact; status, owner or tags; or the name of the additional field, where it is not that of the ' +
      'column: two columns have the same name, or it is blank or too long.',
  ),
}

const ImportColumnSchema = S.output('ImportColumn', columnFields)

interface ShownColumn extends DecidedColumn {
  samples: string[]
}

const PreviewColumnSchema = S.output('ImportPreviewColumn', {
  ...columnFields,
  decided_by: S.oneOf(
    DECIDERS,
    'Why it becomes that: its name, the values in it, an earlier import with the same header, or this request.',
  ),
  samples: S.array(S.string(), `Its first values, at most ${SAMPLES_SHOWN}.`),
})

const WARNINGS = [
  'import.no_person_column',
  'import.no_email_column',
  'import.no_name_column',
] as const satisfies readonly Code[]
const WarningSchema = S.output(
  'ImportWarning',
  { code: S.oneOf(WARNINGS, 'Stable.'), message: S.string() },
  'The file can be imported, but may be another one than was meant.',
)
interface ImportWarning {
  code: (typeof WARNINGS)[number]
  message: ReaderText
}

const exampleColumns: Column[] = [
  { name: 'First name', use: 'field', field: 'first_name' },
  { name: 'E-Mail', use: 'field', field: 'email' },
  { name: 'phone', use: 'extra', field: null },
]

const options = {
  format: assigned(S.oneOf(FILE_FORMATS, 'Told by the bytes of the file.'), 'csv'),
  encoding: assigned(S.oneOf(ENCODINGS), 'utf-8'),
  separator: assigned(S.oneOf(SEPARATORS), ','),
  columns: assigned<Column[]>(S.array(ImportColumnSchema), exampleColumns),
  raw: assigned(S.boolean(), false),
  duplicates: assigned(S.oneOf(DUPLICATES, 'What becomes of rows whose address is known.'), 'skip'),
  skip_existing: computed(S.boolean('Whether `duplicates` is `skip`.'), true),
  notify: assigned(S.boolean(), false),
}

const warnings = computed<ImportWarning[]>(S.array(WarningSchema), [])

export type ImportOptions = { [N in Exclude<keyof typeof options, 'skip_existing'>]: ValueOf<(typeof options)[N]> } & {
  /** In which the tag of contacts without a first name is written. Not shown. */
  language: Language
}

export function optionsOf(file: ImportOptions): ImportOptions {
  const { format, encoding, separator, raw, duplicates, notify, language } = file
  const columns = file.columns.map(({ name, use, field }) => ({ name, use, field }))
  return { format, encoding, separator, columns, raw, duplicates, notify, language }
}

/** The tag of a contact whose first name was taken from its address. */
export function nameTag(language: Language): string {
  return sayIn(language)('import.name_tag')
}

/** Warns about a file without a column for names or addresses. */
export function warningsOf({ columns, language }: Pick<ImportOptions, 'columns' | 'language'>): ImportWarning[] {
  const hasEmail = columns.some(({ field }) => field === 'email')
  const hasName = columns.some(({ field, use }) => field === 'first_name' || use === 'full_name')
  if (hasEmail && hasName) return []
  const code = hasName ? 'import.no_email_column' : hasEmail ? 'import.no_name_column' : 'import.no_person_column'
  return [{ code, message: forReader(message(code, { tag: nameTag(language) })) }]
}

export const importFileExample =
  'First name,E-Mail,phone\r\nAna,ana@example.com,+351 210 000 000\r\n,,+351 210 000 001\r\n'

export const contactImport = record('Import', {
  id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9013'),
  state: computed(S.oneOf(STATES), 'waiting'),
  rows: assigned(
    S.integer(
      'Rows of the file without its header. When done, created + merged + skipped + failed; when cancelled, the rest was not stored.',
    ),
    2,
  ),
  created: assigned(S.integer('Contacts made so far.'), 0),
  merged: assigned(S.integer('Rows that were added to a contact with the same address.'), 0),
  skipped: assigned(S.integer('Blank rows, and with `duplicates=skip` those whose address is there already.'), 0),
  failed: assigned(S.integer('Rows that break rules. List them at `/rows?outcome=failed`.'), 0),
  ...options,
  warnings,
  created_at: assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
  finished_at: assigned(maybeTime('When it was done, or cancelled.'), null),
})

export const cancelled = { state: 'cancelled', finished_at: '2026-11-15T09:30:02.000Z' }

export const importRow = record('ImportRow', {
  line: assigned(S.integer('The line of the file that it begins at, or the row of the sheet, from 1.'), 3),
  outcome: assigned(S.oneOf(OUTCOMES), 'failed'),
  reasons: assigned<Record<string, ReaderText[]>>(S.record(S.array(S.string()), 'Field → every rule it breaks.'), {
    first_name: ['first_name is required and must not be blank.'],
  }),
})
type ShownRow = Parameters<typeof importRow.show>[0]

export interface ImportRow extends Omit<ShownRow, 'reasons'> {
  reasons: Details
}

export function showRow({ reasons, ...row }: ImportRow): ShownRow {
  return { ...row, reasons: allForReader(reasons) }
}

const ImportedContact = S.closed({
  line: S.integer(),
  ...eachField((name) => (FIELD_SPECS[name].isRequired ? S.string() : S.nullable('string'))),
  extra: S.record(ExtraSchema),
  status: S.oneOf(STATUS_KEYS),
  owner_id: maybeId(),
  tags: S.array(S.string()),
})
const { first_name, email, extra } = contactExample
const importedExample = { line: 2, ...eachField(() => null), first_name, email, extra, ...FRESH_LEAD }

export const importPreview = record('ImportPreview', {
  rows: assigned(S.integer(), 2),
  good: assigned(S.integer('Rows that would become a contact.'), 1),
  merged: assigned(S.integer('Rows that would be added to a contact with the same address.'), 0),
  skipped: assigned(S.integer(), 0),
  bad: assigned(S.integer('Rows that break rules.'), 1),
  ...options,
  columns: assigned<ShownColumn[]>(
    S.array(PreviewColumnSchema),
    exampleColumns.map((column) => ({ ...column, decided_by: 'name' as const, samples: [] })),
  ),
  warnings,
  contacts: assigned<object[]>(S.array(ImportedContact, `The first ${PREVIEW_ROWS}, as they would be stored.`), [
    importedExample,
  ]),
  problems: assigned<ShownRow[]>(
    S.array(importRow.schema, `The first ${PREVIEW_PROBLEMS} rows that would not become a contact.`),
    [importRow.example],
  ),
})

const flag = (description: string) => Q.flag(`${description} False when left out.`)

const MappingSchema = S.record(
  {
    anyOf: [
      S.oneOf(COLUMN_TARGETS),
      S.closed({ extra: S.string({ minLength: 1, maxLength: EXTRA_NAME_MAX, description: 'An additional field.' }) }),
    ],
  },
  { propertyNames: { pattern: '^[1-9][0-9]{0,2}$' } },
)

export const importQuery = Q.parameters({
  dry_run: flag('Shows what would be stored, and stores nothing.'),
  duplicates: Q.choice(
    DUPLICATES,
    'What becomes of a row whose e-mail address is there already, in a contact or further up in the file. `add`: one more ' +
      'contact. `skip`: it is left out. `merge`: it fills the empty fields of the newest contact with that address and adds ' +
      'its tags; what is there stays. `skip` and `merge` need `contacts:read` too. `add` when left out.',
  ),
  skip_existing: Q.maybeFlag({ description: 'The same as `duplicates=skip`.', deprecated: true }),
  notify: flag(
    'Tells chats, phones and people of the team of each contact, as of a lead that came in. HTTPS endpoints get the events either way.',
  ),
  encoding: Q.choice(ENCODINGS, 'The encoding of a CSV file. Detected when left out.'),
  separator: Q.choice(SEPARATOR_NAMES, 'The separator of a CSV file. Detected when left out.'),
  columns: Q.text({
    // Leaves room for the rest of the URL.
    maxLength: 8_000,
    contentMediaType: 'application/json',
    contentSchema: MappingSchema,
    description:
      'The mapping, for columns whose names say it wrong: a JSON object of column numbers, from 1, and one of ' +
      `${COLUMN_TARGETS.map((target) => `\`${target}\``).join(', ')}, or the name of an additional field. For example ` +
      '`{"1":"full_name","3":{"extra":"phone"},"4":"ignored"}`.',
  }),
  remember: flag(
    'Columns that `columns` does not name become what they became in the last such import with the same header, and the next ' +
      'one knows what was decided here. A dry run only reads it.',
  ),
  raw: flag('For a file of an export with `raw=true`: an apostrophe before a formula is part of the value.'),
})

export const refusedRowsQuery = Q.parameters({
  outcome: Q.choice(OUTCOMES, '`failed` when left out.', 'failed'),
  ...csvParameters,
})

export const importRowsQuery = Q.newestList({ outcome: Q.choice(OUTCOMES) })
