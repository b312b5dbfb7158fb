import { type DayRange, dayRangeQuery, queryDays } from '../../http/query.ts'
import { type Query, queryChoice } from '../../http/query-values.ts'
import type { Issues } from '../../lib/issues.ts'
import * as S from '../../lib/schema.ts'

/** In the order of the arrays in lead_touches. */
export const DIMENSIONS = ['post', 'platform', 'source', 'medium', 'campaign', 'form'] as const
export type Dimension = (typeof DIMENSIONS)[number]

export const TOUCHES = ['first', 'last'] as const
type TouchName = (typeof TOUCHES)[number]

export const TABLES = ['keys', 'days'] as const

/** More keys than this are put together: anybody can make up many. */
export const ROWS_MAX = 100
/** Beside these there are `other` and `none`. */
export const SERIES_KEYS = 8
export const LABEL_MAX = 140

const Day = S.string({ format: 'date', examples: ['2026-11-15'] })

const group = {
  kind: S.oneOf(
    ['key', 'none', 'other'],
    '`none`: leads without such a touch; `other`: all keys that are not among the largest.',
  ),
  key: S.nullable('string', 'The id of a post or form, a platform, or the value itself. Null for `none` and `other`.'),
  label: S.nullable(
    'string',
    `What people call it: the first ${LABEL_MAX} characters of a post, also of a deleted one, or the name of a form. Null where ` +
      'there is none, for posts without `posts:read`, and for forms without `forms:read`.',
  ),
}

const clicks = S.nullable(
  'integer',
  'Clicks of people on links with this key. Null by form, because a form has no clicks, and without `links:read`.',
)
const visitors = S.nullable('integer', 'The same, each visitor once a day for a link.')
const numbers = {
  leads: S.integer('Contacts that came in from `from` to `to`.'),
  leads_before: S.integer('Contacts that came in from `before.from` to `before.to`.'),
  clicks,
  visitors,
}

export const AttributionReportSchema = S.output('AttributionReport', {
  by: S.oneOf(DIMENSIONS),
  touch: S.oneOf(TOUCHES),
  from: Day,
  to: S.string({ format: 'date', description: 'The last day; it counts too.' }),
  time_zone: S.string('Always UTC: leads and clicks are counted by days in UTC.'),
  before: S.closed({ from: Day, to: Day }, 'As many days before `from`, to compare with.'),
  complete: S.boolean('False while contacts that came in just now are not sorted in yet: they are among `none`.'),
  totals: S.closed(numbers, 'The sums of the rows.'),
  rows: S.array(S.closed({ ...group, ...numbers }), {
    maxItems: ROWS_MAX + 2,
    description: 'Most leads first; then `other`, then `none`, where there are any.',
  }),
  days: S.array(Day),
  series: S.array(
    S.closed({ ...group, total: S.integer(), counts: S.array(S.integer(), 'Leads on each of `days`.') }),
    { maxItems: SERIES_KEYS + 2, description: 'For a stacked plot: the largest rows, `other`, `none`.' },
  ),
})

export const AttributionQuery = S.partial({
  by: S.oneOf(
    DIMENSIONS,
    '`post` when left out. `source`, `medium` and `campaign` are the UTM of the touch; `platform` is that of the post.',
  ),
  touch: S.oneOf(
    TOUCHES,
    '`last` when left out: the latest touch of the person up to the lead, its own if it has one. `first`: the earliest touch ' +
      'of the person.',
  ),
  ...dayRangeQuery(', in UTC'),
})

export const AttributionFileQuery = S.partial({
  ...(AttributionQuery.properties as Record<string, S.Schema>),
  table: S.oneOf(
    TABLES,
    '`keys` when left out: a row for each key. `days`: a row for each day, a column for each series.',
  ),
})

const POST_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'
const post = { kind: 'key', key: POST_ID, label: 'We open on Monday.' }
const none = { kind: 'none', key: null, label: null }

export const attributionExample = {
  by: 'post',
  touch: 'last',
  from: '2026-11-13',
  to: '2026-11-15',
  time_zone: 'UTC',
  before: { from: '2026-11-10', to: '2026-11-12' },
  complete: true,
  totals: { leads: 5, leads_before: 4, clicks: 41, visitors: 33 },
  rows: [
    { ...post, leads: 3, leads_before: 0, clicks: 41, visitors: 33 },
    { ...none, leads: 2, leads_before: 4, clicks: 0, visitors: 0 },
  ],
  days: ['2026-11-13', '2026-11-14', '2026-11-15'],
  series: [
    { ...post, total: 3, counts: [0, 1, 2] },
    { ...none, total: 2, counts: [1, 1, 0] },
  ],
}

/** Of days in UTC. */
export interface AttributionInput extends DayRange {
  by: Dimension
  touch: TouchName
}

export function readAttribution(issues: Issues, query: Query, now: number): AttributionInput {
  const by = queryChoice(issues, query, 'by', DIMENSIONS) ?? 'post'
  const touch = queryChoice(issues, query, 'touch', TOUCHES) ?? 'last'
  return { by, touch, ...queryDays(issues, query, now) }
}
