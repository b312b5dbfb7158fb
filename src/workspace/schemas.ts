import { Timestamp, Uuid } from '../http/schemas.ts'
import * as S from '../lib/schema.ts'

export const NAME_MAX = 100
export const LATE_WINDOW = { min: 1, max: 10_080 }
export const ORIGINS_MAX = 100
export const ORIGIN_MAX = 255

/** Whose word counts: the workspace's own, or that of the environment variable. */
const SOURCES = ['workspace', 'setting'] as const
export type Source = (typeof SOURCES)[number]

/** What its owners decide. */
export interface Settings {
  name: string
  time_zone: string
  late_window_minutes: number | null
  allowed_origins: string[] | null
}

export interface Workspace extends Settings {
  id: string
  created_at: string
  effective: {
    late_window_minutes: number
    late_window_from: Source
    allowed_origins: string[]
    allowed_origins_from: Source
  }
}

/** What the installation is like: told, and changed by its operator only. */
export interface Installation {
  base_url: string
  version: string
  sandbox: boolean
  platforms: string[]
  linkedin_pages: boolean
  redirect_url: string
  rate_limits: { authenticated: number; dashboard: number; public: number; webhook: number; failed_auth: number }
}

const settings = {
  name: S.string({ minLength: 1, maxLength: NAME_MAX }),
  time_zone: S.string({
    maxLength: 64,
    description: 'An IANA name such as Europe/Lisbon: in which the dashboard shows and takes times.',
  }),
  late_window_minutes: S.nullable('integer', {
    minimum: LATE_WINDOW.min,
    maximum: LATE_WINDOW.max,
    description: 'How late a scheduled post may still go out by itself. Null: as LATE_WINDOW_MINUTES says.',
  }),
  allowed_origins: S.arrayOrNull(S.string({ maxLength: ORIGIN_MAX }), {
    maxItems: ORIGINS_MAX,
    description:
      'Websites whose forms may send contacts without a key, such as https://www.example.com, or https://*.example.com for ' +
      'all its subdomains (not example.com itself). None in the list: any. ' +
      'Null: as ALLOWED_ORIGINS says.',
  }),
}

const perMinute = (description: string) => S.integer(description)

export const WorkspaceSchema = S.output('Workspace', {
  id: Uuid,
  ...settings,
  effective: S.closed(
    {
      late_window_minutes: S.integer(),
      late_window_from: S.oneOf(SOURCES, 'Whose word it is.'),
      allowed_origins: S.array(S.string(), 'None in the list: any website.'),
      allowed_origins_from: S.oneOf(SOURCES, 'Whose word it is.'),
    },
    'What counts now.',
  ),
  installation: S.closed(
    {
      base_url: S.string('Where callers reach Doorpost.'),
      version: S.string('Of the interface.'),
      sandbox: S.boolean('True: the platforms are simulated, no post leaves the machine.'),
      platforms: S.array(S.string(), 'Those on which accounts can be connected.'),
      linkedin_pages: S.boolean('LinkedIn pages can be connected: they need an app of their own.'),
      redirect_url: S.string('What apps on the platforms must have as their redirect address.'),
      rate_limits: S.closed({
        authenticated: perMinute('Requests a minute for each API key.'),
        dashboard: perMinute('Requests a minute for each person who is signed in.'),
        public: perMinute('Contacts a minute for each client address without a key.'),
        webhook: perMinute('Deliveries a minute for each webhook that has no limit of its own.'),
        failed_auth: perMinute('Wrong keys and passwords a minute from one client address.'),
      }),
    },
    'What the operator has set.',
  ),
  created_at: Timestamp,
})

export const WorkspacePatchSchema = S.partialInput('WorkspacePatch', settings, {
  description: 'Only what changes.',
  additionalProperties: false,
})

export const workspaceExample: Workspace & { installation: Installation } = {
  id: '019a8b7c-3d2e-7f10-8a4b-5c6d7e8f9050',
  name: 'Example Ltd',
  time_zone: 'Europe/Lisbon',
  late_window_minutes: null,
  allowed_origins: ['https://www.example.com'],
  effective: {
    late_window_minutes: 60,
    late_window_from: 'setting',
    allowed_origins: ['https://www.example.com'],
    allowed_origins_from: 'workspace',
  },
  installation: {
    base_url: 'https://doorpost.example.com',
    version: '1.0.0',
    sandbox: false,
    platforms: ['thread', 'professional'],
    linkedin_pages: false,
    redirect_url: 'https://doorpost.example.com/connect/callback',
    rate_limits: { authenticated: 100, dashboard: 600, public: 20, webhook: 600, failed_auth: 300 },
  },
  created_at: '2026-11-15T09:30:00.000Z',
}
