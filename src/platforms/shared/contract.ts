import type { Deadline } from '../../lib/time/deadline.ts'
import type { ApiFacts, AppKind, Format } from './provider.ts'

// What the publishing engine asks of a platform. The split is what makes "exactly once" possible: preparation is invisible
// and may be repeated, `send` makes exactly one visible call, and `reconcile` only reads.

export interface AccountProfile {
  /** On the platform: a user id, a URN on LinkedIn, a DID on Bluesky. No other account of the provider has it, on any server. */
  id: string
  handle: string | null
  name: string | null
  /** On LinkedIn an organisation's posts can be read back, a member's cannot. */
  kind: 'member' | 'organization'
  /** What its server says about its own limits; the provider's profile reads them (withLimits). */
  limits?: Record<string, unknown> | null
}

/** The account a post goes out on, with a token that is good for this attempt. */
export type Account = Omit<AccountProfile, 'name'> & { accessToken: string }

/** What a person hands over to connect an account without a browser. */
export interface Credentials {
  /** Null where the secret alone tells whose it is. */
  handle: string | null
  /** An app password or an access token. It is used now and not kept as it is. */
  secret: string
}

/** A post as it is sent: text already composed (hashtags, mentions), limits already checked. */
export interface Outgoing {
  /** Of the post in Doorpost: the same at every attempt. */
  id: string
  platform: Format
  mediaType: string | null
  text: string
  /** Those of its links that have a code, which no other post has. `url` is what stands in the text. */
  links: readonly { url: string; target: string }[]
  mediaUrls: string[]
  /** What each file shows, for people who cannot see it: one for each URL, null where there is none. */
  altTexts: (string | null)[]
  replyControl: string | null
}

/** Ids that preparation has collected (containers, uploads), as plain JSON. Saved as they arrive, handed back at every call. */
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
  /** Our own store for files does not answer: the post waits for it. */
  | 'storage_away'
  | 'not_ready'
  | 'platform_down_before_send'
  | 'ambiguous'
  | 'version_sunset'
  | 'permission_missing'

export interface Failure {
  class: FailureClass
  /** A sentence for the user: what happened and what to do. */
  message: string
  /** The platform's own code, such as "24/4279009" or "422 DUPLICATE_POST". */
  platformCode: string | null
  /** When to try again: the platform's reset time, or our guess. Null when the engine decides. */
  retryAt: Date | null
  /** The beginning of the answer, tokens removed. Null when nothing came back. */
  raw: { status: number; body: string } | null
  /** The id of the post that a duplicate repeats, when the platform names it. */
  existingId?: string | null
}

export type PrepareResult =
  /** Save the progress, then call again after `waitMs`. */
  | { kind: 'continue'; progress: Progress; waitMs: number }
  | { kind: 'ready'; progress: Progress }
  | { kind: 'failed'; progress: Progress; failure: Failure }

export type SendResult =
  | { kind: 'published'; platformId: string }
  /** The platform said no: nothing is visible. `progress` is what the next preparation begins with. */
  | { kind: 'refused'; failure: Failure; progress?: Progress }
  /** No clear answer: it may be visible. */
  | { kind: 'unknown'; failure: Failure }

export type Finding =
  /** It is out. The id is null when the platform says so without naming it. */
  | { kind: 'found'; platformId: string | null }
  /** It is certainly not out: one more send is safe. */
  | { kind: 'absent' }
  /** Not seen, but reads may lag behind: look again later; the engine decides when that is proof enough. */
  | { kind: 'not_seen' }
  /** It cannot be read back: a person has to look. */
  | { kind: 'cannot_tell'; reason: string }
  | { kind: 'failed'; failure: Failure }

/** One HTTP exchange. Every answer that arrived whole, whatever its status, is an answer; everything else is thrown. */
export interface HttpAnswer {
  status: number
  headers: Headers
  text: string
  /** Undefined when the body is not JSON. */
  json: unknown
  /** How far the platform's clock is ahead of ours, by the Date header; null when there is none. */
  clockOffsetMs?: number | null
}

/** No whole answer. `sent` tells whether the platform may have seen the request. */
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
  /** For files: see stream-file.ts. Opened again when the request has to be repeated. */
  stream?: { bytes: number; open(): AsyncIterable<Uint8Array> }
  multipart?: Array<{ name: string; value: string | Uint8Array; filename?: string; type?: string }>
  timeoutMs?: number
  /** Looked at right before the request is written: once it has passed, nothing is sent. */
  notAfter?: Deadline
}

export type Http = (request: HttpRequest) => Promise<HttpAnswer>

export interface MediaFile {
  /** image/jpeg, video/mp4 …: from the first bytes, not from what the server claims. */
  type: string
  bytes: number
  /** In pixels, as shown; null where the file does not tell. */
  size?: { width: number; height: number } | null
  /** For videos; null where the file does not tell. */
  durationMs?: number | null
  /** For pictures; null where it is not known. */
  isAnimated?: boolean | null
  /** `end` is exclusive. */
  read(start: number, end: number): Promise<Uint8Array>
}

