import { setTimeout as delay } from 'node:timers/promises'
import type { Random } from '../../random.ts'
import { type PlannedPost, plannedText } from '../plan.ts'
import type { ProofAccount } from './accounts.ts'

/** What the API answered about a post. */
export interface Entry {
  planned: PlannedPost
  /** Null if it was never acknowledged. */
  id: string | null
  connectionId: string
  /** The highest acknowledged edition, and the highest that was sent. */
  edition: number
  editionTried: number
  /** The cancellation was acknowledged. */
  cancelled: boolean
  /** Requests that were repeated because they had no answer. */
  repeats: number
}

export interface AuthorOptions {
  url: () => string
  key: string
  accounts: readonly ProofAccount[]
  random: Random
  deadline: number
  /** Resolves when the post with this number may be written. */
  turn: (number: number) => Promise<void>
}

const CLIENTS = 6
const REPEAT_MS = 150
const CALL_TIMEOUT_MS = 10_000

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: an answer of the API
  body: any
  repeats: number
}

/** Writes the posts over HTTP, repeating each under the same Idempotency-Key until it is acknowledged. */
export async function writePosts(posts: readonly PlannedPost[], options: AuthorOptions): Promise<Entry[]> {
  const entries: Entry[] = []
  const compositions = [
    ...Map.groupBy(posts, ({ group, number }) => (group === null ? `post ${number}` : group)).values(),
  ]
  let next = 0
  const client = async () => {
    while (next < compositions.length && Date.now() < options.deadline) {
      const composition = compositions[next++]!
      await options.turn(composition[0]!.number)
      if (composition[0]!.group !== null) entries.push(...(await writeGroup(composition, options)))
      else {
        const entry = await create(composition[0]!, options)
        entries.push(entry)
        if (entry.id !== null) await change(entry, options)
      }
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return entries
}

async function bodyOf(planned: PlannedPost, options: AuthorOptions) {
  const own = options.accounts.filter(({ provider }) => provider === planned.provider)
  const { connectionId } = own[planned.account % own.length]!
  const media_urls: string[] = []
  for (const { url } of planned.files) media_urls.push(planned.isUploaded ? await upload(url, options) : url)
  const alt_texts = planned.files.map(({ altText }) => altText)
  const media = media_urls.length === 0 ? {} : { media_urls, alt_texts }
  const scheduled_date = new Date(Date.now() + planned.dueInMs).toISOString()
  return { connectionId, fields: { ...planned.body, ...media, scheduled_date } }
}

/**
 * Copies a file from the simulators' media server into the library. Returns its URL there, or the old one when time is
 * up.
 */
async function upload(url: string, options: AuthorOptions): Promise<string> {
  const file = await fetch(url, { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
  const answer = await call(options, 'POST', '/v1/media', new Uint8Array(await file.arrayBuffer()))
  if (answer.status >= 400) throw new Error(`file ${url} refused: ${JSON.stringify(answer.body)}`)
  return answer.status === 201 ? (answer.body.data.url as string) : url
}

async function create(planned: PlannedPost, options: AuthorOptions): Promise<Entry> {
  const { connectionId, fields } = await bodyOf(planned, options)
  const body = { ...fields, connection_id: connectionId }
  const answer = await call(options, 'POST', `/v1/posts/${planned.platform}`, body, `proof-${planned.number}`)
  if (answer.status >= 400) throw new Error(`post ${planned.number} refused: ${JSON.stringify(answer.body)}`)
  const id = answer.status === 201 ? (answer.body.data.id as string) : null
  return { planned, id, connectionId, edition: 1, editionTried: 1, cancelled: false, repeats: answer.repeats }
}

/** Creates one composition for several accounts: either all of its posts are acknowledged, or none. */
async function writeGroup(posts: readonly PlannedPost[], options: AuthorOptions): Promise<Entry[]> {
  const bodies = await Promise.all(posts.map((planned) => bodyOf(planned, options)))
  const accounts = bodies.map(({ connectionId, fields }) => ({ connection_id: connectionId, overrides: fields }))
  const answer = await call(options, 'POST', '/v1/posts', { accounts }, `proof-group-${posts[0]!.group}`)
  if (answer.status >= 400) throw new Error(`group ${posts[0]!.group} refused: ${JSON.stringify(answer.body)}`)
  const entries = posts.map((planned, at): Entry => {
    const id = answer.status === 201 ? (answer.body.data.posts[at].id as string) : null
    const { connectionId } = bodies[at]!
    return { planned, id, connectionId, edition: 1, editionTried: 1, cancelled: false, repeats: answer.repeats }
  })
  if (answer.status === 201) await changeGroup(entries, answer.body.data.group_id, options)
  return entries
}

/** Changes all posts of the group. Posts whose state no longer allows it stay as they are. */
async function changeGroup(entries: Entry[], groupId: string, options: AuthorOptions): Promise<void> {
  const { change, dueInMs } = entries[0]!.planned
  if (change === 'none') return
  await delay(options.random.between(0, Math.round(dueInMs * 1.2)))
  const path = `/v1/posts/groups/${groupId}`
  if (change === 'edit') {
    for (const entry of entries) entry.editionTried = 2
    const texts = entries.map(({ id, planned }) => [id, plannedText(planned.platform, planned.number, 2)])
    const answer = await call(options, 'PATCH', path, { overrides: Object.fromEntries(texts) })
    const unchanged = answer.body?.data?.unchanged?.map(({ id }: { id: string }) => id) ?? []
    for (const entry of entries) {
      entry.repeats += answer.repeats
      if (answer.status === 200 && !unchanged.includes(entry.id)) entry.edition = 2
    }
    return
  }
  const answer = await call(options, 'POST', `${path}/cancel`)
  // An earlier request with a lost answer may have made the change.
  const now = await call(options, 'GET', path)
  for (const entry of entries) {
    entry.repeats += answer.repeats
    const post = now.body?.data?.posts?.find(({ id }: { id: string }) => id === entry.id)
    entry.cancelled = post?.publication?.state === 'cancelled'
  }
}

/** Changes a post before, while or after it goes out. */
async function change(entry: Entry, options: AuthorOptions): Promise<void> {
  const { planned, id } = entry
  if (planned.change === 'none') return
  await delay(options.random.between(0, Math.round(planned.dueInMs * 1.2)))
  if (planned.change === 'edit') {
    entry.editionTried = 2
    const answer = await call(options, 'PATCH', `/v1/posts/${id}`, plannedText(planned.platform, planned.number, 2))
    if (answer.status === 200) entry.edition = 2
    entry.repeats += answer.repeats
    return
  }
  const answer = await call(options, 'POST', `/v1/posts/${id}/cancel`)
  entry.repeats += answer.repeats
  entry.cancelled = answer.status === 200
  if (entry.cancelled || answer.repeats === 0) return
  // An earlier request with a lost answer may have made the change.
  const now = await call(options, 'GET', `/v1/posts/${id}`)
  entry.cancelled = now.status === 200 && now.body.data.publication?.state === 'cancelled'
}

/** Repeats until there is a conclusive answer. Status 0 means that time is up. */
async function call(
  { url, key, deadline }: AuthorOptions,
  method: string,
  path: string,
  body?: unknown,
  idempotencyKey?: string,
): Promise<Answer> {
  const isFile = body instanceof Uint8Array
  for (let repeats = 0; ; repeats++) {
    try {
      const response = await fetch(`${url()}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined || isFile ? {} : { 'content-type': 'application/json' }),
          ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        },
        signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
        ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      const text = await response.text()
      const isBusy = response.status >= 500 || response.status === 409 || response.status === 429
      if (!isBusy) return { status: response.status, body: JSON.parse(text), repeats }
    } catch (error) {
      if (!isLost(error)) throw error
    }
    if (Date.now() > deadline) return { status: 0, body: null, repeats }
    await delay(REPEAT_MS)
  }
}

/** The API was killed, or is not up yet. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError || error instanceof SyntaxError || (error as Error).name === 'TimeoutError'
}
