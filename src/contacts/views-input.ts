import type { Query } from '../http/input/query.ts'
import { checkNames, checkNamesIn, type Issues, nameOfType } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'
import { readFilter } from './routes.ts'
import { filterQuery } from './schemas.ts'
import { VIEW_NAME_MAX } from './views-schemas.ts'

export interface ViewInput {
  name: string
  filter: Record<string, string>
}

const FIELDS = ['name', 'filter']
const ASSIGNED = new Set(['id', 'created_at', 'updated_at'])
const FILTERS = Object.keys(filterQuery)

/** Reads a new view. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readView(issues: Issues, body: Record<string, unknown>): ViewInput {
  checkNames(issues, body, FIELDS, ASSIGNED)
  return { name: readName(issues, body.name), filter: readStoredFilter(issues, 'filter', body.filter) }
}

/** Reads a change: what is absent stays. */
export function readViewPatch(issues: Issues, body: Record<string, unknown>): Partial<ViewInput> {
  checkNames(issues, body, FIELDS, ASSIGNED)
  return {
    ...(body.name === undefined ? {} : { name: readName(issues, body.name) }),
    ...(body.filter === undefined ? {} : { filter: readStoredFilter(issues, 'filter', body.filter) }),
  }
}

function readName(issues: Issues, value: unknown): string {
  return readText(issues, 'name', value, { max: VIEW_NAME_MAX, required: true }) ?? ''
}

/** Filters as the list takes them, by the same rules; blank ones are left out. */
export function readStoredFilter(issues: Issues, field: string, value: unknown): Record<string, string> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const found = value === undefined ? 'missing' : nameOfType(value)
    issues.add(field, `${field} must be an object of filters of GET /v1/contacts, but it is ${found}.`)
    return {}
  }
  checkNamesIn(issues, field, value as Record<string, unknown>, FILTERS)
  const filter: Record<string, string> = {}
  for (const name of FILTERS) {
    const text = readText(issues, `${field}.${name}`, (value as Record<string, unknown>)[name], { max: 255 })
    if (text !== null) filter[name] = text
  }
  // Whoever opens it is signed in.
  readFilter(issues, filter as Query, { kind: 'user' })
  return filter
}
