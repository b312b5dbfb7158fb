import { callerOf, type Request, scopesOf } from '../../http/call.ts'
import { readQuery } from '../../http/input.ts'
import { completeRange } from '../../http/query.ts'
import { operationsOf, recordAnswer } from '../../http/route.ts'
import * as S from '../../lib/schema.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { AttributionReports } from './attribution.ts'
import { writeDaysCsv, writeKeysCsv } from './file.ts'
import { type AttributionInput, attributionFileQuery, attributionQuery, attributionReport } from './schemas.ts'

interface Deps {
  reports: { attribution: AttributionReports['report'] }
  clock: Clock
}

const operation = operationsOf<Deps>('Contacts')

function readReport({ reports }: Deps, request: Request, input: AttributionInput) {
  const caller = callerOf(request)
  return reports.attribution(caller.workspaceId, input, scopesOf(caller))
}

export const getAttributionReport = operation({
  id: 'getAttributionReport',
  summary: 'Count leads by what brought them',
  description:
    'Every contact is a lead. It counts for the post, platform, network, source, medium, campaign or form of its first or last touch; ' +
    'a lead whose person never had a touch is among `none`. Rows and series add up to the totals. Days are days in UTC.',
  query: attributionQuery.schema,
  answers: { 200: recordAnswer('The counts.', attributionReport) },
  async handle(deps, request) {
    const input = readQuery(request, (issues, query) => {
      const sent = attributionQuery.read(issues, query)
      return { ...sent, ...completeRange(issues, sent, deps.clock.now()) }
    })
    return readReport(deps, request, input)
  },
})

export const exportAttributionReport = operation({
  id: 'exportAttributionReport',
  summary: 'Export the attribution report as CSV',
  description:
    'What `GET /v1/reports/attribution` answers, as a file (RFC 4180, UTF-8): one of its two tables. A value that a ' +
    'spreadsheet would run as a formula gets an apostrophe in front.',
  query: attributionFileQuery.schema,
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
  async handle(deps, request, reply) {
    const { table, bom, separator, language, ...input } = readQuery(request, (issues, query) => {
      const sent = attributionFileQuery.read(issues, query)
      return { ...sent, ...completeRange(issues, sent, deps.clock.now()) }
    })
    const report = await readReport(deps, request, input)
    const options = { bom, separator, language }
    const name = `leads-by-${table === 'days' ? 'day' : input.by}-${input.from}-${input.to}.csv`
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return reply.send(table === 'days' ? writeDaysCsv(report, options) : writeKeysCsv(report, options))
  },
})
