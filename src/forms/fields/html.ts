import { escapeHtml } from '../../lib/text/text.ts'
import { formTextsIn } from '../../messages/form-texts.ts'
import { CONSENT_VERSION_FIELD, type FormField, joinText, maxLengthOf } from './fields.ts'

// Draws a form as HTML, for the hosted page and the preview in the dashboard.

/** A form to draw. In the dashboard it may be unsaved. */
export interface DrawnForm {
  name: string
  fields: readonly FormField[]
  settings: {
    title: string | null
    description: string | null
    submit_label: string | null
    /** As BCP 47 writes it; any language. */
    language: string
    files: { max_count: number }
  }
  consent: { text: string; version: number } | null
}

/** Values and problems that a refused form shows again. */
export interface Shown {
  sent: Readonly<Record<string, unknown>>
  errors: Readonly<Record<string, readonly string[]>>
}

type Attributes = Record<string, string | number | boolean | null | undefined>

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  company: 'organization',
  phone: 'tel',
  website: 'url',
}

export function introHtml({ name, settings: { title, description } }: DrawnForm): string[] {
  return [
    `<h1>${escapeHtml(title ?? name)}</h1>`,
    description === null ? '' : `<p class="lines">${escapeHtml(description)}</p>`,
  ]
}

/** `focus` is the index of the field that gets the cursor. */
export function fieldsHtml(form: DrawnForm, shown: Shown, focus?: number): string[] {
  return form.fields.map((_, at) => fieldHtml(form, at, shown, at === focus))
}

export function endHtml({ fields, settings }: DrawnForm): string[] {
  const texts = formTextsIn(settings.language)
  const hasRequired = fields.some((field) => field.required && field.type !== 'hidden')
  return [
    hasRequired ? tag('p', { class: 'soft' }, escapeHtml(texts['form_page.required'])) : '',
    `<button type="submit">${escapeHtml(settings.submit_label ?? texts['form_page.send'])}</button>`,
  ]
}

