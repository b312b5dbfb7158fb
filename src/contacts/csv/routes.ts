import { transaction } from '../../db/database.ts'
import { validationError } from '../../errors.ts'
import { sendPage } from '../../http/answers/answer.ts'
import { callerOf, keyIdOf, type Reply, type Request, requireScope, workspaceOf } from '../../http/call.ts'
import { SEPARATOR_OF } from '../../http/csv-file.ts'
import { answerCreated, type CreationDeps, readIdempotencyKey } from '../../http/idempotency.ts'
import { idOf, readQuery, throwIssues } from '../../http/input.ts'
import { listRows, readPage } from '../../http/pagination.ts'
import { queryOf } from '../../http/query-values.ts'
import { operationsOf, pageAnswer, recordAnswer } from '../../http/route.ts'
import { PageQuery } from '../../http/schemas.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { SHEET_ROWS_MAX, UNPACKED_MAX } from '../../lib/spreadsheet/limits.ts'
import { groupDigits } from '../../lib/text/text.ts'
import { message } from '../../messages/message.ts'
import { say } from '../../messages/sentence.ts'
import { isSpreadsheet } from './body.ts'
import { cutFile, readImportFile } from './file.ts'
import { type ImportDeps, listImportedRows, previewImport, showImport, startImport } from './imports.ts'
import { readDecisions, recallDecisions } from './mappings.ts'
import { sendRefusedRows } from './refused-rows.ts'
import * as schemas from './schemas.ts'
import type { Spreadsheets } from './spreadsheets.ts'
import * as store from './store.ts'

type Deps = CreationDeps & ImportDeps & { spreadsheets: Spreadsheets }

const operation = operationsOf<Deps>('Contacts')
const onImport = operationsOf<Deps>('Contacts', { missing: message('import.not_found') })

export const createImport = operation({
  id: 'createImport',
  summary: 'Import contacts from a file',
  description:
    `The file itself is the body, up to 10 MiB and ${groupDigits(SHEET_ROWS_MAX)} rows: CSV, or the first sheet of an ` +
    `Excel workbook (.xlsx) or OpenDocument spreadsheet (.ods) with up to ${UNPACKED_MAX / 1_048_576} MB unpacked. ` +
    'The bytes decide what it is; `Content-Type` is `text/csv`, the type of the spreadsheet or ' +
    '`application/octet-stream`. The first line names the columns: `First name`, `E-Mail` and the ' +
    'like are recognised, in other languages too, and so is a column with e-mail addresses in it; any other becomes an ' +
    'additional field. `columns` corrects that, and `remember` keeps it for the next file with this header. Encoding (UTF-8, UTF-16, Windows-1252, Mac Roman, Shift_JIS, EUC-JP; Windows-1250 if the query says so) and separator (comma, semicolon, tab) of CSV are ' +
    'detected, unless the query names them. A row without a first name takes it from its address, and the contact gets ' +
    'the tag `name from address`, in the language of the request. The rows are stored in the background, with their events, by the rules of creating a contact; one that ' +
    'breaks them fails alone. `duplicates` says what becomes of addresses that are there already. Chats and mails to the team say nothing of them, unless `notify=true`. Look at it first with `dry_run=true`.',
  idempotent: 'own',
  query: schemas.importQuery.schema,
  body: {
    kind: 'raw',
    schema: S.string(),
    examples: { file: schemas.importFileExample },
    maxBytes: schemas.IMPORT_BYTES_MAX,
  },
  answers: {
    200: recordAnswer('After a dry run: what would be stored. Nothing was.', schemas.importPreview),
    201: recordAnswer(
      'The file is taken and its rows are being stored. Follow it at `/v1/contacts/imports/{id}`.',
      schemas.contactImport,
    ),
  },
  handle: (deps, request, reply) =>
    isSpreadsheet(request)
      ? deps.spreadsheets.read(() => takeFile(deps, request, reply))
      : takeFile(deps, request, reply),
})

