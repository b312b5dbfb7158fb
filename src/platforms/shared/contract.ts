import type { Deadline } from '../../lib/time/deadline.ts'
import type { Message, Said } from '../../messages/message.ts'
import { sentence } from '../../messages/sentence.ts'
import type { ApiFacts, AppKind, Format } from './provider.ts'

// This split makes exactly-once sending possible: preparation is invisible and repeatable, `send` makes one visible
// call, `reconcile` only reads.

export interface AccountProfile {
  /** A user id, a URN on LinkedIn, a DID on Bluesky; unique across servers. */
  id: string
  handle: string | null
  name: string | null
  /** On LinkedIn a member's posts cannot be read back. */
  kind: 'member' | 'organization'
  /** The limits of its server, read by `withLimits`. */
  limits?: Record<string, unknown> | null
}

export type Account = Omit<AccountProfile, 'name'> & { accessToken: string }

export interface Credentials {
  handle: string | null
  /** An app password or an access token. */
  secret: string
}

/** A post that was composed and checked. */
export interface Outgoing {
  /** The same at every attempt. */
  id: string
  platform: Format
  mediaType: string | null
  text: string
  /** Tracked links; `url` is in the text. */
  links: readonly { url: string; target: string }[]
  mediaUrls: string[]
  /** One for each URL. */
  altTexts: (string | null)[]
  replyControl: string | null
}

/** Ids of containers and uploads as JSON, saved after every step. */
export type Progress = Record<string, unknown>

export type FailureClass =
  | 'rejected_content'
  | 'duplicate_on_platform'
  | 'auth_expired'
  | 'account_restricted'
  | 'rate_limited'
  | 'out_of_credit'
  | 'media_unreachable'
  | 'media_processing'
  /** Our own store does not answer. */
  | 'storage_away'
  | 'not_ready'
  | 'platform_down_before_send'
  | 'ambiguous'
  | 'version_sunset'
  | 'permission_missing'

export interface Failure {
  class: FailureClass
  message: Said
  /** "24/4279009", "422 DUPLICATE_POST" */
  platformCode: string | null
  /** Null when the engine decides. */
  retryAt: Date | null
  /** Shortened, tokens removed. */
  raw: { status: number; body: string } | null
  /** The id of the post that this one repeats. */
  existingId?: string | null
}

export type PrepareResult =
  | { kind: 'continue'; progress: Progress; waitMs: number }
  | { kind: 'ready'; progress: Progress }
  | { kind: 'failed'; progress: Progress; failure: Failure }

export type SendResult =
  | { kind: 'published'; platformId: string }
  /** Nothing is visible. The next preparation starts with `progress`. */
  | { kind: 'refused'; failure: Failure; progress?: Progress }
  /** No clear response: it may be visible. */
  | { kind: 'unknown'; failure: Failure }

export type Finding =
  /** The id may be unknown. */
  | { kind: 'found'; platformId: string | null }
  /** Certainly not out. */
  | { kind: 'absent' }
  /** Reads may lag behind: try again later. */
  | { kind: 'not_seen' }
  /** A person has to check. */
  | { kind: 'cannot_tell'; reason: Message }
  | { kind: 'failed'; failure: Failure }

/** Any complete response, whatever its status. */
export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  /** Undefined for other bodies. */
  json: unknown
  /** By the Date header. */
  clockOffsetMs?: number | null
}

/** `sent`: the platform may have seen the request. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
  readonly sent: boolean

  constructor(message: string, sent: boolean, cause?: unknown) {
    super(message, { cause })
    this.sent = sent
  }
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: Record<string, string>
  query?: Record<string, string>
  /** At most one of these. */
  form?: Record<string, string>
  json?: unknown
  bytes?: Uint8Array
  /** Opened again when the request is repeated. */
  stream?: { bytes: number; open(): AsyncIterable<Uint8Array> }
  multipart?: Array<{ name: string; value: string | Uint8Array; filename?: string; type?: string }>
  timeoutMs?: number
  /** Checked right before the request is written. */
  notAfter?: Deadline
}

export type Http = (request: HttpRequest) => Promise<HttpAnswer>

export interface MediaFile {
  /** From the first bytes. */
  type: string
  bytes: number
  size?: { width: number; height: number } | null
  durationMs?: number | null
  isAnimated?: boolean | null
  read(start: number, end: number): Promise<Uint8Array>
}

export interface PlatformContext {
  http: Http
  now: () => Date
  settings: PlatformSettings
  account: Account
  /**
   * Downloads the file once per attempt. Throws a MediaError. Without limits, pictures that are too large are shrunk.
   */
  openMedia: (url: string, limits?: { maxBytes: number; timeoutMs?: number }) => Promise<MediaFile>
  /** Returns an address from which the platform can fetch the file. */
  publicUrl?: (url: string) => Promise<string>
  /** For link cards. Never throws. */
  readLinkPreview?: (url: string) => Promise<LinkPreview | null>
}

export interface LinkPreview {
  title: string
  description: string | null
  imageUrl: string | null
}

