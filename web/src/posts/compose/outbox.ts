import { t } from '@lingui/core/macro'
import { ApiProblem, api, dataOf, isProblem, messageOf } from '../../api/client.ts'
import type { State } from '../post.ts'
import { readPosts } from '../reading.ts'
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
  groupId: string | null
  action: Action
}

export interface Refused {
  target: Target
  message: string
  details: Details
  /** Its errors stay until the content changes. */
  fingerprint: string
  /** The stored draft, when only publishing failed. */
  id: string | null
}

export interface Outcome {
  made: Made[]
  refused: Refused[]
  /** Stored but not sent, because another was refused: all are published or none. */
  unsent: Made[]
}

export const NO_OUTCOME: Outcome = { made: [], refused: [], unsent: [] }

export interface Submission {
  action: Action
  hasDate: boolean
  /** By target key, or GROUP. */
  remember: (key: string, sent: Sent | undefined) => void
}

export function timingOf(action: Action, hasDate: boolean) {
  return {
    status: action === 'schedule' ? ('scheduled' as const) : ('draft' as const),
    // A draft may have a planned date; a post that goes out now has none.
    dated: hasDate && action !== 'now',
  }
}

interface Stored {
  part: Part
  /** The group or the post. */
  id: string
  /** In the order of the targets. */
  postIds: string[]
}

/**
 * Creates one post per target. To publish, all are stored as drafts first, and sent only if all could be stored. Otherwise a
 * refusal affects only its own request.
 */
export async function createPosts(draft: Draft, targets: readonly Target[], how: Submission): Promise<Outcome> {
  const { action, hasDate, remember } = how
  const timing = timingOf(action, hasDate)
  const { done, refused } = await settleAll(draft, partsToStore(targets), (part) => {
    const bodies = part.targets.map((target) => bodyOf(draft, target, timing))
    return storePart(part, bodies, draft.sent[part.key], (sent) => remember(part.key, sent))
  })
  const made = done.flatMap((each) => madeOf(each, action))
  const outcome =
    action !== 'now'
      ? { made, refused, unsent: [] }
      : refused.length > 0
        ? { made: [], refused, unsent: made }
        : await publishAll(draft, done)
  const isMade = ({ part }: Stored) => outcome.made.some(({ target }) => part.targets.includes(target))
  for (const { part } of done.filter(isMade)) remember(part.key, undefined)
  return outcome
}

function madeOf({ part, id, postIds }: Stored, action: Action): Made[] {
  const groupId = part.key === GROUP ? id : null
  return part.targets.map((target, at) => ({ target, id: postIds[at]!, groupId, action }))
}

async function publishAll(draft: Draft, stored: Stored[]): Promise<Outcome> {
  const all = stored.flatMap((each) => madeOf(each, 'now'))
  const parts = stored.map(({ part }) => part)
  const sent = await settleAll(draft, parts, async (part) => {
    const each = stored.find((one) => one.part === part)!
    await publishStored(each.id, part.key === GROUP)
    return each
  })
  const idOf = (refused: Refused) => all.find(({ target }) => target.key === refused.target.key)!.id
  const refused = sent.refused.map((each) => ({ ...each, id: idOf(each) }))
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
        refused.push(...toRefusals(draft, part.targets, error))
      }
    }),
  )
  return { done, refused }
}

/** A group is refused as a whole; the details name the targets at fault. */
export function toRefusals(draft: Draft, targets: readonly Target[], error: unknown): Refused[] {
  const keys = targets.map(({ key }) => key)
  const split = splitDetails(error instanceof ApiProblem ? error.details : {}, keys)
  return targets
    .filter(({ key }) => split.size === 0 || split.has(key))
    .map((target) => ({
      target,
      message: messageOf(error),
      details: split.get(target.key) ?? {},
      fingerprint: fingerprintOf(draft, target),
      id: null,
    }))
}

/**
 * Stores a post or a group. The request is remembered with its key, so that repeats create nothing twice. `sent` is an
 * earlier attempt.
 */
