import type { Connection } from '../../api/schema.ts'

/** Told apart in both themes; beyond them colours repeat. */
const COLOURS = [
  '#1c7ed6',
  '#e8590c',
  '#2f9e44',
  '#ae3ec9',
  '#e03131',
  '#0c8599',
  '#f08c00',
  '#5f3dc4',
  '#c2255c',
  '#66a80f',
]

/** A colour for each account, the same on every page. */
export function coloursOf(connections: readonly Connection[]): Map<string, string> {
  const ordered = connections.toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1))
  return new Map(ordered.map(({ id }, at) => [id, COLOURS[at % COLOURS.length]!]))
}
