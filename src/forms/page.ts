import { pageFrame } from '../http/answers/plain-page.ts'
import { escapeHtml } from '../lib/text/html.ts'
import { errorsOf, hiddenInput, idOfField, type Shown } from './fields/field-html.ts'
import { CARRIED_FIELDS, REDIRECT_FIELD } from './fields/fields.ts'
import { endHtml, fieldsHtml, introHtml } from './fields/form-html.ts'
import { joinText } from './fields/join-text.ts'
import { STYLE } from './fields/style.ts'
import type { OpenForm } from './form-cache.ts'
import { protectionFields } from './protection/page-fields.ts'
import { THANKS } from './schemas.ts'
import { submitPathOf } from './show.ts'
import { SNIPPET_PATH } from './snippet.ts'

/**
 * The page of a form. `shown` has what came with its address, or what was typed and refused; `token` says when the page was
 * made (see protection/token.ts).
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
    // It does the proof of work while people type, and no more. The form needs none of it.
    `<script src="${escapeHtml(SNIPPET_PATH)}" defer></script>`,
  ]
  return document(settings.language, settings.title ?? form.name, body)
}

export function thanksPage({ settings, name }: OpenForm): string {
  const text = settings.thanks_text ?? THANKS
  return document(settings.language, settings.title ?? name, [
    `<h1>${escapeHtml(settings.title ?? name)}</h1>`,
    `<p class="lines" role="status">${escapeHtml(text)}</p>`,
  ])
}

/** Where there is no form to show: `title` and `text` are for the person who wanted to send one. */
export function problemPage(title: string, text: string): string {
  return document('en', title, [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="lines" role="alert">${escapeHtml(text)}</p>`,
  ])
}

function document(language: string, title: string, body: readonly string[]): string {
  const parts = body.filter((part) => part !== '')
  return pageFrame(title, STYLE, parts, language)
}

/** The problems of all fields, with a way to each; also those that no field has. */
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
  const again = form.takesFiles ? '<p class="soft">Files have to be chosen again.</p>' : ''
  return `<div class="problems" role="alert"><p>Nothing was sent yet. Please look at this:</p><ul>${items.join('')}</ul>${again}</div>`
}

/** Where the visitor came from, and where to go afterwards, travel with the form. */
function carriedInputs(form: OpenForm, { sent }: Shown): string[] {
  const own = new Set(form.fields.map(({ name }) => name))
  return [...CARRIED_FIELDS, REDIRECT_FIELD].flatMap((name) => {
    const text = own.has(name) || !Object.hasOwn(sent, name) ? null : joinText(sent[name])
    return text === null || text === '' ? [] : [hiddenInput(name, text)]
  })
}
