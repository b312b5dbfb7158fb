import { exampledReason } from '../http/reason.ts'
import { maybeTime } from '../http/schemas.ts'
import type { Issues } from '../lib/issues.ts'
import { computed } from '../lib/record/fields.ts'
import { record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import type { ReaderText } from '../messages/for-reader.ts'
import { message } from '../messages/message.ts'
import { PROFILES, PROVIDERS } from '../platforms/registry.ts'

/** What an app consists of. */
export const APP_PARTS = ['client_id', 'client_secret'] as const
export const APP_NAMES = ['threads', 'instagram', 'linkedin', 'linkedin_pages', 'x'] as const
export type AppName = (typeof APP_NAMES)[number]

const SOURCES = ['environment', 'saved', 'sandbox', 'none'] as const
export type AppSource = (typeof SOURCES)[number]

export const networkApp = record('NetworkApp', {
  app: computed(S.oneOf(APP_NAMES, 'Its name in paths.'), 'threads'),
  provider: computed(S.oneOf(PROVIDERS), 'threads'),
  kind: computed(S.oneOf(['standard', 'pages'], '`pages`: the second app, for LinkedIn pages.'), 'standard'),
  source: computed(
    S.oneOf(
      SOURCES,
      'Which one is used: that of the environment wins over the saved one. `sandbox`: the app of the simulated networks.',
    ),
    'saved',
  ),
  settings: computed(S.array(S.string(), 'The environment variables that win over what is saved.'), [
    'THREADS_CLIENT_ID',
    'THREADS_CLIENT_SECRET',
  ]),
  client_id: computed(S.nullable('string', 'The id of the app in use.'), '990602627938098'),
  saved_client_id: computed(S.nullable('string', 'The id that was saved, used or not.'), '990602627938098'),
  saved_at: computed(
    maybeTime('When it was saved. The secret itself is stored encrypted and never shown.'),
    '2026-11-15T09:30:00.000Z',
  ),
  saved_by: computed(S.nullable('string', 'Who saved it.'), 'Ana Silva'),
  problem: computed<ReaderText | null>(S.nullable('string', 'Why the saved secret cannot be used.'), null),
  redirect_url: computed(
    S.string('What the app must have as its redirect address.'),
    'https://doorpost.example.com/connect/callback',
  ),
  scopes: computed(S.array(S.string(), 'The permissions that the app must have.'), [
    'threads_basic',
    'threads_content_publish',
  ]),
  accounts: computed(S.integer('How many accounts are connected through it.'), 1),
  outdated_accounts: computed(
    S.array(S.string(), 'Ids of accounts that were approved for another app than the one in use. Connect them again.'),
    [],
  ),
})

const ID_MAX = 200
const SECRET_MAX = 1_000

export const AppChangeSchema = S.input(
  'NetworkAppChange',
  {
    client_id: S.string({ minLength: 1, maxLength: ID_MAX, description: 'The id that the network shows for the app.' }),
    client_secret: S.optional(
      S.nullable('string', {
        maxLength: SECRET_MAX,
        description: 'Its secret. Left out, the saved one stays, if the id does.',
      }),
    ),
  },
  { additionalProperties: false },
)

export const AppCheckSchema = S.input(
  'NetworkAppCheck',
  {
    client_id: S.optional(S.string({ maxLength: ID_MAX, description: 'Left out, the app in use is checked.' })),
    client_secret: S.optional(S.nullable('string', { maxLength: SECRET_MAX })),
  },
  { additionalProperties: false },
)

export const appVerdict = S.exampledOutput('NetworkAppVerdict', {
  accepted: [
    { type: ['boolean', 'null'], description: 'Whether the network accepts the app. Null: it gave no clear answer.' },
    true as boolean | null,
  ],
  field: [S.oneOfOrNull(APP_PARTS, 'Which of the two is wrong, if the network tells.'), null as string | null],
  ...exampledReason(
    'What the network says, in plain words.',
    message('app.accepted', { network: 'Threads' }),
    S.string,
  ),
})

export interface AppChange {
  client_id: string
  client_secret: string | null
}

export function readAppChange(issues: Issues, body: Record<string, unknown>, name: string): AppChange {
  const client_id = readPart(issues, 'client_id', body.client_id, ID_MAX)
  if (client_id === null) issues.add('client_id', 'app.id_required', { network: labelOf(name) })
  return {
    client_id: client_id ?? '',
    client_secret: readPart(issues, 'client_secret', body.client_secret, SECRET_MAX),
  }
}

/** An empty result means the app in use: the body has neither id nor secret. */
export function readAppCheck(issues: Issues, body: Record<string, unknown>, name: string): Partial<AppChange> {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
  return isEmpty(body.client_id) && isEmpty(body.client_secret) ? {} : readAppChange(issues, body, name)
}

/** Pasted text often ends with a space. */
function readPart(issues: Issues, field: string, value: unknown, max: number): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value.trim() : null
  if (text === '') return null
  if (text !== null && text.length <= max && /^[\x21-\x7e]+$/.test(text)) return text
  issues.add(field, 'app.not_text', { max })
  return null
}

function labelOf(name: string): string {
  return PROFILES.find((profile) => profile.name === name.replace(/_pages$/, ''))?.label ?? name
}
