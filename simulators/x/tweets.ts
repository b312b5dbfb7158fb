import { deleteItem, findItem, publishItem } from '../core/items.ts'
import { findUpload, toPublicMedia } from '../core/uploads.ts'
import { type Call, json, type Reply, refuse } from '../http/call.ts'
import { wordAt } from '../state/random.ts'
import type { Account, PublicItem, Upload } from '../state/records.ts'
import { signedIn } from './access.ts'
import { checkBody } from './body.ts'
import { duplicate, forbidden, invalidRequest } from './errors.ts'
import { mediaKeyOf } from './media.ts'
import { toWireText, type WireText, weightedLength } from './text.ts'

/** POST /2/tweets */
export function createTweet(call: Call): Reply {
  const account = signedIn(call, ['tweet.read', 'tweet.write', 'users.read'])
  checkBody(call)
  const { fields } = call.body
  const text = typeof fields.text === 'string' ? fields.text.normalize('NFC') : ''
  const uploads = readMedia(call, account)
  if (text.trim() === '' && uploads.length === 0) {
    return invalidRequest('Tweet text or media is required.', { text: [''] })
  }
  if (weightedLength(text) > account.maxWeightedLength) {
    return invalidRequest('Your Tweet text is too long. For more information, please visit: https://docs.x.com', {
      text: [text],
    })
  }
  const cashtags = text.match(/(?<![\p{L}\p{N}$])\$[A-Za-z]{1,6}(?![\p{L}\p{N}])/gu) ?? []
  if (cashtags.length > call.world.settings.current.x.max_cashtags) {
    return forbidden('Posts may have at most one cashtag.')
  }
  if (isDuplicate(call, account, text, uploads.length > 0)) return duplicate()

  const id = call.world.ids.number(1_900_000_000_000_000_000n)
  const path = `/${account.username}/status/${id}`
  const wire = wireOf(call, account, id, text, uploads)
  const reply = fields.reply as { in_reply_to_tweet_id?: string } | undefined
  publishItem(call, {
    id,
    accountId: account.id,
    kind:
      uploads.length === 0
        ? 'text'
        : uploads[0]!.kind === 'video'
          ? 'video'
          : uploads.length > 1
            ? 'carousel'
            : 'image',
    text,
    sent: text,
    media: uploads.map((upload) => toPublicMedia(call.world, upload)),
    path,
    containerId: null,
    replyTo: reply?.in_reply_to_tweet_id ?? null,
    details: {
      print: text.trim(),
      wire,
      media_keys: uploads.map(mediaKeyOf),
      ...(fields.reply_settings === undefined ? {} : { reply_settings: fields.reply_settings }),
    },
  })
  return json(201, { data: { id, text: wire.text, edit_history_tweet_ids: [id] } })
}

export function deleteTweet(call: Call): Reply {
  const account = signedIn(call, ['tweet.read', 'tweet.write', 'users.read'])
  const item = findItem(call.world, 'x', call.params.id ?? '')
  if (!item || item.deletedAt !== null) return json(200, { data: { deleted: false } })
  if (item.accountId !== account.id) return forbidden('You are not authorized to delete this Tweet.')
  deleteItem(call, item)
  return json(200, { data: { deleted: true } })
}

/** Longer posts come back cut, with the full text in `note_tweet`. */
function wireOf(
  call: Call,
  account: Account,
  id: string,
  text: string,
  uploads: Upload[],
): WireText & { note?: string } {
  const kind = uploads[0]?.kind === 'video' ? 'video' : 'photo'
  const link = {
    expandedUrl: `${call.world.url}/x/${account.username}/status/${id}/${kind}/1`,
    keys: uploads.map(mediaKeyOf),
  }
  let count = 0
  const shorten = () => {
    count += 1
    return `https://t.co/${wordAt(`tco:${id}`, count, 10)}`
  }
  const media = uploads.length > 0 ? link : null
  if (weightedLength(text) <= 280) return toWireText(text, shorten, media)
  return { ...toWireText(`${[...text].slice(0, 270).join('')}…`, shorten, media), note: text }
}

/** Same text by the same account within the window. A post without text is never a duplicate. */
function isDuplicate(call: Call, account: Account, text: string, withMedia: boolean): boolean {
  const settings = call.world.settings.current.x
  const print = text.trim()
  if (print === '' || (withMedia && !settings.duplicate_covers_media)) return false
  const since = call.world.clock.now() - settings.duplicate_window_ms
  for (const item of call.world.items.newest(`x:${account.id}`)) {
    if (item.createdAt <= since) return false
    if (item.deletedAt !== null && !settings.duplicate_after_delete) continue
    if (item.media.length > 0 && !settings.duplicate_covers_media) continue
    if (item.details.print === print) return true
  }
  return false
}

/** 4 photos, or 1 GIF, or 1 video. They must be the account's own, ready and not expired. */
function readMedia(call: Call, account: Account): Upload[] {
  const media = call.body.fields.media as { media_ids?: string[] } | undefined
  if (media === undefined) return []
  const ids = media.media_ids ?? []
  const no = () => refuse(invalidRequest('Your media IDs are invalid.', { 'media.media_ids': ids }))
  const now = call.world.clock.now()
  const uploads = ids.map((id) => {
    const upload = findUpload(call, id)
    const good =
      upload?.accountId === account.id &&
      upload.completedAt !== null &&
      upload.failed === null &&
      upload.readyAt <= now &&
      upload.expiresAt > now
    return good ? upload : no()
  })
  const photos = uploads.every((upload) => upload.kind === 'image')
  if (!photos && uploads.length > 1) no()
  return uploads
}

export function wireTextOf(item: PublicItem): WireText & { note?: string } {
  return item.details.wire as WireText & { note?: string }
}
