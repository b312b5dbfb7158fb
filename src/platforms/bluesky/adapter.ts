import { MINUTE_MS } from '../../lib/time/span.ts'
import { failureOf, fieldsOf, isSuccess, listOf, onTransportError, textOf } from '../shared/answers.ts'
import { SEARCH_MARGIN_MS } from '../shared/client.ts'
import type {
  Adapter,
  Finding,
  HttpAnswer,
  Outgoing,
  PlatformContext,
  PrepareResult,
  Progress,
  Search,
} from '../shared/contract.ts'
import { cardOf, linkOf, prepareCard } from '../shared/link-card.ts'
import { altTextFor } from '../shared/media.ts'
import { comparable } from '../shared/text.ts'
import { createUploadAdapter, prepareUploads, uploadsOf } from '../shared/uploads.ts'
import { blueskyAuth } from './auth.ts'
import { blueskyFailures, readProblem } from './errors.ts'
import { blueskyMedia, THUMB_BYTES_MAX } from './media.ts'
import { facetsOf, handlesIn, isRecordKey, languagesOf, recordKeyOf } from './record.ts'
import { type BlueskyUpload, blueskyUploads } from './upload.ts'
import { POSTS, procedure, query } from './xrpc.ts'

// https://docs.bsky.app/docs/advanced-guides/posts
//
// Exactly once by construction: the key of the record follows from the post's id, and `putRecord` with one key makes one
// record, however often it is sent.

/** What preparation has decided beside the uploads and the card. */
interface Draft {
  key: string
  createdAt: string
  /** Names in the text, with whose they are; null for nobody's. */
  dids: Record<string, string | null>
}

/** A post that waited is shown with the time at which it goes out. Its key stays. */
const STALE_MS = 10 * MINUTE_MS
/** More names than this stay text. */
const MENTIONS_MAX = 20
const PAGE = 100
const MAX_PAGES = 3
const AT_URI = /^at:\/\/(did:[a-z]+:[a-zA-Z0-9._:%-]+)\/app\.bsky\.feed\.post\/([a-zA-Z0-9._~:-]{1,512})$/

export const bluesky: Adapter = createUploadAdapter<BlueskyUpload>({
  auth: blueskyAuth,
  uploads: blueskyUploads,
  prepare: preparePost,
  request: (context, post, uploads, progress) =>
    procedure(context, 'com.atproto.repo.putRecord', {
      json: {
        repo: context.account.id,
        collection: POSTS,
        rkey: draftOf(progress)!.key,
        record: toRecord(post, uploads, progress),
      },
    }),
  idOf: (answer) => uriOf(fieldsOf(answer.json).uri),
  find: (context, post, _uploads, search, progress) => findPost(context, post, progress, search),
  idempotentSend: true,
  permalink: async ({ settings }, uri) => {
    const [, did, key] = AT_URI.exec(uri) ?? []
    return did === undefined ? null : `${settings.siteUrl}/profile/${did}/post/${key}`
  },
})

async function preparePost(context: PlatformContext, post: Outgoing, progress: Progress): Promise<PrepareResult> {
  const now = context.now()
  const known = draftOf(progress)
  if (known === null || now.getTime() - Date.parse(known.createdAt) > STALE_MS) {
    const key = known?.key ?? recordKeyOf(post.id)
    const draft: Draft = { key, createdAt: now.toISOString(), dids: known?.dids ?? {} }
    return { kind: 'continue', progress: { ...progress, draft }, waitMs: 0 }
  }
  const handle = handlesIn(post.text)
    .slice(0, MENTIONS_MAX)
    .find((each) => !(each in known.dids))
  if (handle !== undefined) {
    const found = await resolveHandle(context, handle)
    if (typeof found === 'object' && found !== null) return { ...found, progress }
    const draft: Draft = { ...known, dids: { ...known.dids, [handle]: found } }
    return { kind: 'continue', progress: { ...progress, draft }, waitMs: 0 }
  }
  const link = post.mediaUrls.length === 0 ? linkOf(post.text) : null
  const result =
    link === null
      ? await prepareUploads(context, post, progress, blueskyUploads)
      : await prepareCard(context, post, progress, link, blueskyUploads, THUMB_BYTES_MAX)
  return { ...result, progress: { ...result.progress, draft: known } }
}

/** The account behind a name; null when there is none. A failure of the PDS is one of the step. */
async function resolveHandle(context: PlatformContext, handle: string) {
  const answer = await onTransportError(
    query(context, 'com.atproto.identity.resolveHandle', { handle }),
    (error) => error,
  )
  if (answer instanceof Error) {
    return { kind: 'failed' as const, failure: blueskyFailures.ofTransport(answer, 'other') }
  }
  if (isSuccess(answer)) return textOf(fieldsOf(answer.json).did)
  const failure = blueskyFailures.ofAnswer(context, answer, 'other')
  // "Unable to resolve handle": nobody is mentioned, and the name stays text.
  return failure.class === 'rejected_content' ? null : { kind: 'failed' as const, failure }
}

