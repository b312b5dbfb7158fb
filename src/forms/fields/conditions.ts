import type { Issues } from '../../lib/issues.ts'

// Decides which fields of a form are shown, by the values of other fields. Pure: the server, the script for websites and
// the dashboard's preview use it.

export interface Condition {
  field: string
  /** Shown if `field` has one of these values. If both lists are empty: if it has any value. */
  is: readonly string[]
  /** Shown unless `field` has one of these values. */
  is_not: readonly string[]
}

interface Conditional {
  name: string
  show_when: Condition | null
}

/** The values of a field: one for each tick, none if it is empty. */
export type ValuesOf = (name: string) => readonly string[]

const plain = (text: string) => text.trim().toLowerCase()

/** A field is shown only if the one it depends on is shown itself. */
export function hiddenNames(fields: readonly Conditional[], valuesOf: ValuesOf): Set<string> {
  const conditions = new Map(fields.flatMap(({ name, show_when }) => (show_when === null ? [] : [[name, show_when]])))
  const known = new Map<string, boolean>()
  const isShown = (name: string): boolean => {
    const found = known.get(name)
    if (found !== undefined) return found
    // Ends the recursion if conditions form a circle, which the rules of forms refuse.
    known.set(name, true)
    const condition = conditions.get(name)
    const shown = condition === undefined || (isShown(condition.field) && holds(condition, valuesOf(condition.field)))
    known.set(name, shown)
    return shown
  }
  return new Set([...conditions.keys()].filter((name) => !isShown(name)))
}

function holds({ is, is_not }: Condition, values: readonly string[]): boolean {
  const given = new Set(values.map(plain).filter((value) => value !== ''))
  const hasOne = (list: readonly string[]) => list.some((value) => given.has(plain(value)))
  if (is.length > 0) return hasOne(is)
  return is_not.length > 0 ? !hasOne(is_not) : given.size > 0
}

interface Checked extends Conditional {
  type: string
  options: readonly string[]
}

const TICKS = new Set(['checkbox', 'consent'])

export function checkConditions(issues: Issues, path: string, fields: readonly Checked[]): void {
  const byName = new Map(fields.map((field) => [field.name, field]))
  for (const [at, { name, type, show_when }] of fields.entries()) {
    if (show_when === null) continue
    const place = `${path}[${at}].show_when`
    const other = byName.get(show_when.field)
    if (type === 'hidden') issues.add(place, 'form.condition_of_hidden', { name })
    if (show_when.is.length > 0 && show_when.is_not.length > 0) issues.add(place, 'form.condition_both')
    if (other === undefined) {
      issues.add(`${place}.field`, 'form.condition_unknown', { name: show_when.field })
    } else if (other.type === 'file') {
      issues.add(`${place}.field`, 'form.condition_file', { name: other.name })
    } else if (isCircle(name, byName)) {
      issues.add(`${place}.field`, 'form.condition_circle', { name })
    } else {
      const allowed = TICKS.has(other.type) ? ['true'] : other.options
      const wrong = [...show_when.is, ...show_when.is_not].find(
        (value) => allowed.length > 0 && !allowed.some((each) => plain(each) === plain(value)),
      )
      if (wrong !== undefined) {
        issues.add(place, 'form.condition_value', { value: wrong, name: other.name, choices: allowed.join(', ') })
      }
    }
  }
  const senders = fields.filter(({ name }) => name === 'first_name' || name === 'email')
  if (senders.length > 0 && senders.every(({ show_when }) => show_when !== null)) {
    issues.add(path, 'form.condition_of_sender')
  }
}

function isCircle(name: string, fields: ReadonlyMap<string, Conditional>): boolean {
  const seen = new Set([name])
  for (let at = fields.get(name)?.show_when?.field; at !== undefined; at = fields.get(at)?.show_when?.field) {
    if (seen.has(at)) return at === name
    seen.add(at)
  }
  return false
}
