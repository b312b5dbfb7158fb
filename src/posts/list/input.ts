import { type Query, queryChoice, queryDate, queryId, queryText } from '../../http/input/query.ts'
import { type PageRequest, readPage } from '../../http/pagination.ts'
import { firstIdAt } from '../../lib/ids.ts'
import type { Issues } from '../../lib/issues.ts'
import { FORMATS } from '../../platforms/profile.ts'
import { PUBLICATION_STATES, type PublicationState } from '../../publishing/states.ts'
import { POST_ORDERS, type PostOrder, STATUSES } from '../fields.ts'

export interface PostPageRequest extends PageRequest {
  order: PostOrder
  /** By date, the list goes on behind this date and id; with an id alone, among those without a date. */
  afterDate: Date | null
}

export type PostFilter = ReturnType<typeof readPostFilter>

export function readPostFilter(issues: Issues, query: Query) {
  const createdAfter = queryDate(issues, query, 'created_after')
  const createdBefore = queryDate(issues, query, 'created_before')
  return {
    platform: queryChoice(issues, query, 'platform', FORMATS),
    status: queryChoice(issues, query, 'status', STATUSES),
    states: queryStates(issues, query),
    connectionId: queryId(issues, query, 'connection_id', 'a connected account'),
    groupId: queryId(issues, query, 'group_id', 'a group of posts'),
    search: queryText(issues, query, 'q'),
    scheduledFrom: queryDate(issues, query, 'scheduled_after'),
    scheduledBefore: queryDate(issues, query, 'scheduled_before'),
    fromId: createdAfter && firstIdAt(createdAfter.getTime()),
    belowId: createdBefore && firstIdAt(createdBefore.getTime()),
  }
}

/** A comma list; null when it is not there. */
function queryStates(issues: Issues, query: Query): PublicationState[] | null {
  const text = queryText(issues, query, 'state')
  if (text === null) return null
  const names = text.split(',').flatMap((name) => name.trim() || [])
  const states = PUBLICATION_STATES.filter((state) => names.includes(state))
  if (states.length > 0 && states.length === new Set(names).size) return states
  const allowed = PUBLICATION_STATES.join(', ')
  issues.add('state', `state must be one of ${allowed}, or several of them separated by commas.`)
  return null
}

/** A cursor knows its order, so that it goes on alone. */
export function readPostPage(issues: Issues, query: Query): PostPageRequest {
  const chosen = queryChoice(issues, query, 'order', POST_ORDERS)
  const place = typeof query.cursor === 'string' ? decodePlace(query.cursor.trim()) : null
  // What is no place by date is read, or refused, as a cursor of the usual kind.
  const page = readPage(issues, place ? { ...query, cursor: place.cursor } : query)
  const order = place ? 'scheduled' : page.afterId === null ? (chosen ?? 'created') : 'created'
  if (chosen !== null && chosen !== order) {
    issues.add('cursor', `This cursor goes on with order=${order}. Leave order out, or begin without a cursor.`)
  }
  return { ...page, order, afterDate: place?.date ?? null }
}

/** The usual cursor, with the date of its post in front. */
export function encodePlace({ cursor, date }: Place): string {
  return Buffer.from(`${BY_DATE}.${date?.getTime() ?? NO_DATE}.${cursor}`).toString('base64url')
}

interface Place {
  cursor: string
  date: Date | null
}

const BY_DATE = 'scheduled'
const NO_DATE = 'none'
/** The end of the year 9999: no post has a later date. */
const DATE_MAX = 253_402_300_799_999

function decodePlace(text: string): Place | null {
  const [kind, date = '', cursor = ''] = Buffer.from(text, 'base64url').toString('latin1').split('.')
  if (kind !== BY_DATE || cursor === '') return null
  if (!(date === NO_DATE || (/^\d{1,15}$/.test(date) && Number(date) <= DATE_MAX))) return null
  const place = { cursor, date: date === NO_DATE ? null : new Date(Number(date)) }
  // Decoding forgives what we never wrote.
  return encodePlace(place) === text ? place : null
}
