import type { Reply } from '../http/call.ts'
import type { PlatformName } from '../state/records.ts'

export const LABELS: Record<PlatformName, string> = {
  threads: 'Threads',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  x: 'X',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
}
const ACCENTS: Record<PlatformName, string> = {
  threads: '#111',
  instagram: '#c13584',
  linkedin: '#0a66c2',
  x: '#1d9bf0',
  bluesky: '#1185fe',
  mastodon: '#6364ff',
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replaceAll(/[&<>"']/g, (char) => names[char]!)
}

/** Links, hashtags and mentions stand out; the rest is plain text. */
export function highlight(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"']+|[#@][\p{L}\p{N}_.]*[\p{L}\p{N}_])/u)
    .map((piece, at) => {
      if (at % 2 === 0) return escapeHtml(piece)
      if (!piece.startsWith('http')) return `<b class="tag">${escapeHtml(piece)}</b>`
      return `<a class="tag" rel="nofollow noopener" href="${escapeHtml(piece)}">${escapeHtml(piece)}</a>`
    })
    .join('')
}

/** A page that cannot be mistaken for the real platform. */
export function page(platform: PlatformName, title: string, content: string, status = 200): Reply {
  const label = LABELS[platform]
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>SANDBOX – ${escapeHtml(title)}</title>
<style>
:root { --accent: ${ACCENTS[platform]}; --link: #0a5cbf }
* { box-sizing: border-box }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1c1c1e; background: #f3f3f5 }
.banner { position: sticky; top: 0; padding: .6rem 1rem; text-align: center; font-weight: 700; color: #3d2b00;
  background: repeating-linear-gradient(135deg, #ffd54a 0 18px, #ffca1f 18px 36px) }
main { max-width: 36rem; margin: 1.5rem auto; padding: 0 1rem }
h1 { font-size: 1.2rem; border-left: .35rem solid var(--accent); padding-left: .6rem }
article, form { background: #fff; border-radius: .8rem; padding: 1rem 1.2rem; margin: 1rem 0; box-shadow: 0 1px 3px #0002 }
header, footer, .note { color: #6b6b70; font-size: .85rem }
header b { color: #1c1c1e; font-size: 1rem }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: .6rem 0 }
.tag { color: var(--link); font-weight: 500; text-decoration: none }
.media { display: flex; gap: .5rem; overflow-x: auto }
.media > * { max-width: 100%; max-height: 24rem; border-radius: .5rem; background: #eee }
button { font: inherit; font-weight: 600; border: 0; border-radius: .6rem; padding: .6rem 1.4rem; cursor: pointer }
.approve { background: var(--accent); color: #fff }
label { display: block; padding: .2rem 0 }
code { overflow-wrap: anywhere }
</style></head><body>
<div class="banner" role="note">SANDBOX – this is not the real ${label}. Nothing here is public.</div>
<main>${content}</main></body></html>`
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src http: https:; media-src http: https:",
    },
    body: html,
  }
}
