import type { ApiError } from '../errors.ts'
import type { Reply, Request } from '../http/call.ts'
import { prefersHtml } from '../http/input/accept.ts'
import type { OpenForm } from './form-cache.ts'
import { problemPage } from './page.ts'
import { formPolicy } from './policy.ts'

/** Whether the answer goes to a person: a browser that leaves the page for it. Programs and scripts of pages get JSON. */
export function wantsPage({ headers }: Request): boolean {
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) return false
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (mode !== undefined) return mode === 'navigate'
  // Browsers say neither over plain http, and older ones never do.
  return destination === undefined && prefersHtml(headers.accept)
}

export function sendHtml(reply: Reply, status: number, html: string, form: OpenForm | null): Reply {
  const targets = form?.settings.redirect_urls ?? []
  const frames = form?.settings.allowed_origins ?? []
  return (
    reply
      .code(status)
      .header('content-security-policy', formPolicy({ targets, frames }))
      .header('cache-control', 'no-store')
      // With no-referrer the browser would send the form with the origin "null".
      .header('referrer-policy', 'same-origin')
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(html)
  )
}

const TITLES: Partial<Record<number, string>> = {
  403: 'This form cannot be sent from here',
  404: 'This form is not here any more',
  413: 'That is too much',
  429: 'Please wait a moment',
}
const BACK = 'Go back to the form: your browser keeps what you typed.'

/** A refusal for a person; false for a program. */
export function refuseWithPage(error: ApiError, request: Request, reply: Reply): boolean {
  return wantsPage(request) && sendRefusal(error, request, reply)
}

/** The same where only people ask. */
export function sendRefusal(error: ApiError, { method }: Request, reply: Reply): true {
  for (const [name, value] of Object.entries(error.headers ?? {})) reply.header(name, value)
  const wasSent = method === 'POST'
  const title = TITLES[error.status] ?? (wasSent ? 'It was not sent' : 'The form cannot be shown right now')
  const text = wasSent && error.status !== 404 ? `${error.message}\n\n${BACK}` : error.message
  sendHtml(reply, error.status, problemPage(title, text), null)
  return true
}
