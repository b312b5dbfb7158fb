import { maybeId, Uuid } from '../../http/schemas.ts'
import * as S from '../../lib/schema.ts'
import { ALT_TEXT_MAX } from '../../platforms/registry.ts'
import * as fields from '../fields.ts'
import { MediaUrlSchema } from '../input.ts'
import { AnyDryRunSchema, AnyPostSchema, PostPatchSchema, scheduleSchemas } from '../schemas.ts'

export const ACCOUNTS_MAX = 50

const FILES_MAX = Math.max(...Object.values(fields.MEDIA_URLS_MAX))

/** Sent once for all posts. Other fields belong to some formats only. */
const shared: S.Fields = {
  content: S.nullable(
    'string',
    'The text of all, whatever their format calls it. Each account has the limit of its own format.',
  ),
  media_urls: S.arrayOrNull(MediaUrlSchema, {
    maxItems: FILES_MAX,
    description:
      'Absolute http(s) URLs. Where a format has a `media_type` and none is sent, the one that fits the files.',
  }),
  alt_texts: S.arrayOrNull(S.nullable('string', { maxLength: ALT_TEXT_MAX }), {
    maxItems: FILES_MAX,
    description:
      'What the files show, in the order of media_urls; null for a file without one. Not for accounts with other media_urls.',
  }),
  ...scheduleSchemas,
}

export const SHARED_FIELDS = Object.keys(shared)

const overrides = (description: string) => S.optional(S.orNull({ ...S.partial(ownFields()), description }))

function ownFields(): S.Fields {
  const { connection_id: _, ...own } = PostPatchSchema.properties as S.Fields
  return own
}

export const NewPostGroupSchema = S.input(
  'NewPostGroup',
  {
    ...S.allOptional(shared),
    accounts: S.array(
      S.closed({
        connection_id: S.string({ format: 'uuid', description: 'The account. Its platform decides the format.' }),
        overrides: overrides('What the post of this account has instead: any field of its format, or null to clear.'),
      }),
      { minItems: 1, maxItems: ACCOUNTS_MAX, description: 'Each account gets one post; none may come twice.' },
    ),
  },
  { additionalProperties: false },
)

export const PostGroupPatchSchema = S.input(
  'PostGroupPatch',
  {
    ...S.allOptional(shared),
    overrides: S.optional(
      S.record(S.partial(ownFields()), 'By the id of a post: what this one gets instead, any field of its format.'),
    ),
  },
  {
    additionalProperties: false,
    description: 'What is left out stays, null clears. Each post must then obey the rules of its format.',
  },
)

const posts = S.array(AnyPostSchema, 'As they are now, in the order of the accounts.')
const groupId = { group_id: Uuid }

export const PostGroupSchema = S.output('PostGroup', { ...groupId, posts })

export const PostGroupDryRunSchema = S.output('PostGroupDryRun', {
  group_id: maybeId('Null after a dry run: nothing was stored.'),
  posts: S.array(AnyDryRunSchema),
})

const unchanged = S.array(
  S.closed({ id: Uuid, reason: S.string('Why the post stays as it is, and what can be done.') }),
  'The posts of the group that were left alone. Empty when all were changed.',
)

export const ChangedPostGroupSchema = S.output('ChangedPostGroup', { ...groupId, posts, unchanged })

export const DeletedPostGroupSchema = S.output('DeletedPostGroup', {
  ...groupId,
  deleted: S.array(Uuid, 'The ids of the posts that are gone.'),
  unchanged,
})
