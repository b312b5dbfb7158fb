import { type Call, json, type Reply, refuse } from '../http/call.ts'
import type { PublicItem } from '../state/records.ts'
import { graphError, invalidParameter } from './errors.ts'

/**
 * Implements `fields=id,children{id,media_type}`: only requested fields, and always the id. Fields without a value are
 * left out.
 */
export function selectFields(value: Record<string, unknown>, fields: string | null): Record<string, unknown> {
  const selected: Record<string, unknown> = {}
  for (const { name, inner } of parseFields(fields ?? '')) {
    const entry = value[name]
    if (entry === undefined || entry === null) continue
    selected[name] = inner === null ? entry : selectInner(entry, inner)
  }
  if (value.id !== undefined) selected.id = value.id
  return selected
}

function selectInner(entry: unknown, fields: string): unknown {
  const data = (entry as { data?: Record<string, unknown>[] }).data
  if (Array.isArray(data)) return { data: data.map((row) => selectFields(row, fields)) }
  return selectFields(entry as Record<string, unknown>, fields)
}

function parseFields(text: string): { name: string; inner: string | null }[] {
  return [...text.matchAll(/([a-z_]+)(?:\{([^}]*)\})?/g)].map(([, name, inner]) => ({
    name: name!,
    inner: inner ?? null,
  }))
}

/** 2023-10-17T05:42:03+0000 */
export function graphTime(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, '+0000')
}

/** A page of a list with Graph's cursors. `since` and `until` are Unix seconds or dates. */
export function listPage(
  call: Call,
  items: PublicItem[],
  path: string,
  toRow: (item: PublicItem) => Record<string, unknown>,
): Reply {
  const limit = Number(call.query.get('limit') ?? 25)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
    refuse(graphError(call, invalidParameter('(#100) The parameter limit must be between 1 and 100.')))
  }
  const since = readTime(call, 'since') ?? Number.NEGATIVE_INFINITY
  const until = readTime(call, 'until') ?? Number.POSITIVE_INFINITY
  const inside = items.filter(
    (item) => Math.floor(item.createdAt / 1000) >= since && Math.floor(item.createdAt / 1000) <= until,
  )
  const after = call.query.get('after')
  const before = call.query.get('before')
  let start = after ? inside.findIndex((item) => cursorOf(item) === after) + 1 : 0
  if (before) start = Math.max(0, inside.findIndex((item) => cursorOf(item) === before) - limit)
  const shown = inside.slice(start, start + limit)
  if (shown.length === 0) return json(200, { data: [] })
  const cursors = { before: cursorOf(shown[0]!), after: cursorOf(shown.at(-1)!) }
  const paging: Record<string, unknown> = { cursors }
  if (start + limit < inside.length) paging.next = linkTo(call, path, 'after', cursors.after)
  if (start > 0) paging.previous = linkTo(call, path, 'before', cursors.before)
  const fields = call.query.get('fields')
  return json(200, { data: shown.map((item) => selectFields(toRow(item), fields)), paging })
}

function linkTo(call: Call, path: string, name: 'after' | 'before', cursor: string): string {
  const query = new URLSearchParams(call.query)
  query.delete('after')
  query.delete('before')
  query.set(name, cursor)
  return `${call.world.url}/${call.platform}${path}?${query}`
}

function cursorOf(item: PublicItem): string {
  return Buffer.from(`sandbox:${item.id}`).toString('base64url')
}

function readTime(call: Call, name: string): number | null {
  const text = call.query.get(name)
  if (text === null || text === '') return null
  const time = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000
  if (Number.isNaN(time)) refuse(graphError(call, invalidParameter(`(#100) The parameter ${name} is not a time.`)))
  return Math.floor(time)
}
