import { createHash } from 'node:crypto'
import type { Outgoing, Progress } from '../contract.ts'

interface Container {
  id: string
  createdAt: number
}

export type Child = Container & { isVideo: boolean; isReady: boolean }

export type MetaProgress = ReturnType<typeof newProgress>

/** What is known of a post that is being prepared on a Graph host. Times are milliseconds since 1970. */
export function newProgress(fingerprint: string) {
  return {
    /** Of account and post: containers of another text must never go out. */
    fingerprint,
    /** The items of a carousel in order; null where one has still to be made. */
    children: [] as Array<Child | null>,
    container: null as Container | null,
    /** Looks at what is being processed now. */
    polls: 0,
    /** How often all was thrown away because the platform failed. */
    rebuilds: 0,
    /** How often this container was handed over for sending, and when first. */
    offers: 0,
    offeredAt: null as number | null,
    /** How many of these the platform answered with a plain refusal. Of the others the outcome was unknown for a time. */
    refusals: 0,
    /** When the container was first seen to be ready. */
    finishedAt: null as number | null,
    /** How often a container that was refused again and again gave way to a new one. */
    replacements: 0,
    /** The platform says that it is out: it must not be sent. */
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
  const parts: unknown[] = [accountId, post.platform, post.mediaType, post.text, post.mediaUrls, post.replyControl]
  if (post.altTexts.some((text) => text !== null)) parts.push(post.altTexts)
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
