// Stored records. Times are milliseconds of the simulated clock.

export const PLATFORM_NAMES = ['threads', 'instagram', 'linkedin', 'x', 'bluesky', 'mastodon'] as const
export type PlatformName = (typeof PLATFORM_NAMES)[number]

export interface Account {
  platform: PlatformName
  id: string
  username: string
  name: string
  kind: 'member' | 'organization'
  /** Members who may act for an organisation: its administrators, and those who may only post for it. */
  admins: string[]
  contentAdmins: string[]
  restricted: boolean
  maxWeightedLength: number
}

export interface Token {
  token: string
  platform: PlatformName
  accountId: string
  /** Meta: short-lived tokens can be exchanged, long-lived ones refreshed. */
  kind: 'short' | 'long' | 'access'
  scopes: string[]
  issuedAt: number
  expiresAt: number
  revoked: boolean
  /** Bluesky: the thumbprint of the key that must sign a proof for every request. */
  proofKey?: string | null
}

export interface RefreshToken {
  token: string
  platform: PlatformName
  accountId: string
  /** The app that it was issued to; null if the platform has only one app. */
  clientId: string | null
  scopes: string[]
  expiresAt: number
  used: boolean
  revoked: boolean
  proofKey?: string | null
}

export interface Code {
  code: string
  platform: PlatformName
  accountId: string
  clientId: string
  redirectUri: string
  scopes: string[]
  challenge: string | null
  challengeMethod: string | null
  expiresAt: number
  used: boolean
  proofKey?: string | null
}

/** Bluesky: a request that an app has pushed before it redirects the browser. */
export interface PushedRequest {
  requestUri: string
  clientId: string
  params: Record<string, string>
  proofKey: string
  expiresAt: number
}

/** Mastodon: an app registered on the server. */
export interface App {
  clientId: string
  clientSecret: string
  name: string
  redirectUris: string[]
  scopes: string[]
}

export type MediaKind = 'image' | 'gif' | 'video' | 'document'

export interface PublicMedia {
  kind: MediaKind
  url: string
  /** Media with the same key are the same picture. The key is the source URL, or a hash of the bytes. */
  key: string
  alt: string | null
}

/** How long lists do not show an item: read-after-write lag. */
export interface Hidden {
  until: number
  reads: number
  /** The container's status does not show it either. */
  status: boolean
}

export interface PublicItem {
  id: string
  platform: PlatformName
  accountId: string
  kind: 'text' | 'image' | 'video' | 'carousel' | 'reel' | 'story' | 'article' | 'document'
  /** Text as readers see it. */
  text: string
  /** Text as sent. */
  sent: string
  media: PublicMedia[]
  createdAt: number
  deletedAt: number | null
  path: string
  containerId: string | null
  replyTo: string | null
  hidden: Hidden | null
  /** Platform-specific values: reply control, URL entities, visibility. */
  details: Record<string, unknown>
}

export interface ContainerMedia extends PublicMedia {
  bytes: number
  seconds: number | null
}

/** Threads and Instagram: a prepared post that is not visible yet. */
export interface Container {
  id: string
  platform: PlatformName
  accountId: string
  mediaType: string
  text: string
  media: ContainerMedia[]
  children: string[]
  isCarouselItem: boolean
  createdAt: number
  readyAt: number
  /** The error that the status shows once processing ends; null if there is none. */
  error: { subcode: number; message: string } | null
  publishedId: string | null
  /** It can be read, but publishing never finds it. */
  lost?: boolean
  replyTo: string | null
  details: Record<string, unknown>
}

export interface UploadPart {
  blobId: string
  bytes: number
  etag: string
}

/** LinkedIn, X, Bluesky and Mastodon: bytes that were uploaded before the post. */
export interface Upload {
  id: string
  platform: PlatformName
  accountId: string
  kind: MediaKind
  /** LinkedIn: the URN of the author who owns it. */
  owner: string
  category: string
  declaredType: string
  declaredBytes: number
  parts: Record<string, UploadPart>
  /** Null until all bytes have arrived. */
  completedAt: number | null
  readyAt: number
  expiresAt: number
  failed: string | null
  key: string | null
  type: string | null
  bytes: number
  alt: string | null
}

/** Bytes of an upload, in base64 for the state file. */
export interface Blob {
  base64: string
}

export interface RateWindow {
  startedAt: number
  used: number
}
