import type { MediaRules } from './media.ts'
import type { TextRules } from './text.ts'

/** `platform` in the API and the database. */
export const FORMATS = ['thread', 'photo', 'professional', 'short'] as const
export type Format = (typeof FORMATS)[number]

/** LinkedIn pages need a second app. */
export type AppKind = 'standard' | 'pages'

type SignInWay = 'approval' | 'app_password' | 'access_token'

/** Shared with the dashboard. */
export interface ProviderProfile {
  /** Also the name of its folder and of its simulator. */
  name: string
  label: string
  format: Format
  /** The prefix of its warning ids: the format's name for the format's first provider, otherwise its own name. */
  rulePrefix: string
  /** THREADS in THREADS_CLIENT_ID. */
  envPrefix: string
  apps: readonly AppKind[]
  developerSite: string
  signIn: readonly SignInWay[]
  /** For accounts on many servers; `api` is then a suggestion. */
  service?: ServiceFacts
  /** Approvals never end. */
  accessLasts?: boolean
  api: ApiFacts
  text: TextRules
  media: MediaRules
  refusesRepeats?: boolean
  /** On a server with its own limits. */
  withLimits?(limits: Record<string, unknown>): { text: TextRules; media: MediaRules }
}

interface ServiceFacts {
  noun: 'server' | 'pds'
  /** Doorpost registers an app on each server, or one for all. */
  apps: 'each_server' | 'all_servers'
  /** The approval page depends on the account. */
  asksHandle?: boolean
  /** Defaults to the account's server. */
  siteUrl?: string
}

export interface ApiFacts {
  apiUrl: string
  authorizeUrl: string
  tokenUrl: string
  directoryUrl?: string
  version: string
  /**
   * A wait before prepared media is used: Threads may not find a new container, and LinkedIn does not always report
   * when a picture is ready.
   */
  settleMs?: number
  moreHosts?: readonly string[]
}
