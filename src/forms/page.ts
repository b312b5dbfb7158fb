import type { ApiError } from '../errors.ts'
import { pageFrame, policyFor } from '../http/answers/plain-page.ts'
import type { Reply, Request } from '../http/call.ts'
import { prefersHtml } from '../http/input.ts'
import { pageLanguage } from '../http/language.ts'
import { escapeHtml } from '../lib/text/text.ts'
import type { Language } from '../messages/languages.ts'
import type { Code } from '../messages/message.ts'
import { sayIn, sentence } from '../messages/sentence.ts'
import { CARRIED_FIELDS, joinText, REDIRECT_FIELD } from './fields/fields.ts'
import { endHtml, errorsOf, fieldsHtml, hiddenInput, idOfField, introHtml, type Shown, STYLE } from './fields/html.ts'
import { languageOfForm, type OpenForm, submitPathOf } from './form-cache.ts'
import { protectionFields } from './protection/token.ts'

export const SNIPPET_PATH = '/forms/doorpost.js'

/**
 * The page of a form. `shown` has the values from its URL, or those that were typed and refused; `token` says when the
 * page was made (see protection/token.ts).
 */
export function formPage(form: OpenForm, shown: Shown, token: string): string {
  const { settings } = form
  const wrong = form.fields.flatMap((field, at) => (errorsOf(shown, field).length > 0 ? [at] : []))
  const body = [
    ...introHtml(form),
    problemsHtml(form, shown, wrong),
    `<form method="post" action="${escapeHtml(submitPathOf(form.publicId))}" accept-charset="utf-8" data-doorpost="${form.publicId}" data-plain="1"${form.takesFiles ? ' enctype="multipart/form-data"' : ''}>`,
    ...fieldsHtml(form, shown, wrong[0]),
    ...carriedInputs(form, shown),
    protectionFields(token),
    ...endHtml(form),
    '</form>',
    // The script only does the proof of work while people type. The form works without it.
    `<script src="${escapeHtml(SNIPPET_PATH)}" defer></script>`,
  ]
  return document(settings.language, settings.title ?? form.name, body)
}

export function thanksPage(form: OpenForm): string {
  const { settings, name } = form
  const text = thanksOf(form)
  return document(settings.language, settings.title ?? name, [
    `<h1>${escapeHtml(settings.title ?? name)}</h1>`,
    `<p class="lines" role="status">${escapeHtml(text)}</p>`,
  ])
}

/** What the sender is told at the end. */
export function thanksOf(form: OpenForm): string {
  return form.settings.thanks_text ?? sayIn(languageOfForm(form))('submission.thanks')
}

/** Shown instead of a form. */
export function problemPage(language: Language, title: string, text: string): string {
  return document(language, title, [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="lines" role="alert">${escapeHtml(text)}</p>`,
  ])
}

function document(language: string, title: string, body: readonly string[]): string {
  const parts = body.filter((part) => part !== '')
  return pageFrame(title, STYLE, parts, language)
}

/** The problems of all fields, each with a link to its field, then those that belong to no field. */
function problemsHtml(form: OpenForm, shown: Shown, wrong: readonly number[]): string {
  const names = new Set(form.fields.map(({ name }) => name))
  const others = Object.entries(shown.errors).flatMap(([name, messages]) => (names.has(name) ? [] : messages))
  if (wrong.length === 0 && others.length === 0) return ''
  const items = [
    ...wrong.map((at) => {
      const [message = ''] = errorsOf(shown, form.fields[at]!)
      return `<li><a href="#${idOfField(at)}">${escapeHtml(message)}</a></li>`
    }),
    ...others.map((message) => `<li>${escapeHtml(message)}</li>`),
  ]
  const say = sayIn(languageOfForm(form))
  const again = form.takesFiles ? `<p class="soft">${escapeHtml(say('page.files_again'))}</p>` : ''
  return `<div class="problems" role="alert"><p>${escapeHtml(say('page.not_sent'))}</p><ul>${items.join('')}</ul>${again}</div>`
}

/** Hidden inputs: where the visitor came from, and where to go after sending. */
function carriedInputs(form: OpenForm, { sent }: Shown): string[] {
  const own = new Set(form.fields.map(({ name }) => name))
  return [...CARRIED_FIELDS, REDIRECT_FIELD].flatMap((name) => {
    const text = own.has(name) || !Object.hasOwn(sent, name) ? null : joinText(sent[name])
    return text === null || text === '' ? [] : [hiddenInput(name, text)]
  })
}

/** Whether a browser navigates to the response, so that a person reads it. Programs and scripts get JSON. */
export function wantsPage({ headers }: Request): boolean {
  if (/^application\/json\b/i.test(headers['content-type'] ?? '')) return false
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers
  if (mode !== undefined) return mode === 'navigate'
  // Browsers send neither header over plain http, and older ones never do.
  return destination === undefined && prefersHtml(headers.accept)
}

export function sendHtml(reply: Reply, status: number, html: string, form: OpenForm | null): Reply {
  return (
    reply
      .code(status)
      .header('content-security-policy', formPolicy(form))
      .header('cache-control', 'no-store')
      // With no-referrer, the browser would send the form with the origin "null".
      .header('referrer-policy', 'same-origin')
      .header('x-robots-tag', 'noindex')
      .header('content-language', form?.settings.language ?? reply.language)
      .type('text/html; charset=utf-8')
      .send(html)
  )
}

const TITLES = {
  403: 'page.forbidden',
  404: 'page.gone',
  413: 'page.too_large',
  429: 'page.too_many',
} as const satisfies Partial<Record<number, Code>>

/** Sends a refusal as a page to a person; false for a program. */
export function refuseWithPage(error: ApiError, request: Request, reply: Reply): boolean {
  return wantsPage(request) && sendRefusal(error, request, reply)
}

/** The same for paths that only people open. */
export function sendRefusal(error: ApiError, { method }: Request, reply: Reply): true {
  for (const [name, value] of Object.entries(error.headers ?? {})) reply.header(name, value)
  const wasSent = method === 'POST'
  const language = pageLanguage(reply)
  const say = sayIn(language)
  const title = say(TITLES[error.status as keyof typeof TITLES] ?? (wasSent ? 'page.refused' : 'page.unavailable'))
  const problem = sentence(error.said, language)
  const text = wasSent && error.status !== 404 ? `${problem}\n\n${say('page.back')}` : problem
  sendHtml(reply, error.status, problemPage(language, title, text), null)
  return true
}

/** Allows our own script, this style, and nothing from elsewhere. */
function formPolicy(form: OpenForm | null): string {
  const targets = new Set(form?.settings.redirect_urls.map((url) => new URL(url).origin))
  return policyFor(STYLE, {
    'script-src': "'self'",
    'connect-src': "'self'",
    // Browsers also apply it to redirects after the form was sent.
    'form-action': ["'self'", ...targets].join(' '),
    'frame-ancestors': ["'self'", ...(form?.settings.allowed_origins ?? [])].join(' '),
  })
}
