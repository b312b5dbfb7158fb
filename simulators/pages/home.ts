import type { ServerResponse } from 'node:http'
import { PLATFORM_NAMES } from '../state/records.ts'
import { LABELS } from './html.ts'

/** `/`: links to the timelines of all platforms. */
export function homePage(response: ServerResponse, status: number): void {
  const links = PLATFORM_NAMES.map((name) => `<li><a href="/${name}/">${LABELS[name]} sandbox</a></li>`).join('')
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  })
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>SANDBOX</title><style>body { font: 18px/1.6 system-ui, sans-serif; max-width: 36rem; margin: 3rem auto; padding: 0 1rem }
p { background: #ffd54a; padding: .6rem 1rem; font-weight: 700 }</style>
<p>SANDBOX – none of these is the real platform. Nothing here is public.</p><ul>${links}</ul>
<a href="/control/journal">Journal</a> · <a href="/control/oracle">Oracle</a> · <a href="/control/public">Everything public</a></html>`)
}