function toRecord(post: Outgoing, uploads: BlueskyUpload[], progress: Progress): Record<string, unknown> {
  const { createdAt, dids } = draftOf(progress)!
  const facets = facetsOf(post.text, dids)
  const langs = languagesOf(post.text)
  const embed = uploads.length > 0 ? mediaOf(post, uploads) : externalOf(post, progress)
  return {
    $type: POSTS,
    text: post.text,
    createdAt,
    ...(facets.length > 0 ? { facets } : {}),
    ...(langs.length > 0 ? { langs } : {}),
    ...(embed ? { embed } : {}),
  }
}

function mediaOf(post: Outgoing, uploads: BlueskyUpload[]): Record<string, unknown> {
  const isVideo = uploads[0]!.blob.mimeType.startsWith('video/')
  const altOf = (at: number) => altTextFor(blueskyMedia, isVideo ? 'video' : 'image', post.altTexts[at]) ?? ''
  const shapeOf = ({ size }: BlueskyUpload) => (size === null ? {} : { aspectRatio: size })
  const [first] = uploads
  if (isVideo) {
    const alt = altOf(0)
    return { $type: 'app.bsky.embed.video', video: first!.blob, ...(alt === '' ? {} : { alt }), ...shapeOf(first!) }
  }
  const images = uploads.map((upload, at) => ({ image: upload.blob, alt: altOf(at), ...shapeOf(upload) }))
  return { $type: 'app.bsky.embed.images', images }
}

/** Bluesky does not look at links: whoever wants a card sends it. */
function externalOf(post: Outgoing, progress: Progress): Record<string, unknown> | undefined {
  const card = cardOf(progress, post)
  if (card === null) return undefined
  const [picture] = uploadsOf<BlueskyUpload>(card.image)
  const external = {
    uri: card.source,
    title: card.title,
    description: card.description ?? '',
    ...(picture ? { thumb: picture.blob } : {}),
  }
  return { $type: 'app.bsky.embed.external', external }
}

/** With the key there is one record to ask for, and the PDS that wrote it is the one that answers. */
async function findPost(
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  search: Search,
): Promise<Finding> {
  const draft = draftOf(progress)
  if (draft !== null) return findRecord(context, draft.key)
  const finding = await findRecord(context, recordKeyOf(post.id))
  // Until 0.2 the key was drawn by lot: a send that this database has forgotten can be found by its words only.
  return finding.kind === 'absent' ? searchRecords(context, post, search) : finding
}

async function findRecord(context: PlatformContext, key: string): Promise<Finding> {
  const answer = await query(context, 'com.atproto.repo.getRecord', {
    repo: context.account.id,
    collection: POSTS,
    rkey: key,
  })
  if (answer.status === 400 && readProblem(answer).name === 'RecordNotFound') return { kind: 'absent' }
  if (!isSuccess(answer)) return { kind: 'failed', failure: blueskyFailures.ofAnswer(context, answer, 'other') }
  const platformId = uriOf(fieldsOf(answer.json).uri)
  return platformId === null ? unreadable(context, answer) : { kind: 'found', platformId }
}

/** By the words, among the posts since then. */
async function searchRecords(context: PlatformContext, post: Outgoing, search: Search): Promise<Finding> {
  const since = search.sentAt.getTime() - SEARCH_MARGIN_MS
  let cursor: string | null = null
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer: HttpAnswer = await query(context, 'com.atproto.repo.listRecords', {
      repo: context.account.id,
      collection: POSTS,
      limit: String(PAGE),
      ...(cursor === null ? {} : { cursor }),
    })
    if (!isSuccess(answer)) return { kind: 'failed', failure: blueskyFailures.ofAnswer(context, answer, 'other') }
    const body = fieldsOf(answer.json)
    if (!Array.isArray(body.records)) return unreadable(context, answer)
    const records = listOf(body.records).map(fieldsOf)
    const recent = records.filter(({ value }) => timeOf(value) >= since)
    const match = recent.find(({ uri, value }) => {
      const text = fieldsOf(value).text
      const isSame = typeof text === 'string' && comparable(text) === comparable(post.text)
      return isSame && !search.takenIds.has(String(uri))
    })
    if (match) return { kind: 'found', platformId: uriOf(match.uri) }
    cursor = textOf(body.cursor)
    // Newest first, by their keys: a whole page from before the send ends the search.
    if (cursor === null || recent.length === 0) return { kind: 'not_seen' }
  }
  const reason =
    'The account has published too many posts since to find this one among them. Look at Bluesky, then say whether it is there.'
  return { kind: 'cannot_tell', reason }
}

function unreadable(context: PlatformContext, answer: HttpAnswer): Finding {
  const message = 'The posts on Bluesky could not be read. It is tried again.'
  return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
}

/** A record without a time that can be read counts as new. */
function timeOf(record: unknown): number {
  const time = Date.parse(textOf(fieldsOf(record).createdAt) ?? '')
  return Number.isNaN(time) ? Infinity : time
}

function uriOf(value: unknown): string | null {
  const uri = textOf(value)
  return uri !== null && AT_URI.test(uri) ? uri : null
}

function draftOf(progress: Progress): Draft | null {
  const draft = progress.draft as Draft | undefined
  return draft !== undefined && isRecordKey(draft.key) ? draft : null
}
