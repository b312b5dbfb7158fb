import { callApi, requestFor } from '../shared/answers.ts'
import { inPlatformTime, SEARCH_MARGIN_MS } from '../shared/client.ts'
import type { HttpAnswer, Outgoing, PlatformContext } from '../shared/contract.ts'
import { siteUrlOf } from '../shared/oauth.ts'
import { searchPosts } from '../shared/search.ts'
import { createUploadAdapter } from '../shared/uploads.ts'
import { fieldsOf, listOf, textLike, textOf } from '../shared/values.ts'
import { xAuth } from './auth.ts'
import { xFailures } from './errors.ts'
import { xProfile } from './profile.ts'
import { isSameText, sentTextOf } from './text.ts'
import { type XUpload, xUploads } from './upload.ts'

// https://docs.x.com/x-api/posts/manage-tweets/introduction

/** X charges for every post that is read, so pages are as small as it allows. */
const PAGE = 5
const PAGES_MAX = 10
const POST_ID = /^\d{1,25}$/

export const x = createUploadAdapter<XUpload>({
  auth: xAuth,
  uploads: xUploads,
  request: (context, { text }, uploads) =>
    requestFor(context, 'POST', `/${context.settings.version}/tweets`, {
      json: {
        ...(text === '' ? {} : { text }),
        ...(uploads.length > 0 ? { media: { media_ids: uploads.map(({ id }) => id) } } : {}),
      },
    }),
  idOf: (answer) => idOf(fieldsOf(answer.json).data),
  find(context, post, uploads, search) {
    const keys = uploads.map(({ mediaKey }) => mediaKey)
    return searchPosts(context, search, {
      failures: xFailures,
      pagesMax: PAGES_MAX,
      read: readPosts(context, new Date(search.sentAt.getTime() - SEARCH_MARGIN_MS)),
      // An empty list has no `data`, but says in `meta` that it is empty.
      itemsOf: ({ json }) => fieldsOf(json).data ?? (metaOf(json).result_count === 0 ? [] : null),
      idOf,
      timeOf: (item) => Date.parse(textOf(item.created_at) ?? ''),
      isSame: (item) => isSame(item, post, keys),
      nextOf: ({ answer }) => textOf(metaOf(answer.json).next_token),
    })
  },
  permalink: async ({ settings, account }, id) =>
    // X ignores the name.
    POST_ID.test(id) ? `${siteUrlOf(settings, xProfile)}/${account.handle ?? 'i'}/status/${id}` : null,
})

function metaOf(json: unknown): Record<string, unknown> {
  return fieldsOf(fieldsOf(json).meta)
}

/** X filters by its own clock, which the first response reveals; the query is then repeated from the right moment. */
function readPosts(context: PlatformContext, wanted: Date) {
  let since = wanted
  return async (token: string | null): Promise<HttpAnswer> => {
    const answer = await listPosts(context, since, token)
    const theirs = inPlatformTime(wanted, answer)
    if (token !== null || theirs.getTime() === since.getTime()) return answer
    since = theirs
    return listPosts(context, since, token)
  }
}

function listPosts(context: PlatformContext, since: Date, token: string | null): Promise<HttpAnswer> {
  const { settings, account } = context
  return callApi(context, 'GET', `/${settings.version}/users/${encodeURIComponent(account.id)}/tweets`, {
    query: {
      start_time: `${since.toISOString().slice(0, 19)}Z`,
      max_results: String(PAGE),
      exclude: 'retweets',
      'tweet.fields': 'created_at,text,entities,attachments,note_tweet',
      ...(token === null ? {} : { pagination_token: token }),
    },
  })
}

/** The same media keys, a tracked link or the same text. */
function isSame(item: Record<string, unknown>, post: Outgoing, keys: Array<string | null>): boolean {
  const itsKeys = listOf(fieldsOf(item.attachments).media_keys)
  const isSameMedia = keys.length > 0 && keys.length === itsKeys.length && keys.every((key) => itsKeys.includes(key))
  return isSameMedia || hasOwnLink(item, post) || (post.text.trim() !== '' && isSameText(sentTextOf(item), post.text))
}

/** A tracked link is in no other post, so it is proof whatever X has made of the text. */
function hasOwnLink(item: Record<string, unknown>, { text, links }: Outgoing): boolean {
  const shown = sentTextOf(item)
  return links.some(({ url }) => text.includes(url) && shown.includes(url))
}

function idOf(value: unknown): string | null {
  return textLike(fieldsOf(value).id, POST_ID)
}
