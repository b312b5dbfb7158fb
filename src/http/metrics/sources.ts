import type { RateLimits } from '../access/rate-limit.ts'

export interface MetricsSources {
  pools: Record<string, { totalCount: number; idleCount: number; waitingCount: number }>
  limits: RateLimits
  /** Rows that wait for a commit, by what they are. */
  intake: () => Record<string, number>
  /** Files of posts that were uploaded here and fetched from here. */
  media: MediaCounts
  outcomes: OutcomeCounts
  /** Clicks on links that are not in the database yet. */
  clicksWaiting: () => number
  /** How far the clock of this machine is ahead of the database's. */
  clockOffsetMs: () => number
  /** Of the file system with the data folder; null when it cannot be told. */
  disk: () => Promise<{ freeBytes: number; sizeBytes: number } | null>
  /** Whether the database can store what it is given. */
  isWritable: () => Promise<boolean>
  /** What stands in the database; asked at each scrape. */
  stored: () => Promise<StoredCounts>
  version: string
  /** The metrics of all processes that share a port; null where there is one. */
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

/** What became of things in this process since it started. */
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
  /** Requests to webhooks that were refused and are still kept. */
  webhookRejections: number
  connections: Record<string, number>
  /** By kind, for how many seconds the oldest has been due. */
  lateness: Record<string, number>
  /** 1 while nothing is published. */
  publishingPaused: number
  /** The last scheduled backup; null where none was made. */
  backup: { at: Date; bytes: number } | null
}
