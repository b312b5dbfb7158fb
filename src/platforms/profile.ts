import type { MediaRules } from './media.ts'
import type { TextRules } from './text.ts'

/** What kind of post it is: the interface's word. Its fields, and the database, call it `platform`. */
export const FORMATS = ['thread', 'photo', 'professional', 'short'] as const
export type Format = (typeof FORMATS)[number]

/** LinkedIn lets an app either sign people in or act for pages, so that pages need a second app. */
export type AppKind = 'standard' | 'pages'

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
  api: ApiFacts
  text: TextRules
  media: MediaRules
  /** It refuses a text that it has seen shortly before. */
  refusesRepeats: boolean
}

interface ApiFacts {
  apiUrl: string
  authorizeUrl: string
  tokenUrl: string
  version: string
  /** See PlatformSettings. The simulators do not need it. */
  settleMs?: number
  /** Further hosts that are given tokens or files. */
  moreHosts: readonly string[]
}
