import { createHash } from 'node:crypto'
import { escapeHtml } from '../../lib/text/text.ts'
import { directionOf } from '../../messages/languages.ts'
import type { Reply } from '../call.ts'

/** The colours and the card are those of the pages of forms. */
const STYLE = `:root{color-scheme:light dark;--ink:#16191f;--page:#f5f6f8;--card:#fff;--line:#d8dbe0}
@media(prefers-color-scheme:dark){:root{--ink:#eef0f4;--page:#12151a;--card:#1b1f26;--line:#3a3f47}}
body{margin:0;background:var(--page);color:var(--ink);font:1.05rem/1.5 system-ui,sans-serif}
main{box-sizing:border-box;max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}p:last-child{margin-bottom:0}
@media(min-width:40rem){main{margin:12vh auto;padding:2.5rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}}
a{color:inherit}button{font:inherit;font-weight:600;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#0b7285;color:#fff;cursor:pointer}li{margin:.4rem 0}code{font-size:.9em;overflow-wrap:anywhere}.quiet{opacity:.75}`

const STRICTEST = {
  'default-src': "'none'",
  'style-src': styleSource(STYLE),
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

function styleSource(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/** The strictest policy, plus what the page needs. */
export function pagePolicy(needed: Record<string, string>): string {
  return Object.entries({ ...STRICTEST, ...needed })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** No scripts, nothing from other servers, and only this style. */
export const PAGE_POLICY = pagePolicy({})

/** The same for a page with its own style and further needs. */
export function policyFor(style: string, needed: Record<string, string> = {}): string {
  return pagePolicy({ 'style-src': styleSource(style), ...needed })
}

/** A page with one message for a person. The parts are HTML. */
export function plainPage(title: string, parts: readonly string[], language = 'en'): string {
  const body = [`<h1>${escapeHtml(title)}</h1>`, ...parts.filter((part) => part !== '')]
  return pageFrame(`${title} · Doorpost`, STYLE, body, language)
}

/** The same with another style. Send it with `policyFor` that style. */
export function pageFrame(title: string, style: string, body: readonly string[], language = 'en'): string {
  return `<!doctype html>
<html lang="${escapeHtml(language)}" dir="${directionOf(language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body.join('\n')}
</main></body>
</html>
`
}

interface PlainPage {
  status: number
  html: string
}

export function sendPlainPage(reply: Reply, { status, html }: PlainPage, policy = PAGE_POLICY): Reply {
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .type('text/html; charset=utf-8')
    .send(html)
}
