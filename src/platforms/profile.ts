import type { Warn } from './rules.ts'
import type { TextRules } from './text.ts'

/** What kind of post it is: the interface's word. Its fields, and the database, call it `platform`. */
export const FORMATS = ['thread', 'photo', 'professional', 'short'] as const
export type Format = (typeof FORMATS)[number]

/** LinkedIn lets an app either sign people in or act for pages, so that pages need a second app. */
export const APP_KINDS = ['standard', 'pages'] as const
export type AppKind = (typeof APP_KINDS)[number]

/** What the program knows of one provider, without its adapter. The server and the dashboard read the same one. */
export interface ProviderProfile {
  /** Of its folder and of its simulator too. */
  name: string
  /** What people call it. */
  label: string
  /** The format of the posts that it takes. */
  format: Format
  /** Its settings begin with it: THREADS_CLIENT_ID. */
  envPrefix: string
  /** The apps that an operator can set up. */
  apps: readonly AppKind[]
  /** Where operators make them. */
  developerSite: string
  api: ApiFacts
  text: TextRules
  media: MediaRules
  /** It refuses a text that it has seen shortly before. */
  refusesRepeats: boolean
}

/** Where the provider is, and which version of its API we speak. */
export interface ApiFacts {
  apiUrl: string
  authorizeUrl: string
  tokenUrl: string
  version: string
  /** See PlatformSettings. The simulators do not need it. */
  settleMs?: number
  /** Further hosts that are given tokens or files. */
  moreHosts: readonly string[]
}

export interface MediaRules {
  /** Doorpost uploads the files itself; otherwise the provider fetches them, from the public internet. */
  uploaded: boolean
  image: FileLimits
  video: FileLimits
  /** Which files cannot stand beside each other. */
  checkMix?(files: readonly NamedFile[], warn: Warn): void
}

/** A file, as far as its address tells. */
export interface NamedFile {
  /** Of the path, in lower case; null when it tells nothing, as in /media/42. */
  extension: string | null
  kind: 'image' | 'video' | 'other' | null
}

/** Kinds of files, with what people call them and how their names end. */
export const FILE_TYPES = {
  jpeg: { name: 'JPEG', extensions: ['jpg', 'jpeg', 'jpe', 'jfif'] },
  png: { name: 'PNG', extensions: ['png'] },
  gif: { name: 'GIF', extensions: ['gif'] },
  webp: { name: 'WebP', extensions: ['webp'] },
  mp4: { name: 'MP4', extensions: ['mp4'] },
  mov: { name: 'MOV', extensions: ['mov'] },
} as const
export type FileType = keyof typeof FILE_TYPES

/** "JPEG, PNG and GIF" */
export function listTypes(types: readonly FileType[], word: 'and' | 'or'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat('en-GB', { type }).format(types.map((each) => FILE_TYPES[each].name))
}

/** What the provider refuses, from its own pages. What it scales down by itself is not a limit. */
export interface FileLimits {
  types: readonly FileType[]
  bytes: number
  /** Where animated pictures may be larger. */
  gifBytes?: number
  /** Shortest and longest, in seconds. */
  seconds?: readonly [number, number]
  /** Width in pixels; narrower is refused, wider is scaled down. */
  leastWidth?: number
  /** Width divided by height. */
  ratio?: readonly [number, number]
  pixels?: number
}

export const MB = 1_000_000
