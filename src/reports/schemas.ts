import { type DayRange, dayRangeQuery, queryDays } from '../http/query.ts'
import { type Query, queryChoice, queryTimeZone } from '../http/query-values.ts'
import { maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { MAIL_KINDS } from '../mail/schemas.ts'
import { FORMATS } from '../platforms/shared/provider.ts'

const GROUPINGS = ['utm_source', 'utm_medium', 'channel'] as const
export type Grouping = (typeof GROUPINGS)[number]

export const SERIES_MAX = 10

/** No count goes beyond it: whoever has a thousand failed posts need not know how many more. */
export const COUNT_MAX = 1_000
export const NEWEST_MAX = 5
/** The most webhooks, accounts or endpoints of one kind that are shown. */
export const LISTED_MAX = 100
export const EXCERPT_MAX = 140

export const UPCOMING_DAYS = 7
export const UPCOMING_COUNT_MAX = 10_000
export const UPCOMING_NEXT_MAX = 20

/** Posts in these states need a person, whatever else is known of them. */
export const STOPPED_STATES = ['failed', 'unconfirmed', 'missed', 'held'] as const
export const ATTENTION_STATES = [...STOPPED_STATES, 'confirming'] as const
export type AttentionState = (typeof ATTENTION_STATES)[number]

const Day = S.string({ format: 'date', examples: ['2026-11-15'] })
const TimeZone = S.string({ maxLength: 255, description: 'An IANA name such as Europe/Lisbon: days are days there.' })
const SentTimeZone = { ...TimeZone, description: `${TimeZone.description} UTC when left out.` }
const Counts = S.array(S.integer(), 'One for each of `days`.')

const range = {
  from: Day,
  to: S.string({ format: 'date', description: 'The last day; it counts too.' }),
  time_zone: S.string(),
}

export const ContactsReportSchema = S.output('ContactsReport', {
  ...range,
  by: S.oneOf(GROUPINGS),
  days: S.array(Day),
  series: S.array(
    S.closed({
      name: S.string('`none` where there is no value, `other` for all that are not among the largest.'),
      value: S.nullable('string', 'The value itself; null for `none` and `other`.'),
      total: S.integer(),
      counts: Counts,
    }),
    { maxItems: SERIES_MAX, description: 'Largest first; `other` is the last.' },
  ),
  total: S.integer(),
})

export const ContactsReportQuery = S.partial({
  ...dayRangeQuery(),
  time_zone: SentTimeZone,
  by: S.oneOf(
    GROUPINGS,
    '`utm_source` when left out. `channel` is how they came in: `key`, `form` (without a key) or `webhook`.',
  ),
})

const postExcerpt = {
  id: Uuid,
  platform: S.oneOf(FORMATS),
  text: S.nullable('string', `The first ${EXCERPT_MAX} characters.`),
  scheduled_date: maybeTime(),
  connection_id: maybeId(),
}

const attentionPost = S.closed({
  ...postExcerpt,
  code: S.nullable('string', 'The class of the failure, for programs.'),
  reason: S.nullable('string', 'Why, and what to do.'),
})

const Count = S.integer({ maximum: COUNT_MAX, description: `Counted up to ${COUNT_MAX}.` })

const attentionPosts = S.closed(
  Object.fromEntries(
    ATTENTION_STATES.map((state) => [
      state,
      S.closed({ count: Count, newest: S.array(attentionPost, { maxItems: NEWEST_MAX }) }),
    ]),
  ),
  'By state; of each the newest by scheduled date. `confirming` are those that wait for their account to be connected again.',
)

const attentionConnection = S.closed({
  id: Uuid,
  platform: S.oneOf(FORMATS),
  handle: S.nullable('string'),
  name: S.nullable('string'),
  problem: S.oneOf(['needs_reconnect', 'held', 'expiring']),
  reason: S.nullable('string'),
  works_until: maybeTime(),
})

const webhookPart = (newest: Record<string, S.Schema>) =>
  S.closed({
    webhook_id: Uuid,
    name: S.string(),
    count: Count,
    newest: S.closed({ id: Uuid, received_at: Timestamp, ...newest }),
  })

const attentionEndpoint = S.closed({
  id: Uuid,
  url: S.string(),
  status: S.oneOf(['active', 'disabled'], '`active` ones are here because they fail.'),
  reason: S.nullable('string'),
  failures: S.integer('In a row.'),
  failing_since: maybeTime(),
})

export const AttentionSchema = S.output(
  'Attention',
  {
    publishing: {
      ...S.closed({ code: S.string(), reason: S.string(), since: Timestamp }),
      type: ['object', 'null'],
      description:
        'Publishing is paused for the whole installation, and why: see `GET /v1/publishing`. Null when it is not.',
    },
    backups: {
      ...S.closed({ code: S.oneOf(['failed', 'overdue']), reason: S.string(), since: Timestamp }),
      type: ['object', 'null'],
      description: 'What is wrong with the scheduled backups of the installation. Null when nothing is.',
    },
    uploads: {
      ...S.closed({ code: S.oneOf(['disk', 'bucket']), reason: S.string(), since: Timestamp }),
      type: ['object', 'null'],
      description: 'Why files cannot be stored at the moment; looked at every 30 seconds at most. Null when they can.',
    },
    posts: attentionPosts,
    connections: S.array(
      attentionConnection,
      'Accounts to connect again, restricted by the platform, or whose approval ends within 7 days.',
    ),
    rejections: S.arrayOrNull(
      webhookPart({ code: S.string(), reason: S.string() }),
      'Webhooks that refused deliveries in the last 24 hours. Null without `webhooks:read`.',
    ),
    unmapped: S.arrayOrNull(
      webhookPart({ issues: { type: ['object', 'null'], description: 'Field → reasons.' } }),
      'Webhooks with deliveries that did not become contacts. Null without `webhooks:read`.',
    ),
    endpoints: S.arrayOrNull(attentionEndpoint, 'Endpoints that are disabled or fail. Null without `events:read`.'),
    failed_mails: {
      ...S.closed({
        count: Count,
        newest: {
          ...S.closed({
            id: Uuid,
            kind: S.oneOf(MAIL_KINDS),
            reason: S.nullable('string', 'What the mail server said, and what to do.'),
            form_id: maybeId(),
            contact_id: maybeId(),
            failed_at: Timestamp,
          }),
          type: ['object', 'null'],
        },
      }),
      type: ['object', 'null'],
      description:
        'Mails that were given up within 7 days: see `GET /v1/mails?state=failed`. Null without `contacts:read`.',
    },
    held_submissions: {
      ...S.closed({ count: Count, newest_at: maybeTime() }),
      type: ['object', 'null'],
      description: 'Submissions of forms that look like spam and wait at `GET /v1/held`. Null without `forms:read`.',
    },
  },
  `At most ${LISTED_MAX} of each list.`,
)

export const UpcomingSchema = S.output('Upcoming', {
  ...range,
  days: S.array(Day),
  series: S.array(
    S.closed({ platform: S.oneOf(FORMATS), total: S.integer(), counts: Counts }),
    'One for each platform.',
  ),
  total: S.integer(),
  complete: S.boolean(
    `False when a platform has more than ${UPCOMING_COUNT_MAX} posts: its last days are then not counted.`,
  ),
  next: S.array(S.closed({ ...postExcerpt, scheduled_date: Timestamp }), {
    maxItems: UPCOMING_NEXT_MAX,
    description: 'Those that go out first.',
  }),
})

export const UpcomingQuery = S.partial({ time_zone: SentTimeZone })

const postId = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'
const connectionId = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'
const webhookId = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'
const none = { count: 0, newest: [] }

export const contactsReportExample = {
  from: '2026-11-13',
  to: '2026-11-15',
  time_zone: 'Europe/Lisbon',
  by: 'utm_source',
  days: ['2026-11-13', '2026-11-14', '2026-11-15'],
  series: [
    { name: 'newsletter', value: 'newsletter', total: 9, counts: [4, 5, 0] },
    { name: 'none', value: null, total: 2, counts: [0, 1, 1] },
  ],
  total: 11,
}

export const attentionExample = {
  publishing: null,
  backups: null,
  uploads: null,
  posts: {
    failed: {
      count: 1,
      newest: [
        {
          id: postId,
          platform: 'short',
          text: 'We open at nine.',
          scheduled_date: '2026-11-15T09:00:00.000Z',
          connection_id: connectionId,
          code: 'rejected_content',
          reason: 'X refused the text: it is a repeat of an earlier post. Change it, then retry.',
        },
      ],
    },
    unconfirmed: none,
    missed: none,
    held: none,
    confirming: none,
  },
  connections: [
    {
      id: connectionId,
      platform: 'professional',
      handle: 'example',
      name: 'Example Ltd',
      problem: 'expiring',
      reason: null,
      works_until: '2026-11-20T09:30:00.000Z',
    },
  ],
  rejections: [
    {
      webhook_id: webhookId,
      name: 'Shop',
      count: 3,
      newest: {
        id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9041',
        received_at: '2026-11-15T09:30:00.000Z',
        code: 'wrong_signature',
        reason: 'The signature does not fit the body and the secret.',
      },
    },
  ],
  unmapped: [],
  endpoints: null,
  failed_mails: {
    count: 1,
    newest: {
      id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050',
      kind: 'auto_reply',
      reason: 'The mail server refused the address of the receiver.',
      form_id: null,
      contact_id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9051',
      failed_at: '2026-11-15T09:30:00.000Z',
    },
  },
  held_submissions: { count: 2, newest_at: '2026-11-15T09:30:00.000Z' },
}

export const upcomingExample = {
  from: '2026-11-15',
  to: '2026-11-21',
  time_zone: 'UTC',
  days: ['2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'],
  series: [
    { platform: 'thread', total: 0, counts: [0, 0, 0, 0, 0, 0, 0] },
    { platform: 'photo', total: 0, counts: [0, 0, 0, 0, 0, 0, 0] },
    { platform: 'professional', total: 0, counts: [0, 0, 0, 0, 0, 0, 0] },
    { platform: 'short', total: 1, counts: [0, 1, 0, 0, 0, 0, 0] },
  ],
  total: 1,
  complete: true,
  next: [
    {
      id: postId,
      platform: 'short',
      text: 'We open at nine.',
      scheduled_date: '2026-11-16T09:00:00.000Z',
      connection_id: null,
    },
  ],
}

export interface ContactsReportInput extends DayRange {
  timeZone: string
  by: Grouping
}

export function readContactsReport(issues: Issues, query: Query, now: number): ContactsReportInput {
  const timeZone = queryTimeZone(issues, query) ?? 'UTC'
  const by = queryChoice(issues, query, 'by', GROUPINGS) ?? 'utm_source'
  return { ...queryDays(issues, query, now, timeZone), timeZone, by }
}
