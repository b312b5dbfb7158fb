import { type TSchema, Type } from 'typebox'
import { nullable, pageQuery, Timestamp, Uuid } from '../http/schemas.ts'
import {
  CONTENT_MAX,
  MEDIA_URL_MAX_LENGTH,
  MEDIA_URLS_MAX,
  PHOTO_MEDIA_TYPES,
  PLATFORMS,
  type Platform,
  REPLY_CONTROL_DEFAULT,
  REPLY_CONTROLS,
  STATUSES,
  TAG_MAX_LENGTH,
  TAGS_MAX,
  THREAD_MEDIA_TYPES,
} from './limits.ts'
import { RULES } from './warnings.ts'

export const PUBLICATION_STATES = [
  'none',
  'waiting',
  'preparing',
  'sending',
  'confirming',
  'published',
  'failed',
  'deferred',
  'held',
  'missed',
  'unconfirmed',
  'cancelled',
] as const

export type PublicationState = (typeof PUBLICATION_STATES)[number]

export const PublicationSchema = Type.Object(
  {
    state: Type.Unsafe<PublicationState>({
      type: 'string',
      enum: [...PUBLICATION_STATES],
      description: '`none` for a draft, `waiting` until the scheduled date.',
    }),
    attempts: Type.Integer({ description: 'How often sending was tried.' }),
    reason: nullable('string', { description: 'Why it is in this state, when there is something to say.' }),
    permalink: nullable('string', { description: 'Where the published post can be seen.' }),
  },
  { $id: 'Publication', additionalProperties: false, description: 'What happened to the post after it was created.' },
)

export const WarningSchema = Type.Object(
  {
    rule: Type.String({ enum: Object.keys(RULES), description: 'A stable id of the rule.' }),
    field: Type.String(),
    message: Type.String(),
  },
  {
    $id: 'Warning',
    additionalProperties: false,
    description: 'Something the platform would refuse or alter, though the request is valid.',
  },
)

const enumOf = (values: readonly string[], options: object = {}) =>
  Type.Unsafe<string>({ type: 'string', enum: [...values], ...options })
const listOf = (item: TSchema, options: object = {}) =>
  Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: item, ...options })

const content = (platform: Platform, required: boolean) =>
  required
    ? Type.String({
        minLength: 1,
        maxLength: CONTENT_MAX[platform],
        description: 'The text, counted in Unicode code points.',
      })
    : nullable('string', { maxLength: CONTENT_MAX[platform], description: 'The text, counted in Unicode code points.' })
const mediaUrls = (platform: Platform, options: object = {}) =>
  listOf(Type.String({ format: 'uri', maxLength: MEDIA_URL_MAX_LENGTH }), {
    maxItems: MEDIA_URLS_MAX[platform],
    description: 'Absolute http(s) URLs that the platform can fetch.',
    ...options,
  })
const tags = (sign: string) =>
  listOf(Type.String({ minLength: 1, maxLength: TAG_MAX_LENGTH, pattern: `^[^${sign}\\s][^\\s]*$` }), {
    maxItems: TAGS_MAX,
    description: `Without the ${sign}. Appended to the text when it is published.`,
  })

/** What a platform's posts have beside the common fields; the same in requests and answers. */
const fieldsOf: Record<Platform, Record<string, TSchema>> = {
  thread: {
    media_type: enumOf(THREAD_MEDIA_TYPES, {
      description: '`text` needs content and no media; `image` and `video` take 1 URL, `carousel` 2 to 10.',
    }),
    content: Type.Optional(content('thread', false)),
    media_urls: Type.Optional(mediaUrls('thread')),
    reply_control: Type.Optional(
      Type.Unsafe({ type: ['string', 'null'], enum: [...REPLY_CONTROLS, null], default: REPLY_CONTROL_DEFAULT }),
    ),
  },
  photo: {
    media_type: enumOf(PHOTO_MEDIA_TYPES, {
      description: '`feed_post` is an image, `reel` a video of up to 90 seconds; `carousel` takes 2 to 10 URLs.',
    }),
    caption: Type.Optional(content('photo', false)),
    media_urls: Type.Array(Type.String({ format: 'uri', maxLength: MEDIA_URL_MAX_LENGTH }), {
      minItems: 1,
      maxItems: MEDIA_URLS_MAX.photo,
      description: 'Absolute http(s) URLs that the platform can fetch.',
    }),
    hashtags: Type.Optional(tags('#')),
  },
  professional: {
    content: content('professional', true),
    media_urls: Type.Optional(mediaUrls('professional')),
    hashtags: Type.Optional(tags('#')),
  },
  short: {
    content: content('short', true),
    media_urls: Type.Optional(mediaUrls('short')),
    mentions: Type.Optional(tags('@')),
  },
}

