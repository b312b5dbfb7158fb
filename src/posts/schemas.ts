import { maybeId, maybeTime, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import type { Schema } from '../lib/schema.ts'
import * as S from '../lib/schema.ts'
import { FORMATS, type Format } from '../platforms/profile.ts'
import { RULES } from '../platforms/rules.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'
import {
  CONTENT_MAX,
  MEDIA_COUNTS,
  MEDIA_URL_MAX_LENGTH,
  MEDIA_URLS_MAX,
  POST_FIELDS,
  POST_ORDERS,
  type PostField,
  REPLY_CONTROL_DEFAULT,
  REPLY_CONTROLS,
  STATUSES,
  TAG_MAX_LENGTH,
  TAGS_MAX,
  TEXT_REQUIRED,
  TIME_ZONE_MAX_LENGTH,
} from './fields.ts'

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
  {
    rule: S.oneOf(Object.keys(RULES), 'A stable id of the rule.'),
    field: S.string(),
    message: S.string(),
  },
  'Something the platform would refuse or alter, though the request is valid.',
)

const text = (platform: Format) => {
  const limits = { maxLength: CONTENT_MAX[platform], description: 'The text, counted in Unicode code points.' }
  if (TEXT_REQUIRED[platform]) return S.string({ minLength: 1, ...limits })
  return S.optional(S.nullable('string', limits))
}
const tags = (sign: string) =>
  S.optional(
    S.arrayOrNull(S.string({ minLength: 1, maxLength: TAG_MAX_LENGTH, pattern: `^[^${sign}\\s][^\\s]*$` }), {
      maxItems: TAGS_MAX,
      description: `Without the ${sign}. Appended to the text when it is published.`,
    }),
  )

const MEDIA_TYPES_EXPLAINED: Partial<Record<Format, string>> = {
  thread: '`text` needs content and no media; `image` and `video` take 1 URL, `carousel` 2 to 10.',
  photo: '`feed_post` is an image, `reel` a video of up to 90 seconds; `carousel` takes 2 to 10 URLs.',
}

const schedule = S.allOptional({
  status: S.oneOfOrNull(STATUSES, '`scheduled` needs scheduled_date. A new post is a draft when it is left out.'),
  scheduled_date: S.nullable('string', {
    examples: ['2027-01-04T09:00:00Z'],
    description:
      'ISO 8601 date and time. An offset is honoured, none means UTC. With time_zone it is a local time without an ' +
      'offset: one that daylight saving skips is refused, of one that comes twice the first counts. On a draft it is a plan.',
  }),
  time_zone: S.nullable('string', {
    maxLength: TIME_ZONE_MAX_LENGTH,
    examples: ['Europe/Lisbon'],
    description:
      'The IANA name of the zone in which scheduled_date is written. A change of it alone does not move the date.',
  }),
  connection_id: S.nullable('string', {
    format: 'uuid',
    examples: ['019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9020'],
    description: "The connected account that sends the post. Left out, the platform's default account does.",
  }),
})

/** What a client may send. */
const sentFields: Record<PostField, Schema | ((platform: Format) => Schema)> = {
  media_type: (platform) =>
    S.oneOf(Object.keys(MEDIA_COUNTS[platform]), { description: MEDIA_TYPES_EXPLAINED[platform] }),
  content: text,
  caption: text,
  media_urls: (platform) => {
    const url = S.string({ pattern: '^\\s*[hH][tT][tT][pP][sS]?://', maxLength: MEDIA_URL_MAX_LENGTH })
    const maxItems = MEDIA_URLS_MAX[platform]
    const description = 'Absolute http(s) URLs that the platform can fetch.'
    if (platform === 'photo') return S.array(url, { minItems: 1, maxItems, description })
    return S.optional(S.arrayOrNull(url, { maxItems, description }))
  },
  hashtags: tags('#'),
  mentions: tags('@'),
  reply_control: S.optional(S.oneOfOrNull(REPLY_CONTROLS, `Who may reply; ${REPLY_CONTROL_DEFAULT} when left out.`)),
  ...schedule,
}

