import type { ExtraValue } from '../../contact-fields.ts'
import { createIssues, type Issues } from '../../lib/issues.ts'
import { parseEmail } from '../../lib/text/email.ts'
import { readText } from '../../lib/text/text.ts'
import { parseDateTime } from '../../lib/time/date-time.ts'
import { type Message, message, withField } from '../../messages/message.ts'
import { type FormField, joinText, maxLengthOf } from './fields.ts'

const YES = new Set(['on', 'true', '1', 'yes'])
const NO = new Set(['', 'off', 'false', '0', 'no'])

/**
 * The value of a field as it is stored; null if it is empty. Messages name the label, because people read them beside
 * the field, but `issues` has them under the field's name.
 */
export function readFieldValue(issues: Issues, field: FormField, value: unknown): ExtraValue | null {
  if (field.type === 'checkbox' || field.type === 'consent') return readTick(issues, field, value)
  if (field.type === 'checkboxes') return readChoices(issues, field, value)
  const text = readFieldText(issues, field, value)
  if (text === null) return null
  const read = READERS[field.type]
  if (read === undefined) return text
  const result = read(text, field)
  if (typeof result !== 'object') return result
  issues.add(field.name, result.problem)
  return null
}

/** The values that were sent for a field, for conditions. */
export function sentValues({ type, value }: FormField, sent: unknown): string[] {
  const all = (Array.isArray(sent) ? sent : [sent]).map((each) => joinText(each) ?? '')
  if (type === 'checkbox' || type === 'consent') {
    return YES.has((all.at(-1) ?? '').trim().toLowerCase()) ? ['true'] : []
  }
  return type === 'hidden' && (sent === undefined || sent === null) ? [value ?? ''] : all
}

type Read = (text: string, field: FormField) => ExtraValue | { problem: Message }

const READERS: Partial<Record<FormField['type'], Read>> = {
  email(text, { label }) {
    const parsed = parseEmail(text)
    return 'email' in parsed ? parsed.email : { problem: withField(parsed.problem, label) }
  },
  phone: (text, { label }) =>
    PHONE.test(text) && (text.match(/\d/g) ?? []).length >= 3
      ? text
      : { problem: message('submission.not_phone', { label }) },
  number(text, { label }) {
    const plain = /^[+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/.test(text) ? Number(text.replace(',', '.')) : Number(text)
    if (!Number.isFinite(plain)) return { problem: message('submission.not_number', { label }) }
    // A number with too many digits stays text.
    return Number.isInteger(plain) && !Number.isSafeInteger(plain) ? text : plain
  },
  date(text, { label }) {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && 'date' in parseDateTime(`${text}T00:00:00Z`)
    return isDay ? text : { problem: message('submission.not_date', { label }) }
  },
  url(text, { label }) {
    // People leave out https://, because their browser hides it.
    const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
    const scheme = /^https?:\/\//i.exec(whole)?.[0]
    // There must be something on both sides of the dot. A single expression for all of it would take quadratic time.
    const hasDot = scheme !== undefined && whole.slice(scheme.length + 1, -1).includes('.')
    const isWeb = hasDot && !/\s/.test(whole) && URL.canParse(whole)
    return isWeb ? whole : { problem: message('submission.not_website', { label }) }
  },
  select: oneOf,
  radio: oneOf,
}

const PHONE = /^\+?[\d ()/.–-]{3,40}(?: ?(?:x|ext\.?) ?\d{1,10})?$/i

function oneOf(text: string, { options, label }: FormField): string | { problem: Message } {
  return options.includes(text) ? text : { problem: message('submission.not_choice', { label }) }
}

function readFieldText(issues: Issues, field: FormField, value: unknown): string | null {
  const { name, label, required } = field
  const text = value === undefined || value === null ? null : joinText(value)
  if (text === null && value !== undefined && value !== null) {
    issues.add(name, 'submission.not_text', { label })
    return null
  }
  const given = text === null && field.type === 'hidden' ? field.value : text
  const own = createIssues()
  const read = readText(own, label, given, { max: maxLengthOf(field) })
  if (own.count > 0) for (const message of Object.values(own.details).flat()) issues.add(name, message)
  else if (read === null && required) issues.add(name, 'submission.missing', { label })
  return read
}

function readTick(issues: Issues, { name, label, type, required }: FormField, value: unknown): boolean | null {
  // A browser sends nothing for an unticked box. Of several values, the last one counts.
  const last = Array.isArray(value) ? value.at(-1) : value
  const text = (joinText(last ?? '') ?? 'x').trim().toLowerCase()
  const isTicked = YES.has(text)
  if (!isTicked && !NO.has(text)) issues.add(name, 'submission.not_tick', { label })
  else if (!isTicked && required) {
    if (type === 'consent') issues.add(name, 'submission.no_consent')
    else issues.add(name, 'submission.no_tick', { label })
  }
  return value === undefined || value === null ? null : isTicked
}

function readChoices(issues: Issues, field: FormField, value: unknown): string | null {
  const { name, label, options, required } = field
  const sent = value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  const chosen = sent.map((each) => (Array.isArray(each) ? null : joinText(each))?.trim() ?? '').filter(Boolean)
  if (chosen.some((each) => !options.includes(each))) {
    issues.add(name, 'submission.not_choices', { label })
    return null
  }
  if (chosen.length === 0 && required) issues.add(name, 'submission.no_choice', { label })
  const text = options.filter((each) => chosen.includes(each)).join(', ')
  const most = maxLengthOf(field)
  if (text.length > most) {
    issues.add(name, 'submission.too_many_choices', { label, max: most })
    return null
  }
  return text === '' ? null : text
}
