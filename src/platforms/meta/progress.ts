import { createHash } from 'node:crypto'
import type { Outgoing, Progress } from '../contract.ts'

/** What is known of a post that is being prepared on a Graph host. Times are milliseconds since 1970. */
export type MetaProgress = {
  /** Of account and post: containers of another text must never go out. */
  fingerprint: string
  /** The items of a carousel in order; null where one has still to be made. */
  children: Array<Child | null>
  container: Container | null
  /** Looks at what is being processed now. */
  polls: number
  /** How often all was thrown away because the platform failed. */
  rebuilds: number
  /** How often this container was handed over for sending, and when first. */
  offers: number
  offeredAt: number | null
  /** How many of these the platform answered with a plain refusal. Of the others the outcome was unknown for a time. */
  refusals: number
  /** When the container was first seen to be ready. */
  finishedAt: number | null
  /** How often a container that was refused again and again gave way to a new one. */
  replacements: number
  /** The platform says that it is out: it must not be sent. */
  published: boolean
}

interface Container {
  id: string
  createdAt: number
}

export type Child = Container & { isVideo: boolean; isReady: boolean }

export function newProgress(fingerprint: string): MetaProgress {
  return {
    fingerprint,
    children: [],
    container: null,
    polls: 0,
    rebuilds: 0,
    offers: 0,
    offeredAt: null,
    refusals: 0,
    finishedAt: null,
    replacements: 0,
    published: false,
  }
}

/** Progress of this very post, or a fresh start. */
export function readProgress(progress: Progress, fingerprint: string): MetaProgress {
  const fresh = newProgress(fingerprint)
  if (progress.fingerprint !== fingerprint) return fresh
  return Object.fromEntries(
    Object.entries(fresh).map(([field, value]) => [field, progress[field] ?? value]),
  ) as unknown as MetaProgress
}

/** The container that was sent, whatever has become of the post since. */
export function sentContainer(progress: Progress): Container | null {
  return (progress.container ?? null) as Container | null
}

export function fingerprintOf(accountId: string, post: Outgoing): string {
  const parts = [accountId, post.platform, post.mediaType, post.text, post.mediaUrls, post.replyControl]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
