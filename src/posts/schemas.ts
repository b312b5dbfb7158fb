import { reasonSchemas } from '../http/reason.ts'
import { maybeId, maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import type { Schema } from '../lib/schema.ts'
import * as S from '../lib/schema.ts'
import { byFormat } from '../platforms/registry.ts'
import { FORMATS, type Format } from '../platforms/shared/provider.ts'
import { RULE_IDS } from '../platforms/shared/rules.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'
import * as fields from './fields.ts'
import { columnOf, postFields } from './input.ts'

const PublicationSchema = S.output(
  'Publication',
  {
    state: S.oneOf(PUBLICATION_STATES, '`none` for a draft, `waiting` until the scheduled date.'),
    attempts: S.integer('How often sending was tried.'),
    code: S.nullable('string', {
      examples: ['rejected_content', 'rate_limited', 'auth_expired'],
      description: 'The class of the last failure, for programs; null when there is none.',
    }),
    ...reasonSchemas('Why it is in this state, when there is something to say.'),
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
  { rule: S.oneOf(RULE_IDS, 'A stable id of the rule.'), field: S.string(), message: S.string() },
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

function sentSchema(name: string, format: Format): Schema {
  const { sent } = postFields[columnOf(name)]
  return typeof sent === 'function' ? sent(format) : sent
}

export const scheduleSchemas = Object.fromEntries(
  (['status', 'scheduled_date', 'time_zone', 'track_links'] as const).map((name) => [name, sentSchema(name, 'short')]),
)

/** In the API document: ThreadPost. */
export function postName(format: Format): string {
  return `${format[0]!.toUpperCase()}${format.slice(1)}Post`
}

export const NewPostSchema = byFormat(({ format }) => {
  const sent = fields.POST_FIELDS[format].map((name) => [name, sentSchema(name, format)])
  return S.input(`New${postName(format)}`, Object.fromEntries(sent))
})

const OWN_FIELDS = [
  'media_type',
  'content',
  'caption',
  'media_urls',
  'alt_texts',
  'hashtags',
  'mentions',
  'reply_control',
]
const shownOwn = Object.fromEntries(OWN_FIELDS.map((name) => [name, postFields[columnOf(name)].shown]))

export const PostPatchSchema = S.partialInput(
  'PostPatch',
  {
    ...shownOwn,
    media_type: S.string(),
    ...scheduleSchemas,
    connection_id: sentSchema('connection_id', 'short'),
  },
  'What is left out stays, null clears. The whole post must then obey the rules of its platform.',
)

/** The fields that posts of every format have. */
const sharedNames = fields.POST_FIELDS.short.filter((name) => FORMATS.every((format) => fields.hasField(format, name)))
const shownFields = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, postFields[columnOf(name)].shown]))

const PostBaseSchema = S.output(
  'PostBase',
  {
    ...shownFields(sharedNames),
    group_id: maybeId('The posts that were composed together have the same; null for a single post.'),
    author_id: maybeId('The person who wrote it in the dashboard; null when it came with an API key.'),
    outgoing_text: S.nullable(
      'string',
      'The text with its tracked links, exactly as it goes out. Null for a draft, after a dry run, and where it goes out as it was given.',
    ),
    publication: PublicationSchema,
    warnings: S.array(WarningSchema),
    results: S.optional(ResultsSchema),
  },
  'What all posts have. Fields that were not sent are null.',
)

function answerSchema(format: Format, dryRun: boolean): Schema {
  const createdAt = dryRun ? maybeTime() : Timestamp
  return S.extended(`${postName(format)}${dryRun ? 'DryRun' : ''}`, PostBaseSchema, {
    id: dryRun ? S.nullable('string', 'Null after a dry run: nothing was stored.') : Uuid,
    platform: S.literal(format),
    ...shownFields(fields.POST_FIELDS[format].filter((name) => !sharedNames.includes(name))),
    created_at: createdAt,
    updated_at: createdAt,
    version: dryRun ? S.nullable('integer') : S.integer('The `ETag`, for `If-Match`.'),
  })
}

export const PostSchema = byFormat(({ format }) => answerSchema(format, false))
export const DryRunSchema = byFormat(({ format }) => answerSchema(format, true))

export const AnyPostSchema = S.union('Post', 'platform', Object.values(PostSchema))
export const AnyDryRunSchema = S.union('PostDryRun', 'platform', Object.values(DryRunSchema))

export const DryRunQuery = S.partial({
  dry_run: S.boolean('Checks everything, answers 200 with the warnings, stores nothing. False when left out.'),
})