export interface PlatformContext {
  http: Http
  now: () => Date
  settings: PlatformSettings
  account: Account
  /**
   * Downloads (guarded, bounded) and keeps the file for this attempt. Throws a MediaError. Without limits it is a file of
   * the post: a picture that is larger than the provider takes comes as a smaller one.
   */
  openMedia: (url: string, limits?: { maxBytes: number; timeoutMs?: number }) => Promise<MediaFile>
  /** The address at which the platform can fetch a file itself: other than the post's own for files of our library. */
  publicUrl?: (url: string) => Promise<string>
  /** What a page says about itself, for link cards. Null when it cannot be read; never throws. */
  readLinkPreview?: (url: string) => Promise<LinkPreview | null>
}

export interface LinkPreview {
  title: string
  description: string | null
  imageUrl: string | null
}

export class MediaError extends Error {
  override readonly name = 'MediaError'
}

/** The file is in our own store, which does not answer just now. */
export class MediaAwayError extends MediaError {}

/** A picture could not be made smaller just now. The message is a whole sentence. */
export class MediaBusyError extends MediaError {}

/** Where the platform is. The same adapter talks to the real one and to the sandbox. */
export interface PlatformSettings extends Omit<ApiFacts, 'moreHosts'> {
  /** Defaults to the standard one. */
  app?: AppKind
  /** Where people see posts, when that is not beside the approval page. */
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
  /** For access that is bound to a key. */
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

/** Who gave the access to which account, and the key that it is good with only (DPoP). Kept encrypted, with the tokens. */
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

/** OAuth of one platform. All of it through `http`, which never retries: codes and refresh tokens are single use. */
export interface PlatformAuth {
  usesPkce: boolean
  authorizeUrl(settings: PlatformSettings, request: ApprovalRequest): string
  /**
   * Instead of `authorizeUrl`, where the account decides who has to be asked: looks it up and announces the request there.
   * `http` reaches any public server, so nothing secret goes through it.
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
      /** Of `beginApproval`. */
      session?: Session | null
      /** Who says that the approval was given (RFC 9207). */
      issuer?: string | null
    },
    now: Date,
  ): Promise<Tokens>
  /**
   * Null when this account's tokens cannot be refreshed: the person has to approve again. Throws an AuthError only where
   * the platform has refused for good; whatever else is thrown means: later, with the same tokens.
   */
  refresh: ((http: Http, settings: PlatformSettings, tokens: Tokens, now: Date) => Promise<Tokens>) | null
  /** The earliest moment a refresh is allowed and useful, given when the token was made. */
  refreshAfter(tokens: Tokens, issuedAt: Date): Date | null
  profiles(http: Http, settings: PlatformSettings, accessToken: string): Promise<AccountProfile[]>
  /** For `app_password` and `access_token`. Throws an AuthError when the provider refuses them. */
  signIn?(
    http: Http,
    settings: PlatformSettings,
    credentials: Credentials,
    now: Date,
  ): Promise<{ tokens: Tokens; profiles: AccountProfile[] }>
  /** Where the operator has no app to set up: registers one on the server, or makes the one that describes itself. */
  registerApp?(
    http: Http,
    settings: PlatformSettings,
    redirectUri: string,
  ): Promise<{ clientId: string; clientSecret: string }>
  /** What the world may read about the app that `registerApp` has made; null when that is nothing. */
  describeApp?(app: { clientId: string; clientSecret: string }, redirectUri: string): Record<string, unknown> | null
}

/** A token or code was refused for good: the person has to connect the account again. */
export class AuthError extends Error {
  override readonly name = 'AuthError'
}

/**
 * Not renewed now, but tried again later. `mayBeSpent`: perhaps only the answer with the new token was lost. `refusal`: why
 * the platform refused, for people, where it was a refusal; one that lasts ends the connection.
 */
export class RefreshError extends Error {
  override readonly name = 'RefreshError'
  readonly mayBeSpent: boolean
  readonly refusal: string | null

  constructor(message: string, more: { mayBeSpent: boolean; refusal?: string | null; cause?: unknown }) {
    super(message, { cause: more.cause })
    this.mayBeSpent = more.mayBeSpent
    this.refusal = more.refusal ?? null
  }
}

/** `sentAt` is when the send began; `takenIds` are ids that belong to other posts. */
export interface Search {
  sentAt: Date
  takenIds: ReadonlySet<string>
}

export interface Adapter {
  auth: PlatformAuth
  /** One invisible, repeatable step towards readiness: at most one write. Called until it is ready. */
  prepare(context: PlatformContext, post: Outgoing, progress: Progress): Promise<PrepareResult>
  /** How long the visible call may take. Nothing is sent again before it must have ended. */
  sendTimeoutMs: number
  /** Exactly one visible call. Never called twice for one marker; never retried by anything below it. */
  send(context: PlatformContext, post: Outgoing, progress: Progress): Promise<SendResult>
  /** A second send of the same post can only write the first one again, so nothing has to be waited for. */
  idempotentSend?: boolean
  /** Reads only. */
  reconcile(context: PlatformContext, post: Outgoing, progress: Progress, search: Search): Promise<Finding>
  /** Null when it is not known; a failure here never fails the post. */
  permalink(context: PlatformContext, platformId: string): Promise<string | null>
}
