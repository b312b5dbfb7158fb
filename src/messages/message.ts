import type { en } from './en.ts'

// What the program says to people, as data: a code from the catalogue and the values for its sentence. Rows store it,
// responses carry it, and sentence.ts writes the sentence when it is shown.

type Catalogue = typeof en
export type Code = keyof Catalogue
export type Value = string | number | Message

/** A type instead of an interface, so that it can be the value of a jsonb column. */
export type Message = {
  code: Code
  values?: Readonly<Record<string, Value>>
}

/** Rows of version 0.2 contain sentences. */
export type Said = Message | string

/** The argument names of an ICU message. The branches of a plural contain a space or a #, so they are not names. */
type NamesIn<Text> = Text extends `${string}{${infer Rest}` ? NameBefore<Rest> | NamesIn<Rest> : never
type NameBefore<Rest> = Rest extends `${infer Inside}}${string}` ? NameOf<Inside> : never
type NameOf<Inside> = Inside extends `${infer Name},${string}` ? Word<Name> : Word<Inside>
type Word<Name> = Name extends `${string}${' ' | '#' | "'" | '{'}${string}` | '' ? never : Name

/**
 * Values that are data, the same in every language: names, words of the API, addresses, what somebody sent and what
 * another server answered. All other values are numbers or messages, so that a sentence of one language has no words of
 * another in it.
 */
type DataName =
  | 'account'
  | 'action'
  | 'actual'
  | 'at'
  | 'by'
  | 'cause'
  | 'character'
  | 'chat'
  | 'choices'
  | 'class'
  | 'code'
  | 'command'
  | 'date'
  | 'day'
  | 'did'
  | 'encoding'
  | 'ending'
  | 'error'
  | 'example'
  | 'field'
  | 'fields'
  | 'first'
  | 'folder'
  | 'form'
  | 'format'
  | 'formats'
  | 'found'
  | 'from'
  | 'handle'
  | 'hash'
  | 'header'
  | 'host'
  | 'id'
  | 'key'
  | 'kind'
  | 'known'
  | 'label'
  | 'language'
  | 'languages'
  | 'last'
  | 'lead'
  | 'link'
  | 'list'
  | 'mark'
  | 'media_type'
  | 'method'
  | 'missing'
  | 'name'
  | 'names'
  | 'nearest'
  | 'network'
  | 'order'
  | 'origin'
  | 'path'
  | 'place'
  | 'places'
  | 'platform'
  | 'platforms'
  | 'port'
  | 'ports'
  | 'position'
  | 'post'
  | 'prefix'
  | 'provider'
  | 'report'
  | 'said'
  | 'scope'
  | 'second'
  | 'sender'
  | 'service'
  | 'settings'
  | 'sign'
  | 'start'
  | 'states'
  | 'status'
  | 'tag'
  | 'targets'
  | 'text_field'
  | 'texts'
  | 'time'
  | 'to'
  | 'tried'
  | 'type'
  | 'types'
  | 'url'
  | 'value'
  | 'wanted'
  | 'who'
  | 'words'
  | 'workspace'
  | 'zone'
type ValueOf<Name> = Name extends DataName ? Value : number | Message | ''

/** The values that the sentence of a code needs, except those filled in elsewhere. */
export type ValuesOf<C extends Code, Known = never> = [Exclude<NamesIn<Catalogue[C]>, Known>] extends [never]
  ? []
  : [values: { [N in Exclude<NamesIn<Catalogue[C]>, Known> & string]: ValueOf<N> }]

export function message<C extends Code>(code: C, ...[values]: ValuesOf<C>): Message {
  return values === undefined ? { code } : { code, values }
}

/** Fills in `{field}`. */
export function withField({ code, values }: Message, field: string): Message {
  return { code, values: { field, ...values } }
}
