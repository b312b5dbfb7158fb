import { isContactField } from '../../contact-fields.ts'
import { checkNamesIn, type Issues, nameOfType } from '../../lib/issues.ts'
import { readText } from '../../lib/text/text.ts'
import { PROTECTION_NAMES } from '../protection/page-fields.ts'
import {
  CONSENT_FIELD,
  FIELD_NAME,
  FIELD_NAME_MAX,
  FIELD_TYPES,
  FIELDS_MAX,
  type FieldType,
  type FormField,
  fieldOf,
  HAS_OPTIONS,
  LABEL_MAX,
  mostOf,
  OPTIONS_MAX,
  RESERVED_NAMES,
} from './fields.ts'

type Body = Record<string, unknown>

const NAMES = Object.keys(fieldOf('name'))

/** Reads the fields of a form. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readFields(issues: Issues, path: string, value: unknown): FormField[] {
  if (!Array.isArray(value)) {
    issues.add(path, `${path} must be an array of fields, but it is ${nameOfType(value)}.`)
    return []
  }
  if (value.length > FIELDS_MAX) {
    issues.add(path, `A form has at most ${FIELDS_MAX} fields, but there are ${value.length}.`)
    return []
  }
  const fields = value.map((each, at) => readField(issues, `${path}[${at}]`, each))
  const names = new Set<string>()
  for (const [at, { name }] of fields.entries()) {
    if (name !== '' && names.has(name)) issues.add(`${path}[${at}].name`, `There are two fields named "${name}".`)
    names.add(name)
  }
  if (!names.has('first_name') && !names.has('email')) {
    issues.add(path, 'A form needs a field first_name or email: without either nobody knows who wrote. Add one.')
  }
  if (fields.filter(({ type }) => type === 'consent').length > 1) {
    issues.add(path, 'A form asks for consent once. Leave one field of the type consent.')
  }
  return fields
}

function readField(issues: Issues, path: string, value: unknown): FormField {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    issues.add(path, `${path} must be an object with a name, but it is ${nameOfType(value)}.`)
    return fieldOf('')
  }
  const body = value as Body
  checkNamesIn(issues, path, body, NAMES)
  const name = readName(issues, `${path}.name`, body.name)
  const field = fieldOf(name)
  field.type = readType(issues, `${path}.type`, body.type, field)
  field.label = readText(issues, `${path}.label`, body.label, { max: LABEL_MAX }) ?? field.label
  field.placeholder = readText(issues, `${path}.placeholder`, body.placeholder, { max: LABEL_MAX })
  field.help = readText(issues, `${path}.help`, body.help, { max: LABEL_MAX * 4 })
  field.required = readRequired(issues, `${path}.required`, body.required)
  field.options = readOptions(issues, `${path}.options`, body.options, field.type)
  field.max_length = readMaxLength(issues, `${path}.max_length`, body.max_length, name)
  field.value = readText(issues, `${path}.value`, body.value, { max: mostOf(name) })
  if (field.type === 'hidden' && field.required) {
    issues.add(`${path}.required`, `${path} is hidden, so nobody can fill it in. Leave required out.`)
  }
  return field
}

function readName(issues: Issues, path: string, value: unknown): string {
  const name = readText(issues, path, value, { max: FIELD_NAME_MAX, required: true }) ?? ''
  if (name === '') return ''
  if (!FIELD_NAME.test(name)) {
    issues.add(path, `${path} must begin with a letter and have letters, digits, ".", "_" and "-" only.`)
  } else if (RESERVED_NAMES.has(name) || PROTECTION_NAMES.has(name)) {
    issues.add(path, `${path} must not be "${name}", which has a meaning of its own. Choose another name.`)
  } else if (name === 'constructor' || name === '__proto__') {
    issues.add(path, `${path} must not be "${name}". Choose another name.`)
  }
  return name
}

function readType(issues: Issues, path: string, value: unknown, { name, type: usual }: FormField): FieldType {
  if (value === undefined || value === null) return usual
  const type = FIELD_TYPES.find((each) => each === value)
  if (type === undefined) {
    issues.add(path, `${path} must be one of ${FIELD_TYPES.join(', ')}.`)
    return usual
  }
  if (name === 'email' && type !== 'email') issues.add(path, `${path} of the field email must be email.`)
  if ((name === CONSENT_FIELD) !== (type === 'consent')) {
    issues.add(path, `A field of the type consent is named "${CONSENT_FIELD}", and no other field is.`)
  }
  if (type === 'file' && isContactField(name)) issues.add(path, `${path} of the field ${name} must be ${usual}.`)
  return type
}

function readRequired(issues: Issues, path: string, value: unknown): boolean {
  if (value !== undefined && value !== null && typeof value !== 'boolean') {
    issues.add(path, `${path} must be true or false, but it is ${nameOfType(value)}.`)
  }
  return value === true
}

function readOptions(issues: Issues, path: string, value: unknown, type: FieldType): string[] {
  const list = value ?? []
  if (!Array.isArray(list) || list.length > OPTIONS_MAX) {
    issues.add(path, `${path} must be an array of at most ${OPTIONS_MAX} texts.`)
    return []
  }
  if (HAS_OPTIONS.has(type) && list.length === 0) issues.add(path, `${path} is required: name what can be chosen.`)
  if (!HAS_OPTIONS.has(type) && list.length > 0) issues.add(path, `${path} is only for ${[...HAS_OPTIONS].join(', ')}.`)
  const options = list.map(
    (each, at) => readText(issues, `${path}[${at}]`, each, { max: LABEL_MAX, required: true }) ?? '',
  )
  if (new Set(options).size < options.length) issues.add(path, `${path} has the same text twice.`)
  return options
}

function readMaxLength(issues: Issues, path: string, value: unknown, name: string): number | null {
  if (value === undefined || value === null) return null
  const most = mostOf(name)
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  issues.add(path, `${path} must be a whole number from 1 to ${most}.`)
  return null
}
