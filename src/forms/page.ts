import type { ApiError } from '../errors.ts'
import type { AllowedOrigins } from '../http/access/cors.ts'
import { pageFrame, policyFor } from '../http/answers/plain-page.ts'
import type { Reply, Request } from '../http/call.ts'
import { prefersHtml } from '../http/input.ts'
import { pageLanguage } from '../http/language.ts'
import { escapeHtml } from '../lib/text/text.ts'
import type { Language } from '../messages/languages.ts'
import type { Code } from '../messages/message.ts'
import { sayIn, sentence } from '../messages/sentence.ts'
import { CARRIED_FIELDS, joinText, REDIRECT_FIELD, TOKEN_FIELD } from './fields/fields.ts'
import {
  embeddedIntro,
  endNodes,
  errorsOf,
  fieldNodes,
  hiddenInput,
  idOfField,
  introNodes,
  NOTHING_SHOWN,
  type Shown,
  scriptTexts,
  trapNode,
} from './fields/html.ts'
import { type Attributes, el, type FormNode, toHtml } from './fields/nodes.ts'
import { pageCss, shadowCss } from './fields/style.ts'
import { type OpenForm, pagePathOf, submitPathOf } from './form-cache.ts'
import { LANGUAGE_PARAMETER, languageOfForm, languagesOf, nameOfLanguage } from './languages.ts'
import { SETTINGS_DEFAULT } from './schemas.ts'

export const FORM_SCRIPT = '/forms/form.js'

/** A page of its own, or inside a frame of a website, which has its own heading and background. */
export type PagePlace = 'page' | 'frame'

/**
 * The page of a form. `shown` has the values from its URL, or those that were typed and refused; `token` says when the
 * page was made (see protection/token.ts).
 */
export function formPage(form: OpenForm, shown: Shown, token: string, place: PagePlace = 'page'): string {
  const wrong = form.fields.flatMap((field, at) => (errorsOf(shown, field).length > 0 ? [at] : []))
  const isFramed = place === 'frame'
  const attributes = {
    ...formAttributes(form, withLanguage(form, submitPathOf(form.publicId))),
    // In a frame the script submits the form, so that the surrounding page does not navigate.
    ...(isFramed ? { 'data-frame': '1' } : { 'data-plain': '1' }),
  }
  const fields = [
    ...fieldNodes(form, shown, wrong[0]),
    ...carriedInputs(form, shown),
    hiddenInput(TOKEN_FIELD, token),
    trapNode(),
    ...endNodes(form),
  ]
  const body = [
    ...(isFramed ? embeddedIntro(form) : [...languageLinks(form, shown), ...introNodes(form)]).map(toHtml),
    problemsHtml(form, shown, wrong),
    toHtml(el('form', attributes, ...fields)),
    // The form works without the script.
    `<script src="${escapeHtml(FORM_SCRIPT)}" defer></script>`,
  ]
  return document(form, form.settings.title ?? form.name, body, place)
}

/** The answer is then in the language that the sender has read. */
export function withLanguage(form: OpenForm, path: string): string {
  if (form.translations.size === 0) return path
  return `${path}?${new URLSearchParams({ [LANGUAGE_PARAMETER]: form.settings.language })}`
}

/** Links to the page in the form's other languages. They pass on where the visitor comes from. */
function languageLinks(form: OpenForm, shown: Shown): FormNode[] {
  if (form.translations.size === 0) return []
  const links = languagesOf(form).map((language) => {
    const query = new URLSearchParams({
      [LANGUAGE_PARAMETER]: language,
      ...Object.fromEntries(carriedTexts(form, shown)),
    })
    const href = `${pagePathOf(form.publicId)}?${query}`
    const isThis = language === form.settings.language
    const attributes = { lang: language, hreflang: language, href, 'aria-current': isThis ? 'true' : null }
    return el('a', attributes, nameOfLanguage(language))
  })
  return [el('nav', { class: 'languages', 'aria-label': sayIn(languageOfForm(form))('form_page.languages') }, ...links)]
}

function formAttributes({ takesFiles, publicId, settings }: OpenForm, action: string | null): Attributes {
  return {
    method: 'post',
    action,
    'accept-charset': 'utf-8',
    'data-doorpost': publicId,
    enctype: takesFiles ? 'multipart/form-data' : null,
    'data-draft': settings.keep_draft,
    'data-texts': scriptTexts(settings.language),
  }
}

/** The form as the script draws it into the page of a website. The script knows where it is sent to. */
export function embeddedForm(form: OpenForm) {
  const prefix = `dp-${form.publicId.slice(0, 6)}-`
  const fields = [...fieldNodes({ ...form, prefix }, NOTHING_SHOWN), trapNode(), ...endNodes(form)]
  const attributes = formAttributes(form, null)
  const body: FormNode[] = [...embeddedIntro(form), el('form', attributes, ...fields)]
  return { css: shadowCss(form.settings.style), language: form.settings.language, body }
}

export function thanksPage(form: OpenForm): string {
  const { settings, name } = form
  const title = settings.title ?? name
  return document(form, title, [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="lines" role="status">${escapeHtml(thanksOf(form))}</p>`,
  ])
}

/** The thank-you text. */
export function thanksOf(form: OpenForm): string {
  return form.settings.thanks_text ?? sayIn(languageOfForm(form))('submission.thanks')
}

/** Shown instead of a form. */
export function problemPage(language: Language, title: string, text: string): string {
  return document({ settings: { ...SETTINGS_DEFAULT, language } }, title, [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="lines" role="alert">${escapeHtml(text)}</p>`,
  ])
}

function document(
  { settings: { style, language } }: Pick<OpenForm, 'settings'>,
  title: string,
  body: readonly string[],
  place: PagePlace = 'page',
): string {
  const parts = body.filter((part) => part !== '')
  return pageFrame(title, pageCss(style, place), parts, language)
}

/** Websites that may send to a form may also show it; null allows any. */
export async function websitesOf({ allowedOrigins }: OpenForm, origins: AllowedOrigins) {
  if (allowedOrigins === null) await origins.refresh()
  return allowedOrigins ?? origins.now()
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
function carriedInputs(form: OpenForm, shown: Shown): FormNode[] {
  return carriedTexts(form, shown).map(([name, text]) => hiddenInput(name, text))
}

function carriedTexts(form: OpenForm, { sent }: Shown): Array<[name: string, text: string]> {
  const own = new Set(form.fields.map(({ name }) => name))
  return [...CARRIED_FIELDS, REDIRECT_FIELD].flatMap((name): Array<[string, string]> => {
    const text = own.has(name) || !Object.hasOwn(sent, name) ? null : joinText(sent[name])
    return text === null || text === '' ? [] : [[name, text]]
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

interface Sending {
  place?: PagePlace
  /** Those that may frame it; null allows any. */
  websites?: readonly string[] | null
}

export function sendHtml(reply: Reply, status: number, html: string, form: OpenForm | null, how: Sending = {}): Reply {
  return (
    reply
      .code(status)
      .header('content-security-policy', formPolicy(form, how))
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
function formPolicy(form: OpenForm | null, { place = 'page', websites = [] }: Sending): string {
  const { redirect_urls, style } = form?.settings ?? SETTINGS_DEFAULT
  const targets = new Set(redirect_urls.map((url) => new URL(url).origin))
  return policyFor(pageCss(style, place), {
    'script-src': "'self'",
    'connect-src': "'self'",
    // Browsers also apply it to redirects after the form was sent.
    'form-action': ["'self'", ...targets].join(' '),
    'frame-ancestors': ["'self'", ...(websites ?? ['*'])].join(' '),
  })
}
