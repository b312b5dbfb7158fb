import type { IncomingHttpHeaders } from 'node:http'

const BROWSER_AGENT = /^Mozilla\/5\.0 \(/

/**
 * Whether the request is what a browser sends for a form, or for a script of a page. All of it can be faked: this tells a
 * plain HTML form from the programs that do not bother, which are most. Each sign may be missing for an honest reason
 * (Sec-Fetch-* on websites without https, an agent for privacy), so not all are needed. But every browser says with a POST
 * from which website it comes.
 */
export function looksLikeBrowser(headers: IncomingHttpHeaders): boolean {
  const { origin, accept = '', 'user-agent': agent = '', 'accept-language': language = '' } = headers
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  const saysWhy = site !== undefined && mode !== undefined && destination !== undefined
  if (origin === undefined && !saysWhy) return false
  const signs = [
    BROWSER_AGENT.test(agent),
    saysWhy,
    accept.includes('text/html') || (saysWhy && mode === 'cors'),
    /^[a-z]{2,3}\b/i.test(language),
  ]
  return signs.filter(Boolean).length >= 2
}
