import type { RateLimits } from '../access/rate-limit.ts'

export interface MetricsSources {
  pools: Record<string, { totalCount: number; idleCount: number; waitingCount: number }>
  limits: RateLimits
  /** Rows that wait for a commit, by kind. */
  intake: () => Record<string, number>
  /** Files of posts that were uploaded to this process and fetched from it. */
  media: MediaCounts
  outcomes: OutcomeCounts
  /** Clicks on links that are not in the database yet. */
  clicksWaiting: () => number
  /** How far the clock of this machine is ahead of the database's. */
  clockOffsetMs: () => number
  /** The file system with the data folder; null if unknown. */
  disk: () => Promise<{ freeBytes: number; sizeBytes: number } | null>
  /** Whether the database accepts writes. */
  isWritable: () => Promise<boolean>
  /** Counts from the database, read at each scrape. */
  stored: () => Promise<StoredCounts>
  version: string
  /** The metrics of all processes that share a port; null if there is only one. */
  renderAll: (() => Promise<Rendered>) | null
}

export interface Rendered {
  contentType: string
  text: string
}

export interface MediaCounts {
  readonly uploads: Readonly<Record<string, number>>
  readonly uploadedBytes: number
  readonly served: number
  readonly servedBytes: number
}

/** Outcomes in this process since it started. */
export interface OutcomeCounts {
  readonly submissions: Readonly<Record<string, number>>
  readonly clicks: Readonly<Record<string, number>>
  readonly mails: Readonly<Record<string, number>>
  readonly eventAttempts: Readonly<Record<string, number>>
}

export interface StoredCounts {
  jobs: { due: number; failing: number }
  posts: Record<string, number>
  eventDeliveries: Record<string, number>
  eventEndpoints: Record<string, number>
  mails: Record<string, number>
  heldSubmissions: number
  /** Refused webhook requests that are still kept. */
  webhookRejections: number
  connections: Record<string, number>
  /** For each kind, how many seconds the oldest item has been due. */
  lateness: Record<string, number>
  /** 1 while nothing is published. */
  publishingPaused: number
  /** The last scheduled backup; null if there is none. */
  backup: { at: Date; bytes: number } | null
}
