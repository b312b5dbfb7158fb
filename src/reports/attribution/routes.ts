import { callerOf, type Request, scopesOf } from '../../http/call.ts'
import { readQuery } from '../../http/input.ts'
import { type Query, queryChoice } from '../../http/query-values.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import type { Issues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { AttributionReports } from './attribution.ts'
import { writeDaysCsv, writeKeysCsv } from './attribution.ts'
import {
  AttributionFileQuery,
  type AttributionInput,
  AttributionQuery,
  AttributionReportSchema,
  attributionExample,
  readAttribution,
  TABLES,
} from './schemas.ts'

interface Deps {
  reports: { attribution: AttributionReports['report'] }
  clock: Clock
}

const operation = operationsOf<Deps>('Contacts')

const WRONG_DAYS = { from: 'from must not be after to, but 2026-11-16 is after 2026-11-15.' }

function readReport({ reports }: Deps, request: Request, input: AttributionInput) {
  const caller = callerOf(request)
  return reports.attribution(caller.workspaceId, input, scopesOf(caller))
}

export const getAttributionReport = operation({
  id: 'getAttributionReport',
  summary: 'Count leads by what brought them',
  description:
    'Every contact is a lead. It counts for the post, platform, source, medium, campaign or form of its first or last touch; ' +
    'a lead whose person never had a touch is among `none`. Rows and series add up to the totals. Days are days in UTC.',
  query: AttributionQuery,
  answers: { 200: dataAnswer('The counts.', AttributionReportSchema, attributionExample) },
  invalid: WRONG_DAYS,
  async handle(deps, request) {
    const input = readQuery(request, (issues, query) => readAttribution(issues, query, deps.clock.now()))
    return readReport(deps, request, input)
  },
})

export const exportAttributionReport = operation({
  id: 'exportAttributionReport',
  summary: 'Export the attribution report as CSV',
  description:
    'What `GET /v1/reports/attribution` answers, as a file (RFC 4180, UTF-8): one of its two tables. A value that a ' +
    'spreadsheet would run as a formula gets an apostrophe in front.',
  query: AttributionFileQuery,
  answers: {
    200: {
      description: 'The file.',
      schema: S.string(),
      example:
        'kind,post,label,leads,leads_before,clicks,visitors\r\n' +
        'key,019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020,We open on Monday.,3,0,41,33\r\nnone,,,2,4,0,0\r\n',
      contentType: 'text/csv',
    },
  },
  invalid: WRONG_DAYS,
  async handle(deps, request, reply) {
    const { table, ...input } = readQuery(request, (issues: Issues, query: Query) => ({
      table: queryChoice(issues, query, 'table', TABLES) ?? 'keys',
      ...readAttribution(issues, query, deps.clock.now()),
    }))
    const report = await readReport(deps, request, input)
    const name = `leads-by-${table === 'days' ? 'day' : input.by}-${input.from}-${input.to}.csv`
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.send(table === 'days' ? writeDaysCsv(report) : writeKeysCsv(report))
  },
})
