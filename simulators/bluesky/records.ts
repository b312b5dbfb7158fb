import { deleteItem, findItem, listItems, publishItem, saveItem } from '../core/items.ts'
import { toPublicMedia } from '../core/uploads.ts'
import { type Call, json, type Reply } from '../http/call.ts'
import type { Account, PublicItem } from '../state/records.ts'
import { cidOf, keepBlob } from './blobs.ts'
import { invalidRequest, xrpcError } from './errors.ts'
import { checkPost, type PostRecord } from './post.ts'
import { signedIn } from './session.ts'

// packages/pds/src/api/com/atproto/repo of bluesky-social/atproto

const POSTS = 'app.bsky.feed.post'
const KEY = /^[a-zA-Z0-9._~:-]{1,512}$/

/** POST com.atproto.repo.putRecord: one key is one record, however often it is put. */
export function putRecord(call: Call): Reply {
  const write = readWrite(call)
  if ('status' in write) return write
  const { account, key, record } = write
  const uri = uriOf(account.id, key)
  const known = findItem(call.world, 'bluesky', uri)
  const cid = cidOf('bafyrei', JSON.stringify(record))
  if (!known || known.deletedAt !== null) publish(call, account, key, record)
  else if (known.details.cid !== cid) {
    const media = record.media.map(({ upload, alt }) => toPublicMedia(call.world, upload, alt))
    saveItem(call.world, {
      ...known,
      text: record.text,
      sent: record.text,
      media,
      details: { cid, value: record.value },
    })
    call.effect = uri
  }
  return json(200, { uri, cid, commit: { cid, rev: key }, validationStatus: 'valid' })
}

/** POST com.atproto.repo.createRecord: a key that exists is an error of the repository, which becomes a 500. */
export function createRecord(call: Call): Reply {
  const write = readWrite(call)
  if ('status' in write) return write
  const { account, key, record } = write
  const uri = uriOf(account.id, key)
  if (findItem(call.world, 'bluesky', uri)?.deletedAt === null) {
    return xrpcError(500, 'InternalServerError', 'Internal Server Error')
  }
  const { details } = publish(call, account, key, record)
  return json(200, { uri, cid: details.cid, commit: { cid: details.cid, rev: key }, validationStatus: 'valid' })
}

/** GET com.atproto.repo.getRecord needs no token, because repositories are public. */
export function getRecord(call: Call): Reply {
  const { query } = call
  const [repo, collection, key] = ['repo', 'collection', 'rkey'].map((name) => query.get(name) ?? '')
  call.accountId = repo || null
  const uri = `at://${repo}/${collection}/${key}`
  const missing = invalidRequest(`Could not locate record: ${uri}`, 'RecordNotFound')
  const account = call.world.accounts.get(`bluesky:${repo}`)
  if (account && collection === 'app.bsky.actor.profile' && key === 'self') {
    const value = { $type: collection, displayName: account.name }
    return json(200, { uri, cid: cidOf('bafyrei', JSON.stringify(value)), value })
  }
  const item = findItem(call.world, 'bluesky', uri)
  return item && item.deletedAt === null ? json(200, toWire(item)) : missing
}

/** GET com.atproto.repo.listRecords, by key, newest first. */
export function listRecords(call: Call): Reply {
  const { query } = call
  const repo = query.get('repo') ?? ''
  if (!call.world.accounts.get(`bluesky:${repo}`)) return invalidRequest(`Could not find repo: ${repo}`)
  const limit = Number(query.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    return invalidRequest('Error: limit must be between 1 and 100')
  const cursor = query.get('cursor')
  const keyOf = (item: PublicItem) => item.id.slice(item.id.lastIndexOf('/') + 1)
  const items = query.get('collection') === POSTS ? listItems(call, repo) : []
  const older = items
    .filter((item) => cursor === null || keyOf(item) < cursor)
    .sort((a, b) => (keyOf(a) < keyOf(b) ? 1 : -1))
  const shown = older.slice(0, limit)
  const last = shown.at(-1)
  return json(200, { records: shown.map(toWire), ...(last && older.length > limit ? { cursor: keyOf(last) } : {}) })
}

/** POST com.atproto.repo.deleteRecord: deleting an absent record is not an error. */
export function deleteRecord(call: Call): Reply {
  const account = signedIn(call)
  const item = findItem(call.world, 'bluesky', uriOf(account.id, String(call.body.fields.rkey)))
  if (item) deleteItem(call, item)
  return json(200, {})
}

function publish(call: Call, account: Account, key: string, record: PostRecord): PublicItem {
  const { media } = record
  for (const { upload } of media) keepBlob(call, upload)
  if (record.thumb) keepBlob(call, record.thumb)
  const isVideo = media[0]?.upload.kind === 'video'
  const kind =
    media.length > 1 ? 'carousel' : isVideo ? 'video' : media.length === 1 ? 'image' : record.card ? 'article' : 'text'
  return publishItem(call, {
    id: uriOf(account.id, key),
    accountId: account.id,
    kind,
    text: record.text,
    sent: record.text,
    media: media.map(({ upload, alt }) => toPublicMedia(call.world, upload, alt)),
    path: `/profile/${account.id}/post/${key}`,
    containerId: null,
    replyTo: null,
    details: { cid: cidOf('bafyrei', JSON.stringify(record.value)), value: record.value },
  })
}

function readWrite(call: Call): { account: Account; key: string; record: PostRecord } | Reply {
  const account = signedIn(call)
  const { repo, collection, rkey, record } = call.body.fields
  if (repo !== account.id) return xrpcError(401, 'AuthenticationRequired', 'Authentication Required')
  if (collection !== POSTS) return invalidRequest(`The sandbox has posts only, not ${String(collection)}`)
  if (typeof rkey !== 'string' || !KEY.test(rkey)) return invalidRequest('Error: rkey must be a valid record key')
  const checked = checkPost(call, account.id, record)
  return 'status' in checked ? checked : { account, key: rkey, record: checked }
}

function toWire({ id, details }: PublicItem): Record<string, unknown> {
  return { uri: id, cid: details.cid, value: details.value }
}

function uriOf(did: string, key: string): string {
  return `at://${did}/${POSTS}/${key}`
}
