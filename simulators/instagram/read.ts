import { findItem, listItems } from '../core/items.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import { signedIn, signedInAs } from '../meta/access.ts'
import { findContainer, statusOf } from '../meta/containers.ts'
import { graphError, objectMissing } from '../meta/errors.ts'
import { graphTime, listPage, selectFields } from '../meta/read.ts'
import { shortcodeOf } from '../meta/shortcode.ts'
import type { PublicItem } from '../state/records.ts'

const MEDIA_TYPES: Record<string, string> = { image: 'IMAGE', reel: 'VIDEO', carousel: 'CAROUSEL_ALBUM' }

export function getMe(call: Call): Reply {
  const { account } = signedIn(call, 'instagram_business_basic')
  const user = {
    id: account.id,
    user_id: account.id,
    username: account.username,
    name: account.name,
    account_type: 'BUSINESS',
    profile_picture_url: `${call.world.url}/media/${account.username}.jpg`,
    media_count: listItems({ ...call, lag: null }, account.id).length,
  }
  return json(200, selectFields(user, call.query.get('fields')))
}

/** Newest first, without stories. */
export function listMedia(call: Call): Reply {
  const account = signedInAs(call, call.params.user ?? '', 'instagram_business_basic')
  const posts = listItems(call, account.id).filter((item) => item.kind !== 'story')
  return listPage(call, posts, call.path, (item) => toRow(call, item))
}

export function nameOfGet(call: Call): string {
  const id = call.params.id ?? ''
  if (findContainer(call, id)) return 'container_status'
  return findItem(call.world, 'instagram', id) ? 'media.get' : 'object.get'
}

export function getObject(call: Call): Reply {
  const id = call.params.id ?? ''
  const { account } = signedIn(call, 'instagram_business_basic')
  if (id === account.id) return getMe(call)
  const fields = call.query.get('fields')
  const container = findContainer(call, id)
  if (container?.accountId === account.id) {
    const code = statusOf(call, container)
    return json(
      200,
      selectFields({ id, status_code: code, status: statusText(code, container.error?.message) }, fields),
    )
  }
  const item = findItem(call.world, 'instagram', id)
  if (item?.accountId === account.id) return json(200, selectFields(toRow(call, item), fields))
  return refuse(graphError(call, objectMissing(id)))
}

function statusText(code: string, error: string | undefined): string {
  const texts: Record<string, string> = {
    FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
    IN_PROGRESS: 'In Progress: Media is still being processed.',
    PUBLISHED: 'Published: Media has been published.',
    EXPIRED: 'Expired: Media was not published within 24 hours and has expired.',
    ERROR: error ?? 'Error',
  }
  return texts[code] ?? code
}

function toRow(call: Call, item: PublicItem): Record<string, unknown> {
  const account = call.world.accounts.get(`instagram:${item.accountId}`)
  const [first] = item.media
  const children = item.media.map((media, at) => ({
    id: String(BigInt(item.id) + BigInt(at + 1)),
    media_type: media.kind.toUpperCase(),
    media_url: media.url,
  }))
  return {
    id: item.id,
    ...(item.text === '' ? {} : { caption: item.text }),
    media_type: item.kind === 'story' ? first?.kind.toUpperCase() : MEDIA_TYPES[item.kind],
    media_product_type: item.kind === 'reel' ? 'REELS' : item.kind === 'story' ? 'STORY' : 'FEED',
    media_url: first?.url,
    alt_text: first?.alt,
    permalink: `${call.world.url}/instagram${item.path}`,
    shortcode: shortcodeOf(item.id),
    timestamp: graphTime(item.createdAt),
    username: account?.username,
    owner: { id: item.accountId },
    ...(item.kind === 'carousel' ? { children: { data: children } } : {}),
  }
}
