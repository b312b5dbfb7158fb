import { failureOf, fieldsOf, isRefusal, isSuccess, listOf, textOf } from '../answers.ts'
import { PLATFORM_TIMEOUT_MS } from '../client.ts'
import { inPlatformTime } from '../clock-offset.ts'
import {
  type Adapter,
  type Finding,
  type HttpAnswer,
  type Outgoing,
  type PlatformContext,
  type Progress,
  type SendResult,
  TransportError,
} from '../contract.ts'
import { siteUrlOf } from '../oauth.ts'
import { prepareUploads, uploadsOf } from '../uploads.ts'
import { xAuth } from './auth.ts'
import { xFailure, xTransportFailure } from './errors.ts'
import { xProfile } from './profile.ts'
import { isSameText, sentTextOf } from './text.ts'
import { type XUpload, xUploads } from './upload.ts'

// https://docs.x.com/x-api/posts/manage-tweets/introduction

/** Times are rounded, and the offset of X's clock is known to a second or so. */
const MARGIN_MS = 60_000
/** Every post that is read costs money, so pages are as small as X allows and only what is new is asked for. */
const PAGE = 5
const MAX_PAGES = 10
const POST_ID = /^\d{1,25}$/

export const x: Adapter = {
  auth: xAuth,
  prepare: (context, post, progress) => prepareUploads(context, post, progress, xUploads),
  sendTimeoutMs: PLATFORM_TIMEOUT_MS,
  send,
  reconcile,
  permalink: async ({ settings, account }, id) =>
    // X finds a post by its id, whatever name stands before it.
    POST_ID.test(id) ? `${siteUrlOf(settings, xProfile)}/${account.handle ?? 'i'}/status/${id}` : null,
}

async function send(context: PlatformContext, post: Outgoing, progress: Progress): Promise<SendResult> {
  const uploads = uploadsOf<XUpload>(progress)
  if (uploads.length !== post.mediaUrls.length || uploads.some((upload) => upload.state !== 'ready')) {
    const message = 'The media of this post are not uploaded yet. Nothing was published; it is tried again.'
    return { kind: 'refused', failure: failureOf(context, 'not_ready', message, null) }
  }
  try {
    const answer = await context.http({
      method: 'POST',
      url: `${context.settings.apiUrl}/${context.settings.version}/tweets`,
      headers: authorization(context),
      json: {
        ...(post.text === '' ? {} : { text: post.text }),
        ...(uploads.length > 0 ? { media: { media_ids: uploads.map(({ id }) => id) } } : {}),
      },
    })
    return toResult(context, answer)
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { kind: error.sent ? 'unknown' : 'refused', failure: xTransportFailure(context, error, 'send') }
  }
}

function toResult(context: PlatformContext, answer: HttpAnswer): SendResult {
  if (isSuccess(answer)) {
    const id = idOf(fieldsOf(answer.json).data)
    if (id !== null) return { kind: 'published', platformId: id }
    const message =
      'X accepted the post but did not say where it is. It is being checked; do not post it again by hand.'
    return { kind: 'unknown', failure: failureOf(context, 'ambiguous', message, answer) }
  }
  return { kind: isRefusal(answer.status) ? 'refused' : 'unknown', failure: xFailure(context, answer, 'send') }
}

async function reconcile(
  context: PlatformContext,
  post: Outgoing,
  progress: Progress,
  search: { sentAt: Date; takenIds: ReadonlySet<string> },
): Promise<Finding> {
  const keys = uploadsOf<XUpload>(progress).map(({ mediaKey }) => mediaKey)
  const wanted = new Date(search.sentAt.getTime() - MARGIN_MS)
  let since = wanted
  let token: string | null = null
  try {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer: HttpAnswer = await listPosts(context, since, token)
      const onTheirClock = inPlatformTime(wanted, answer)
      // X filters by its own clock, which the first answer tells: then it is asked again, from the right moment on.
      if (page === 0 && onTheirClock.getTime() !== since.getTime()) {
        since = onTheirClock
        continue
      }
      if (!isSuccess(answer)) return { kind: 'failed', failure: xFailure(context, answer, 'other') }
      const body = fieldsOf(answer.json)
      // An empty list has no `data`, but says in `meta` that it is empty.
      const isList = Array.isArray(body.data) || fieldsOf(body.meta).result_count === 0
      if (!isList) {
        const message = 'The list of posts on X could not be read. It is tried again.'
        return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
      }
      const match = listOf(body.data)
        .map(fieldsOf)
        .find((item) => isRecent(item, since) && !search.takenIds.has(String(item.id)) && isSame(item, post, keys))
      if (match) return { kind: 'found', platformId: idOf(match) }
      token = textOf(fieldsOf(body.meta).next_token)
      if (token === null) return { kind: 'not_seen' }
    }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { kind: 'failed', failure: xTransportFailure(context, error, 'other') }
  }
  const reason =
    'The account has published too many posts since to find this one among them. Look at X, then say whether it is there.'
  return { kind: 'cannot_tell', reason }
}

function listPosts(context: PlatformContext, since: Date, token: string | null): Promise<HttpAnswer> {
  return context.http({
    method: 'GET',
    url: `${context.settings.apiUrl}/${context.settings.version}/users/${encodeURIComponent(context.account.id)}/tweets`,
    query: {
      start_time: `${since.toISOString().slice(0, 19)}Z`,
      max_results: String(PAGE),
      exclude: 'retweets',
      'tweet.fields': 'created_at,text,entities,attachments,note_tweet',
      ...(token === null ? {} : { pagination_token: token }),
    },
    headers: authorization(context),
  })
}

/** X filters by `start_time` itself; a post without a time is one of those. */
function isRecent(item: Record<string, unknown>, since: Date): boolean {
  const time = Date.parse(textOf(item.created_at) ?? '')
  return Number.isNaN(time) || time >= since.getTime()
}

/** Uploaded media have keys of their own, so the same media are the same post; else the same words are. */
function isSame(item: Record<string, unknown>, post: Outgoing, keys: Array<string | null>): boolean {
  const itsKeys = listOf(fieldsOf(item.attachments).media_keys)
  const isSameMedia = keys.length > 0 && keys.length === itsKeys.length && keys.every((key) => itsKeys.includes(key))
  return isSameMedia || (post.text.trim() !== '' && isSameText(sentTextOf(item), post.text))
}

function idOf(value: unknown): string | null {
  const id = textOf(fieldsOf(value).id)
  return id !== null && POST_ID.test(id) ? id : null
}

function authorization({ account }: PlatformContext): Record<string, string> {
  return { authorization: `Bearer ${account.accessToken}` }
}
