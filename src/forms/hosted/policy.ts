import { createHash } from 'node:crypto'
import { STYLE } from './style.ts'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/** Our own script, nothing from anywhere else, this style only. `targets`: where the browser may end up after sending. */
export function pagePolicy({ targets, frames }: { targets: readonly string[]; frames: readonly string[] }): string {
  const origins = [...new Set(targets.map((url) => new URL(url).origin))]
  return [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    // Browsers hold redirects after sending against it, too.
    `form-action ${["'self'", ...origins].join(' ')}`,
    `frame-ancestors ${["'self'", ...frames].join(' ')}`,
  ].join('; ')
}
