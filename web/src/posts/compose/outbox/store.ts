import { ApiProblem, api, dataOf, isProblem } from '../../../api/client.ts'
import type { PostGroup, PostGroupDryRun } from '../../../api/schema.ts'
import type { Platform } from '../../../parts/platforms.tsx'
import type { State } from '../../post.ts'
import { readGroup, readPost } from '../../reading.ts'
import { type Body, type Sent, toNewPost, toPostPatch } from '../draft/draft.ts'
import { toGroup } from '../draft/group-body.ts'
import { refuseOutlived } from './outlived.ts'

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
export async function storePost({
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
export async function storeGroup({ bodies, sent, remember }: StoreRequest & { bodies: Body[] }): Promise<StoredGroup> {
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
