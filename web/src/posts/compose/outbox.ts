import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, api, dataOf, isProblem, messageOf } from '../../api/client.ts'
import type { PostGroup, PostGroupDryRun } from '../../api/schema.ts'
import type { Platform } from '../../parts/platforms.tsx'
import type { State } from '../post.ts'
import { readGroup, readPost } from '../reading.ts'
import {
  type Body,
  bodyOf,
  type Draft,
  fingerprintOf,
  refuseOutlived,
  type Sent,
  toGroup,
  toNewPost,
  toPostPatch,
} from './draft.ts'
import { type Details, GROUP, type Part, partsToStore, splitDetails, type Target } from './targets.ts'

export type Action = 'draft' | 'schedule' | 'now'

export interface Made {
  target: Target
  id: string
  action: Action
}

export interface Refused {
  target: Target
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

/** `key` is that of a target, or GROUP. */
export type Remember = (key: string, sent: Sent | undefined) => void

export function timingOf(action: Action, hasDate: boolean) {
  return {
    status: action === 'schedule' ? ('scheduled' as const) : ('draft' as const),
    // A draft may have a planned date. A post that goes out now has none.
    dated: hasDate && action !== 'now',
  }
}

interface Stored {
  part: Part
  /** Of the group or of the post. */
  id: string
  /** Of the posts, in the order of the targets. */
  postIds: string[]
}

/**
 * Creates one post for each target. To publish, all are stored as drafts first, and sent only if all could be stored.
 * Otherwise a refusal does not affect what another request stores.
 */
export function useCreate() {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const create = async (
    draft: Draft,
    targets: readonly Target[],
    { action, hasDate, remember }: { action: Action; hasDate: boolean; remember: Remember },
  ): Promise<Outcome> => {
    setBusy(true)
    const timing = timingOf(action, hasDate)
    const stored = await settleAll(draft, partsToStore(targets), async (part): Promise<Stored> => {
      const bodies = part.targets.map((target) => bodyOf(draft, target, timing))
      const sent = draft.sent[part.key]
      const request = { sent, remember: (next: Sent | undefined) => remember(part.key, next) }
      if (part.key === GROUP) return { part, ...(await storeGroup({ bodies, ...request })) }
      const id = await storePost({ platform: part.targets[0]!.platform, body: bodies[0]!, ...request })
      return { part, id, postIds: [id] }
    })
    const made = stored.done.flatMap((each) => madeOf(each, action))
    const { refused } = stored
    const outcome =
      action !== 'now'
        ? { made, refused, unsent: [] }
        : refused.length > 0
          ? { made: [], refused, unsent: made }
          : await publishAll(draft, stored.done)
    const isMade = ({ part }: Stored) => outcome.made.some(({ target }) => part.targets.includes(target))
    for (const each of stored.done.filter(isMade)) remember(each.part.key, undefined)
    setBusy(false)
    void queries.invalidateQueries({ queryKey: ['posts'] })
    return outcome
  }
  return { create, isBusy }
}

function madeOf({ part, postIds }: Stored, action: Action): Made[] {
  return part.targets.map((target, at) => ({ target, id: postIds[at]!, action }))
}

async function publishAll(draft: Draft, stored: Stored[]): Promise<Outcome> {
  const idOf = new Map(stored.flatMap((each) => madeOf(each, 'now')).map(({ target, id }) => [target.key, id]))
  const storedOf = new Map(stored.map((each) => [each.part, each]))
  const sent = await settleAll(draft, [...storedOf.keys()], async (part) => {
    const each = storedOf.get(part)!
    await (part.key === GROUP ? publishGroup(each.id) : publishPost(each.id))
    return each
  })
  const refused = sent.refused.map((each) => ({ ...each, id: idOf.get(each.target.key) ?? null }))
  return { made: sent.done.flatMap((each) => madeOf(each, 'now')), refused, unsent: [] }
}

async function settleAll<T>(draft: Draft, parts: readonly Part[], work: (part: Part) => Promise<T>) {
  const done: T[] = []
  const refused: Refused[] = []
  await Promise.all(
    parts.map(async (part) => {
      try {
        done.push(await work(part))
      } catch (error) {
        refused.push(...toRefusals(draft, part, error))
      }
    }),
  )
  return { done, refused }
}

/** A group is refused as a whole; those whose fault it is are named. */
function toRefusals(draft: Draft, { key, targets }: Part, error: unknown): Refused[] {
  if (key !== GROUP || !(error instanceof ApiProblem)) return targets.map((target) => toRefused(draft, target, error))
  const split = splitDetails(error.details, targets.length)
  if (split.size === 0) return targets.map((target) => toRefused(draft, target, error))
  return targets.flatMap((target, at) => {
    const details = split.get(at)
    return details ? { ...toRefused(draft, target, error), details } : []
  })
}

export function toRefused(draft: Draft, target: Target, error: unknown): Refused {
  const details = error instanceof ApiProblem ? error.details : {}
  return { target, message: messageOf(error), details, fingerprint: fingerprintOf(draft, target), id: null }
}

// Requests that create posts. Each has a key and is remembered, so that nothing is created twice however often it is tried.

interface StoreRequest {
  /** The request of an earlier try. */
  sent: Sent | undefined
  remember: (sent: Sent | undefined) => void
}

type Request = Pick<Sent, 'key' | 'json' | 'at'>

/** Sends the request until it is answered once. `create` returns the id of what it made. */
async function createOnce<T extends { id: string }>(
  { key, json, at = Date.now() }: Request,
  { remember }: Pick<StoreRequest, 'remember'>,
  create: (header: { 'Idempotency-Key': string }) => Promise<T>,
): Promise<T> {
  remember({ key, json, at, id: null })
  try {
    const made = await create({ 'Idempotency-Key': key })
    remember({ key, json, at, id: made.id })
    return made
  } catch (error) {
    // After a refusal nothing is stored. Without an answer that is unknown, so the key is kept.
    if (isFinal(error)) remember(undefined)
    throw error
  }
}

function isFinal(error: unknown): boolean {
  return isProblem(error, 'validation_error', 'forbidden', 'payload_too_large', 'idempotency_mismatch')
}

/** Returns the id of the post. */
async function storePost({
  platform,
  body,
  sent,
  remember,
}: StoreRequest & { platform: Platform; body: Body }): Promise<string> {
  const createWith = async (request: Request): Promise<string> => {
    const made = await createOnce(request, { remember }, async (header) => {
      const body = toNewPost(JSON.parse(request.json) as Body)
      const { id } = await dataOf(api.POST(`/v1/posts/${platform}`, { params: { header }, body }))
      return { id: id! }
    })
    return made.id
  }
  const json = JSON.stringify(body)
  const fresh = () => createWith({ key: crypto.randomUUID(), json })
  if (sent === undefined) return fresh()
  refuseOutlived(sent, remember)
  const id = sent.id ?? (await createWith(sent))
  if (sent.json === json) return id
  try {
    await api.PATCH('/v1/posts/{id}', { params: { path: { id } }, body: toPostPatch(body) })
    remember({ ...sent, json, id })
    return id
  } catch (error) {
    // Somebody deleted the draft in the meantime.
    if (isProblem(error, 'not_found')) return fresh()
    throw error
  }
}

interface StoredGroup {
  id: string
  /** In the order of the bodies. */
  postIds: string[]
}

/** All posts are stored, or none. */
async function storeGroup({ bodies, sent, remember }: StoreRequest & { bodies: Body[] }): Promise<StoredGroup> {
  const createWith = (request: Request) =>
    createOnce(request, { remember }, async (header) => {
      const body = toGroup(JSON.parse(request.json) as Body[])
      return toStored(await dataOf(api.POST('/v1/posts', { params: { header }, body })))
    })
  const json = JSON.stringify(bodies)
  const fresh = () => createWith({ key: crypto.randomUUID(), json })
  if (sent === undefined) return fresh()
  refuseOutlived(sent, remember)
  // The answer of the first try comes again, or it is stored now.
  const earlier = sent.id === null ? await createWith(sent) : await readStored(sent.id)
  if (earlier === null) return fresh()
  if (sent.json === json) return earlier
  // Something was changed since. What the first try stored is replaced, if nobody has touched it and nothing of it is out.
  await removeUntouched(earlier.id)
  remember(undefined)
  return fresh()
}

/** Only a dry run leaves the ids out. */
function toStored({ group_id, posts }: PostGroup | PostGroupDryRun): StoredGroup {
  return { id: group_id!, postIds: posts.map(({ id }) => id!) }
}

/** Null when somebody has deleted it. */
async function readStored(id: string): Promise<StoredGroup | null> {
  try {
    return toStored((await readGroup(id)).group)
  } catch (error) {
    if (isProblem(error, 'not_found')) return null
    throw error
  }
}

async function removeUntouched(id: string): Promise<void> {
  const { group, etag } = await readGroup(id)
  if (group.posts.some(({ publication: { state } }) => !WAITING.includes(state))) {
    throw new ApiProblem(
      409,
      'changed',
      'The first try has arrived after all, and its posts are on their way. Look at them under Posts; then start over.',
    )
  }
  await api.DELETE('/v1/posts/groups/{id}', { params: { path: { id }, header: { 'If-Match': etag } } })
}

const WAITING: readonly State[] = ['none', 'waiting']
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

/** The same for all posts of a group. */
export async function publishGroup(id: string): Promise<void> {
  try {
    await api.POST('/v1/posts/groups/{id}/publish', { params: { path: { id } } })
  } catch (error) {
    if (!isProblem(error, 'validation_error')) throw error
    const { group } = await readGroup(id)
    if (!group.posts.every(({ publication: { state } }) => ON_ITS_WAY.includes(state))) throw error
  }
}
