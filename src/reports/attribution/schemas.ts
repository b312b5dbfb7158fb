import { csvParameters, headerLanguage } from '../../http/csv-file.ts'
import * as Q from '../../http/query.ts'
import { Day, LastDay } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'

/** In the order of the arrays in lead_touches. */
export const DIMENSIONS = ['post', 'platform', 'source', 'medium', 'campaign', 'form'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** What a report may count by. Networks are not stored: they are those of the posts. */
export const REPORT_DIMENSIONS = [...DIMENSIONS, 'network'] as const
export type ReportDimension = (typeof REPORT_DIMENSIONS)[number]

export const TOUCHES = ['first', 'last'] as const

const TABLES = ['keys', 'days'] as const

/** Further keys are combined, because anyone can invent many. */
export const ROWS_MAX = 100
/** In addition to `other` and `none`. */
export const SERIES_KEYS = 8
export const LABEL_MAX = 140

const DAYS = ['2026-11-13', '2026-11-14', '2026-11-15']

export const GROUP_KINDS = ['key', 'none', 'other'] as const

const group = {
  kind: [
    S.oneOf(GROUP_KINDS, '`none`: leads without such a touch; `other`: all keys that are not among the largest.'),
    'key',
  ],
  key: [
    S.nullable(
      'string',
      'The id of a post or form, a platform, a network, or the value itself. Null for `none` and `other`.',
    ),
    '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020',
  ],
  label: [
    S.nullable(
      'string',
      `What people call it: the first ${LABEL_MAX} characters of a post, also of a deleted one, or the name of a form. Null where ` +
        'there is none, for posts without `posts:read`, and for forms without `forms:read`.',
    ),
    'We open on Monday.',
  ],
} as const
const none = { kind: 'none', key: null, label: null }

const numbers = {
  leads: [S.integer('Contacts that came in from `from` to `to`.'), 3],
  leads_before: [S.integer('Contacts that came in from `before.from` to `before.to`.'), 0],
  clicks: [
    S.nullable(
      'integer',
      'Clicks of people on links with this key. Null by form, because a form has no clicks, and without `links:read`.',
    ),
    41,
  ],
  visitors: [S.nullable('integer', 'The same, each visitor once a day for a link.'), 33],
} as const

const totals = S.exampledObject(
  {
    ...numbers,
    clicks_before: [S.nullable('integer', 'Clicks from `before.from` to `before.to`. Null like `clicks`.'), 12],
  },
  'The sums of the rows.',
)
const row = S.exampledObject({ ...group, ...numbers })
const series = S.exampledObject({
  ...group,
  total: [S.integer(), 3],
  counts: [S.array(S.integer(), 'Leads on each of `days`.'), [0, 1, 2]],
})

export const attributionReport = S.exampledOutput('AttributionReport', {
  by: [S.oneOf(REPORT_DIMENSIONS), 'post'],
  touch: [S.oneOf(TOUCHES), 'last'],
  from: [Day, DAYS[0]],
  to: [LastDay, DAYS[2]],
  time_zone: [S.string('Always UTC: leads and clicks are counted by days in UTC.'), 'UTC'],
  before: S.exampledObject(
    { from: [Day, '2026-11-10'], to: [Day, '2026-11-12'] },
    'As many days before `from`, to compare with.',
  ),
  complete: [
    S.boolean('False while contacts that came in just now are not sorted in yet: they are among `none`.'),
    true,
  ],
  totals: [totals[0], { ...totals[1], leads: 5, leads_before: 4 }],
  rows: [
    S.array(row[0], {
      maxItems: ROWS_MAX + 2,
      description: 'Most leads first; then `other`, then `none`, where there are any.',
    }),
    [row[1], { ...none, leads: 2, leads_before: 4, clicks: 0, visitors: 0 }],
  ],
  days: [S.array(Day), DAYS],
  series: [
    S.array(series[0], {
      maxItems: SERIES_KEYS + 2,
      description: 'For a stacked plot: the largest rows, `other`, `none`.',
    }),
    [series[1], { ...none, total: 2, counts: [1, 1, 0] }],
  ],
})

const parameters = {
  by: Q.choice(
    REPORT_DIMENSIONS,
    '`post` when left out. `source`, `medium` and `campaign` are the UTM of the touch; `platform` is that of the post, `network` ' +
      'the `provider` of its account (its platform, where the account is not known).',
    'post',
  ),
  touch: Q.choice(
    TOUCHES,
    '`last` when left out: the latest touch of the person up to the lead, its own if it has one. `first`: the earliest touch ' +
      'of the person.',
    'last',
  ),
  ...Q.dayRange(', in UTC'),
}
export const attributionQuery = Q.parameters(parameters)
export const attributionFileQuery = Q.parameters({
  ...parameters,
  table: Q.choice(
    TABLES,
    '`keys` when left out: a row for each key. `days`: a row for each day, a column for each series.',
    'keys',
  ),
  ...csvParameters,
  language: headerLanguage(
    'For people: the header in this language, and names instead of kinds and ids. Left out, the columns have the names of the API.',
  ),
})

/** The days are days in UTC. */
export interface AttributionInput extends Q.DayRange {
  by: ReportDimension
  touch: (typeof TOUCHES)[number]
}
