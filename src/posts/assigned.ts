import { FIRST_VERSION } from '../http/answers/etag.ts'
import { reasonSchemas } from '../http/reason.ts'
import { maybeId, maybeTime } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'
import { NO_REASON } from '../messages/stored.ts'
import { RULE_IDS } from '../platforms/shared/rules.ts'
import { PUBLICATION_STATES } from '../publishing/states.ts'

// What the service says about a post, beside the fields that callers send (input.ts).

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

/** What posts of every format have in responses. */
export const assignedSchemas = {
  group_id: maybeId('The posts that were composed together have the same; null for a single post.'),
  author_id: maybeId('The person who wrote it in the dashboard; null when it came with an API key.'),
  outgoing_text: S.nullable(
    'string',
    'The text with its tracked links, exactly as it goes out. Null for a draft, after a dry run, and where it goes out as it was given.',
  ),
  publication: PublicationSchema,
  warnings: S.array(WarningSchema),
  results: S.optional(ResultsSchema),
}

const IDENTITY = ['id', 'platform', 'created_at', 'updated_at', 'version']

/** A client that sends a response back gets no warning about these. */
export const READ_ONLY_FIELDS: ReadonlySet<string> = new Set([...IDENTITY, ...Object.keys(assignedSchemas), 'success'])

/** The columns of a new post that no caller sends, with their values. */
export const UNSENT = {
  group_id: null,
  author_id: null,
  attempts: 0,
  ...NO_REASON,
  permalink: null,
  platform_id: null,
  published_at: null,
  deferred_until: null,
  warnings: [],
  media_warnings: [],
  version: FIRST_VERSION,
}

/** The columns of `publication` that a response shows as they are. */
export const OUTCOME_COLUMNS = ['permalink', 'platform_id', 'published_at', 'deferred_until', 'connection_id'] as const
