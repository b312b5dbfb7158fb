import { type Query, queryId, queryText } from '../http/input/query.ts'
import { checkNames, type Issues, nameOfType, readObject } from '../lib/issues.ts'
import { readText } from '../lib/text/text.ts'
import { link, NAME_MAX, UTM_MAX } from './schemas.ts'
import { TARGET_MAX, targetProblems, UTM_NAMES, type Utm } from './target.ts'

export interface LinkInput {
  target: string
  name: string | null
  utm: Utm
}

export type LinkChange = Partial<LinkInput> & { disabled?: boolean }

const FIELDS = ['target', 'name', 'utm']
// The service assigns these: a client that sends back what it read changes nothing by it.
const ASSIGNED = new Set(Object.keys(link.example).filter((name) => !FIELDS.includes(name)))

/** Reads a create body. Every broken rule goes to `issues`; the result counts only when there are none. */
export function readLink(issues: Issues, body: Record<string, unknown>, ownUrls: readonly string[]): LinkInput {
  checkNames(issues, body, FIELDS, ASSIGNED)
  return {
    target: readTarget(issues, body.target, ownUrls),
    name: readText(issues, 'name', body.name, { max: NAME_MAX }),
    utm: withoutNulls(readUtm(issues, body.utm)),
  }
}

/** Reads a PATCH body: what is left out stays. `current` is what is stored. */
export function readLinkChange(
  issues: Issues,
  body: Record<string, unknown>,
  ownUrls: readonly string[],
  current: { utm: Utm },
): LinkChange {
  checkNames(issues, body, [...FIELDS, 'disabled'], ASSIGNED)
  const change: LinkChange = {}
  if (body.target !== undefined) change.target = readTarget(issues, body.target, ownUrls)
  if (body.name !== undefined) change.name = readText(issues, 'name', body.name, { max: NAME_MAX })
  if (body.utm !== undefined) change.utm = withoutNulls({ ...current.utm, ...readUtm(issues, body.utm) })
  if (typeof body.disabled === 'boolean') change.disabled = body.disabled
  else if (body.disabled !== undefined) {
    issues.add('disabled', `disabled must be true or false, but it is ${nameOfType(body.disabled)}.`)
  }
  if (Object.keys(change).length === 0 && issues.count === 0) {
    issues.add('body', 'Nothing is to be changed. Send target, name, utm or disabled.')
  }
  return change
}

function readTarget(issues: Issues, value: unknown, ownUrls: readonly string[]): string {
  const text = readText(issues, 'target', value, { max: TARGET_MAX, required: true })
  if (text === null) return ''
  for (const problem of targetProblems(text, ownUrls)) issues.add('target', problem)
  return text
}

type UtmInput = Partial<Record<(typeof UTM_NAMES)[number], string | null>>

function readUtm(issues: Issues, value: unknown): UtmInput {
  const wanted = 'an object such as {"source": "newsletter"}'
  const given = readObject(issues, 'utm', value, { wanted, known: UTM_NAMES }) ?? {}
  const read: UtmInput = {}
  for (const name of UTM_NAMES) {
    if (given[name] !== undefined) read[name] = readText(issues, `utm.${name}`, given[name], { max: UTM_MAX })
  }
  return read
}

function withoutNulls(utm: UtmInput): Utm {
  return Object.fromEntries(Object.entries(utm).filter(([, value]) => value !== null)) as Utm
}

export function readLinkFilter(issues: Issues, query: Query) {
  return { postId: queryId(issues, query, 'post_id', 'a post'), text: queryText(issues, query, 'q') }
}
export type LinkFilter = ReturnType<typeof readLinkFilter>
