import * as Q from '../http/query.ts'
import type { Query } from '../http/query-values.ts'
import { exampledReason, problemOrNull, reasonSchemas } from '../http/reason.ts'
import { Day, LastDay, maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import * as S from '../lib/schema.ts'
import { MAIL_KINDS } from '../mail/schemas.ts'
import { message } from '../messages/message.ts'
import { PROVIDERS } from '../platforms/registry.ts'
import { FORMATS } from '../platforms/shared/provider.ts'

export const GROUPINGS = ['utm_source', 'utm_medium', 'channel'] as const
export type Grouping = (typeof GROUPINGS)[number]

export const SERIES_MAX = 10

/** Counts stop here: above a thousand, the exact number no longer matters. */
export const COUNT_MAX = 1_000
export const NEWEST_MAX = 5
/** The most webhooks, accounts or endpoints of one kind that are listed. */
export const LISTED_MAX = 100
export const EXCERPT_MAX = 140

export const UPCOMING_DAYS = 7
export const UPCOMING_COUNT_MAX = 10_000
export const UPCOMING_NEXT_MAX = 20

/** Posts in these states always need attention. */
export const STOPPED_STATES = ['failed', 'unconfirmed', 'missed', 'held'] as const
export const ATTENTION_STATES = [...STOPPED_STATES, 'confirming'] as const
export type AttentionState = (typeof ATTENTION_STATES)[number]

const ZONE = 'An IANA name such as Europe/Lisbon: days are days there.'
const timeZone = Q.timeZone({ maxLength: 255, description: `${ZONE} UTC when left out.` })
const Counts = S.array(S.integer(), 'One for each of `days`.')

const series = S.exampledObject({
  name: [S.string('`none` where there is no value, `other` for all that are not among the largest.'), 'newsletter'],
  value: [S.nullable('string', 'The value itself; null for `none` and `other`.'), 'newsletter'],
  total: [S.integer(), 9],
  counts: [Counts, [4, 5, 0]],
})

export const contactsReport = S.exampledOutput('ContactsReport', {
  from: [Day, '2026-11-13'],
  to: [LastDay, '2026-11-15'],
  time_zone: [S.string(), 'Europe/Lisbon'],
  by: [S.oneOf(GROUPINGS), 'utm_source'],
  days: [S.array(Day), ['2026-11-13', '2026-11-14', '2026-11-15']],
  series: [
    S.array(series[0], { maxItems: SERIES_MAX, description: 'Largest first; `other` is the last.' }),
    [series[1], { name: 'none', value: null, total: 2, counts: [0, 1, 1] }],
  ],
  total: [S.integer(), 11],
})

const contactsReportQuery = Q.parameters({
  ...Q.dayRange(),
  time_zone: timeZone,
  by: Q.choice(
    GROUPINGS,
    '`utm_source` when left out. `channel` is how they came in: `key`, `form` (without a key) or `webhook`.',
    'utm_source',
  ),
})
export const ContactsReportQuery = contactsReportQuery.schema

export function readContactsReport(issues: Issues, query: Query, now: number) {
  const { from, to, time_zone, by } = contactsReportQuery.read(issues, query)
  const timeZone = time_zone ?? 'UTC'
  return { ...Q.completeRange(issues, { from, to }, now, timeZone), timeZone, by }
}
export type ContactsReportInput = ReturnType<typeof readContactsReport>

const POST_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'
const CONNECTION_ID = '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'
const AT = '2026-11-15T09:30:00.000Z'

const postExcerpt = {
  id: [Uuid, POST_ID],
  platform: [S.oneOf(FORMATS), 'short'],
  text: [S.nullable('string', `The first ${EXCERPT_MAX} characters.`), 'We open at nine.'],
  scheduled_date: [maybeTime(), '2026-11-15T09:00:00.000Z'],
  connection_id: [maybeId(), CONNECTION_ID],
} as const

const REFUSED = 'X refused the text: it is a repeat of an earlier post. Change it, then retry.'
const attentionPost = S.exampledObject({
  ...postExcerpt,
  code: [S.nullable('string', 'The class of the failure, for programs.'), 'rejected_content'],
  ...exampledReason('Why, and what to do.', REFUSED),
})

const Count = S.integer({ maximum: COUNT_MAX, description: `Counted up to ${COUNT_MAX}.` })

const AttentionPosts = S.output('AttentionPosts', {
  count: Count,
  newest: S.array(attentionPost[0], { maxItems: NEWEST_MAX }),
})

const attentionPosts = S.exampledObject(
  Object.fromEntries(
    ATTENTION_STATES.map((state) => {
      const newest = state === 'failed' ? [attentionPost[1]] : []
      return [state, [AttentionPosts, { count: newest.length, newest }]]
    }),
  ),
  'By state; of each the newest by scheduled date. `confirming` are those that wait for their account to be connected again.',
)

const attentionConnection = S.exampledObject({
  id: [Uuid, CONNECTION_ID],
  platform: [S.oneOf(FORMATS), 'professional'],
  handle: [S.nullable('string'), 'example'],
  name: [S.nullable('string'), 'Example Ltd'],
  problem: [S.oneOf(['needs_reconnect', 'held', 'expiring']), 'expiring'],
  ...exampledReason('Why, and what to do.', null),
  works_until: [maybeTime(), '2026-11-20T09:30:00.000Z'],
})

const webhookPart = (newest: S.Exampled) =>
  S.exampledObject({
    webhook_id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9040'],
    name: [S.string(), 'Shop'],
    count: [Count, 3],
    newest: S.exampledObject({
      id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9041'],
      received_at: [Timestamp, AT],
      ...newest,
    }),
  })
const WRONG_SIGNATURE = message('rejection.wrong_signature', { secret: message('sender.shopify.secret') })
const rejections = webhookPart({
  code: [S.string(), 'wrong_signature'],
  ...exampledReason('Why, and what to do.', WRONG_SIGNATURE, S.string),
})
const unmapped = webhookPart({ issues: [S.orNull(S.record(S.array(S.string()), 'Field → reasons.')), null] })

const attentionEndpoint = S.closed({
  id: Uuid,
  url: S.string(),
  status: S.oneOf(['active', 'disabled'], '`active` ones are here because they fail.'),
  ...reasonSchemas('Why it is disabled.'),
  failures: S.integer('In a row.'),
  failing_since: maybeTime(),
})

const failedMail = S.exampled({
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'],
  kind: [S.oneOf(MAIL_KINDS), 'auto_reply'],
  ...exampledReason('What the mail server said, and what to do.', message('mail.address_refused', { code: 550 })),
  form_id: [maybeId(), null],
  contact_id: [maybeId(), '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9051'],
  failed_at: [Timestamp, AT],
})

export const attention = S.exampledOutput('Attention', {
  publishing: [
    problemOrNull(
      S.string(),
      'Publishing is paused for the whole installation, and why: see `GET /v1/publishing`. Null when it is not.',
    ),
    null,
  ],
  backups: [
    problemOrNull(
      S.oneOf(['failed', 'overdue']),
      'What is wrong with the scheduled backups of the installation. Null when nothing is.',
    ),
    null,
  ],
  uploads: [
    problemOrNull(
      S.oneOf(['disk', 'bucket']),
      'Why files cannot be stored at the moment; looked at every 30 seconds at most. Null when they can.',
    ),
    null,
  ],
  posts: attentionPosts,
  connections: [
    S.array(
      attentionConnection[0],
      'Accounts to connect again, restricted by the platform, or whose approval ends within 7 days.',
    ),
    [attentionConnection[1]],
  ],
  rejections: [
    S.arrayOrNull(
      rejections[0],
      'Webhooks that refused deliveries in the last 24 hours. Null without `webhooks:read`.',
    ),
    [rejections[1]],
  ],
  unmapped: [
    S.arrayOrNull(unmapped[0], 'Webhooks with deliveries that did not become contacts. Null without `webhooks:read`.'),
    [],
  ],
  endpoints: [
    S.arrayOrNull(attentionEndpoint, 'Endpoints that are disabled or fail. Null without `events:read`.'),
    null,
  ],
  failed_mails: [
    S.closedOrNull(
      { count: Count, newest: S.closedOrNull(failedMail.fields) },
      'Mails that were given up within 7 days: see `GET /v1/mails?state=failed`. Null without `contacts:read`.',
    ),
    { count: 1, newest: failedMail.example },
  ],
  held_submissions: [
    S.closedOrNull(
      { count: Count, newest_at: maybeTime() },
      'Submissions of forms that look like spam and wait at `GET /v1/held`. Null without `forms:read`.',
    ),
    { count: 2, newest_at: AT },
  ],
})

export const firstSteps = S.exampledOutput('FirstSteps', {
  account: [S.boolean('An account of a network is connected.'), true],
  post: [S.boolean('There is a post.'), true],
  form: [S.boolean('There is a form.'), false],
  told: [S.boolean('The person is told of leads: by mail, in a browser, or the team in a chat.'), false],
  team: [S.boolean('Whether another person is in the team, or invited.'), false],
  key: [S.boolean('There is an API key.'), false],
  webhook: [S.boolean('There is a webhook.'), false],
})

const NEXT = {
  ...postExcerpt,
  scheduled_date: [Timestamp, '2026-11-16T09:00:00.000Z'],
  provider: [S.oneOfOrNull(PROVIDERS, { description: 'The network of its account. Null without one.' }), 'bluesky'],
} as const
const next = S.exampledObject(NEXT)

export const upcoming = S.exampledOutput('Upcoming', {
  from: [Day, '2026-11-15'],
  to: [LastDay, '2026-11-21'],
  time_zone: [S.string(), 'UTC'],
  days: [S.array(Day), [15, 16, 17, 18, 19, 20, 21].map((day) => `2026-11-${day}`)],
  series: [
    S.array(S.closed({ platform: S.oneOf(FORMATS), total: S.integer(), counts: Counts }), 'One for each platform.'),
    FORMATS.map((platform) => {
      const total = platform === 'short' ? 1 : 0
      return { platform, total, counts: [0, total, 0, 0, 0, 0, 0] }
    }),
  ],
  total: [S.integer(), 1],
  complete: [
    S.boolean(`False when a platform has more than ${UPCOMING_COUNT_MAX} posts: its last days are then not counted.`),
    true,
  ],
  next: [
    S.array(next[0], { maxItems: UPCOMING_NEXT_MAX, description: 'Those that go out first.' }),
    [{ ...next[1], connection_id: null }],
  ],
})

export const upcomingQuery = Q.parameters({ time_zone: timeZone })
