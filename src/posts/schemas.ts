import { maybeId, maybeTime, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import type { Schema } from '../lib/schema.ts'
import * as S from '../lib/schema.ts'
import { ALT_TEXT_MAX, byFormat } from '../platforms/registry.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import { RULES } from '../platforms/shared/rules.ts'
import { TRACK_LINKS } from '../platforms/shared/text.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'
import * as fields from './fields.ts'

const PublicationSchema = S.output(
  'Publication',
  {
    state: S.oneOf(PUBLICATION_STATES, '`none` for a draft, `waiting` until the scheduled date.'),
    attempts: S.integer('How often sending was tried.'),
    code: S.nullable('string', {
      examples: ['rejected_content', 'rate_limited', 'auth_expired'],
      description: 'The class of the last failure, for programs; null when there is none.',
    }),
    reason: S.nullable('string', 'Why it is in this state, when there is something to say.'),
    permalink: S.nullable('string', 'Where the published post can be seen.'),
    platform_id: S.nullable('string', 'The id that the platform gave the published post.'),
    published_at: maybeTime(),
    deferred_until: maybeTime('When a deferred post is tried again.'),
    connection_id: maybeId('The account it goes or went out on; null until one is chosen.'),
  },
  'What happened to the post after it was created.',
)

const WarningSchema = S.output(
  'Warning',
  { rule: S.oneOf(Object.keys(RULES), 'A stable id of the rule.'), field: S.string(), message: S.string() },
  'Something the platform would refuse or alter, though the request is valid.',
)

const ResultsSchema = S.output(
  'PostResults',
  {
    clicks: S.integer('Clicks of people on the links of the post.'),
    visitors: S.integer('The same, each visitor once a day for a link.'),
    leads: S.integer('Contacts that came through them: `GET /v1/contacts?post_id=…`.'),
  },
  'What the post has brought. In every answer, but not in events.',
)

const text = (format: Format) => {
  const limits = { maxLength: fields.CONTENT_MAX[format], description: 'The text, counted in Unicode code points.' }
  return fields.TEXT_REQUIRED[format] ? S.string({ minLength: 1, ...limits }) : S.optional(S.nullable('string', limits))
}
const tags = (sign: string) =>
  S.optional(
    S.arrayOrNull(S.string({ minLength: 1, maxLength: fields.TAG_MAX_LENGTH, pattern: `^[^${sign}\\s][^\\s]*$` }), {
      maxItems: fields.TAGS_MAX,
      description: `Without the ${sign}. Appended to the text when it is published.`,
    }),
  )

const MEDIA_TYPES_EXPLAINED: Partial<Record<Format, string>> = {
  thread: '`text` needs content and no media; `image` and `video` take 1 URL, `carousel` 2 to 10.',
  photo: '`feed_post` is an image, `reel` a video of up to 90 seconds; `carousel` takes 2 to 10 URLs.',
}

/** What posts of every format have, whichever account sends them. */
export const sharedSchedule = S.allOptional({
  status: S.oneOfOrNull(
    fields.STATUSES,
    '`scheduled` needs scheduled_date. A new post is a draft when it is left out.',
  ),
  scheduled_date: S.nullable('string', {
    examples: ['2027-01-04T09:00:00Z'],
    description:
      'ISO 8601 date and time. An offset is honoured, none means UTC. With time_zone it is a local time without an ' +
      'offset: one that daylight saving skips is refused, of one that comes twice the first counts. On a draft it is a plan.',
  }),
  time_zone: S.nullable('string', {
    maxLength: fields.TIME_ZONE_MAX_LENGTH,
    examples: ['Europe/Lisbon'],
    description:
      'The IANA name of the zone in which scheduled_date is written. A change of it alone does not move the date.',
  }),
  track_links: S.oneOfOrNull(
    TRACK_LINKS,
    'What becomes of the links in the text: `off` leaves them as they are, `utm` adds parameters that say where they stood, ' +
      '`short` replaces them by short links that count clicks. Left out, the setting of the workspace counts.',
  ),
})

const schedule = {
  ...sharedSchedule,
  connection_id: S.optional(
    S.nullable('string', {
      format: 'uuid',
      examples: ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'],
      description: "The connected account that sends the post. Left out, the platform's default account does.",
    }),
  ),
}

const sentFields: Record<fields.PostField, Schema | ((platform: Format) => Schema)> = {
  media_type: (platform) =>
    S.oneOf(Object.keys(fields.MEDIA_COUNTS[platform]), { description: MEDIA_TYPES_EXPLAINED[platform] }),
  content: text,
  caption: text,
  media_urls: (platform) => {
    const url = S.string({ pattern: '^\\s*[hH][tT][tT][pP][sS]?://', maxLength: fields.MEDIA_URL_MAX_LENGTH })
    const maxItems = fields.MEDIA_URLS_MAX[platform]
    const description = 'Absolute http(s) URLs that the platform can fetch.'
    if (platform === 'photo') return S.array(url, { minItems: 1, maxItems, description })
    return S.optional(S.arrayOrNull(url, { maxItems, description }))
  },
  alt_texts: (platform) =>
    S.optional(
      S.arrayOrNull(S.nullable('string', { maxLength: ALT_TEXT_MAX }), {
        maxItems: fields.MEDIA_URLS_MAX[platform],
        description:
          'What the files show, for people who cannot see it, in the order of media_urls; null for a file without one. ' +
          'Left out, uploaded files bring their own.',
      }),
    ),
  hashtags: tags('#'),
  mentions: tags('@'),
  reply_control: S.optional(
    S.oneOfOrNull(fields.REPLY_CONTROLS, `Who may reply; ${fields.REPLY_CONTROL_DEFAULT} when left out.`),
  ),
  ...schedule,
}

/** The name of a post of this format in the document: ThreadPost. */
export function postName(format: Format): string {
  return `${format[0]!.toUpperCase()}${format.slice(1)}Post`
}

export const NewPostSchema = byFormat(({ format }) => {
  const sent = fields.POST_FIELDS[format].map((field): [string, Schema] => {
    const schema = sentFields[field]
    return [field, typeof schema === 'function' ? schema(format) : schema]
  })
  return S.input(`New${postName(format)}`, Object.fromEntries(sent))
})

const shownText = S.nullable('string')
const shownList = S.arrayOrNull(S.string())

const shownOwn = {
  media_type: shownText,
  content: shownText,
  caption: shownText,
  media_urls: shownList,
  alt_texts: S.arrayOrNull(S.nullable('string')),
  hashtags: shownList,
  mentions: shownList,
  reply_control: shownText,
}
const shownFields: Record<fields.PostField, Schema> = {
  ...shownOwn,
  status: S.oneOf(fields.STATUSES),
  scheduled_date: maybeTime('In UTC, whatever the time_zone.'),
  time_zone: shownText,
  connection_id: maybeId(),
  track_links: S.oneOfOrNull(TRACK_LINKS, 'As it was sent; null for the setting of the workspace.'),
}

/** PATCH: any of the fields of the post's platform. */
export const PostPatchSchema = S.partialInput(
  'PostPatch',
  { ...shownOwn, media_type: S.string(), ...schedule },
  'What is left out stays, null clears. The whole post must then obey the rules of its platform.',
)

/** An answer holds every field of its platform: a field that was not sent is null. */
function answerSchema(format: Format, dryRun: boolean): Schema {
  const own = fields.POST_FIELDS[format].map((field) => [field, shownFields[field]])
  const createdAt = dryRun ? maybeTime() : Timestamp
  return S.output(`${postName(format)}${dryRun ? 'DryRun' : ''}`, {
    id: dryRun ? S.nullable('string', 'Null after a dry run: nothing was stored.') : Uuid,
    platform: S.literal(format),
    ...Object.fromEntries(own),
    group_id: maybeId('The posts that were composed together have the same; null for a single post.'),
    outgoing_text: S.nullable(
      'string',
      'The text with its tracked links, exactly as it goes out. Null for a draft, after a dry run, and where it goes out as it was given.',
    ),
    publication: PublicationSchema,
    warnings: S.array(WarningSchema),
    results: S.optional(ResultsSchema),
    created_at: createdAt,
    updated_at: createdAt,
  })
}

export const PostSchema = byFormat(({ format }) => answerSchema(format, false))
export const DryRunSchema = byFormat(({ format }) => answerSchema(format, true))

/** A post of any platform; `platform` tells which. */
export const AnyPostSchema = { $id: 'Post', oneOf: Object.values(PostSchema) }
export const AnyDryRunSchema = { $id: 'PostDryRun', oneOf: Object.values(DryRunSchema) }

const time = (description: string) => S.string({ format: 'date-time', description })

export const PostQuery = S.partial({
  ...pageQuery,
  platform: S.oneOf(FORMATS),
  status: S.oneOf(fields.STATUSES),
  state: S.string({
    description: `The state of the publication, or several separated by commas: ${PUBLICATION_STATES.join(', ')}.`,
    examples: ['failed,missed'],
  }),
  connection_id: S.string({
    format: 'uuid',
    description: 'Posts that go or went out on this account; for a default account also those that name none.',
  }),
  group_id: S.string({ format: 'uuid', description: 'Posts that were composed together.' }),
  q: S.string({
    maxLength: 255,
    description:
      'Part of the text, of a hashtag (`#` may be left out) or of a mention. Upper and lower case are alike. Reads the newest ' +
      '20,000 posts that the other filters leave; `next_cursor` goes on with older ones, but not with `order=scheduled`.',
  }),
  order: S.oneOf(
    fields.POST_ORDERS,
    '`created`, also when left out: newest first. `scheduled`: by scheduled_date, soonest first; posts without a date come last, oldest first.',
  ),
  scheduled_after: time('Scheduled at this time or later.'),
  scheduled_before: time('Scheduled before this time.'),
  created_after: time('Created at this time or later.'),
  created_before: time('Created before this time.'),
})

export const DryRunQuery = S.partial({
  dry_run: S.boolean('Checks everything, answers 200 with the warnings, stores nothing. False when left out.'),
})
