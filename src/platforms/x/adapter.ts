import { bearer, failureOf, fieldsOf, isSuccess, listOf, textOf } from '../shared/answers.ts'
import { inPlatformTime, SEARCH_MARGIN_MS } from '../shared/client.ts'
import type { HttpAnswer, Outgoing, PlatformContext } from '../shared/contract.ts'
import { siteUrlOf } from '../shared/oauth.ts'
import { createUploadAdapter } from '../shared/uploads.ts'
import { xAuth } from './auth.ts'
import { xFailures } from './errors.ts'
import { xProfile } from './profile.ts'
import { isSameText, sentTextOf } from './text.ts'
import { type XUpload, xUploads } from './upload.ts'

// https://docs.x.com/x-api/posts/manage-tweets/introduction

/** Every post that is read costs money, so pages are as small as X allows and only what is new is asked for. */
const PAGE = 5
const MAX_PAGES = 10
const POST_ID = /^\d{1,25}$/

export const x = createUploadAdapter<XUpload>({
  auth: xAuth,
  uploads: xUploads,
  request: ({ settings, account }, { text }, uploads) => ({
    method: 'POST',
    url: `${settings.apiUrl}/${settings.version}/tweets`,
    headers: bearer(account.accessToken),
    json: {
      ...(text === '' ? {} : { text }),
      ...(uploads.length > 0 ? { media: { media_ids: uploads.map(({ id }) => id) } } : {}),
    },
  }),
  idOf: (answer) => idOf(fieldsOf(answer.json).data),
  async find(context, post, uploads, search) {
    const keys = uploads.map(({ mediaKey }) => mediaKey)
    const wanted = new Date(search.sentAt.getTime() - SEARCH_MARGIN_MS)
    let since = wanted
    let token: string | null = null
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const answer: HttpAnswer = await listPosts(context, since, token)
      const onTheirClock = inPlatformTime(wanted, answer)
      // X filters by its own clock, which the first answer tells: then it is asked again, from the right moment on.
      if (page === 0 && onTheirClock.getTime() !== since.getTime()) {
        since = onTheirClock
        continue
      }
      if (!isSuccess(answer)) return { kind: 'failed', failure: xFailures.ofAnswer(context, answer, 'other') }
      const body = fieldsOf(answer.json)
      const meta = fieldsOf(body.meta)
      // An empty list has no `data`, but says in `meta` that it is empty.
      if (!Array.isArray(body.data) && meta.result_count !== 0) {
        const message = 'The list of posts on X could not be read. It is tried again.'
        return { kind: 'failed', failure: failureOf(context, 'platform_down_before_send', message, answer) }
      }
      const match = listOf(body.data)
        .map(fieldsOf)
        .find((item) => isRecent(item, since) && !search.takenIds.has(String(item.id)) && isSame(item, post, keys))
      if (match) return { kind: 'found', platformId: idOf(match) }
      token = textOf(meta.next_token)
      if (token === null) return { kind: 'not_seen' }
    }
    const reason =
      'The account has published too many posts since to find this one among them. Look at X, then say whether it is there.'
    return { kind: 'cannot_tell', reason }
  },
  permalink: async ({ settings, account }, id) =>
    // X finds a post by its id, whatever name stands before it.
    POST_ID.test(id) ? `${siteUrlOf(settings, xProfile)}/${account.handle ?? 'i'}/status/${id}` : null,
})

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
    headers: bearer(context.account.accessToken),
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
  return isSameMedia || hasOwnLink(item, post) || (post.text.trim() !== '' && isSameText(sentTextOf(item), post.text))
}

/** A link with a code is in no other post, so it is proof, whatever X has made of the words. */
function hasOwnLink(item: Record<string, unknown>, { text, links }: Outgoing): boolean {
  const shown = sentTextOf(item)
  return links.some(({ url }) => text.includes(url) && shown.includes(url))
}

function idOf(value: unknown): string | null {
  const id = textOf(fieldsOf(value).id)
  return id !== null && POST_ID.test(id) ? id : null
}
