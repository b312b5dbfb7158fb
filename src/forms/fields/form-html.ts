import { escapeHtml } from '../../lib/text/html.ts'
import { type DrawnForm, fieldHtml, type Shown } from './field-html.ts'

// What people see of a form. The hosted page has it, and the preview of the dashboard.

export function introHtml({ name, settings: { title, description } }: DrawnForm): string[] {
  return [
    `<h1>${escapeHtml(title ?? name)}</h1>`,
    description === null ? '' : `<p class="lines">${escapeHtml(description)}</p>`,
  ]
}

/** `focus`: the place of the field in which the cursor starts. */
export function fieldsHtml(form: DrawnForm, shown: Shown, focus?: number): string[] {
  return form.fields.map((_, at) => fieldHtml(form, at, shown, at === focus))
}

export function endHtml({ fields, settings }: DrawnForm): string[] {
  const hasRequired = fields.some((field) => field.required && field.type !== 'hidden')
  return [
    hasRequired ? '<p class="soft">Fields with * are required.</p>' : '',
    `<button type="submit">${escapeHtml(settings.submit_label ?? 'Send')}</button>`,
  ]
}
