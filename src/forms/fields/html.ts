import { formTextsIn } from '../../messages/form-texts.ts'
import type { Condition } from './conditions.ts'
import { CONSENT_VERSION_FIELD, type FormField, HONEYPOT_FIELDS, joinText, maxLengthOf } from './fields.ts'
import { type Attributes, type ElementNode, el, type FormNode } from './nodes.ts'
import { type DrawnField, shownOption } from './translations.ts'

// Draws a form, for the hosted page, the script for websites, the code to paste and the preview in the dashboard.

/** A form to draw. In the dashboard it may be unsaved. */
export interface DrawnForm {
  name: string
  fields: readonly DrawnField[]
  settings: {
    title: string | null
    description: string | null
    submit_label: string | null
    /** As BCP 47 writes it; any language. */
    language: string
    files: { max_count: number }
  }
  consent: { text: string; version: number } | null
  /** Prefix for the ids of its fields, for pages whose other elements could have the same ids. */
  prefix?: string
}

/** Values and problems that a refused form shows again. */
export interface Shown {
  sent: Readonly<Record<string, unknown>>
  errors: Readonly<Record<string, readonly string[]>>
}

const AUTOCOMPLETE: Readonly<Record<string, string>> = {
  first_name: 'given-name',
  last_name: 'family-name',
  email: 'email',
  company: 'organization',
  phone: 'tel',
  website: 'url',
}

export function introNodes({ name, settings: { title, description } }: DrawnForm): ElementNode[] {
  return [el('h1', {}, title ?? name), ...descriptionNodes(description)]
}

/** The intro of a form in a website's page: h2, because the page has its own h1. */
export function embeddedIntro({ settings: { title, description } }: DrawnForm): ElementNode[] {
  return [...(title === null ? [] : [el('h2', {}, title)]), ...descriptionNodes(description)]
}

function descriptionNodes(description: string | null): ElementNode[] {
  return description === null ? [] : [el('p', { class: 'lines' }, description)]
}

export const NOTHING_SHOWN: Shown = { sent: {}, errors: {} }

/** `focus` is the index of the field that gets the cursor. Fields of a step are together, for the script. */
export function fieldNodes(form: DrawnForm, shown: Shown, focus?: number): ElementNode[] {
  const nodes = form.fields.map((_, at) => fieldNode(form, at, shown, at === focus))
  if (!hasSteps(form)) return nodes.flat()
  const steps: ElementNode[] = []
  for (const [at, { step }] of form.fields.entries()) {
    if (step !== null || at === 0)
      steps.push(el('section', { class: 'step' }, step === null ? null : el('h2', {}, step)))
    steps.at(-1)!.push(...nodes[at]!)
  }
  return steps
}

function hasSteps({ fields }: Pick<DrawnForm, 'fields'>): boolean {
  return fields.some(({ step }) => step !== null)
}

/** The texts that the script adds to a form, in the form's language. */
export function scriptTexts(language: string): string {
  const texts = formTextsIn(language)
  return JSON.stringify({
    step: texts['form_page.step'],
    next: texts['form_page.next'],
    back: texts['form_page.back'],
    draft: texts['form_page.draft'],
    clear: texts['form_page.clear'],
  })
}

export function endNodes({ fields, settings }: DrawnForm): ElementNode[] {
  const texts = formTextsIn(settings.language)
  const hasRequired = fields.some((field) => field.required && field.type !== 'hidden')
  return [
    ...(hasRequired ? [el('p', { class: 'soft' }, texts['form_page.required'])] : []),
    el('button', { type: 'submit' }, settings.submit_label ?? texts['form_page.send']),
  ]
}

/** People cannot see it: the style of `.trap` moves it away, without `display: none`. */
export function trapNode(): ElementNode {
  const input = el('input', { type: 'text', name: HONEYPOT_FIELDS[0], tabindex: '-1', autocomplete: 'off' })
  return el('div', { class: 'trap', 'aria-hidden': 'true' }, el('label', {}, 'Leave this empty ', input))
}

export function hiddenInput(name: string, value: string): ElementNode {
  return el('input', { type: 'hidden', name, value })
}

export function idOfField(at: number, prefix = ''): string {
  return `${prefix}field-${at}`
}

export function errorsOf({ errors }: Shown, { name }: FormField): readonly string[] {
  return Object.hasOwn(errors, name) ? errors[name]! : []
}