/** Escapes attribute values; `inner` is HTML. */
function tag(name: string, attributes: Attributes, inner?: string): string {
  const written = Object.entries(attributes).map(([key, value]) => {
    if (value === null || value === undefined || value === false) return ''
    return value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`
  })
  return `<${name}${written.join('')}>${inner === undefined ? '' : `${inner}</${name}>`}`
}

export function hiddenInput(name: string, value: string): string {
  return tag('input', { type: 'hidden', name, value })
}

export function idOfField(at: number): string {
  return `field-${at}`
}

export function errorsOf({ errors }: Shown, { name }: FormField): readonly string[] {
  return Object.hasOwn(errors, name) ? errors[name]! : []
}

function fieldHtml(form: DrawnForm, at: number, shown: Shown, autofocus: boolean): string {
  const field = form.fields[at]!
  const value = Object.hasOwn(shown.sent, field.name) ? shown.sent[field.name] : undefined
  if (field.type === 'hidden') return hiddenInput(field.name, joinText(value) ?? field.value ?? '')
  const id = idOfField(at)
  const errors = errorsOf(shown, field)
  const help = field.type === 'consent' ? null : field.help
  const described = [...(help === null ? [] : [`${id}-help`]), ...(errors.length > 0 ? [`${id}-error`] : [])]
  const common: Attributes = {
    name: field.name,
    required: field.required,
    'aria-invalid': errors.length > 0 ? 'true' : null,
    'aria-describedby': described.join(' ') || null,
    autofocus,
  }
  const parts = [
    controlHtml(form, field, id, common, value),
    help === null ? '' : tag('p', { class: 'help', id: `${id}-help` }, escapeHtml(help)),
    errors.length === 0 ? '' : tag('p', { class: 'error', id: `${id}-error` }, errors.map(escapeHtml).join('<br>')),
  ]
  const isGroup = field.type === 'radio' || field.type === 'checkboxes'
  return tag(isGroup ? 'fieldset' : 'div', { class: 'field' }, parts.join(''))
}

function controlHtml(form: DrawnForm, field: FormField, id: string, common: Attributes, value: unknown): string {
  const text = joinText(value) ?? ''
  const label = tag('label', { for: id }, labelHtml(field))
  const { placeholder } = field
  switch (field.type) {
    case 'textarea': {
      const attributes = { ...common, id, placeholder, maxlength: maxLengthOf(field) }
      // The parser drops a first line break.
      return label + tag('textarea', attributes, `\n${escapeHtml(text)}`)
    }
    case 'select': {
      const options = ['', ...field.options].map((each) => {
        const shown = each === '' ? (placeholder ?? formTextsIn(form.settings.language)['form_page.choose']) : each
        return tag('option', { value: each, selected: each === text }, escapeHtml(shown))
      })
      return label + tag('select', { ...common, id }, options.join(''))
    }
    case 'radio':
      return groupHtml(field, id, { ...common, type: 'radio' }, [text])
    case 'checkboxes': {
      const chosen = (Array.isArray(value) ? value : [value]).map((each) => joinText(each) ?? '')
      // One tick is enough. No attribute can express that, so the server checks it.
      return groupHtml(field, id, { ...common, required: false, type: 'checkbox' }, chosen)
    }
    case 'checkbox':
      return tickHtml(id, common, value, labelHtml(field))
    case 'consent': {
      const shown = tag('span', { class: 'lines' }, labelHtml({ ...field, label: form.consent!.text }))
      // The version of the text, so that an old page agrees to the text it showed.
      return tickHtml(id, common, value, shown) + hiddenInput(CONSENT_VERSION_FIELD, String(form.consent!.version))
    }
    case 'file':
      return label + tag('input', { ...common, id, type: 'file', multiple: form.settings.files.max_count > 1 })
    default:
      return label + tag('input', { ...common, ...inputAttributes(field), id, placeholder, value: text })
  }
}

export function inputAttributes(field: FormField): Record<string, string | number | undefined> {
  const maxlength = maxLengthOf(field)
  switch (field.type) {
    case 'email':
      return { type: 'email', autocomplete: 'email', maxlength: Math.min(254, maxlength) }
    case 'phone':
      return { type: 'tel', autocomplete: 'tel', maxlength }
    case 'number':
      return { type: 'number', step: 'any' }
    case 'date':
      return { type: 'date' }
    case 'url':
      // With type url, browsers would insist on https://.
      return { type: 'text', inputmode: 'url', autocomplete: 'url', maxlength }
    default:
      return { type: 'text', autocomplete: AUTOCOMPLETE[field.name], maxlength }
  }
}

function labelHtml({ label, required }: FormField): string {
  return escapeHtml(label) + (required ? ' <span aria-hidden="true">*</span>' : '')
}

function groupHtml(field: FormField, id: string, common: Attributes, chosen: readonly string[]): string {
  const choices = field.options.map((value, at) => {
    const own = { id: at === 0 ? id : `${id}-${at}`, value, checked: chosen.includes(value) }
    const input = tag('input', { ...common, ...own, autofocus: at === 0 && common.autofocus })
    return tag('label', { class: 'choice' }, `${input}<span>${escapeHtml(value)}</span>`)
  })
  return tag('legend', {}, labelHtml(field)) + choices.join('')
}

function tickHtml(id: string, common: Attributes, value: unknown, label: string): string {
  const checked = ['true', 'on', '1', 'yes'].includes((joinText(value) ?? '').toLowerCase())
  const input = tag('input', { ...common, id, type: 'checkbox', value: 'true', checked })
  return tag('label', { class: 'choice', for: id }, `${input}<span>${label}</span>`)
}

/** The style of the hosted page. Phones first; no pictures or fonts from elsewhere. */
export const STYLE = `:root{color-scheme:light dark;--line:#c3c9d2;--ink:#16191f;--soft:#566070;--page:#f5f6f8;--card:#fff;--act:#1f5fd0;--act-ink:#fff;--bad:#b3261e;--bad-page:#fdf0ef}
@media (prefers-color-scheme:dark){:root{--line:#4a5362;--ink:#eef0f4;--soft:#a9b2c0;--page:#12151a;--card:#1b1f26;--act:#7aa7ff;--act-ink:#0c1220;--bad:#ffb4ab;--bad-page:#3a1f1d}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:36rem;margin:0 auto;padding:1.5rem 1rem 3rem}
@media (min-width:40rem){main{margin:6vh auto;padding:2.5rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}
p{margin:0 0 1rem}
.lines{white-space:pre-line;overflow-wrap:anywhere}
.soft,.help{color:var(--soft);font-size:.9rem}
.field{margin:0 0 1.1rem;padding:0;border:0;min-width:0}
label,legend{display:block;font-weight:600;padding:0;margin:0 0 .25rem;overflow-wrap:anywhere}
.choice{display:flex;gap:.6rem;align-items:flex-start;font-weight:400;margin:.35rem 0;padding:.2rem 0}
.choice input{flex:none;width:1.25rem;height:1.25rem;margin:.15rem 0 0;accent-color:var(--act)}
input:not([type=checkbox],[type=radio],[type=file]),textarea,select{display:block;width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.65rem .75rem;min-height:2.9rem}
input[type=file]{max-width:100%;font:inherit}
textarea{min-height:8rem;resize:vertical}
:is(input,textarea,select,button,a):focus-visible{outline:3px solid var(--act);outline-offset:2px}
[aria-invalid=true]{border-color:var(--bad)!important}
.error{color:var(--bad);font-size:.95rem;margin:.3rem 0 0}
.help{margin:.3rem 0 0}
.problems{background:var(--bad-page);border-inline-start:.3rem solid var(--bad);border-radius:.25rem;padding:.75rem 1rem;margin:0 0 1.25rem}
.problems p{margin:0 0 .25rem;font-weight:600}
.problems ul{margin:0;padding-inline-start:1.2rem}
.problems a{color:inherit}
button{font:inherit;font-weight:600;color:var(--act-ink);background:var(--act);border:0;border-radius:.5rem;padding:.75rem 1.5rem;min-height:3rem;width:100%;cursor:pointer}
@media (min-width:40rem){button{width:auto}}
.trap{position:absolute;inset-inline-start:-10000px;width:1px;height:1px;overflow:hidden}`
