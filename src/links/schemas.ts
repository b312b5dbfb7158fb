import * as Q from '../http/query.ts'
import { Day, maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { assigned, computed, type Field, flag, only, parts, text } from '../lib/record/fields.ts'
import { type ChangeOf, type NewOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { message } from '../messages/message.ts'
import { TARGET_MAX, UTM_NAMES, type UtmName } from './target.ts'

export const SOURCES_MAX = 50

const utmExample = { source: 'newsletter', medium: 'email', campaign: 'spring', term: null, content: null }
const utm = parts(
  Object.fromEntries(UTM_NAMES.map((name) => [name, text({ max: 255, example: utmExample[name] })])) as Record<
    UtmName,
    Field<string | null>
  >,
  {
    about: 'Added to the target, where it has no parameter of that name.',
    shape: message('shape.such_as', { example: '{"source": "newsletter"}' }),
  },
)

export const link = record(
  'Link',
  {
    id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9061'),
    code: assigned(S.string('Names the link, and by it the post: never the visitor.'), 'h7Kp2xRw'),
    url: computed(
      S.string({ format: 'uri', description: 'The short link itself.' }),
      'http://localhost:8080/l/h7Kp2xRw',
    ),
    target: text({
      max: TARGET_MAX,
      required: true,
      about: 'Where the link leads: an http or https address without a user name, not one of our own short links.',
      example: 'https://www.example.com/spring',
    }),
    name: text({ max: 255, about: 'What the link is called, for people.', example: 'Spring newsletter' }),
    post_id: assigned(maybeId('The post that it was made for. Null for a link outside posts.'), null),
    utm: only(['create', 'change', 'answer'], utm),
    clicks: computed(S.integer('By people, as far as can be told.'), 41),
    visitors: computed(S.integer('Different people; one who comes on two days counts twice.'), 33),
    bots: computed(S.integer('Requests of crawlers and scanners, preview cards included.'), 6),
    previews: computed(S.integer('Requests of browsers that prefetch a page before it is opened.'), 1),
    heads: computed(S.integer('HEAD requests, which networks send to check a link.'), 4),
    leads: computed(S.integer('Contacts that came with the code of the link.'), 3),
    disabled: only(
      ['change'],
      flag({ about: 'True: visitors get a page that says so. False: they are sent on again.' }),
    ),
    disabled_at: assigned(
      maybeTime('Since when visitors get a page that says that the link is no longer in use.'),
      null,
    ),
    created_at: assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
    updated_at: assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
    version: assigned(S.integer('The `ETag`, for `If-Match`. Clicks do not change it.'), 1),
  },
  { change: 'What is left out stays. `null` clears a name or a UTM parameter.', refusesEmptyChange: true },
)
export type NewLink = NewOf<typeof link>
export type LinkChange = ChangeOf<typeof link>

const counts = {
  clicks: S.integer('By people.'),
  visitors: S.integer('Different people on this day.'),
  bots: S.integer(),
  previews: S.integer(),
  heads: S.integer(),
}

export const LinkDaysSchema = S.output('LinkDays', {
  from: Day,
  to: Day,
  days: S.array(S.closed({ day: Day, ...counts }), 'Every day from `from` to `to`, in UTC.'),
  sources: S.array(
    S.closed({
      host: S.string(
        'The host of the page with the link. Empty if the browser does not say, `other` for all rare ones together.',
      ),
      clicks: S.integer(),
      visitors: S.integer(),
    }),
    { maxItems: SOURCES_MAX, description: 'Where people came from in these days, most clicks first.' },
  ),
})
export const linkDaysExample = {
  from: '2026-11-14',
  to: '2026-11-15',
  days: [
    { day: '2026-11-14', clicks: 11, visitors: 9, bots: 4, previews: 0, heads: 4 },
    { day: '2026-11-15', clicks: 30, visitors: 24, bots: 2, previews: 1, heads: 0 },
  ],
  sources: [
    { host: '', clicks: 29, visitors: 24 },
    { host: 'mail.example.com', clicks: 12, visitors: 9 },
  ],
}

export const linkDaysQuery = Q.parameters(Q.dayRange(', in UTC'))

export const linksQuery = Q.list({
  post_id: Q.id(message('object.post'), Uuid),
  q: Q.text({
    maxLength: 255,
    description: 'Part of the name, the target or the code. Upper and lower case are alike.',
  }),
})
export type LinkFilter = Q.FilterOf<typeof linksQuery>

export const PAGE_NAME = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/
const WRONG_NAME = message('link_page.wrong_name')
export const ENTRIES_MAX = 24
export const RECENT_DAYS = 90

export const linkPage = record(
  'LinkPage',
  {
    name: text({
      max: 255,
      schema: { pattern: PAGE_NAME.source },
      about: 'In the address of the page. 3 to 40 small letters, digits and hyphens. Null: there is no page.',
      rule: (name) => (PAGE_NAME.test(name) ? [] : [WRONG_NAME]),
      example: 'harbour-works',
    }),
    url: computed(
      S.nullable('string', { format: 'uri', description: 'Goes into the profile. Null without a name.' }),
      'http://localhost:8080/b/harbour-works',
    ),
    title: text({ max: 80, about: 'Null: the name of the workspace.', example: 'Harbour Works' }),
    intro: text({ max: 300, about: 'A sentence below the title.', example: 'Boats, tools and stories.' }),
    updated_at: assigned(maybeTime(), '2026-11-15T09:30:00.000Z'),
  },
  { change: 'What is left out stays.' },
)
export type LinkPageChange = ChangeOf<typeof linkPage>
