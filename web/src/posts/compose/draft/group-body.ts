import type { NewPostGroup } from '../../../api/schema.ts'
import type { Body } from './draft.ts'

/** Errors of the API: field → messages. */
export type Details = Record<string, string[]>

/** One composition for several accounts, as the API takes it: each has everything for itself. */
export function toGroup(bodies: readonly Body[]): NewPostGroup {
  const accounts = bodies.map(({ connection_id, ...overrides }) => ({ connection_id: connection_id!, overrides }))
  return { accounts } as NewPostGroup
}

const PLACE = /^accounts\[(\d+)\](?:\.overrides)?\.?/

/** The errors of each account, by its place, in the words of a single post. What belongs to none is under all of them. */
export function splitDetails(details: Details, count: number): Map<number, Details> {
  const split = new Map<number, Details>()
  for (const [field, messages] of Object.entries(details)) {
    const place = PLACE.exec(field)
    const own = place === null ? field : field.slice(place[0].length) || 'connection_id'
    const plain = messages.map((message) => message.replace(PLACE, ''))
    const at = place === null ? Array.from({ length: count }, (_, index) => index) : [Number(place[1])]
    for (const index of at) {
      const known = split.get(index) ?? {}
      split.set(index, { ...known, [own]: [...(known[own] ?? []), ...plain] })
    }
  }
  return split
}

/** The errors of each post of a group that is changed, by its id. */
export function splitPatchDetails(details: Details, ids: readonly string[]): Map<string, Details> {
  const split = new Map<string, Details>()
  for (const [field, messages] of Object.entries(details)) {
    const found = /^(?:overrides|posts)\.([0-9a-f-]{36})\.?(.*)$/.exec(field)
    const own = found ? found[2] || 'id' : field
    const plain = messages.map((message) => message.replace(/^overrides\.[0-9a-f-]{36}\.?/, ''))
    for (const id of found ? [found[1]!] : ids) {
      const known = split.get(id) ?? {}
      split.set(id, { ...known, [own]: [...(known[own] ?? []), ...plain] })
    }
  }
  return split
}
