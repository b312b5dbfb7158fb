import { t } from '@lingui/core/macro'
import {
  type ContactField,
  type ExtraValue,
  FIELD_NAMES,
  isContactField,
  pickFields,
} from '../../../src/contact-fields.ts'
import type { Contact, ContactPatch, NewContact } from '../api/schema.ts'
import { changesOf } from '../parts/changes.ts'

interface ExtraLine {
  /** React key: names change while typing. */
  key: string
  name: string
  value: string
}

export type ContactValues = Record<ContactField, string> & { extra: ExtraLine[] }

export function toValues(contact: Contact | null): ContactValues {
  const fields = Object.fromEntries(FIELD_NAMES.map((field) => [field, contact?.[field] ?? '']))
  const extra = Object.entries(contact?.extra ?? {}).map(([name, value]) => ({ key: name, name, value: String(value) }))
  return { ...(fields as Record<ContactField, string>), extra }
}

/** Two lines with the same name would become one field. */
export function checkExtra(lines: readonly ExtraLine[]): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [index, { name, value }] of lines.entries()) {
    const trimmed = name.trim()
    if (trimmed === '' && value.trim() !== '') errors[`extra.${index}.name`] = t`Give this field a name.`
    if (trimmed !== '' && seen.has(trimmed)) {
      errors[`extra.${index}.name`] = t`Another field has this name. Change or remove one of them.`
    }
    seen.add(trimmed)
  }
  return errors
}

export function toNew(values: ContactValues): NewContact {
  const others = FIELD_NAMES.filter((field) => values[field].trim() !== '').map((field) => [field, values[field]])
  const extra = readExtra(values.extra, {})
  return {
    first_name: values.first_name,
    ...Object.fromEntries(others),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  }
}

/** Only changed values, so that other people's changes stay. */
export function toPatch(values: ContactValues, before: Contact): ContactPatch {
  const typed = Object.fromEntries(FIELD_NAMES.map((field) => [field, values[field].trim() || null]))
  const after = readExtra(values.extra, before.extra)
  const gone = Object.fromEntries(Object.keys(before.extra).map((name) => [name, null]))
  const extra = changesOf(before.extra, { ...gone, ...after })
  return { ...changesOf<object>(pickFields(before), typed), ...(Object.keys(extra).length > 0 ? { extra } : {}) }
}

function readExtra(lines: readonly ExtraLine[], before: Contact['extra']): Record<string, ExtraValue> {
  return Object.fromEntries(
    lines.flatMap(({ name, value }) => {
      const trimmed = name.trim()
      return trimmed === '' || value.trim() === '' ? [] : [[trimmed, sameKind(value, before[trimmed])]]
    }),
  )
}

/** A number stays a number and a boolean stays a boolean if the new text still is one. */
function sameKind(text: string, before: ExtraValue | undefined): ExtraValue {
  if (before !== undefined && String(before) === text) return before
  const trimmed = text.trim()
  if (typeof before === 'boolean' && (trimmed === 'true' || trimmed === 'false')) return trimmed === 'true'
  if (typeof before === 'number' && String(Number(trimmed)) === trimmed) return Number(trimmed)
  return text
}

/** The API names an additional field by its name; here it is a line. */
export function fieldFor(name: string, { extra }: Pick<ContactValues, 'extra'>): string | null {
  if (isContactField(name)) return name
  const line = extra.findIndex((each) => each.name.trim() === name)
  return line === -1 ? null : `extra.${line}.value`
}