export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly said: Message

  constructor(said: Message, options?: ErrorOptions) {
    super(sentence(said), options)
    this.said = said
  }
}

/** Our own store does not answer. */
export class MediaAwayError extends MediaError {}

export class MediaBusyError extends MediaError {}

export interface PlatformSettings extends Omit<ApiFacts, 'moreHosts'> {
  app?: AppKind
  /** Defaults to the site of the approval page. */
  siteUrl?: string
  clientId: string
  clientSecret: string
}

export interface Tokens {
  accessToken: string
  expiresAt: Date | null
  refreshToken: string | null
  refreshExpiresAt: Date | null
  scopes: string[]
  session?: Session
}

/** A private key on the curve P-256, as JSON (RFC 7517). */
export interface PrivateKey {
  kty: string
  crv: string
  x: string
  y: string
  d: string
}

/** Access that is bound to a key (DPoP). */
export interface Session {
  key: PrivateKey
  serviceUrl: string
  issuer: string
  tokenUrl: string
  accountId: string
  clientId: string
}

export interface ApprovalRequest {
  redirectUri: string
  state: string
  codeChallenge: string | null
}

/** `http` never retries: codes and refresh tokens work once. */
export interface PlatformAuth {
  usesPkce: boolean
  authorizeUrl(settings: PlatformSettings, request: ApprovalRequest): string
  /**
   * Replaces `authorizeUrl` if the account decides which server approves. `http` reaches any public server and carries
   * no secrets.
   */
  beginApproval?(
    http: Http,
    settings: PlatformSettings,
    request: ApprovalRequest & { handle: string },
    now: Date,
  ): Promise<{ url: string; session: Session }>
  exchangeCode(
    http: Http,
    settings: PlatformSettings,
    request: {
      code: string
      redirectUri: string
      codeVerifier: string | null
      session?: Session | null
      /** RFC 9207. */
      issuer?: string | null
    },
    now: Date,
  ): Promise<Tokens>
  /**
   * Null if tokens cannot be refreshed. An AuthError is final; after other errors it is tried again with the same
   * tokens.
   */
  refresh: ((http: Http, settings: PlatformSettings, tokens: Tokens, now: Date) => Promise<Tokens>) | null
  refreshAfter(tokens: Tokens, issuedAt: Date): Date | null
  profiles(http: Http, settings: PlatformSettings, accessToken: string): Promise<AccountProfile[]>
  /** Throws an AuthError when refused. */
  signIn?(
    http: Http,
    settings: PlatformSettings,
    credentials: Credentials,
    now: Date,
  ): Promise<{ tokens: Tokens; profiles: AccountProfile[] }>
  /** Registers an app on the server, or makes one that describes itself. */
  registerApp?(
    http: Http,
    settings: PlatformSettings,
    redirectUri: string,
  ): Promise<{ clientId: string; clientSecret: string }>
  /** What an app of the operator must be allowed to ask for. */
  scopes?(app: AppKind): readonly string[]
  /** Only the app that was approved can renew the access. */
  renewsWithApp?: true
  /** Asks the network whether it knows the app of these settings. Approves nothing and changes nothing. */
  checkApp?(http: Http, settings: PlatformSettings): Promise<AppVerdict>
  /** The public document of the app, or null. */
  describeApp?(app: { clientId: string; clientSecret: string }, redirectUri: string): Record<string, unknown> | null
}

/** `unclear`: the answer says nothing about the app. */
export type AppVerdict =
  | { kind: 'accepted' }
  | { kind: 'refused'; field: 'client_id' | 'client_secret' | null; said: Message }
  | { kind: 'unclear'; said: Message }

/** Final: a person has to connect the account again. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
  readonly said: Message

  constructor(said: Message) {
    super(sentence(said))
    this.said = said
  }
}

/**
 * Tried again later. `mayBeSpent`: the response may have been lost, so the token may be used up. `refusal`: the
 * platform's words; a lasting refusal ends the connection.
 */
export class RefreshError extends Error {
  override readonly name = 'RefreshError'
  readonly mayBeSpent: boolean
  readonly refusal: Message | null

  constructor(message: string, more: { mayBeSpent: boolean; refusal?: Message | null; cause?: unknown }) {
    super(message, { cause: more.cause })
    this.mayBeSpent = more.mayBeSpent
    this.refusal = more.refusal ?? null
  }
}

export interface Search {
  sentAt: Date
  takenIds: ReadonlySet<string>
}

export interface Adapter {
  auth: PlatformAuth
  /** One invisible, repeatable step with at most one write. */
  prepare(context: PlatformContext, post: Outgoing, progress: Progress): Promise<PrepareResult>
  sendTimeoutMs: number
  /** Exactly one visible call, never retried. */
  send(context: PlatformContext, post: Outgoing, progress: Progress): Promise<SendResult>
  /** True if repeating it only writes the same post again. */
  idempotentSend?: boolean
  /** Reads only. */
  reconcile(context: PlatformContext, post: Outgoing, progress: Progress, search: Search): Promise<Finding>
  /** A failure here never fails the post. */
  permalink(context: PlatformContext, platformId: string): Promise<string | null>
}
