import { escapeHtml } from '../../lib/text/html.ts'
import { CONSENT_VERSION_FIELD, type FormField, maxLengthOf } from './fields.ts'
import { joinText } from './join-text.ts'

/** What the fields are drawn from. The dashboard shows a form that is not saved yet. */
export interface DrawnForm {
  name: string
  fields: readonly FormField[]
  settings: {
    title: string | null
    description: string | null
    submit_label: string | null
    files: { max_count: number }
  }
  consent: { text: string; version: number } | null
}

/** What a field looks like again after a refusal. */
export interface Shown {
  /** As it was typed. */
  sent: Readonly<Record<string, unknown>>
  /** By the names of the fields. */
  errors: Readonly<Record<string, readonly string[]>>
}

type Attributes = Record<string, string | number | boolean | null | undefined>

/** What browsers fill in by themselves. */
export const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  company: 'organization',
  phone: 'tel',
  website: 'url',
}

/** Everything that comes from somebody is escaped here. */
function tag(name: string, attributes: Attributes, inner?: string): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === null || value === undefined || value === false
      ? ''
      : value === true
        ? ` ${key}`
        : ` ${key}="${escapeHtml(String(value))}"`,
  )
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

/** One field, with its label, help and errors. `isFirstWrong`: the cursor starts here. */
export function fieldHtml(form: DrawnForm, at: number, shown: Shown, isFirstWrong: boolean): string {
  const field = form.fields[at]!
  const value = Object.hasOwn(shown.sent, field.name) ? shown.sent[field.name] : undefined
  if (field.type === 'hidden') return hiddenInput(field.name, joinText(value) ?? field.value ?? '')
  const id = idOfField(at)
  const errors = errorsOf(shown, field)
  const described = [
    field.help === null || field.type === 'consent' ? null : `${id}-help`,
    errors.length > 0 ? `${id}-error` : null,
  ].filter((each) => each !== null)
  const common: Attributes = {
    name: field.name,
    required: field.required,
    'aria-invalid': errors.length > 0 ? 'true' : null,
    'aria-describedby': described.join(' ') || null,
    autofocus: isFirstWrong,
  }
  const parts = [
    controlHtml(form, field, id, common, value),
    field.help === null || field.type === 'consent'
      ? ''
      : tag('p', { class: 'help', id: `${id}-help` }, escapeHtml(field.help)),
    errors.length === 0 ? '' : tag('p', { class: 'error', id: `${id}-error` }, errors.map(escapeHtml).join('<br>')),
  ]
  return tag(isGroup(field) ? 'fieldset' : 'div', { class: 'field' }, parts.join(''))
}

function isGroup({ type }: FormField): boolean {
  return type === 'radio' || type === 'checkboxes'
}

function controlHtml(form: DrawnForm, field: FormField, id: string, common: Attributes, value: unknown): string {
  const text = joinText(value) ?? ''
  const label = tag('label', { for: id }, labelHtml(field))
  const { placeholder } = field
  switch (field.type) {
    case 'textarea':
      // The parser drops a first line break.
      return (
        label + tag('textarea', { ...common, id, placeholder, maxlength: maxLengthOf(field) }, `\n${escapeHtml(text)}`)
      )
    case 'select': {
      const options = ['', ...field.options].map((each) => {
        const shown = each === '' ? (placeholder ?? 'Please choose') : each
        return tag('option', { value: each, selected: each === text }, escapeHtml(shown))
      })
      return label + tag('select', { ...common, id }, options.join(''))
    }
    case 'radio':
      return groupHtml(field, id, { ...common, type: 'radio' }, [text])
    case 'checkboxes':
      // One tick is enough, which no attribute can say: the server checks it.
      return groupHtml(field, id, { ...common, required: false, type: 'checkbox' }, listOf(value))
    case 'checkbox':
      return tickHtml(id, common, isTicked(value), labelHtml(field))
    case 'consent':
      return consentHtml(form, id, common, isTicked(value), field)
    case 'file':
      return label + tag('input', { ...common, id, type: 'file', multiple: form.settings.files.max_count > 1 })
    default:
      return label + tag('input', { ...common, ...inputAttributes(field), id, placeholder, value: text })
  }
}

function inputAttributes(field: FormField): Attributes {
  const autocomplete = AUTOCOMPLETE[field.name]
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
      // Not of the type url, which insists on https:// before the name.
      return { type: 'text', inputmode: 'url', autocomplete: 'url', maxlength }
    default:
      return { type: 'text', autocomplete, maxlength }
  }
}

function labelHtml({ label, required }: FormField): string {
  return escapeHtml(label) + (required ? ' <span aria-hidden="true">*</span>' : '')
}

function groupHtml(field: FormField, id: string, common: Attributes, chosen: readonly string[]): string {
  const { 'aria-describedby': described, autofocus, ...own } = common
  const choices = field.options.map((option, at) => {
    const input = tag('input', {
      ...own,
      id: at === 0 ? id : `${id}-${at}`,
      value: option,
      checked: chosen.includes(option),
      'aria-describedby': described,
      autofocus: at === 0 && autofocus,
    })
    return tag('label', { class: 'choice' }, `${input}<span>${escapeHtml(option)}</span>`)
  })
  return tag('legend', {}, labelHtml(field)) + choices.join('')
}

function tickHtml(id: string, common: Attributes, isOn: boolean, text: string): string {
  const input = tag('input', { ...common, id, type: 'checkbox', value: 'true', checked: isOn })
  return tag('label', { class: 'choice', for: id }, `${input}<span>${text}</span>`)
}

/** What people agree to, with the number of the text, so that a page that was open for long agrees to what it showed. */
function consentHtml(form: DrawnForm, id: string, common: Attributes, isOn: boolean, field: FormField): string {
  const { text, version } = form.consent!
  const shown = tag(
    'span',
    { class: 'lines' },
    escapeHtml(text) + (field.required ? ' <span aria-hidden="true">*</span>' : ''),
  )
  return tickHtml(id, common, isOn, shown) + hiddenInput(CONSENT_VERSION_FIELD, String(version))
}

function isTicked(value: unknown): boolean {
  return ['true', 'on', '1', 'yes'].includes((joinText(value) ?? '').toLowerCase())
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).map((each) => joinText(each) ?? '')
}
