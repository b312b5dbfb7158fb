import { t } from '@lingui/core/macro'
import type { Endpoint, EndpointFilters, EndpointHeaders, EventSelector } from '../api/schema.ts'
import type { Language } from '../parts/language.ts'

export interface EndpointFormValues {
  kind: Endpoint['kind']
  url: string
  token: string
  description: string
  /** Only chats and phones have one. */
  language: Language
  events: EventSelector[] | null
  filters: EndpointFilters
  headers: HeaderLine[]
}

export type EndpointValues = Pick<EndpointFormValues, 'events' | 'filters'> & {
  description: string | null
  url?: string
  token?: string
  language?: Language
  headers?: EndpointHeaders
}

/** Stands for a stored value, which nobody sees again. */
const KEPT = '…'

interface HeaderLine {
  /** React key: names change while typing. */
  key: string
  name: string
  value: string
  /** The name whose value is stored; null for a new line. */
  stored: string | null
}

export function toLines(headers: EndpointHeaders): HeaderLine[] {
  return Object.keys(headers).map((name) => ({ key: name, name, value: '', stored: name }))
}

export function newLine(): HeaderLine {
  return { key: crypto.randomUUID(), name: '', value: '', stored: null }
}

/** An empty value keeps the stored one. */
export function toHeaders(lines: readonly HeaderLine[]): EndpointHeaders {
  return Object.fromEntries(
    lines
      .filter((line) => !isBlank(line))
      .map(({ name, value, stored }) => [name.trim(), value === '' && name.trim() === stored ? KEPT : value]),
  )
}

/** Two lines with the same name would become one header. */
export function checkLines(lines: readonly HeaderLine[]): Record<string, string> {
  const errors: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const name = line.name.trim().toLowerCase()
    if (name === '' && !isBlank(line)) errors[`headers.${index}.name`] = t`Give this field a name.`
    if (name !== '' && seen.has(name)) {
      errors[`headers.${index}.name`] = t`Another field has this name. Change or remove one of them.`
    }
    seen.add(name)
  }
  return errors
}

/** The field that shows the errors of a path of the API. */
export function fieldOfHeader(path: string, lines: readonly HeaderLine[]): string {
  const name = path.slice('headers.'.length).toLowerCase()
  const index = lines.findIndex((line) => line.name.trim().toLowerCase() === name)
  return index === -1 ? 'headers' : `headers.${index}.value`
}

function isBlank({ name, value }: HeaderLine): boolean {
  return name.trim() === '' && value === ''
}