async function storePart(
  part: Part,
  bodies: Body[],
  sent: Sent | undefined,
  remember: (sent: Sent | undefined) => void,
): Promise<Stored> {
  const isGroup = part.key === GROUP
  const send = async ({ key, json, at = Date.now() }: Pick<Sent, 'key' | 'json' | 'at'>): Promise<Stored> => {
    const request = { key, json, at }
    remember({ ...request, id: null })
    try {
      const made = await (isGroup ? createGroup : createPost)(part, request)
      remember({ ...request, id: made.id })
      return made
    } catch (error) {
      // After a refusal, nothing is stored. Without a response that is unknown, so the key is kept.
      if (isProblem(error, 'validation_error', 'forbidden', 'payload_too_large', 'idempotency_mismatch'))
        remember(undefined)
      throw error
    }
  }
  const json = JSON.stringify(isGroup ? bodies : bodies[0])
  const fresh = () => send({ key: crypto.randomUUID(), json })
  if (sent === undefined) return fresh()
  refuseOutlived(sent, remember)
  try {
    const earlier = sent.id === null ? await send(sent) : await readStored(part, sent.id)
    if (sent.json === json) return earlier
    // It was changed since then.
    if (isGroup) {
      await removeUntouched(earlier.id)
      remember(undefined)
      return fresh()
    }
    await api.PATCH('/v1/posts/{id}', { params: { path: { id: earlier.id } }, body: toPostPatch(bodies[0]!) })
    remember({ ...sent, json, id: earlier.id })
    return earlier
  } catch (error) {
    // It was deleted in the meantime.
    if (isProblem(error, 'not_found')) return fresh()
    throw error
  }
}

type Request = Pick<Sent, 'key' | 'json'>

// Only a dry run leaves the ids out.

async function createPost(part: Part, { key, json }: Request): Promise<Stored> {
  const options = { params: { header: { 'Idempotency-Key': key } }, body: toNewPost(JSON.parse(json) as Body) }
  const { id } = await dataOf(api.POST(`/v1/posts/${part.targets[0]!.platform}`, options))
  return { part, id: id!, postIds: [id!] }
}

async function createGroup(part: Part, { key, json }: Request): Promise<Stored> {
  const options = { params: { header: { 'Idempotency-Key': key } }, body: toGroup(JSON.parse(json) as Body[]) }
  const { group_id, posts } = await dataOf(api.POST('/v1/posts', options))
  return { part, id: group_id!, postIds: posts.map(({ id }) => id!) }
}

async function readStored(part: Part, id: string): Promise<Stored> {
  const postIds = part.key === GROUP ? (await readPosts(id, true)).data.map((post) => post.id) : [id]
  return { part, id, postIds }
}

/** Removes the first attempt, if nobody changed it and nothing is out. */
async function removeUntouched(id: string): Promise<void> {
  const { data: posts, etag } = await readPosts(id, true)
  if (posts.some(({ publication: { state } }) => !WAITING.includes(state))) {
    throw new ApiProblem(
      409,
      'changed',
      t`The first try has arrived after all, and its posts are on their way. Look at them under Posts; then start over.`,
    )
  }
  await api.DELETE('/v1/posts/groups/{id}', { params: { path: { id }, header: { 'If-Match': etag } } })
}

const WAITING: readonly State[] = ['none', 'waiting']
const ON_ITS_WAY: readonly State[] = ['preparing', 'sending', 'confirming', 'published', 'unconfirmed']

/** Skips what is already on its way, because only the response was lost. */
export async function publishStored(id: string, isGroup: boolean): Promise<void> {
  const options = { params: { path: { id } } }
  try {
    await (isGroup ? api.POST('/v1/posts/groups/{id}/publish', options) : api.POST('/v1/posts/{id}/publish', options))
  } catch (error) {
    if (!isProblem(error, 'validation_error') || !(isGroup || 'publication.state' in error.details)) throw error
    const { data: posts } = await readPosts(id, isGroup)
    if (!posts.every(({ publication: { state } }) => ON_ITS_WAY.includes(state))) throw error
  }
}
