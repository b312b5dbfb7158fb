import { listAccounts } from '../core/accounts.ts'
import { findItem } from '../core/items.ts'
import type { Call, Reply, Route } from '../http/call.ts'
import type { PlatformName, PublicItem, PublicMedia } from '../state/records.ts'
import { escapeHtml, highlight, LABELS, page } from './html.ts'

const SHOWN = 50

/** `/`: public items of this platform, newest first. */
export function timelineRoute(platform: PlatformName): Route {
  return { method: 'GET', path: '/', call: 'page', page: true, handle: (call) => timeline(call, platform) }
}

function timeline(call: Call, platform: PlatformName): Reply {
  const items = listAccounts(call.world, platform)
    .flatMap((account) => [...call.world.items.newest(`${platform}:${account.id}`)])
    .filter((item) => item.deletedAt === null)
    .sort((a, b) => b.createdAt - a.createdAt)
  const shown = items.slice(0, SHOWN).map((item) => article(call, item))
  const empty = '<article><p>Nothing has been posted yet.</p></article>'
  const more = items.length > SHOWN ? `<p class="note">and ${items.length - SHOWN} more</p>` : ''
  return page(
    platform,
    `${LABELS[platform]} timeline`,
    `<h1>${LABELS[platform]} sandbox timeline</h1>${shown.join('') || empty}${more}`,
  )
}

/** The page of a permalink. */
export function itemPage(call: Call, id: string): Reply {
  const item = findItem(call.world, call.platform, id)
  if (!item || item.deletedAt !== null) {
    const what = item ? 'This post was deleted.' : 'There is no such post.'
    return page(
      call.platform,
      what,
      `<h1>${what}</h1><p><a href="/${call.platform}/">Timeline</a></p>`,
      item ? 410 : 404,
    )
  }
  return page(
    call.platform,
    `post ${item.id}`,
    `${article(call, item)}<p><a href="/${call.platform}/">Timeline</a></p>`,
  )
}

function article(call: Call, item: PublicItem): string {
  const account = call.world.accounts.get(`${item.platform}:${item.accountId}`)
  const when = new Date(item.createdAt).toISOString()
  const reply = item.replyTo === null ? '' : `<p class="note">Reply to ${escapeHtml(item.replyTo)}</p>`
  return `<article><header><b>${escapeHtml(account?.name ?? '')}</b> @${escapeHtml(account?.username ?? '')}</header>${reply}
<div class="text">${highlight(item.text)}</div>
<div class="media">${item.media.map(mediaTag).join('')}</div>
<footer>${escapeHtml(item.kind)} · <a href="/${item.platform}${escapeHtml(item.path)}"><time datetime="${when}">${when}</time></a> · sandbox</footer></article>`
}

function mediaTag(media: PublicMedia): string {
  if (!/^https?:\/\//i.test(media.url)) return ''
  const url = escapeHtml(media.url)
  const alt = escapeHtml(media.alt ?? '')
  if (media.kind === 'document') return `<a class="tag" href="${url}">${alt || 'Document'} (PDF)</a>`
  if (media.kind === 'video') return `<video src="${url}" controls preload="metadata" aria-label="${alt}"></video>`
  return `<img src="${url}" alt="${alt}" loading="lazy">`
}
