import { MINUTE_MS } from '../../lib/time/span.ts'
import { isSuccess, onTransportError } from '../shared/answers.ts'
import type {
  Adapter,
  Finding,
  Outgoing,
  PlatformContext,
  PrepareResult,
  Progress,
  Search,
} from '../shared/contract.ts'
import { cardOf, prepareWithCard } from '../shared/link-card.ts'
import { altTextFor } from '../shared/media.ts'
import { searchPosts, unreadable } from '../shared/search.ts'
import { comparable } from '../shared/text.ts'
import { createUploadAdapter, uploadsOf } from '../shared/uploads.ts'
import { fieldsOf, textLike, textOf } from '../shared/values.ts'
import { blueskyAuth } from './auth.ts'
import { blueskyFailures, readProblem } from './errors.ts'
import { blueskyMedia, THUMB_BYTES_MAX } from './media.ts'
import { facetsOf, handlesIn, isRecordKey, languagesOf, recordKeyOf } from './record.ts'
import { type BlueskyUpload, blueskyUploads } from './upload.ts'
import { POSTS, procedure, query } from './xrpc.ts'

// https://docs.bsky.app/docs/advanced-guides/posts: exactly once by construction. The key of the record follows from
// the post's id, and `putRecord` with one key makes one record, however often it is sent.

/** Values that preparation decides, besides the uploads and the card. */
interface Draft {
  key: string
  createdAt: string
  /** The accounts behind the handles in the text; null for unknown handles. */
  dids: Record<string, string | null>
}

/** A post that waited longer than this gets a new time. Its key stays. */
const STALE_MS = 10 * MINUTE_MS
/** Further handles stay text. */
const MENTIONS_MAX = 20
const PAGE = 100
const PAGES_MAX = 3
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
  idOf: (answer) => textLike(fieldsOf(answer.json).uri, AT_URI),
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
  const result = await prepareWithCard(context, post, progress, blueskyUploads, THUMB_BYTES_MAX)
  return { ...result, progress: { ...result.progress, draft: known } }
}

/** The account behind a name, null when there is none, or the failure of the PDS. */
async function resolveHandle(context: PlatformContext, handle: string) {
  const call = query(context, 'com.atproto.identity.resolveHandle', { handle })
  const answer = await onTransportError(call, (error) => error)
  if (answer instanceof Error) return { kind: 'failed' as const, failure: blueskyFailures.ofTransport(answer) }
  if (isSuccess(answer)) return textOf(fieldsOf(answer.json).did)
  const failure = blueskyFailures.ofAnswer(context, answer)
  // Unknown handles stay text.
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

/** Looks it up by its key, on the PDS that wrote it. */
async function findPost(
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  search: Search,
): Promise<Finding> {
  const draft = draftOf(progress)
  if (draft !== null) return findRecord(context, draft.key)
  const finding = await findRecord(context, recordKeyOf(post.id))
  // Until version 0.2 keys were random: a send that this database has forgotten can only be found by its text.
  return finding.kind === 'absent' ? searchRecords(context, post, search) : finding
}

async function findRecord(context: PlatformContext, key: string): Promise<Finding> {
  const answer = await query(context, 'com.atproto.repo.getRecord', {
    repo: context.account.id,
    collection: POSTS,
    rkey: key,
  })
  if (answer.status === 400 && readProblem(answer).name === 'RecordNotFound') return { kind: 'absent' }
  if (!isSuccess(answer)) return blueskyFailures.failed(context, answer)
  const platformId = textLike(fieldsOf(answer.json).uri, AT_URI)
  return platformId === null ? unreadable(context, answer, 'Bluesky') : { kind: 'found', platformId }
}

function searchRecords(context: PlatformContext, post: Outgoing, search: Search): Promise<Finding> {
  return searchPosts(context, search, {
    failures: blueskyFailures,
    pagesMax: PAGES_MAX,
    read: (cursor) =>
      query(context, 'com.atproto.repo.listRecords', {
        repo: context.account.id,
        collection: POSTS,
        limit: String(PAGE),
        ...(cursor === null ? {} : { cursor }),
      }),
    itemsOf: ({ json }) => fieldsOf(json).records,
    idOf: ({ uri }) => textLike(uri, AT_URI),
    timeOf: ({ value }) => Date.parse(textOf(fieldsOf(value).createdAt) ?? ''),
    hasOurTimes: true,
    isSame: ({ value }) => comparable(textOf(fieldsOf(value).text) ?? '') === comparable(post.text),
    // Sorted by key: a whole page from before the send ends the search.
    nextOf: ({ answer, recent }) => (recent.length === 0 ? null : textOf(fieldsOf(answer.json).cursor)),
  })
}

function draftOf(progress: Progress): Draft | null {
  const draft = progress.draft as Draft | undefined
  return draft !== undefined && isRecordKey(draft.key) ? draft : null
}
