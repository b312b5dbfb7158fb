import { findItem, listItems } from '../core/items.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import { signedIn, signedInAs } from '../meta/access.ts'
import { findContainer, statusOf } from '../meta/containers.ts'
import { graphError, objectMissing } from '../meta/errors.ts'
import { graphTime, listPage, selectFields } from '../meta/read.ts'
import { shortcodeOf } from '../meta/shortcode.ts'
import type { PublicItem, PublicMedia } from '../state/records.ts'

const MEDIA_TYPES: Record<string, string> = {
  text: 'TEXT_POST',
  image: 'IMAGE',
  video: 'VIDEO',
  carousel: 'CAROUSEL_ALBUM',
}

export function getMe(call: Call): Reply {
  const { account } = signedIn(call)
  const user = {
    id: account.id,
    username: account.username,
    name: account.name,
    threads_profile_picture_url: `${call.world.url}/media/${account.username}.jpg`,
    threads_biography: 'A sandbox account.',
  }
  return json(200, selectFields(user, call.query.get('fields')))
}

export function listThreads(call: Call): Reply {
  const account = signedInAs(call, call.params.user ?? '', 'threads_basic')
  const posts = listItems(call, account.id).filter((item) => item.replyTo === null)
  return listPage(call, posts, call.path, (item) => toRow(call, item))
}

/** The kind of the object decides which call it is. */
export function nameOfGet(call: Call): string {
  const id = call.params.id ?? ''
  if (findContainer(call, id)) return 'container_status'
  return findItem(call.world, 'threads', id) ? 'media.get' : 'object.get'
}

export function getObject(call: Call): Reply {
  const id = call.params.id ?? ''
  const { account } = signedIn(call, 'threads_basic')
  if (id === account.id) return getMe(call)
  const container = findContainer(call, id)
  const fields = call.query.get('fields')
  if (container?.accountId === account.id) {
    const status = statusOf(call, container)
    const message = status === 'ERROR' ? container.error?.message : undefined
    return json(200, selectFields({ id, status, error_message: message }, fields))
  }
  const item = findItem(call.world, 'threads', id)
  if (item?.deletedAt === null) return json(200, selectFields(toRow(call, item), fields))
  return refuse(graphError(call, objectMissing(id)))
}

function toRow(call: Call, item: PublicItem): Record<string, unknown> {
  const account = call.world.accounts.get(`threads:${item.accountId}`)
  const [first] = item.media
  return {
    id: item.id,
    media_product_type: 'THREADS',
    media_type: MEDIA_TYPES[item.kind],
    ...(item.kind === 'carousel'
      ? { children: { data: item.media.map((media, at) => toChild(item, media, at)) } }
      : {}),
    ...(item.kind === 'image' || item.kind === 'video' ? { media_url: first?.url } : {}),
    alt_text: first?.alt ?? undefined,
    permalink: `${call.world.url}/threads${item.path}`,
    owner: { id: item.accountId },
    username: account?.username,
    ...(item.text === '' ? {} : { text: item.text }),
    timestamp: graphTime(item.createdAt),
    shortcode: shortcodeOf(item.id),
    is_quote_post: item.details.quote_post_id !== undefined,
    is_reply: item.replyTo !== null,
    reply_audience: String(item.details.reply_control).toUpperCase(),
    link_attachment_url: item.details.link_attachment_url,
    topic_tag: item.details.topic_tag,
  }
}

function toChild(item: PublicItem, media: PublicMedia, at: number): Record<string, unknown> {
  return {
    id: String(BigInt(item.id) + BigInt(at + 1)),
    media_type: media.kind.toUpperCase(),
    media_url: media.url,
    alt_text: media.alt,
  }
}
