import { validationError } from '../../errors.ts'
import { callerOf } from '../../http/call.ts'
import { queryOf } from '../../http/query.ts'
import type { Operation } from '../../http/route.ts'
import { success } from '../../http/schemas.ts'
import { createIssues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'
import { postExamples } from '../examples.ts'
import type { Posts } from '../posts.ts'
import { readCalendar } from './input.ts'
import { CalendarQuery, PostCalendarSchema } from './schemas.ts'

interface Deps {
  posts: Posts
}

const example = {
  from: '2027-01-01',
  to: '2027-01-31',
  time_zone: 'Europe/Lisbon',
  by: 'day',
  total: 12,
  slots: [
    {
      date: '2027-01-04',
      hour: null,
      count: 12,
      states: { waiting: 11, none: 1 },
      posts: [{ ...postExamples.short, scheduled_date: '2027-01-04T08:00:00.000Z' }],
    },
  ],
}

export const getPostCalendar: Operation<Deps> = {
  id: 'getPostCalendar',
  tag: 'Posts',
  summary: 'Read posts as a calendar',
  description:
    'For each day, or each hour with `by=hour`: how many posts have their date in it, by state, and the first few of them. ' +
    'The answer stays small however many posts there are. The rest of a slot is at `GET /v1/posts?order=scheduled` with ' +
    '`scheduled_after` and `scheduled_before`. Posts without a date are in no slot.',
  query: CalendarQuery,
  answers: {
    200: {
      description: 'The slots that have posts.',
      schema: success(S.refTo(PostCalendarSchema)),
      example: { success: true, data: example },
    },
  },
  errors: ['validation_error'],
  errorExamples: { validation_error: { field: 'from', message: 'from is required: a date such as 2026-11-01.' } },
  async handle({ posts }, request, reply) {
    const issues = createIssues()
    const input = readCalendar(issues, queryOf(issues, request, CalendarQuery))
    if (issues.count > 0) throw validationError(issues.details)
    const data = await posts.calendar(callerOf(request).workspaceId, input)
    return reply.send({ success: true, data })
  },
}