async function takeFile(deps: Deps, request: Request, reply: Reply) {
  const issues = createIssues()
  const caller = callerOf(request)
  const query = schemas.importQuery.read(issues, queryOf(issues, request))
  const { workspaceId } = caller
  const duplicates = query.duplicates ?? (query.skip_existing ? 'skip' : 'add')
  if (query.duplicates !== null && query.skip_existing !== null) issues.add('duplicates', 'import.two_ways')
  // Skipped and merged rows reveal which addresses exist.
  if (duplicates !== 'add') {
    const name = query.duplicates ? 'duplicates' : 'skip_existing'
    requireScope(caller, 'contacts:read', message('access.field', { name }))
  }
  const idempotencyKey = readIdempotencyKey(issues, request)
  const file = await readImportFile(issues, request, {
    ...query,
    duplicates,
    separator: query.separator && SEPARATOR_OF[query.separator],
    decided: readDecisions(issues, query.columns),
    recall: async (names) => (query.remember ? recallDecisions(deps.jobs, workspaceId, names) : new Map()),
    isPreview: query.dry_run,
  })
  throwIssues(issues)
  if (query.dry_run) return previewImport(deps, workspaceId, file)
  const owner = { workspaceId, keyId: keyIdOf(caller) }
  // Done before the transaction, so that a long file does not hold one open.
  const parts = await cutFile(file)
  // An idempotent request is identified by these bytes.
  request.rawBody = request.body as Buffer
  return answerCreated(deps, request, reply, idempotencyKey, (open) =>
    transaction(open ?? deps.jobs, (tx) =>
      startImport(deps, tx, owner, { ...file, isRemembered: query.remember }, parts),
    ),
  )
}

export const exportImportRows = onImport({
  id: 'exportImportRows',
  summary: 'Get the rows of a file that made no contact',
  description:
    'The body is the file of the import, CSV or spreadsheet, because Doorpost keeps no values of rows that made no contact. ' +
    'The answer is CSV: these rows with their header, and the reasons in one more column, which an import leaves out. ' +
    'Correct them, and import that file. Nothing is stored.',
  query: schemas.refusedRowsQuery.schema,
  body: {
    kind: 'raw',
    schema: S.string(),
    examples: { file: schemas.importFileExample },
    maxBytes: schemas.IMPORT_BYTES_MAX,
  },
  answers: {
    200: {
      description: 'The rows, as CSV in UTF-8.',
      schema: S.string(),
      example: `First name,E-Mail,phone,${say('column.reason')}\r\n,,'+351 210 000 001,"The row has no first name, and no e-mail address to take it from."\r\n`,
      contentType: 'text/csv',
    },
  },
  handle: ({ jobs, spreadsheets }, request, reply) =>
    isSpreadsheet(request)
      ? spreadsheets.read(() => sendRefusedRows(jobs, request, reply))
      : sendRefusedRows(jobs, request, reply),
})

export const listImports = operation({
  id: 'listImports',
  summary: 'List imports',
  description: 'Newest first. They are kept for 30 days after they have ended.',
  query: PageQuery,
  answers: { 200: pageAnswer('A page of imports.', schemas.contactImport.schema, schemas.contactImport.example) },
  async handle({ jobs }, request, reply) {
    const page = readQuery(request, readPage)
    return sendPage(reply, await listRows(jobs, store.selectOwn(workspaceOf(request)), page, showImport))
  },
})

export const getImport = onImport({
  id: 'getImport',
  summary: 'Read an import',
  description: 'How far it is. Its counters move with the contacts, 500 rows at a time.',
  answers: { 200: recordAnswer('The import.', schemas.contactImport) },
  async handle({ jobs }, request) {
    const row = await store.findImport(jobs, workspaceOf(request), idOf(request))
    return row && showImport(row)
  },
})

export const cancelImport = onImport({
  id: 'cancelImport',
  idempotent: 'repeatable',
  summary: 'Cancel an import',
  description:
    'Ends it behind the rows that are being stored at this moment. Contacts that it made stay; the rest of the file is ' +
    'deleted. The counters say what was done.',
  answers: { 200: recordAnswer('The import as it is now.', schemas.contactImport, schemas.cancelled) },
  handle: ({ jobs, clock }, request) =>
    transaction(jobs, async (tx) => {
      // While a part is being stored, it holds the lock; the next one finds nothing to do.
      const row = await store.lockImport(tx, workspaceOf(request), idOf(request))
      if (row === null || row.cancelled) return row && showImport(row)
      if (row.finished_at !== null) throw validationError({ state: [message('import.done')] })
      return showImport(await store.updateCancelled(tx, row.id, new Date(clock.now())))
    }),
})

export const listImportRows = onImport({
  id: 'listImportRows',
  summary: 'List the rows of an import that made no contact',
  description: 'In the order of the file, with the reasons. Their values are not kept.',
  query: schemas.importRowsQuery.schema,
  answers: { 200: pageAnswer('A page of rows.', schemas.importRow.schema, schemas.importRow.example) },
  async handle({ jobs }, request, reply) {
    const { page, filter } = readQuery(request, schemas.importRowsQuery.read)
    const place = { workspaceId: workspaceOf(request), id: idOf(request) }
    const list = await listImportedRows(jobs, place, filter.outcome, page)
    return list && reply.send({ success: true, ...list })
  },
})
