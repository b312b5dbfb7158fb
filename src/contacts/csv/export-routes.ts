import type { Parts } from '../../db/parts.ts'
import { sendPieces } from '../../http/answers/answer.ts'
import { callerOf, workspaceOf } from '../../http/call.ts'
import { readQuery } from '../../http/input/input.ts'
import { queryFlag } from '../../http/input/query.ts'
import { operationsOf } from '../../http/route.ts'
import * as S from '../../lib/schema.ts'
import { groupDigits } from '../../lib/text/text.ts'
import { readFilter } from '../routes.ts'
import { filterQuery } from '../schemas.ts'
import { EXTRA_COLUMNS_MAX, exportContacts, NAMES_LOOKED_AT } from './export.ts'

const operation = operationsOf<Pick<Parts, 'reads' | 'clock'>>('Contacts')

const ExportQuery = S.partial({
  ...filterQuery,
  raw: S.boolean(
    'Leaves every value as it is: for programs. Do not open such a file in a spreadsheet. False when left out.',
  ),
  bom: S.boolean('Begins with a byte order mark, by which Excel knows that it is UTF-8. False when left out.'),
})

export const exportContactsAsCsv = operation({
  id: 'exportContacts',
  summary: 'Export contacts as CSV',
  description:
    'All that match, newest first, as a file (RFC 4180, UTF-8). Each additional field of the newest ' +
    `${groupDigits(NAMES_LOOKED_AT)} contacts has a column, up to ${EXTRA_COLUMNS_MAX}; the rest is JSON in the last column, \`extra\`. A value that a spreadsheet would run as a ` +
    'formula (it begins with `=`, `+`, `-`, `@`, a wide form of these, a tab or CR, or does so behind a semicolon, tab or ' +
    'line break, where some spreadsheets begin a cell) gets an apostrophe in front of the sign; an import takes it off again. A connection that ends before the last chunk is an incomplete file.',
  query: ExportQuery,
  answers: {
    200: {
      description: 'The file, sent as it is read.',
      schema: S.string(),
      example:
        'id,created_at,first_name,last_name,email,company,utm_source,utm_medium,webhook_id,delivery_id,link_id,post_id,form_id,status,owner,tags,phone,extra\r\n' +
        '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9012,2026-11-15T09:30:00.000Z,Ana,Silva,ana@example.com,Example Ltd,' +
        "newsletter,email,,,,,,new,,,'+351 210 000 000,\r\n",
      contentType: 'text/csv',
    },
  },
  invalid: { raw: 'raw must be true or false.' },
  async handle({ reads, clock }, request, reply) {
    const { filter, ...options } = readQuery(request, (issues, query) => ({
      filter: readFilter(issues, query, callerOf(request)),
      raw: queryFlag(issues, query, 'raw'),
      bom: queryFlag(issues, query, 'bom'),
    }))
    const pieces = exportContacts(reads, workspaceOf(request), filter, options)
    const date = new Date(clock.now()).toISOString().slice(0, 10)
    reply.header('content-type', 'text/csv; charset=utf-8')
    return sendPieces(reply.header('content-disposition', `attachment; filename="contacts-${date}.csv"`), pieces)
  },
})
