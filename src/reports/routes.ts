import { validationError } from '../errors.ts'
import { callerOf } from '../http/call.ts'
import { queryOf } from '../http/query.ts'
import { queryTimeZone, WRONG_ZONE } from '../http/query-days.ts'
import type { Operation } from '../http/route.ts'
import { success } from '../http/schemas.ts'
import { createIssues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import type { Clock } from '../lib/time/clock.ts'
import { attentionExample, contactsReportExample, upcomingExample } from './examples.ts'
import { readContactsReport } from './input.ts'
import type { Reports } from './reports.ts'
import {
  AttentionSchema,
  ContactsReportQuery,
  ContactsReportSchema,
  SERIES_MAX,
  UPCOMING_DAYS,
  UpcomingQuery,
  UpcomingSchema,
} from './schemas.ts'

interface Deps {
  reports: Reports
  clock: Clock
}

export const getContactsReport: Operation<Deps> = {
  id: 'getContactsReport',
  tag: 'Contacts',
  summary: 'Count contacts by day and source',
  description:
    `For a stacked plot: what was created on each day, split \`by\` source, medium or channel. At most ${SERIES_MAX} ` +
    'series; where there are more, all but the largest are put together as `other`. Days without any are there, with 0.',
  query: ContactsReportQuery,
  answers: {
    200: {
      description: 'The counts.',
      schema: success(S.refTo(ContactsReportSchema)),
      example: { success: true, data: contactsReportExample },
    },
  },
  errors: ['validation_error'],
  errorExamples: {
    validation_error: { field: 'from', message: 'from must not be after to, but 2026-11-16 is after 2026-11-15.' },
  },
  async handle({ reports, clock }, request, reply) {
    const issues = createIssues()
    const input = readContactsReport(issues, queryOf(issues, request, ContactsReportQuery), clock.now())
    if (issues.count > 0) throw validationError(issues.details)
    const data = await reports.contacts(callerOf(request).workspaceId, input)
    return reply.send({ success: true, data })
  },
}

export const getAttention: Operation<Deps> = {
  id: 'getAttention',
  tag: 'Publishing',
  summary: 'See what needs a person',
  description:
    'Whether publishing is paused; posts that failed, are unconfirmed, were missed or are held; accounts to connect again; webhooks that refuse or do ' +
    'not map; endpoints that fail. What the caller may not see is null: `rejections` and `unmapped` need `webhooks:read` as ' +
    'well, `endpoints` needs `events:read`.',
  answers: {
    200: {
      description: 'What needs a person now.',
      schema: success(S.refTo(AttentionSchema)),
      example: { success: true, data: attentionExample },
    },
  },
  async handle({ reports }, request, reply) {
    const caller = callerOf(request)
    const scopes = 'scopes' in caller ? caller.scopes : new Set<never>()
    const data = await reports.attention(caller.workspaceId, scopes)
    return reply.send({ success: true, data })
  },
}

export const getUpcoming: Operation<Deps> = {
  id: 'getUpcoming',
  tag: 'Publishing',
  summary: 'Count the posts that go out soon',
  description:
    `Posts that wait for their date, by day and platform, for today and the ${UPCOMING_DAYS - 1} days after it, and the ` +
    'first of them. What is published, failed or deferred already is not among them.',
  query: UpcomingQuery,
  answers: {
    200: {
      description: 'The counts.',
      schema: success(S.refTo(UpcomingSchema)),
      example: { success: true, data: upcomingExample },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'time_zone', message: WRONG_ZONE } },
  async handle({ reports }, request, reply) {
    const issues = createIssues()
    const timeZone = queryTimeZone(issues, queryOf(issues, request, UpcomingQuery)) ?? 'UTC'
    if (issues.count > 0) throw validationError(issues.details)
    const data = await reports.upcoming(callerOf(request).workspaceId, timeZone)
    return reply.send({ success: true, data })
  },
}
