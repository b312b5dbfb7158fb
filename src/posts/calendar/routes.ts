import { workspaceOf } from '../../http/call.ts'
import { readQuery } from '../../http/input.ts'
import { dataAnswer, operationsOf } from '../../http/route.ts'
import { postExamples } from '../examples.ts'
import type { Posts } from '../posts.ts'
import { readCalendar } from './input.ts'
import { CalendarQuery, PostCalendarSchema } from './schemas.ts'

const operation = operationsOf<{ posts: Posts }>('Posts')

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

export const getPostCalendar = operation({
  id: 'getPostCalendar',
  summary: 'Read posts as a calendar',
  description:
    'For each day, or each hour with `by=hour`: how many posts have their date in it, by state, and the first few of them. ' +
    'The answer stays small however many posts there are. The rest of a slot is at `GET /v1/posts?order=scheduled` with ' +
    '`scheduled_after` and `scheduled_before`. Posts without a date are in no slot.',
  query: CalendarQuery,
  answers: { 200: dataAnswer('The slots that have posts.', PostCalendarSchema, example) },
  invalid: { from: 'from is required: a date such as 2026-11-01.' },
  async handle({ posts }, request) {
    const input = readQuery(request, readCalendar)
    return posts.calendar(workspaceOf(request), input)
  },
})
