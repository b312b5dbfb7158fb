import { dayRangeQuery } from '../http/input/day-range.ts'
import { maybeId, maybeTime, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { TARGET_MAX, UTM_NAMES, type UtmName } from './target.ts'

export const NAME_MAX = 255
export const UTM_MAX = 255
export const SOURCES_MAX = 50

const target = S.string({
  maxLength: TARGET_MAX,
  description: 'Where the link leads: an http or https address without a user name, not one of our own short links.',
})
const name = { maxLength: NAME_MAX, description: 'What the link is called, for people.' }

const utmValue = { maxLength: UTM_MAX }
const byUtmName = <T>(value: T) => Object.fromEntries(UTM_NAMES.map((name) => [name, value])) as Record<UtmName, T>
const utmExample = { source: 'newsletter', medium: 'email', campaign: 'spring', term: null, content: null }

export const link = S.exampledOutput('Link', {
  id: [Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9061'],
  code: [S.string('Names the link, and by it the post: never the visitor.'), 'h7Kp2xRw'],
  url: [S.string({ format: 'uri', description: 'The short link itself.' }), 'http://localhost:8080/l/h7Kp2xRw'],
  target: [target, 'https://www.example.com/spring'],
  name: [S.nullable('string', name), 'Spring newsletter'],
  post_id: [maybeId('The post that it was made for. Null for a link outside posts.'), null],
  utm: [
    S.closed(byUtmName(S.nullable('string', utmValue)), 'Added to the target, where it has no parameter of that name.'),
    utmExample,
  ],
  clicks: [S.integer('By people, as far as can be told.'), 41],
  visitors: [S.integer('Different people; one who comes on two days counts twice.'), 33],
  bots: [S.integer('Requests of crawlers and scanners, preview cards included.'), 6],
  previews: [S.integer('Requests of browsers that load a page before anybody asked for it.'), 1],
  heads: [S.integer('HEAD requests, which networks send to check a link.'), 4],
  leads: [S.integer('Contacts that came with the code of the link.'), 3],
  disabled_at: [maybeTime('Since when visitors get a page that says that the link is no longer in use.'), null],
  created_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
  updated_at: [Timestamp, '2026-11-15T09:30:00.000Z'],
})

const settings = {
  name: S.nullable('string', name),
  utm: S.closed(S.allOptional(byUtmName(S.nullable('string', utmValue)))),
}

export const NewLinkSchema = S.input('NewLink', { target, ...S.allOptional(settings) })
export const LinkPatchSchema = S.partialInput(
  'LinkPatch',
  {
    target,
    ...settings,
    disabled: S.boolean('True: visitors get a page that says so. False: they are sent on again.'),
  },
  'What is left out stays. `null` clears a name or a UTM parameter.',
)

const counts = {
  clicks: S.integer('By people.'),
  visitors: S.integer('Different people on this day.'),
  bots: S.integer(),
  previews: S.integer(),
  heads: S.integer(),
}
const Day = S.string({ format: 'date', examples: ['2026-11-15'] })

export const LinkDaysSchema = S.output('LinkDays', {
  from: Day,
  to: Day,
  days: S.array(S.closed({ day: Day, ...counts }), 'Every day from `from` to `to`, in UTC.'),
  sources: S.array(
    S.closed({
      host: S.string(
        'Of the page with the link; empty when the browser does not tell, `other` for rare ones together.',
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

export const LinkDaysQuery = S.partial(dayRangeQuery(', in UTC'))

export const LinksQuery = S.partial({
  ...pageQuery,
  post_id: Uuid,
  q: S.string({
    maxLength: 255,
    description: 'Part of the name, the target or the code. Upper and lower case are alike.',
  }),
})
