import { parseWebUrl } from '../../lib/net/web-url.ts'
import { failureOf, fieldsOf, isSuccess, listOf, textOf } from '../shared/answers.ts'
import { inPlatformTime, SEARCH_MARGIN_MS } from '../shared/client.ts'
import type { HttpAnswer, Outgoing, PlatformContext } from '../shared/contract.ts'
import { createUploadAdapter } from '../shared/uploads.ts'
import { localIdOf, mastodonAuth } from './auth.ts'
import { mastodonFailures } from './errors.ts'
import { isSameText, plainTextOf } from './text.ts'
import { headersOf, type MastodonUpload, mastodonUploads } from './upload.ts'

// https://docs.joinmastodon.org/methods/statuses/

const PAGE = 40
const MAX_PAGES = 5
const STATUS_ID = /^[\w-]{1,64}$/

export const mastodon = createUploadAdapter<MastodonUpload>({
  auth: mastodonAuth,
  uploads: mastodonUploads,
  request: (context, { id, text }, uploads) => ({
    method: 'POST',
    url: `${context.settings.apiUrl}/api/v1/statuses`,
    // For an hour the server answers a repeated key with the first post. After that only reading tells whether it is out.
    headers: { ...headersOf(context), 'idempotency-key': `doorpost-${id}` },
    // Visibility and language are those that the person has set on the server.
    json: {
      status: text,
      ...(uploads.length > 0 ? { media_ids: uploads.map((upload) => upload.id) } : {}),
    },
  }),
  idOf: (answer) => idOf(answer.json),
  async find(context, post, uploads, search) {
    const mediaIds = uploads.map(({ id }) => id)
    let before: string | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer: HttpAnswer = await listPosts(context, before)
      if (!isSuccess(answer)) return { kind: 'failed', failure: mastodonFailures.ofAnswer(context, answer, 'other') }
      if (!Array.isArray(answer.json)) {
        const message = 'The list of posts on the Mastodon server could not be read. It is tried again.'
        return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
      }
      const since = inPlatformTime(search.sentAt, answer).getTime() - SEARCH_MARGIN_MS
      const posts = answer.json.map(fieldsOf)
      const recent = posts.filter((item) => (timeOf(item) ?? since) >= since)
      const match = recent.find((item) => !search.takenIds.has(String(item.id)) && isSame(item, post, mediaIds))
      if (match) return { kind: 'found', platformId: idOf(match) }
      // Newest first: posts from before the send end the search.
      before = idOf(posts.at(-1))
      if (before === null || recent.length < posts.length) return { kind: 'not_seen' }
    }
    const reason =
      'The account has published too many posts since to find this one among them. Look at the profile, then say whether it is there.'
    return { kind: 'cannot_tell', reason }
  },
  permalink: async (context, id) => {
    if (!STATUS_ID.test(id)) return null
    const answer = await get(context, `/api/v1/statuses/${id}`)
    // The address comes from a server that anybody may run, and is shown as a link.
    const url = parseWebUrl(fieldsOf(answer.json).url)
    return isSuccess(answer) && url !== null ? url.href : null
  },
})

function listPosts(context: PlatformContext, before: string | null): Promise<HttpAnswer> {
  const path = `/api/v1/accounts/${encodeURIComponent(localIdOf(context.account.id))}/statuses`
  return get(context, path, {
    limit: String(PAGE),
    exclude_reblogs: 'true',
    ...(before === null ? {} : { max_id: before }),
  })
}

function get(context: PlatformContext, path: string, query: Record<string, string> = {}): Promise<HttpAnswer> {
  return context.http({ method: 'GET', url: context.settings.apiUrl + path, query, headers: headersOf(context) })
}

/** Uploaded media have ids of their own, so the same media are the same post; else the same words are. */
function isSame(item: Record<string, unknown>, post: Outgoing, mediaIds: string[]): boolean {
  const itsMedia = listOf(item.media_attachments).map((media) => fieldsOf(media).id)
  if (mediaIds.length > 0 && mediaIds.length === itsMedia.length && mediaIds.every((id) => itsMedia.includes(id))) {
    return true
  }
  const shown = plainTextOf(textOf(item.content) ?? '')
  return post.text.trim() !== '' && isSameText(shown, post.text)
}

function timeOf(item: Record<string, unknown>): number | null {
  const time = Date.parse(textOf(item.created_at) ?? '')
  return Number.isNaN(time) ? null : time
}

function idOf(value: unknown): string | null {
  const id = textOf(fieldsOf(value).id)
  return id !== null && STATUS_ID.test(id) ? id : null
}
