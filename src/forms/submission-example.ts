import { EXAMPLE_FIELDS, isContactField } from '../contact-fields.ts'
import type { Sent } from './arrival/body.ts'
import type { FormField } from './fields/fields.ts'
import type { OpenForm } from './form-cache.ts'

/** What somebody could send with a form: every field filled in. `day` is today, for fields with a date. */
export function exampleOf({ fields }: OpenForm, day: string): Sent {
  return Object.fromEntries(
    fields.flatMap((field) => (field.type === 'file' ? [] : [[field.name, exampleValue(field, day)]])),
  )
}

function exampleValue(field: FormField, day: string): unknown {
  switch (field.type) {
    case 'email':
      return EXAMPLE_FIELDS.email
    case 'phone':
      return '+351 210 000 000'
    case 'number':
      return 1
    case 'select':
    case 'radio':
      return field.options[0]
    case 'checkboxes':
      return field.options.slice(0, 1)
    case 'checkbox':
    case 'consent':
      return true
    case 'date':
      return day
    case 'url':
      return 'https://example.com'
    case 'hidden':
      return field.value ?? ''
    default: {
      const text = isContactField(field.name) ? EXAMPLE_FIELDS[field.name] : 'This is a test.'
      return text.slice(0, field.max_length ?? text.length)
    }
  }
}
