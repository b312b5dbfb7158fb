import type { Message } from '../../messages/message.ts'

/** The budget of a mapping. A step takes some microseconds. */
export interface Work {
  spend(steps: number): void
}

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

const UNBOUNDED: Work = { spend() {} }

// An item is mapped without a pause, so it may take some milliseconds; a whole delivery some seconds, with pauses.
const ITEM_STEPS_MAX = 50_000
const DELIVERY_STEPS_MAX = 2_000_000

/** Call `startItem` before each item of a delivery. */
export function createWork(): Work & { startItem(): void } {
  let item = 0
  let all = 0
  return {
    startItem() {
      item = 0
    },
    spend(steps) {
      item += steps
      all += steps
      if (item > ITEM_STEPS_MAX || all > DELIVERY_STEPS_MAX) throw new TooMuchWork()
    },
  }
}

const POINTER_MAX = 500
const SEGMENTS_MAX = 32
const NAME_DEPTH_MAX = 16
/** How many items of a list are searched for one with a value. */
const SEARCHED_MAX = 10_000

/** A value, and the RFC 6901 pointer to it. */
export interface Found {
  value: unknown
  path: string
}

export function pointerProblem(pointer: string): Message | null {
  if (pointer.length > POINTER_MAX) return { code: 'pointer.too_long', values: { max: POINTER_MAX } }
  if (pointer !== '' && !pointer.startsWith('/')) return { code: 'pointer.no_slash' }
  if (/~(?![01])/.test(pointer)) return { code: 'pointer.tilde' }
  if (segmentsOf(pointer).length > SEGMENTS_MAX) return { code: 'pointer.too_deep', values: { max: SEGMENTS_MAX } }
  return null
}

/**
 * Follows an RFC 6901 pointer, with one extension: on a list, a segment [name=value] means the first item whose member
 * has that value. On an object it is the name of a member, so every standard pointer keeps its meaning.
 */
export function follow(root: unknown, pointer: string | readonly string[], work: Work = UNBOUNDED): Found | null {
  let value = root
  let path = ''
  for (const segment of typeof pointer === 'string' ? segmentsOf(pointer) : pointer) {
    const key = Array.isArray(value) ? indexOf(value, segment, work) : segment
    if (key === null || typeof value !== 'object' || value === null) return null
    if (!Object.hasOwn(value, key)) return path === '' ? followName(root, pointer, work) : null
    value = (value as Record<string, unknown>)[key]
    path += `/${escapeSegment(key)}`
  }
  return { value, path }
}

/** Version 0.2 kept the names of a form as they were: /data[merges][EMAIL] is now /data/merges/EMAIL. */
function followName(root: unknown, pointer: string | readonly string[], work: Work): Found | null {
  const [first = '', ...rest] = typeof pointer === 'string' ? segmentsOf(pointer) : pointer
  const segments = segmentsOfName(first)
  return segments.length === 1 ? null : follow(root, [...segments, ...rest], work)
}

export function escapeSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return []
  const parts = pointer.slice(1).split('/')
  return parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** The path of a name in brackets: `data[merges][EMAIL]` → data, merges, EMAIL. Other names are one segment. */
export function segmentsOfName(name: string): string[] {
  const [, first, rest] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(name) ?? []
  if (first === undefined) return [name]
  const segments = [first, ...rest!.slice(1, -1).split('][')]
  return segments.length > NAME_DEPTH_MAX ? [name] : segments
}

const INDEX = /^(?:0|[1-9]\d{0,9})$/
const SELECTOR = /^\[([^=\]]+)=(.*)\]$/s

/** The index as text, because list members are named so; null if there is no such item. */
function indexOf(list: readonly unknown[], segment: string, work: Work): string | null {
  if (INDEX.test(segment)) return segment
  const selector = SELECTOR.exec(segment)
  if (selector === null) return null
  const [, name, wanted] = selector as unknown as [string, string, string]
  for (let index = 0; index < list.length && index < SEARCHED_MAX; index++) {
    work.spend(1)
    if (hasValue(list[index], name, wanted)) return String(index)
  }
  return null
}

function hasValue(item: unknown, name: string, wanted: string): boolean {
  let value = item
  for (const part of isMember(item, name) ? [name] : name.split('.')) {
    if (!isMember(value, part)) return false
    value = value[part]
  }
  return value !== null && typeof value !== 'object' && String(value) === wanted
}

function isMember(value: unknown, name: string): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}
