import { createHash } from 'node:crypto'

const STYLE = `:root{color-scheme:light dark}body{margin:0;font:1.05rem/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:12vh auto;padding:0 1.5rem}h1{font-size:1.5rem;line-height:1.25}
button{font:inherit;font-weight:600;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#0b7285;color:#fff;cursor:pointer}li{margin:.4rem 0}code{font-size:.9em;overflow-wrap:anywhere}.quiet{opacity:.75}`

const STRICTEST = {
  'default-src': "'none'",
  'style-src': `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** The strictest policy but for what a page needs. */
export function pagePolicy(needed: Record<string, string>): string {
  return Object.entries({ ...STRICTEST, ...needed })
    .map(([name, sources]) => `${name} ${sources}`)
    .join('; ')
}

/** No script, nothing from anywhere, and only this style. */
export const PAGE_POLICY = pagePolicy({})

/** A page that tells a person one thing. The parts are HTML. */
export function plainPage(title: string, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Doorpost</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${parts.filter((part) => part !== '').join('\n')}
</main></body>
</html>
`
}

export function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (sign) => names[sign]!)
}
