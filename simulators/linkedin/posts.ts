import { deleteItem, findItem, listItems, saveItem } from '../core/items.ts'
import { type Call, empty, json, type Reply, refuse } from '../http/call.ts'
import { wordAt } from '../state/random.ts'
import type { PublicItem } from '../state/records.ts'
import { accountOfUrn, actingFor, mayRead, signedIn } from './access.ts'
import { accessDenied, fieldError, linkedinError } from './errors.ts'
import { readLittleText } from './little-text.ts'

export function getPost(call: Call): Reply {
  const member = signedIn(call)
  const item = findItem(call.world, 'linkedin', call.params.urn ?? '')
  const account = item && call.world.accounts.get(`linkedin:${item.accountId}`)
  if (!item || !account || item.deletedAt !== null) {
    // A member's token cannot even find out whether the post exists.
    if (!member.token.scopes.includes('r_organization_social')) return accessDenied('partnerApiPostsExternal.GET')
    return linkedinError({ status: 404, code: 'NOT_FOUND', message: 'Entity not found' })
  }
  mayRead(call, member, account, 'partnerApiPostsExternal.GET')
  return json(200, toPost(call, item))
}

/** GET /rest/posts?q=author&author=… */
export function listPosts(call: Call): Reply {
  const member = signedIn(call)
  const author = accountOfUrn(call, call.query.get('author') ?? '')
  if (call.query.get('q') !== 'author' || !author) {
    return linkedinError({
      status: 400,
      code: 'ILLEGAL_ARGUMENT',
      message: 'Invalid query parameters passed to request',
    })
  }
  mayRead(call, member, author, 'partnerApiPostsExternal.FINDER-author')
  const start = Number(call.query.get('start') ?? 0)
  const count = Math.min(Number(call.query.get('count') ?? 10), 100)
  if (!Number.isInteger(start) || !Number.isInteger(count) || start < 0 || count < 1) {
    return linkedinError({ status: 400, code: 'ILLEGAL_ARGUMENT', message: 'Invalid paging parameters' })
  }
  const items = listItems(call, author.id)
  return json(200, {
    paging: { start, count, links: [], total: items.length },
    elements: items.slice(start, start + count).map((item) => toPost(call, item)),
  })
}

/** Deleting twice is not an error. */
export function deletePost(call: Call): Reply {
  const member = signedIn(call)
  const item = findItem(call.world, 'linkedin', call.params.urn ?? '')
  if (!item) return empty(204)
  actingFor(call, member, String(item.details.author), 'partnerApiPostsExternal.DELETE')
  deleteItem(call, item)
  return empty(204)
}

/** POST with X-RestLi-Method: PARTIAL_UPDATE. */
export function updatePost(call: Call): Reply {
  const member = signedIn(call)
  const item = findItem(call.world, 'linkedin', call.params.urn ?? '')
  if (call.headers['x-restli-method'] !== 'PARTIAL_UPDATE') {
    return linkedinError({
      status: 400,
      code: 'ILLEGAL_ARGUMENT',
      message: 'The header X-RestLi-Method must be PARTIAL_UPDATE',
    })
  }
  if (!item || item.deletedAt !== null)
    return linkedinError({ status: 404, code: 'NOT_FOUND', message: 'Entity not found' })
  actingFor(call, member, String(item.details.author), 'partnerApiPostsExternal.PARTIAL_UPDATE')
  const patch = call.body.fields.patch as { $set?: { commentary?: unknown } } | undefined
  const sent = patch?.$set?.commentary
  if (typeof sent !== 'string')
    return refuse(fieldError('/patch/$set/commentary', 'FIELD_REQUIRED', 'field is required'))
  const { text } = readLittleText(sent, call.world.settings.current.linkedin.cut_unescaped)
  saveItem(call.world, { ...item, sent, text })
  call.effect = item.id
  return empty(204)
}

/** Long links come back shortened; the result is little text too. */
function shortened(call: Call, item: PublicItem): string {
  const { shorten_links_over: most } = call.world.settings.current.linkedin
  if (most === null) return item.sent
  let count = 0
  return item.sent.replace(/https?:\/\/(?:\\.|[^\s\\])+/g, (link) => {
    count += 1
    return link.replaceAll('\\', '').length > most ? `https://lnkd.in/${wordAt(`lnkd:${item.id}`, count, 8)}` : link
  })
}

function toPost(call: Call, item: PublicItem): Record<string, unknown> {
  return {
    id: item.id,
    author: item.details.author,
    commentary: shortened(call, item),
    visibility: item.details.visibility,
    distribution: item.details.distribution,
    ...(item.details.content ? { content: item.details.content } : {}),
    lifecycleState: 'PUBLISHED',
    lifecycleStateInfo: { isEditedByAuthor: false },
    isReshareDisabledByAuthor: false,
    createdAt: item.createdAt,
    publishedAt: item.createdAt,
    lastModifiedAt: item.createdAt,
  }
}
