import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiProblem, api, messageOf, onceKey, send } from '../../api/client.ts'
import type { Post } from '../../api/schema.ts'
import type { Platform } from '../../parts/platforms.tsx'
import type { Details } from './checks.ts'
import { type Body, bodyOf, type Draft, fingerprintOf } from './draft.ts'

export type Action = 'draft' | 'schedule' | 'now'

export interface Made {
  platform: Platform
  id: string
  action: Action
  /** It is stored, but could not be sent off. */
  problem: string | null
}

export interface Refused {
  platform: Platform
  message: string
  details: Details
  /** What was refused: as long as it stands there, so do its errors. */
  fingerprint: string
}

export interface Outcome {
  made: Made[]
  refused: Refused[]
}

export function timingOf(action: Action, hasDate: boolean) {
  return {
    status: action === 'schedule' ? ('scheduled' as const) : ('draft' as const),
    // A draft may carry a date as a plan. What goes out now has none.
    dated: hasDate && action !== 'now',
  }
}

/** Makes one post for each platform. Those that are refused leave the others as they are. */
export function useCreate() {
  const queries = useQueryClient()
  // One key for one intent: the same post again, after a lost answer or by a second click, is made once.
  const keys = useRef(new Map<string, ReturnType<typeof onceKey>>())
  const [isBusy, setBusy] = useState(false)

  const createOne = async (platform: Platform, body: Body, action: Action): Promise<Made> => {
    const intent = `${platform} ${JSON.stringify(body)}`
    const headers = keys.current.get(intent) ?? onceKey()
    keys.current.set(intent, headers)
    const post = await api.post<Post>(`/v1/posts/${platform}`, body, { headers })
    keys.current.delete(intent)
    return { platform, id: post.id, action, problem: action === 'now' ? await publish(post.id) : null }
  }

  const create = async (draft: Draft, action: Action, hasDate: boolean): Promise<Outcome> => {
    setBusy(true)
    const outcome: Outcome = { made: [], refused: [] }
    await Promise.all(
      draft.platforms.map(async (platform) => {
        const body = bodyOf(draft, platform, timingOf(action, hasDate))
        try {
          outcome.made.push(await createOne(platform, body, action))
        } catch (error) {
          outcome.refused.push(toRefused(draft, platform, error))
        }
      }),
    )
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['posts'] })
    return outcome
  }
  return { create, isBusy }
}

export async function publish(id: string): Promise<string | null> {
  try {
    await api.post(`/v1/posts/${id}/publish`)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

export function toRefused(draft: Draft, platform: Platform, error: unknown): Refused {
  const details = error instanceof ApiProblem ? error.details : {}
  return { platform, message: messageOf(error), details, fingerprint: fingerprintOf(draft, platform) }
}

export interface Versioned {
  post: Post
  etag: string
}

export async function readPost(id: string, signal?: AbortSignal): Promise<Versioned> {
  const response = await send('GET', `/v1/posts/${encodeURIComponent(id)}`, signal ? { signal } : {})
  return { post: (await response.json()).data, etag: response.headers.get('etag') ?? '*' }
}

export async function changePost(id: string, body: Body, etag: string): Promise<Versioned> {
  const response = await send('PATCH', `/v1/posts/${encodeURIComponent(id)}`, {
    json: body,
    headers: { 'if-match': etag },
  })
  return { post: (await response.json()).data, etag: response.headers.get('etag') ?? '*' }
}

export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && 'If-Match' in error.details
}

/** What a person can change, as text: two versions that differ only in what the service did are the same. */
export function editableOf(post: Post): string {
  const { id, publication, warnings, created_at, updated_at, ...rest } = post
  return JSON.stringify(rest)
}
