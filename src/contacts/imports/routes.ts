import { type Pool, transaction } from '../../db/database.ts'
import { ApiError, validationError } from '../../errors.ts'
import { sendPage } from '../../http/answer.ts'
import { callerOf, keyIdOf, type Request } from '../../http/call.ts'
import { answerOnce, readIdempotencyKey } from '../../http/idempotency.ts'
import { readPage } from '../../http/pagination.ts'
import { idOf } from '../../http/params.ts'
import { queryChoice, queryFlag, queryOf } from '../../http/query.ts'
import type { Operation } from '../../http/route.ts'
import { IdParams, pageOf, success } from '../../http/schemas.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Imports } from './imports.ts'
import { readImportFile } from './input.ts'
import {
  cancelledImportExample,
  IMPORT_BYTES_MAX,
  IMPORT_ROWS_MAX,
  ImportPreviewSchema,
  ImportQuery,
  ImportRowSchema,
  ImportRowsQuery,
  ImportSchema,
  ImportsQuery,
  importExample,
  importFileExample,
  importPreviewExample,
  importRowExample,
  OUTCOMES,
} from './schemas.ts'

interface Deps {
  imports: Imports
  pool: Pool
  clock: Clock
}

const NOT_FOUND = 'There is no import with this id. List them at GET /v1/contacts/imports.'
const DONE = 'The import is done already, so it cannot be cancelled. Its contacts are stored.'
const onePage = { page: 1, limit: 20, total: 1, totalPages: 1, next_cursor: null }

export const createImport: Operation<Deps> = {
  id: 'createImport',
  tag: 'Contacts',
  summary: 'Import contacts from CSV',
  description:
    'The file itself is the body, with `Content-Type: text/csv`: UTF-8, up to 10 MiB and ' +
    `${IMPORT_ROWS_MAX.toLocaleString('en-US')} rows. The first line names the columns: \`First name\`, \`E-Mail\` and the ` +
    'like are recognised, a column with another name becomes an additional field. Comma, semicolon or tab is found out ' +
    'by itself. The rows are stored in the background, with their events, by the rules of creating a contact; one that ' +
    'breaks them fails alone. Look at it first with `dry_run=true`.',
  idempotent: true,
  query: ImportQuery,
  body: { kind: 'raw', schema: S.string(), examples: { file: importFileExample }, maxBytes: IMPORT_BYTES_MAX },
  answers: {
    200: {
      description: 'After a dry run: what would be stored. Nothing was.',
      schema: success(S.refTo(ImportPreviewSchema)),
      example: { success: true, data: importPreviewExample },
    },
    201: {
      description: 'The file is taken and its rows are being stored. Follow it at `/v1/contacts/imports/{id}`.',
      schema: success(S.refTo(ImportSchema)),
      example: { success: true, data: importExample },
    },
  },
  errors: ['validation_error'],
  errorExamples: {
    validation_error: {
      field: 'body',
      message: 'The file has a header, but no rows. Put one contact in each line below it.',
    },
  },
  async handle(deps, request, reply) {
    const { imports, pool } = deps
    const issues = createIssues()
    const query = queryOf(issues, request, ImportQuery)
    const dryRun = queryFlag(issues, query, 'dry_run')
    const raw = queryFlag(issues, query, 'raw')
    const skip_existing = queryFlag(issues, query, 'skip_existing')
    const idempotencyKey = readIdempotencyKey(issues, request)
    const file = await readImportFile(issues, request, { raw, skip_existing })
    if (issues.count > 0) throw validationError(issues.details)
    const caller = callerOf(request)
    if (dryRun) {
      return reply.send({ success: true, data: await imports.preview(caller.workspaceId, file) })
    }
    const owner = { workspaceId: caller.workspaceId, keyId: keyIdOf(caller) }
    // Before the transaction: a long file must not hold one open.
    const parts = await imports.cut(file)
    if (idempotencyKey !== null) {
      // The fingerprint is over these bytes.
      request.rawBody = request.body as Buffer
      return answerOnce(deps, request, reply, idempotencyKey, async (tx) => {
        const data = await imports.createIn(tx, owner, file, parts)
        return { status: 201, body: { success: true, data } }
      })
    }
    const data = await transaction(pool, (tx) => imports.createIn(tx, owner, file, parts))
    return reply.code(201).send({ success: true, data })
  },
}

