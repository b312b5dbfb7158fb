import { parseWebUrl } from '../../lib/net/web-url.ts'
import { callApi, isSuccess, requestFor } from '../shared/answers.ts'
import type { Outgoing } from '../shared/contract.ts'
import { searchPosts } from '../shared/search.ts'
import { createUploadAdapter } from '../shared/uploads.ts'
import { fieldsOf, listOf, textLike, textOf } from '../shared/values.ts'
import { mastodonAuth } from './auth.ts'
import { mastodonFailures } from './errors.ts'
import { isSameText, plainTextOf } from './text.ts'
import { IN_ENGLISH, type MastodonUpload, mastodonUploads } from './upload.ts'

// https://docs.joinmastodon.org/methods/statuses/

const PAGE = 40
const PAGES_MAX = 5
const STATUS_ID = /^[\w-]{1,64}$/

export const mastodon = createUploadAdapter<MastodonUpload>({
  auth: mastodonAuth,
  uploads: mastodonUploads,
  request: (context, { id, text }, uploads) =>
    requestFor(context, 'POST', '/api/v1/statuses', {
      // For an hour, the server answers a repeated key with the first post. After that, only the list shows whether it
      // is out.
      headers: { ...IN_ENGLISH, 'idempotency-key': `doorpost-${id}` },
      // Visibility and language are the account's defaults.
      json: {
        status: text,
        ...(uploads.length > 0 ? { media_ids: uploads.map((upload) => upload.id) } : {}),
      },
    }),
  idOf: (answer) => idOf(answer.json),
  find(context, post, uploads, search) {
    const mediaIds = uploads.map(({ id }) => id)
    // The id without its server.
    const account = encodeURIComponent(context.account.id.split('@')[0]!)
    return searchPosts(context, search, {
      failures: mastodonFailures,
      pagesMax: PAGES_MAX,
      read: (before) =>
        callApi(context, 'GET', `/api/v1/accounts/${account}/statuses`, {
          query: { limit: String(PAGE), exclude_reblogs: 'true', ...(before === null ? {} : { max_id: before }) },
          headers: IN_ENGLISH,
        }),
      itemsOf: ({ json }) => json,
      idOf,
      timeOf: (item) => Date.parse(textOf(item.created_at) ?? ''),
      isSame: (item) => isSame(item, post, mediaIds),
      // Posts from before the send end the search.
      nextOf: ({ items, recent }) => (recent.length < items.length ? null : idOf(items.at(-1))),
    })
  },
  permalink: async (context, id) => {
    if (!STATUS_ID.test(id)) return null
    const answer = await callApi(context, 'GET', `/api/v1/statuses/${id}`, { headers: IN_ENGLISH })
    // Shown as a link, and anyone may run the server.
    const url = parseWebUrl(fieldsOf(answer.json).url)
    return isSuccess(answer) && url !== null ? url.href : null
  },
})

/** The same media, or the same text. */
function isSame(item: Record<string, unknown>, post: Outgoing, mediaIds: string[]): boolean {
  const itsMedia = listOf(item.media_attachments).map((media) => fieldsOf(media).id)
  if (mediaIds.length > 0 && mediaIds.length === itsMedia.length && mediaIds.every((id) => itsMedia.includes(id))) {
    return true
  }
  const shown = plainTextOf(textOf(item.content) ?? '')
  return post.text.trim() !== '' && isSameText(shown, post.text)
}

function idOf(value: unknown): string | null {
  return textLike(fieldsOf(value).id, STATUS_ID)
}
