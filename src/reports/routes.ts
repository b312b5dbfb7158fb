import { authorIdOf, callerOf, hidesLeaving, scopesOf, workspaceOf } from '../http/call.ts'
import { readQuery } from '../http/input.ts'
import { operationsOf, recordAnswer } from '../http/route.ts'
import type { Clock } from '../lib/time/clock.ts'
import type { Reports } from './reports.ts'
import * as schemas from './schemas.ts'

interface Deps {
  reports: Reports
  clock: Clock
}

const operation = operationsOf<Deps>('Publishing')

export const getContactsReport = operationsOf<Deps>('Contacts')({
  id: 'getContactsReport',
  summary: 'Count contacts by day and source',
  description:
    `For a stacked plot: what was created on each day, split \`by\` source, medium or channel. At most ${schemas.SERIES_MAX} ` +
    'series; where there are more, all but the largest are put together as `other`. Days without any are there, with 0.',
  query: schemas.ContactsReportQuery,
  answers: { 200: recordAnswer('The counts.', schemas.contactsReport) },
  async handle({ reports, clock }, request) {
    const input = readQuery(request, (issues, query) => schemas.readContactsReport(issues, query, clock.now()))
    return reports.contacts(workspaceOf(request), input)
  },
})

export const getAttention = operation({
  id: 'getAttention',
  summary: 'See what needs a person',
  description:
    'Whether publishing is paused, backups fail or uploads are refused; posts that failed, are unconfirmed, were missed, are held or wait for their account; accounts to connect again; webhooks that refuse or do ' +
    'not map; endpoints and mails that fail. What the caller may not see is null: `rejections` and `unmapped` need `webhooks:read` as ' +
    'well, `endpoints` needs `events:read`, `failed_mails` needs `contacts:read`.',
  answers: { 200: recordAnswer('What needs a person now.', schemas.attention) },
  async handle({ reports }, request) {
    const caller = callerOf(request)
    return reports.attention(caller.workspaceId, scopesOf(caller), hidesLeaving(request))
  },
})

export const getUpcoming = operation({
  id: 'getUpcoming',
  summary: 'Count the posts that go out soon',
  description:
    `Posts that wait for their date, by day and platform, for today and the ${schemas.UPCOMING_DAYS - 1} days after it, and the ` +
    'first of them. What is published, failed or deferred already is not among them.',
  query: schemas.upcomingQuery.schema,
  answers: { 200: recordAnswer('The counts.', schemas.upcoming) },
  async handle({ reports }, request) {
    const { time_zone } = readQuery(request, schemas.upcomingQuery.read)
    return reports.upcoming(workspaceOf(request), time_zone ?? 'UTC', hidesLeaving(request))
  },
})

export const getFirstSteps = operationsOf<Deps>('Workspace')({
  id: 'getFirstSteps',
  summary: 'See which first steps are done',
  description: 'For the home page of the dashboard: what a new team does, and what is done of it.',
  answers: { 200: recordAnswer('What is done.', schemas.firstSteps) },
  async handle({ reports }, request) {
    const caller = callerOf(request)
    return reports.firstSteps(caller.workspaceId, authorIdOf(caller)!)
  },
})
