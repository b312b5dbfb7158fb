import { policyFor } from '../http/answers/plain-page.ts'
import { STYLE } from './fields/style.ts'

/** Our own script, nothing from anywhere else, this style only. `targets`: where the browser may end up after sending. */
export function formPolicy({ targets, frames }: { targets: readonly string[]; frames: readonly string[] }): string {
  const origins = [...new Set(targets.map((url) => new URL(url).origin))]
  return policyFor(STYLE, {
    'script-src': "'self'",
    'connect-src': "'self'",
    // Browsers hold redirects after sending against it, too.
    'form-action': ["'self'", ...origins].join(' '),
    'frame-ancestors': ["'self'", ...frames].join(' '),
  })
}