const schedule = {
  status: Type.Optional(
    Type.Unsafe({
      type: ['string', 'null'],
      enum: [...STATUSES, null],
      default: 'draft',
      description: '`scheduled` needs scheduled_date.',
    }),
  ),
  scheduled_date: Type.Optional(
    nullable('string', {
      format: 'date-time',
      description: 'ISO 8601 date and time. An offset is honoured, none means UTC. On a draft it is a plan.',
    }),
  ),
}

function capital(platform: Platform): string {
  return `${platform[0]!.toUpperCase()}${platform.slice(1)}`
}

function forEachPlatform(make: (platform: Platform) => TSchema): Record<Platform, TSchema> {
  return Object.fromEntries(PLATFORMS.map((platform) => [platform, make(platform)])) as Record<Platform, TSchema>
}

/** Request bodies, by platform. */
export const NewPostSchema = forEachPlatform((platform) =>
  Type.Object({ ...fieldsOf[platform], ...schedule }, { $id: `New${capital(platform)}Post` }),
)

/** PATCH: any of the fields of the post's platform. */
export const PostPatchSchema = Type.Object(
  {
    media_type: Type.Optional(Type.String()),
    content: Type.Optional(nullable('string')),
    caption: Type.Optional(nullable('string')),
    media_urls: Type.Optional(listOf(Type.String())),
    hashtags: Type.Optional(listOf(Type.String())),
    mentions: Type.Optional(listOf(Type.String())),
    reply_control: Type.Optional(nullable('string')),
    ...schedule,
  },
  {
    $id: 'PostPatch',
    description: 'What is left out stays, null clears. The whole post must then obey the rules of its platform.',
  },
)

/** An answer holds every field of its platform: a field that was not sent is null. */
function answerSchema(platform: Platform, $id: string, dryRun: boolean): TSchema {
  const own = Object.fromEntries(Object.keys(fieldsOf[platform]).map((field) => [field, answerField(field)]))
  return Type.Object(
    {
      id: dryRun ? nullable('string', { description: 'Null after a dry run: nothing was stored.' }) : Uuid,
      platform: Type.Literal(platform),
      ...own,
      status: enumOf(STATUSES),
      scheduled_date: nullable('string', { format: 'date-time' }),
      publication: Type.Unsafe({ $ref: 'Publication#' }),
      warnings: Type.Array(Type.Unsafe({ $ref: 'Warning#' })),
      created_at: dryRun ? nullable('string', { format: 'date-time' }) : Timestamp,
      updated_at: dryRun ? nullable('string', { format: 'date-time' }) : Timestamp,
    },
    { $id, additionalProperties: false },
  )
}

function answerField(field: string): TSchema {
  switch (field) {
    case 'media_urls':
    case 'hashtags':
    case 'mentions':
      return listOf(Type.String())
    default:
      return nullable('string')
  }
}

export const PostSchema = forEachPlatform((platform) => answerSchema(platform, `${capital(platform)}Post`, false))

export const DryRunSchema = forEachPlatform((platform) =>
  answerSchema(platform, `${capital(platform)}PostDryRun`, true),
)

/** A post of any platform; `platform` tells which. */
export const AnyPostSchema = Type.Unsafe({
  $id: 'Post',
  oneOf: PLATFORMS.map((platform) => ({ $ref: `${capital(platform)}Post#` })),
})

export const PostQuery = Type.Object({
  ...pageQuery,
  platform: Type.Optional(enumOf(PLATFORMS)),
  status: Type.Optional(enumOf(STATUSES)),
  state: Type.Optional(enumOf(PUBLICATION_STATES, { description: 'The state of the publication.' })),
  scheduled_after: Type.Optional(Type.String({ format: 'date-time', description: 'Scheduled at this time or later.' })),
  scheduled_before: Type.Optional(Type.String({ format: 'date-time', description: 'Scheduled before this time.' })),
  created_after: Type.Optional(Type.String({ format: 'date-time', description: 'Created later than this time.' })),
  created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Created before this time.' })),
})

export const DryRunQuery = Type.Object({
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Checks everything, answers 200 with the warnings, stores nothing.' }),
  ),
})