function fieldNode(form: DrawnForm, at: number, shown: Shown, autofocus: boolean): ElementNode[] {
  const field = form.fields[at]!
  const value = Object.hasOwn(shown.sent, field.name) ? shown.sent[field.name] : undefined
  if (field.type === 'hidden') return [hiddenInput(field.name, joinText(value) ?? field.value ?? '')]
  const id = idOfField(at, form.prefix)
  const errors = errorsOf(shown, field)
  const help = field.type === 'consent' ? null : field.help
  const described = [...(help === null ? [] : [`${id}-help`]), ...(errors.length > 0 ? [`${id}-error`] : [])]
  const common: Attributes = {
    name: field.name,
    required: field.required && field.show_when === null,
    'data-required': field.required && field.show_when !== null,
    'aria-invalid': errors.length > 0 ? 'true' : null,
    'aria-describedby': described.join(' ') || null,
    autofocus,
  }
  const problem = errors.flatMap((each, index) => (index === 0 ? [each] : [el('br', {}), each]))
  const isGroup = field.type === 'radio' || field.type === 'checkboxes'
  return [
    el(
      isGroup ? 'fieldset' : 'div',
      { class: 'field', 'data-show': field.show_when === null ? null : JSON.stringify(field.show_when) },
      ...controlNodes(form, field, id, common, value),
      help === null ? null : el('p', { class: 'help', id: `${id}-help` }, help),
      field.show_when === null ? null : el('p', { class: 'help when' }, whenText(form, field.show_when)),
      errors.length === 0 ? null : el('p', { class: 'error', id: `${id}-error` }, ...problem),
    ),
  ]
}

/** For visitors without the script, who see all fields. */
function whenText(form: DrawnForm, { field: name, is, is_not }: Condition): string {
  const texts = formTextsIn(form.settings.language)
  const other = form.fields.find((field) => field.name === name)
  const values = is.length > 0 ? is : is_not
  const isTick = other?.type === 'checkbox' || other?.type === 'consent'
  const text =
    values.length === 0 || (isTick && is.length > 0)
      ? texts['form_page.only_filled']
      : texts[is.length > 0 ? 'form_page.only_if' : 'form_page.only_unless']
  const shown = values.map((value) => (other === undefined ? value : shownOption(other, value)))
  return text.replace('{field}', () => other?.label ?? name).replace('{values}', () => shown.join(', '))
}

function controlNodes(form: DrawnForm, field: DrawnField, id: string, common: Attributes, value: unknown): FormNode[] {
  const text = joinText(value) ?? ''
  const label = el('label', { for: id }, ...labelNodes(field))
  const { placeholder } = field
  switch (field.type) {
    case 'textarea':
      return [label, el('textarea', { ...common, id, placeholder, maxlength: maxLengthOf(field) }, text)]
    case 'select': {
      const options = ['', ...field.options].map((each) => {
        if (each !== '') return el('option', { value: each, selected: each === text }, shownOption(field, each))
        return el('option', { value: '' }, placeholder ?? formTextsIn(form.settings.language)['form_page.choose'])
      })
      return [label, el('select', { ...common, id }, ...options)]
    }
    case 'radio':
      return groupNodes(field, id, { ...common, type: 'radio' }, [text])
    case 'checkboxes': {
      const chosen = (Array.isArray(value) ? value : [value]).map((each) => joinText(each) ?? '')
      // One tick is enough. No attribute can express that, so the server checks it.
      return groupNodes(field, id, { ...common, required: false, type: 'checkbox' }, chosen)
    }
    case 'checkbox':
      return [tickNode(id, common, value, el('span', {}, ...labelNodes(field)))]
    case 'consent': {
      const words = el('span', { class: 'lines' }, ...labelNodes({ ...field, label: form.consent!.text }))
      // The version of the text, so that an old page agrees to the text it showed.
      const version = hiddenInput(CONSENT_VERSION_FIELD, String(form.consent!.version))
      return [tickNode(id, common, value, words), version]
    }
    case 'file':
      return [label, el('input', { ...common, id, type: 'file', multiple: form.settings.files.max_count > 1 })]
    default:
      return [label, el('input', { ...common, ...inputAttributes(field), id, placeholder, value: text || null })]
  }
}

function inputAttributes(field: FormField): Record<string, string | number | undefined> {
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

function labelNodes({ label, required }: Pick<FormField, 'label' | 'required'>): FormNode[] {
  return required ? [`${label} `, el('span', { 'aria-hidden': 'true' }, '*')] : [label]
}

function groupNodes(field: DrawnField, id: string, common: Attributes, chosen: readonly string[]): FormNode[] {
  const choices = field.options.map((value, at) => {
    const own = { id: at === 0 ? id : `${id}-${at}`, value, checked: chosen.includes(value) }
    const input = el('input', { ...common, ...own, autofocus: at === 0 && common.autofocus })
    return el('label', { class: 'choice' }, input, el('span', {}, shownOption(field, value)))
  })
  return [el('legend', {}, ...labelNodes(field)), ...choices]
}

function tickNode(id: string, common: Attributes, value: unknown, words: ElementNode): ElementNode {
  const checked = ['true', 'on', '1', 'yes'].includes((joinText(value) ?? '').toLowerCase())
  const input = el('input', { ...common, id, type: 'checkbox', value: 'true', checked })
  return el('label', { class: 'choice', for: id }, input, words)
}