function capital(platform: Format): string {
  return `${platform[0]!.toUpperCase()}${platform.slice(1)}`
}

function forEachPlatform(make: (platform: Format) => Schema): Record<Format, Schema> {
  return Object.fromEntries(FORMATS.map((platform) => [platform, make(platform)])) as Record<Format, Schema>
}

/** Request bodies, by platform. */
export const NewPostSchema = forEachPlatform((platform) => {
  const fields = POST_FIELDS[platform].map((field): [string, Schema] => {
    const schema = sentFields[field]
    return [field, typeof schema === 'function' ? schema(platform) : schema]
  })
  return S.input(`New${capital(platform)}Post`, Object.fromEntries(fields))
})

const shownText = S.nullable('string')
const shownList = S.arrayOrNull(S.string())

/** The fields in an answer. */
const shownOwn = {
  media_type: shownText,
  content: shownText,
  caption: shownText,
  media_urls: shownList,
  hashtags: shownList,
  mentions: shownList,
  reply_control: shownText,
}
const shownFields: Record<PostField, Schema> = {
  ...shownOwn,
  status: S.oneOf(STATUSES),
  scheduled_date: S.nullable('string', { format: 'date-time', description: 'In UTC, whatever the time_zone.' }),
  time_zone: shownText,
  connection_id: S.nullable('string', { format: 'uuid' }),
}

/** PATCH: any of the fields of the post's platform. */
export const PostPatchSchema = S.partialInput(
  'PostPatch',
  { ...shownOwn, media_type: S.string(), ...schedule },
  'What is left out stays, null clears. The whole post must then obey the rules of its platform.',
)

/** An answer holds every field of its platform: a field that was not sent is null. */
function answerSchema(platform: Format, $id: string, dryRun: boolean): Schema {
  const own = POST_FIELDS[platform].map((field) => [field, shownFields[field]])
  const time = dryRun ? S.nullable('string', { format: 'date-time' }) : Timestamp
  return S.output($id, {
    id: dryRun ? S.nullable('string', 'Null after a dry run: nothing was stored.') : Uuid,
    platform: S.literal(platform),
    ...Object.fromEntries(own),
    publication: PublicationSchema,
    warnings: S.array(WarningSchema),
    created_at: time,
    updated_at: time,
  })
}

export const PostSchema = forEachPlatform((platform) => answerSchema(platform, `${capital(platform)}Post`, false))

export const DryRunSchema = forEachPlatform((platform) =>
  answerSchema(platform, `${capital(platform)}PostDryRun`, true),
)

/** A post of any platform; `platform` tells which. */
export const AnyPostSchema = { $id: 'Post', oneOf: Object.values(PostSchema) }

export const PostQuery = S.partial({
  ...pageQuery,
  platform: S.oneOf(FORMATS),
  status: S.oneOf(STATUSES),
  state: S.string({
    description: `The state of the publication, or several separated by commas: ${PUBLICATION_STATES.join(', ')}.`,
    examples: ['failed,missed'],
  }),
  q: S.string({
    maxLength: 255,
    description:
      'Part of the text, of a hashtag (`#` may be left out) or of a mention. Upper and lower case are alike.',
  }),
  order: S.oneOf(
    POST_ORDERS,
    '`created`, also when left out: newest first. `scheduled`: by scheduled_date, soonest first; posts without a date come last, oldest first.',
  ),
  scheduled_after: S.string({ format: 'date-time', description: 'Scheduled at this time or later.' }),
  scheduled_before: S.string({ format: 'date-time', description: 'Scheduled before this time.' }),
  created_after: S.string({ format: 'date-time', description: 'Created at this time or later.' }),
  created_before: S.string({ format: 'date-time', description: 'Created before this time.' }),
})

export const DryRunQuery = S.partial({
  dry_run: S.boolean('Checks everything, answers 200 with the warnings, stores nothing. False when left out.'),
})
