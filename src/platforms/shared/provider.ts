import type { MediaRules } from './media.ts'
import type { TextRules } from './text.ts'

/** What kind of post it is: the interface's word. Its fields, and the database, call it `platform`. */
export const FORMATS = ['thread', 'photo', 'professional', 'short'] as const
export type Format = (typeof FORMATS)[number]

/** LinkedIn lets an app either sign people in or act for pages, so that pages need a second app. */
export type AppKind = 'standard' | 'pages'

/**
 * How an account is connected: approved in a browser (OAuth), or with a secret that the person has made on the provider's own
 * pages and that is handed over once.
 */
type SignInWay = 'approval' | 'app_password' | 'access_token'

/** What the program knows of one provider, without its adapter. The server and the dashboard read the same one. */
export interface ProviderProfile {
  /** Of its folder and of its simulator too. */
  name: string
  label: string
  format: Format
  /** Of its settings: THREADS_CLIENT_ID. */
  envPrefix: string
  /** Which apps an operator can set up, and where. */
  apps: readonly AppKind[]
  developerSite: string
  /** The usual way first. */
  signIn: readonly SignInWay[]
  /** For providers whose accounts are on many servers, which each account names. `api` has the address that is suggested. */
  service?: ServiceFacts
  /** Its approvals have no end, so nothing has to be renewed. */
  accessLasts?: boolean
  api: ApiFacts
  text: TextRules
  media: MediaRules
  /** It refuses a text that it has seen shortly before. */
  refusesRepeats: boolean
  /** The rules on a server with limits of its own, as they were stored when the account was connected. */
  withLimits?(limits: Record<string, unknown>): { text: TextRules; media: MediaRules }
}

interface ServiceFacts {
  /** What the provider's people call such a server. */
  noun: string
  /** Doorpost has an app without the operator (PlatformAuth.registerApp): one on every server, or the same for all of them. */
  apps: 'each_server' | 'all_servers'
  /** The approval page depends on the account, so whoever connects one names it first. */
  asksHandle?: boolean
  /** Where people see posts, whatever server the account is on; left out, on that server. */
  siteUrl?: string
}

/** Where it is, and how it wants to be used. */
export interface ApiFacts {
  apiUrl: string
  authorizeUrl: string
  tokenUrl: string
  /** Where accounts are looked up, on networks of many servers. */
  directoryUrl?: string
  /** v1.0, v25.0, 202607, 2 … */
  version: string
  /**
   * How long something prepared is left alone before it is used. Threads may not find a container that is published at
   * once; LinkedIn does not tell every app when a picture is processed. The simulators do not need it.
   */
  settleMs?: number
  /** Further hosts that are given tokens or files. */
  moreHosts: readonly string[]
}
