import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, api, dataOf, isProblem, messageOf } from '../../api/client.ts'
import type { Platform } from '../../parts/platforms.tsx'
import type { State } from '../post.ts'
import { readPost } from '../reading.ts'
import type { Details } from './checks.ts'
import { type Body, bodyOf, type Draft, fingerprintOf, type Sent, toNewPost, toPostPatch } from './draft.ts'

export type Action = 'draft' | 'schedule' | 'now'

export interface Made {
  platform: Platform
  id: string
  action: Action
}

export interface Refused {
  platform: Platform
  message: string
  details: Details
  /** Of the content that was refused. Its errors stay until the content changes. */
  fingerprint: string
  /** Of the stored draft, when only publishing failed. */
  id: string | null
}

export interface Outcome {
  made: Made[]
  refused: Refused[]
  /** Stored as drafts and not sent, because another was refused: all are published or none. */
  unsent: Made[]
}

export const NO_OUTCOME: Outcome = { made: [], refused: [], unsent: [] }

export type Remember = (platform: Platform, sent: Sent | undefined) => void

export function timingOf(action: Action, hasDate: boolean) {
  return {
    status: action === 'schedule' ? ('scheduled' as const) : ('draft' as const),
    // A draft may have a planned date. A post that goes out now has none.
    dated: hasDate && action !== 'now',
  }
}

/**
 * Creates one post for each platform. To publish, all are stored as drafts first, and sent only if all could be stored.
 * Otherwise a refused post does not affect the others.
 */
export function useCreate() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const create = async (draft: Draft, action: Action, hasDate: boolean, remember: Remember): Promise<Outcome> => {
    setBusy(true)
    const stored = await settleAll(draft, draft.platforms, async (platform) => {
      const body = bodyOf(draft, platform, timingOf(action, hasDate))
      return storePost({ platform, body, sent: draft.sent[platform], remember: (sent) => remember(platform, sent) })
    })
    const made = stored.done.map(({ platform, value: id }) => ({ platform, id, action }))
    const { refused } = stored
    const outcome =
      action !== 'now'
        ? { made, refused, unsent: [] }
        : refused.length > 0
          ? { made: [], refused, unsent: made }
          : await publishAll(draft, made)
    for (const { platform } of outcome.made) remember(platform, undefined)
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['posts'] })
    return outcome
  }
  return { create, isBusy }
}

async function publishAll(draft: Draft, stored: Made[]): Promise<Outcome> {
  const idOf = new Map(stored.map(({ platform, id }) => [platform, id]))
  const sent = await settleAll(draft, [...idOf.keys()], (platform) => publishPost(idOf.get(platform)!))
  const isSent = ({ platform }: Made) => sent.done.some((each) => each.platform === platform)
  const refused = sent.refused.map((each) => ({ ...each, id: idOf.get(each.platform) ?? null }))
  return { made: stored.filter(isSent), refused, unsent: [] }
}

async function settleAll<T>(draft: Draft, platforms: readonly Platform[], work: (platform: Platform) => Promise<T>) {
  const done: Array<{ platform: Platform; value: T }> = []
  const refused: Refused[] = []
  await Promise.all(
    platforms.map(async (platform) => {
      try {
        done.push({ platform, value: await work(platform) })
      } catch (error) {
        refused.push(toRefused(draft, platform, error))
      }
    }),
  )
  return { done, refused }
}

interface StoreRequest {
  platform: Platform
  body: Body
  /** The request of an earlier try. */
  sent: Sent | undefined
  remember: (sent: Sent | undefined) => void
}

/** Returns the id of the post. It is created once, however often this is tried. */
async function storePost({ platform, body, sent, remember }: StoreRequest): Promise<string> {
  const createWith = async (request: Sent): Promise<string> => {
    remember(request)
    try {
      const header = { 'Idempotency-Key': request.key }
      const { id } = await dataOf(
        api.POST(`/v1/posts/${platform}`, { params: { header }, body: toNewPost(request.body) }),
      )
      remember({ ...request, id })
      return id!
    } catch (error) {
      // After a refusal nothing is stored. Without an answer that is unknown, so the key is kept.
      if (isFinal(error)) remember(undefined)
      throw error
    }
  }
  if (sent === undefined) return createWith({ key: crypto.randomUUID(), body, id: null })
  const id = sent.id ?? (await createWith(sent))
  if (JSON.stringify(sent.body) === JSON.stringify(body)) return id
  try {
    await api.PATCH('/v1/posts/{id}', { params: { path: { id } }, body: toPostPatch(body) })
    remember({ ...sent, body, id })
    return id
  } catch (error) {
    if (!isProblem(error, 'not_found')) throw error
    // Somebody deleted the draft in the meantime.
    return createWith({ key: crypto.randomUUID(), body, id: null })
  }
}

function isFinal(error: unknown): boolean {
  return isProblem(error, 'validation_error', 'forbidden', 'payload_too_large', 'idempotency_mismatch')
}

const ON_ITS_WAY: readonly State[] = ['preparing', 'sending', 'confirming', 'published', 'unconfirmed']

/** Publishes a stored post. One that is on its way already, because only the answer got lost, is left alone. */
export async function publishPost(id: string): Promise<void> {
  try {
    await api.POST('/v1/posts/{id}/publish', { params: { path: { id } } })
  } catch (error) {
    if (!(error instanceof ApiProblem) || !('publication.state' in error.details)) throw error
    const { post } = await readPost(id)
    if (!ON_ITS_WAY.includes(post.publication.state)) throw error
  }
}

export function toRefused(draft: Draft, platform: Platform, error: unknown): Refused {
  const details = error instanceof ApiProblem ? error.details : {}
  return { platform, message: messageOf(error), details, fingerprint: fingerprintOf(draft, platform), id: null }
}
