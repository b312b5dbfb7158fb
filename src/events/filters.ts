import { STATUS_KEYS, TEXT_MAX } from '../contact-fields.ts'
import { isUuid } from '../lib/ids.ts'
import { describeFound, type Issues, readObject } from '../lib/issues.ts'
import { everywhere, type Field } from '../lib/record/fields.ts'
import { readText } from '../lib/text/text.ts'
import { FORMATS } from '../platforms/shared/provider.ts'

interface FilterSpec {
  /** The nouns whose events have the field. */
  nouns: readonly string[]
  values: 'text' | 'id' | readonly string[]
  /** It is in `extra` of a contact. */
  isExtra?: true
}

const ofContact = { nouns: ['contact'], values: 'text' } as const
const ofPost = { nouns: ['post'], values: 'id' } as const

/** The fields of events that an endpoint can be limited by. event_matches() of the database compares them. */
const FILTERS: Readonly<Record<string, FilterSpec>> = {
  utm_source: ofContact,
  utm_medium: ofContact,
  utm_campaign: { ...ofContact, isExtra: true },
  utm_term: { ...ofContact, isExtra: true },
  utm_content: { ...ofContact, isExtra: true },
  status: { ...ofContact, values: STATUS_KEYS },
  owner_id: { ...ofContact, values: 'id' },
  form_id: { ...ofContact, values: 'id' },
  link_id: { ...ofContact, values: 'id' },
  post_id: { ...ofContact, values: 'id' },
  webhook_id: { nouns: ['contact', 'webhook'], values: 'id' },
  platform: { nouns: ['post', 'connection'], values: FORMATS },
  connection_id: ofPost,
  group_id: ofPost,
  author_id: ofPost,
}

const NAMES = Object.keys(FILTERS)

export type Filters = Record<string, string>

export const filtersField: Field<Filters> = everywhere<Filters>({
  schema: {
    $id: 'EndpointFilters',
    type: 'object',
    additionalProperties: { type: 'string' },
    description: `Only events whose object has all of these values: ${NAMES.map((name) => `\`${name}\``).join(', ')}.`,
  },
  example: { utm_source: 'newsletter' },
  isRequired: false,
  read(issues, path, value) {
    const sent = readObject(issues, path, value, { known: NAMES }) ?? {}
    const names = Object.keys(sent).filter((name) => Object.hasOwn(FILTERS, name))
    return Object.fromEntries(names.map((name) => [name, readValue(issues, `${path}.${name}`, name, sent[name])]))
  },
})

function readValue(issues: Issues, path: string, name: string, value: unknown): string {
  const { values } = FILTERS[name]!
  const found = readText(issues, path, value, { max: TEXT_MAX, required: true }) ?? ''
  if (found === '' || values === 'text') return found
  if (values === 'id') {
    if (!isUuid(found)) issues.add(path, 'endpoint.filter_id', { found: describeFound(found) })
    return found.toLowerCase()
  }
  if (!values.includes(found)) {
    issues.add(path, 'field.not_choice', { choices: values.join(', '), found: describeFound(found) })
  }
  return found
}

/** Refuses filters that no event of these types (null for all) can match. */
export function checkFilters(issues: Issues, filters: Filters, types: readonly string[] | null): void {
  const names = Object.keys(filters)
  const wanted = (types ?? Object.values(FILTERS).flatMap(({ nouns }) => nouns)).map(nounOf)
  if (names.length === 0 || wanted.some((noun) => hasFields(noun, names))) return
  issues.add('filters', 'endpoint.filters_never', { names: names.join(', ') })
}

function hasFields(noun: string, names: readonly string[]): boolean {
  return names.every((name) => FILTERS[name]!.nouns.includes(noun))
}

/** An example as it would pass the filters. Events that lack these fields stay as they are. */
export function toMatch(filters: Filters, type: string, data: object): object {
  const names = Object.keys(filters)
  if (!hasFields(nounOf(type), names) || !names.every((name) => placeOf(name) in data)) return data
  const valuesIn = (place: 'extra' | 'data') =>
    Object.fromEntries(
      names.filter((name) => (placeOf(name) === 'extra') === (place === 'extra')).map((name) => [name, filters[name]]),
    )
  const { extra } = data as { extra?: object }
  return { ...data, ...valuesIn('data'), ...(extra && { extra: { ...extra, ...valuesIn('extra') } }) }
}

function placeOf(name: string): string {
  return FILTERS[name]!.isExtra ? 'extra' : name
}

function nounOf(type: string): string {
  return type.split('.', 1)[0]!
}