export const listImports: Operation<Deps> = {
  id: 'listImports',
  tag: 'Contacts',
  summary: 'List imports',
  description: 'Newest first. They are kept for 30 days after they have ended.',
  query: ImportsQuery,
  answers: {
    200: {
      description: 'A page of imports.',
      schema: pageOf(S.refTo(ImportSchema)),
      example: { success: true, data: [importExample], pagination: onePage },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'limit', message: 'limit must be a whole number from 1 to 1000.' } },
  async handle({ imports }, request, reply) {
    const issues = createIssues()
    const page = readPage(issues, queryOf(issues, request, ImportsQuery))
    if (issues.count > 0) throw validationError(issues.details)
    return sendPage(reply, await imports.list(callerOf(request).workspaceId, page))
  },
}

export const getImport: Operation<Deps> = {
  id: 'getImport',
  tag: 'Contacts',
  summary: 'Read an import',
  description: 'How far it is. Its counters move with the contacts, 500 rows at a time.',
  params: IdParams,
  answers: {
    200: {
      description: 'The import.',
      schema: success(S.refTo(ImportSchema)),
      example: { success: true, data: importExample },
    },
  },
  errors: ['not_found'],
  errorExamples: { not_found: { message: NOT_FOUND } },
  async handle({ imports }, request, reply) {
    const data = await imports.get(callerOf(request).workspaceId, importId(request))
    if (data === null) throw importNotFound()
    return reply.send({ success: true, data })
  },
}

export const cancelImport: Operation<Deps> = {
  id: 'cancelImport',
  tag: 'Contacts',
  summary: 'Cancel an import',
  description:
    'Ends it behind the rows that are being stored at this moment. Contacts that it made stay; the rest of the file is ' +
    'deleted. The counters say what was done.',
  params: IdParams,
  answers: {
    200: {
      description: 'The import as it is now.',
      schema: success(S.refTo(ImportSchema)),
      example: { success: true, data: cancelledImportExample },
    },
  },
  errors: ['not_found', 'validation_error'],
  errorExamples: { not_found: { message: NOT_FOUND }, validation_error: { field: 'state', message: DONE } },
  async handle({ imports }, request, reply) {
    const data = await imports.cancel(callerOf(request).workspaceId, importId(request))
    if (data === null) throw importNotFound()
    if (data.state === 'done') throw validationError({ state: [DONE] })
    return reply.send({ success: true, data })
  },
}

export const listImportRows: Operation<Deps> = {
  id: 'listImportRows',
  tag: 'Contacts',
  summary: 'List the rows of an import that made no contact',
  description: 'In the order of the file, with the reasons. Their values are not kept.',
  params: IdParams,
  query: ImportRowsQuery,
  answers: {
    200: {
      description: 'A page of rows.',
      schema: pageOf(S.refTo(ImportRowSchema)),
      example: { success: true, data: [importRowExample], pagination: onePage },
    },
  },
  errors: ['validation_error', 'not_found'],
  errorExamples: {
    validation_error: { field: 'outcome', message: `outcome must be one of ${OUTCOMES.join(', ')}.` },
    not_found: { message: NOT_FOUND },
  },
  async handle({ imports }, request, reply) {
    const issues = createIssues()
    const query = queryOf(issues, request, ImportRowsQuery)
    const page = readPage(issues, query)
    const outcome = queryChoice(issues, query, 'outcome', OUTCOMES)
    if (issues.count > 0) throw validationError(issues.details)
    const result = await imports.rows(callerOf(request).workspaceId, importId(request), outcome, page)
    if (result === null) throw importNotFound()
    return reply.send({ success: true, data: result.rows, pagination: result.pagination })
  },
}

function importId(request: Request): string {
  return idOf(request, importNotFound)
}

function importNotFound(): ApiError {
  return new ApiError('not_found', { message: NOT_FOUND })
}
