import { sendPage } from '../http/answer.ts'
import { callerOf, scopesOf } from '../http/call.ts'
import { idOf, readQuery } from '../http/input.ts'
import { readPageAt, WRONG_CURSOR } from '../http/pagination.ts'
import { type Query, queryChoice, queryDate, queryText } from '../http/query.ts'
import { dataAnswer, operationsOf, pageAnswer } from '../http/route.ts'
import { firstIdAt, isUuid } from '../lib/ids.ts'
import type { Issues } from '../lib/issues.ts'
import type { Events, FeedRequest } from './events.ts'
import { cursorExample, eventDetailExample, eventExample } from './examples.ts'
import { queryTypes } from './input.ts'
import { EventDetailSchema, EventQuery, EventSchema } from './schemas.ts'
import { visibleTypes } from './visible.ts'

const operation = operationsOf<{ events: Events }>('Events')

export const listEvents = operation({
  id: 'listEvents',
  summary: 'Read the feed of events',
  description:
    'Oldest first: the feed for those who cannot host a URL. Keep `pagination.next_cursor` and ask again with it: in this ' +
    'order it is never null, also when the page is empty, and it skips and repeats nothing, however late an event is ' +
    'committed. Events are kept for EVENT_RETENTION_DAYS (30). With `order=desc` newest first, for people; that list ends. It ' +
    'holds the events that the caller may see: `contact.*` needs `contacts:read`, `post.*` and `connection.*` `posts:read`, ' +
    '`webhook.*` `webhooks:read`. The others are neither listed nor counted, and asking for one by `type` is 403.',
  query: EventQuery,
  answers: { 200: pageAnswer('A page of events.', EventSchema, eventExample, { next_cursor: cursorExample }) },
  invalid: { cursor: WRONG_CURSOR },
  async handle({ events }, request, reply) {
    const caller = callerOf(request)
    const viewer = scopesOf(caller)
    const { feed, wanted, ...rest } = readQuery(request, (issues, query) => {
      const feed = readFeed(issues, query, (text) => events.readCursor(text, viewer))
      const wanted = queryTypes(issues, query)
      const subjectId = queryText(issues, query, 'subject_id')
      if (subjectId !== null && !isUuid(subjectId)) issues.add('subject_id', 'subject_id must be the id of an object.')
      const after = queryDate(issues, query, 'created_after')
      return { feed, wanted, subjectId, fromId: after && firstIdAt(after.getTime()) }
    })
    const filter = { types: visibleTypes(viewer, wanted), ...rest }
    return sendPage(reply, await events.list(caller.workspaceId, filter, feed))
  },
})

export const getEvent = operation({
  id: 'getEvent',
  summary: 'Read an event',
  description: 'With its delivery to each endpoint. One that the caller may not see is 404.',
  answers: { 200: dataAnswer('The event.', EventDetailSchema, eventDetailExample) },
  missing: 'There is no event with this id that you may see. List them at GET /v1/events.',
  async handle({ events }, request) {
    const caller = callerOf(request)
    return events.get(caller.workspaceId, idOf(request), scopesOf(caller))
  },
})

function readFeed(
  issues: Issues,
  query: Query,
  readCursor: (text: string) => ReturnType<Events['readCursor']>,
): FeedRequest {
  const chosen = queryChoice(issues, query, 'order', ['asc', 'desc'])
  const { page, limit, cursor } = readPageAt(issues, query, readCursor)
  if (cursor === null) return { order: chosen ?? 'asc', page, limit, afterPosition: null, epoch: 1 }
  if (chosen !== null && chosen !== cursor.order) {
    issues.add('cursor', `This cursor goes on with order=${cursor.order}. Leave order out, or begin without a cursor.`)
  }
  return { order: cursor.order, page, limit, afterPosition: cursor.position, epoch: cursor.epoch }
}
