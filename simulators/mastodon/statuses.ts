import { findAccount } from '../core/accounts.ts'
import { deleteItem, findItem, listItems, publishItem } from '../core/items.ts'
import { findUpload, toPublicMedia } from '../core/uploads.ts'
import { type Call, json, type Reply } from '../http/call.ts'
import type { Account, PublicItem, Upload } from '../state/records.ts'
import { countRequest, signedIn } from './access.ts'
import { invalid, mastodonError, notFound } from './errors.ts'
import { attachMedia, mediaToWire, takeMedia } from './media.ts'
import { countCharacters, toHtml } from './text.ts'

const KEY_LIFE_MS = 3_600_000
const POSTS_WINDOW_MS = 3 * 3_600_000
const LIST = { usual: 20, most: 40 }

/** POST /api/v1/statuses */
export function createStatus(call: Call): Reply {
  const account = signedIn(call, 'write:statuses')
  const settings = call.world.settings.current.mastodon
  const key = call.headers['idempotency-key']
  const known = typeof key === 'string' ? findByKey(call, account, key) : null
  if (known !== null) {
    // Versions of 2026 found the first post and then failed (mastodon/mastodon#40399).
    if (settings.repeat_fails) return mastodonError(500, 'Internal Server Error')
    return known.deletedAt === null ? json(200, toStatus(call, known)) : notFound()
  }
  const { status, visibility, language } = call.body.fields
  const text = typeof status === 'string' ? status : ''
  const uploads = takeMedia(call, account)
  if (text.trim() === '' && uploads.length === 0) return invalid("Text can't be blank")
  if (countCharacters(text) > settings.max_characters) {
    return invalid(`Text character limit of ${settings.max_characters} exceeded`)
  }
  countRequest(call, `statuses:${account.id}`, settings.posts_per_3_hours, POSTS_WINDOW_MS)
  const id = call.world.ids.number(115_100_000_000_000_000n)
  attachMedia(call, uploads)
  const item = publishItem(call, {
    id,
    accountId: account.id,
    kind: kindOf(uploads),
    text,
    sent: text,
    media: uploads.map((upload) => toPublicMedia(call.world, upload)),
    path: `/@${account.username}/${id}`,
    containerId: null,
    replyTo: null,
    details: {
      key: typeof key === 'string' && !settings.forgets_keys ? key : null,
      media_ids: uploads.map((upload) => upload.id),
      visibility: visibility ?? 'public',
      language: language ?? 'en',
    },
  })
  return json(200, toStatus(call, item))
}

export function getStatus(call: Call): Reply {
  signedIn(call, 'read:statuses')
  const item = findItem(call.world, 'mastodon', call.params.id ?? '')
  return item && item.deletedAt === null ? json(200, toStatus(call, item)) : notFound()
}

export function deleteStatus(call: Call): Reply {
  const account = signedIn(call, 'write:statuses')
  const item = findItem(call.world, 'mastodon', call.params.id ?? '')
  if (!item || item.deletedAt !== null || item.accountId !== account.id) return notFound()
  deleteItem(call, item)
  return json(200, toStatus(call, item))
}

/** GET /api/v1/accounts/:id/statuses, newest first, in pages of at most 40. */
export function listStatuses(call: Call): Reply {
  signedIn(call, 'read:statuses')
  const account = call.world.accounts.get(`mastodon:${call.params.id}`)
  if (!account) return notFound()
  const { query } = call
  const limit = Math.min(Math.abs(Number(query.get('limit') ?? LIST.usual)) || LIST.usual, LIST.most)
  const before = query.get('max_id')
  const items = listItems(call, account.id).filter(({ id }) => before === null || BigInt(id) < BigInt(before))
  return json(
    200,
    items.slice(0, limit).map((item) => toStatus(call, item)),
  )
}

export function verifyCredentials(call: Call): Reply {
  const account = signedIn(call, 'read:accounts')
  return json(200, { ...toAccount(call, account), source: { privacy: 'public', language: 'en' } })
}

function findByKey(call: Call, account: Account, key: string): PublicItem | null {
  const since = call.world.clock.now() - KEY_LIFE_MS
  for (const item of call.world.items.newest(`mastodon:${account.id}`)) {
    if (item.createdAt <= since) return null
    if (item.details.key === key) return item
  }
  return null
}

function kindOf(uploads: Upload[]): PublicItem['kind'] {
  const [first, second] = uploads
  if (!first) return 'text'
  return second ? 'carousel' : first.kind === 'video' ? 'video' : 'image'
}

function toAccount(call: Call, account: Account): Record<string, unknown> {
  return {
    id: account.id,
    username: account.username,
    acct: account.username,
    display_name: account.name,
    url: `${call.world.url}/mastodon/@${account.username}`,
  }
}

function toStatus(call: Call, item: PublicItem): Record<string, unknown> {
  const siteUrl = `${call.world.url}/mastodon`
  const account = call.world.accounts.get(`mastodon:${item.accountId}`)!
  const isKnown = (user: string) => findAccount(call.world, 'mastodon', user) !== undefined
  const uploads = (item.details.media_ids as string[]).map((id) => findUpload(call, id)).filter((each) => each)
  return {
    id: item.id,
    created_at: new Date(item.createdAt).toISOString(),
    in_reply_to_id: null,
    sensitive: false,
    spoiler_text: '',
    visibility: item.details.visibility,
    language: item.details.language,
    uri: `${siteUrl}/users/${account.username}/statuses/${item.id}`,
    url: siteUrl + item.path,
    content: item.text === '' ? '' : toHtml(item.text, { siteUrl, isKnown }),
    reblog: null,
    account: toAccount(call, account),
    media_attachments: uploads.map((upload) => mediaToWire(call, upload!)),
  }
}
