import { createHash } from 'node:crypto'
import type { Outgoing, Progress } from '../contract.ts'

/** What is known of a post that is being prepared on a Graph host. Times are milliseconds since 1970. */
export interface MetaProgress {
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

export interface Container {
  id: string
  createdAt: number
}

export interface Child extends Container {
  isVideo: boolean
  isReady: boolean
}

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
  if (progress.fingerprint !== fingerprint) return newProgress(fingerprint)
  const children = Array.isArray(progress.children) ? progress.children : []
  return {
    fingerprint,
    children: children.map(readChild),
    container: readContainer(progress.container),
    polls: readCount(progress.polls),
    rebuilds: readCount(progress.rebuilds),
    offers: readCount(progress.offers),
    offeredAt: typeof progress.offeredAt === 'number' ? progress.offeredAt : null,
    refusals: readCount(progress.refusals),
    finishedAt: typeof progress.finishedAt === 'number' ? progress.finishedAt : null,
    replacements: readCount(progress.replacements),
    published: progress.published === true,
  }
}

/** The container that was sent, whatever has become of the post since. */
export function sentContainer(progress: Progress): Container | null {
  return readContainer(progress.container)
}

export function fingerprintOf(accountId: string, post: Outgoing): string {
  const parts = [accountId, post.platform, post.mediaType, post.text, post.mediaUrls, post.replyControl]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

function readContainer(value: unknown): Container | null {
  if (typeof value !== 'object' || value === null) return null
  const { id, createdAt } = value as Record<string, unknown>
  return typeof id === 'string' && id !== '' && typeof createdAt === 'number' ? { id, createdAt } : null
}

function readChild(value: unknown): Child | null {
  const container = readContainer(value)
  if (container === null) return null
  const { isVideo, isReady } = value as Record<string, unknown>
  return { ...container, isVideo: isVideo === true, isReady: isReady === true }
}

function readCount(value: unknown): number {
  return Number.isSafeInteger(value) ? Math.max(0, value as number) : 0
}
