import { reasonFields } from '../http/reason.ts'
import { maybeTime, Timestamp, Uuid } from '../http/schemas.ts'
import { computed } from '../lib/record/fields.ts'
import { record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { toShownReason } from '../messages/stored.ts'
import { PROFILES, PROVIDERS, type RuledAccount } from '../platforms/registry.ts'
import { FORMATS } from '../platforms/shared/provider.ts'
import { type ConnectionRow, storedReasonOf } from './store.ts'

export const connection = record('Connection', {
  id: computed(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9030'),
  platform: computed<string>(S.oneOf(FORMATS, 'The format of the posts that go out on it.'), 'professional'),
  provider: computed<string>(S.oneOf(PROVIDERS, 'Who publishes them.'), 'linkedin'),
  service_url: computed(
    S.nullable('string', 'The server that the account is on. Null where the provider has only one.'),
    null,
  ),
  limits: computed<RuledAccount['limits']>(
    S.orNull(
      S.record(
        { anyOf: [S.integer(), S.array(S.string())] },
        'What that server says about its own limits: `characters`, `files`, `types`, … They decide about warnings.',
      ),
    ),
    null,
  ),
  account_id: computed(
    S.string("The provider's id of the account: a number, a URN on LinkedIn, a DID on Bluesky."),
    'urn:li:organization:100000001',
  ),
  handle: computed(S.nullable('string'), 'example'),
  name: computed(S.nullable('string'), 'Example Ltd'),
  kind: computed<string>(S.oneOf(['member', 'organization'], 'On LinkedIn a person or a page.'), 'organization'),
  sandbox: computed(S.boolean('True for an account of the simulated platforms: nothing of it is public.'), false),
  default: computed(S.boolean('Posts of this platform that name no `connection_id` go out on it.'), true),
  status: computed<string>(
    S.oneOf(
      ['active', 'needs_reconnect', 'held'],
      'Posts go out on active accounts. `needs_reconnect`: the approval has ended, connect the account again. `held`: the ' +
        'platform restricts the account; when that is settled, resume it.',
    ),
    'active',
  ),
  ...reasonFields('What is the matter and what to do, when something is.', null),
  renewed_at: computed(
    { ...Timestamp, description: 'When its access was last approved by a person, or renewed.' },
    '2026-11-15T09:30:00.000Z',
  ),
  works_until: computed(
    maybeTime('When the approval ends unless it is given again. Null when Doorpost renews it by itself.'),
    '2027-01-14T09:30:00.000Z',
  ),
  created_at: computed(Timestamp, '2026-11-15T09:30:00.000Z'),
})

export type Connection = ReturnType<typeof toConnection>

export function toConnection(row: ConnectionRow) {
  return connection.show({
    ...row,
    limits: row.limits as RuledAccount['limits'],
    default: row.is_default,
    ...toShownReason(storedReasonOf(row)),
    renewed_at: row.issued_at,
    works_until: row.refresh_at === null ? row.expires_at : null,
  })
}

export const ConnectionPatchSchema = S.input(
  'ConnectionPatch',
  { default: S.literal(true) },
  'Makes the account the default of its platform.',
)

export const NewConnectLinkSchema = S.input(
  'NewConnectLink',
  {
    provider: S.optional(S.oneOf(PROVIDERS, 'The network of the account.')),
    platform: S.optional(S.oneOf(FORMATS, 'Instead of `provider`: its first one is meant.')),
    service_url: S.optional(
      S.nullable('string', 'The server that the account is on, where the provider has many: https://mastodon.social.'),
    ),
    handle: S.optional(
      S.nullable(
        'string',
        "The name of the account. Required for Bluesky, where the account's own server asks for the approval.",
      ),
    ),
    kind: S.optional(
      S.oneOf(
        ['member', 'organization'],
        '`organization` connects the LinkedIn pages that the person manages, through the second app of the operator. ' +
          'Otherwise, and when it is left out, the account of the person.',
      ),
    ),
  },
  { additionalProperties: false },
)

export const ConnectionSignInSchema = S.input(
  'ConnectionSignIn',
  {
    provider: S.oneOf(
      PROFILES.filter(({ signIn }) => signIn.some((way) => way !== 'approval')).map(({ name }) => name),
    ),
    service_url: S.optional(S.nullable('string', 'The server that the account is on. Left out, the largest one.')),
    handle: S.optional(S.nullable('string', 'The name of the account, with or without the @.')),
    secret: S.string('An app password or an access token that was made on the provider’s own pages.'),
  },
  { additionalProperties: false },
)

export const connectionSignInExample = {
  provider: 'bluesky',
  service_url: 'https://bsky.social',
  handle: 'example.bsky.social',
  secret: 'abcd-efgh-ijkl-mnop',
}

export const connectLink = S.exampledOutput('ConnectLink', {
  platform: [S.oneOf(FORMATS), 'thread'],
  provider: [S.oneOf(PROVIDERS), 'threads'],
  url: [
    S.nullable('string', 'Shown once. Null in a repeat for an Idempotency-Key.'),
    'https://doorpost.example.com/connect/4fQz8kLm2nPq6rSt0uVw4xYz8aBc2dEf',
  ],
  expires_at: [Timestamp, '2026-11-15T09:45:00.000Z'],
  redirect_url: [
    S.string('What the app on the platform must have as its redirect address.'),
    'https://doorpost.example.com/connect/callback',
  ],
})
