import { isLeadStatus, LEAD_STATUSES, type LeadStatus, namedStatuses, STATUS_KEYS } from '../contact-fields.ts'
import { Timestamp, Uuid } from '../http/schemas.ts'
import { describeFound, type Issues, typeOf } from '../lib/issues.ts'
import { originField } from '../lib/net/origins.ts'
import { assigned, choice, computed, everywhere, integer, list, orNull, text, timeZone } from '../lib/record/fields.ts'
import { type ChangeOf, record } from '../lib/record/record.ts'
import * as S from '../lib/schema.ts'
import { readText } from '../lib/text/text.ts'
import type { ReaderText } from '../messages/for-reader.ts'
import { message } from '../messages/message.ts'
import { TRACK_LINKS } from '../platforms/shared/text.ts'

const STATUS_LABEL_MAX = 40

/** Whose value applies: the workspace's own, or the environment variable's. */
const SOURCES = ['workspace', 'setting']

const effective = S.exampled({
  late_window_minutes: [S.integer(), 60],
  late_window_from: [S.oneOf(SOURCES, 'Where the value comes from.'), 'setting'],
  allowed_origins: [S.array(S.string(), 'None in the list: any website.'), ['https://www.example.com']],
  allowed_origins_from: [S.oneOf(SOURCES, 'Where the value comes from.'), 'workspace'],
})

const rateLimits = S.exampled({
  authenticated: [S.integer('Requests a minute for each API key.'), 100],
  dashboard: [S.integer('Requests a minute for each person who is signed in.'), 600],
  public: [S.integer('Contacts a minute for each client address without a key.'), 20],
  webhook: [S.integer('Deliveries a minute for each webhook that has no limit of its own.'), 600],
  failed_auth: [S.integer('Wrong keys and passwords a minute from one client address.'), 300],
})

/** Facts about the installation. Only its operator can change them. */
const installation = S.exampled({
  base_url: [S.string('Where callers reach Doorpost.'), 'https://doorpost.example.com'],
  link_base_url: [S.string('What short links begin with.'), 'https://doorpost.example.com'],
  short_link_problem: [
    S.nullable('string', 'Why `track_links` cannot be `short` here, and what to do; null when it can.'),
    null as string | null,
  ],
  version: [S.string('The version of the interface.'), '1.0.0'],
  sandbox: [S.boolean('True: the platforms are simulated, no post leaves the machine.'), false],
  platforms: [S.array(S.string(), 'Formats for which accounts can be connected.'), ['thread', 'professional', 'short']],
  providers: [S.array(S.string(), 'Those whose accounts can be connected.'), ['threads', 'linkedin', 'bluesky']],
  linkedin_pages: [S.boolean('LinkedIn pages can be connected: they need an app of their own.'), false],
  redirect_url: [
    S.string('What apps on the platforms must have as their redirect address.'),
    'https://doorpost.example.com/connect/callback',
  ],
  rate_limits: [S.closed(rateLimits.fields), rateLimits.example],
})

export type Installation = Omit<typeof installation.example, 'short_link_problem'> & {
  short_link_problem: ReaderText | null
}

const statusList = S.array(
  S.closed({ key: S.oneOf(STATUS_KEYS), label: S.string({ minLength: 1, maxLength: STATUS_LABEL_MAX }) }),
  'The statuses of contacts, and what they are called here. The keys are fixed.',
)

export const workspace = record(
  'Workspace',
  {
    id: assigned(Uuid, '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050'),
    name: text({ max: 100, required: true, schema: { minLength: 1 }, example: 'Example Ltd' }),
    time_zone: timeZone({
      required: true,
      about: 'An IANA name such as Europe/Lisbon: in which the dashboard shows and takes times.',
    }),
    late_window_minutes: integer({
      min: 1,
      max: 10_080,
      fallback: null,
      nullFor: message('field.null_setting'),
      about: 'How late a scheduled post may still go out by itself. Null: as LATE_WINDOW_MINUTES says.',
      example: null,
    }),
    allowed_origins: orNull(
      list(originField('origin.any_by_empty_list'), {
        max: 100,
        about:
          'Websites whose forms may send contacts without a key, such as https://www.example.com, or https://*.example.com for ' +
          'all its subdomains (not example.com itself). None in the list: any. ' +
          'Null: as ALLOWED_ORIGINS says.',
        example: ['https://www.example.com'],
      }),
    ),
    track_links: choice(TRACK_LINKS, {
      about: 'What becomes of the links in posts that say nothing themselves. `short` needs a public https address.',
      example: 'utm',
    }),
    track_links_chosen: assigned(
      S.boolean('Whether a person has chosen `track_links`. Until then the composer asks at the first link.'),
      true,
    ),
    utm_campaign: text({
      max: 255,
      about: 'The `utm_campaign` of tracked links that have none of their own; null for none.',
      example: 'autumn',
    }),
    contact_statuses: everywhere<ReturnType<typeof readStatuses>, ReturnType<typeof namedStatuses>>({
      schema: statusList,
      sentSchema: {
        ...statusList,
        type: ['array', 'null'],
        description:
          'Other names for statuses of contacts. Those that are left out have their usual names; null: all of them.',
      },
      example: STATUS_KEYS.map((key) => ({ key, label: LEAD_STATUSES[key] as string })),
      isRequired: false,
      read: readStatuses,
    }),
    effective: computed<typeof effective.example>(S.closed(effective.fields, 'What counts now.'), effective.example),
    installation: computed<Installation>(
      S.closed(installation.fields, 'What the operator has set.'),
      installation.example,
    ),
    created_at: assigned(Timestamp, '2026-11-15T09:30:00.000Z'),
  },
  { change: 'Only what changes.' },
)
export type WorkspaceChange = ChangeOf<typeof workspace>

/** Stores only the names that differ from the default. */
function readStatuses(issues: Issues, path: string, value: unknown): Record<string, string> | null {
  if (value === undefined || value === null) return null
  if (!Array.isArray(value) || value.length > STATUS_KEYS.length) {
    const max = STATUS_KEYS.length
    if (Array.isArray(value)) issues.add(path, 'field.list_too_long', { max, count: value.length })
    else issues.add(path, 'field.not_list', { max, found: typeOf(value) })
    return null
  }
  const own: Record<string, string> = {}
  for (const [index, each] of value.entries()) {
    const field = `${path}[${index}]`
    const { key, label } = (typeof each === 'object' && each !== null ? each : {}) as Record<string, unknown>
    const text = readText(issues, `${field}.label`, label, { max: STATUS_LABEL_MAX, required: true })
    if (!isLeadStatus(key))
      issues.add(`${field}.key`, 'field.not_choice', { choices: STATUS_KEYS.join(', '), found: describeFound(key) })
    else if (Object.hasOwn(own, key)) issues.add(`${field}.key`, 'status.listed_twice', { key })
    else if (text !== null) own[key] = text
  }
  const labels = namedStatuses(own).map(({ label }) => label.toLowerCase())
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  if (twice !== undefined) issues.add(path, 'status.same_name', { name: twice })
  const changed = Object.entries(own).filter(([key, label]) => label !== LEAD_STATUSES[key as LeadStatus])
  return changed.length === 0 ? null : Object.fromEntries(changed)
}
