import { foldName } from '../../contact-fields.ts'
import { LANGUAGES, type Language } from '../../messages/languages.ts'
import { sayIn } from '../../messages/sentence.ts'

// An export for people has its header in their language. An import reads it as if it had the names of the API.

const LABELS = {
  id: 'column.id',
  created_at: 'column.created_at',
  first_name: 'column.first_name',
  last_name: 'column.last_name',
  email: 'column.email',
  company: 'column.company',
  utm_source: 'column.utm_source',
  utm_medium: 'column.utm_medium',
  webhook_id: 'column.webhook_id',
  webhook_name: 'column.webhook_name',
  delivery_id: 'column.delivery_id',
  link_id: 'column.link_id',
  link_name: 'column.link_name',
  post_id: 'column.post_id',
  post_text: 'column.post_text',
  form_id: 'column.form_id',
  form_name: 'column.form_name',
  status: 'column.status',
  status_name: 'column.status_name',
  owner: 'column.owner',
  owner_name: 'column.owner_name',
  tags: 'column.tags',
  extra: 'column.extra',
  updated_at: 'column.updated_at',
} as const

const columnOf = new Map<Language, ReadonlyMap<string, string>>()

/** The name of a column in this language. Additional fields keep theirs. */
export function labelOfColumn(column: string, language: Language): string {
  return Object.hasOwn(LABELS, column) ? sayIn(language)(LABELS[column as keyof typeof LABELS]) : column
}

/** The columns of an export by their folded labels. */
export function labelsIn(language: Language): ReadonlyMap<string, string> {
  const known = columnOf.get(language)
  if (known !== undefined) return known
  const labels = new Map(Object.keys(LABELS).map((column) => [foldName(labelOfColumn(column, language)), column]))
  columnOf.set(language, labels)
  return labels
}

/** Fewer labels than this are a coincidence: other programs also call a column "Form" or "Status". */
const LABELS_MIN = 8

/** The header with the names of the API, if it is that of an export in some language. */
export function readLabels(names: readonly string[]): readonly string[] {
  const folded = names.map(foldName)
  const matches = (language: Language) => folded.filter((name) => labelsIn(language).has(name)).length
  // Some languages share labels.
  const [best] = LANGUAGES.toSorted((one, other) => matches(other) - matches(one))
  const labels = labelsIn(best!)
  if (matches(best!) < LABELS_MIN || !folded.some((name) => labels.get(name) === 'id')) return names
  // An additional field may have the same name further on.
  return names.map((name, at) => (folded.indexOf(folded[at]!) === at ? labels.get(folded[at]!) : undefined) ?? name)
}

const reasons = new Set(LANGUAGES.map((language) => sayIn(language)('column.reason')))

/** Why a row made no contact, in a file of such rows. An import leaves it out. */
export function isReasonColumn(name: string): boolean {
  return reasons.has(name)
}
