import * as S from '../lib/schema.ts'
import { EVENT_TYPES, type EventType } from './emit.ts'

type Noun = EventType extends `${infer N}.${string}` ? N : never
type Wildcard = `${Noun}.*`
/** What a list of types may contain: a type, or a wildcard for all types of a noun, also those of later versions. */
export type EventSelector = EventType | Wildcard

const NOUNS = [...new Set(EVENT_TYPES.map(nounOf))] as Noun[]
export const WILDCARDS: readonly Wildcard[] = NOUNS.map((noun) => `${noun}.*` as const)
export const SELECTORS: readonly EventSelector[] = [...EVENT_TYPES, ...WILDCARDS]

export const SelectorSchema = { $id: 'EventSelector', anyOf: [S.oneOf(EVENT_TYPES), S.oneOf(WILDCARDS)] }

function nounOf(selector: string): string {
  return selector.split('.', 1)[0]!
}

/** The types of today that these stand for. */
export function expandSelectors(selectors: readonly EventSelector[]): EventType[] {
  return EVENT_TYPES.filter((type) => selectors.includes(type) || selectors.includes(`${nounOf(type)}.*` as Wildcard))
}
