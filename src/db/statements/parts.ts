import { isBehind, lookInParts, type Window } from './paging.ts'

// No index serves a list with several filters, or a search, and few rows may match. So a part of the rows is read along
// one index, and the cursor continues after it: the work stays the same however rare a match is.

/** The first `most` rows behind `afterId` along an index. */
export interface Part<W> extends Window {
  /** What the index has. */
  way: W
  /** The id of the last row; null if there are no more. */
  end: string | null
}

export type FindEnd<W> = (way: W, window: Window) => Promise<string | null>

/** The part of the index that reaches furthest. */
export async function findPart<W>(ways: readonly W[], window: Window, findEnd: FindEnd<W>): Promise<Part<W>> {
  let furthest: Part<W> | null = null
  for (const way of ways) {
    const part = { ...window, way, end: await findEnd(way, window) }
    if (part.end === null) return part
    if (furthest === null || isBehind(window.order, part.end, furthest.end!)) furthest = part
  }
  return furthest!
}

/** Matches count as frequent if one in this many rows of the first part matches. */
const FREQUENT_SHARE = 4

/**
 * `shown` has the requested rows. The first part is counted, and `isCapped` if there are more. `isTooFar` if a numbered
 * page would be behind all rows that may be read.
 */
export async function lookAlong<W>(
  ways: readonly W[],
  /** If matches are frequent, numbered pages may be among the first `behindMax` rows. */
  { order, afterId, limit, offset, most, behindMax }: Window & { limit: number; offset: number; behindMax: number },
  findEnd: FindEnd<W>,
  count: (part: Part<W>) => Promise<number>,
): Promise<{ total: number; isCapped: boolean; isTooFar: boolean; shown: Part<W> }> {
  const look = (after: string | null) => findPart(ways, { order, afterId: after, most }, findEnd)
  const { first, here } = await lookInParts({ order, afterId }, look, ({ end }) => end)
  const total = await count(first)
  const isCapped = first.end !== null
  const isFrequent = isCapped && FREQUENT_SHARE * total >= most
  const isBeyond = isFrequent && afterId === null && offset + limit > total
  const further = { order, afterId: null, most: Math.max(most, behindMax) }
  const isTooFar = isBeyond && offset >= further.most
  return { total, isCapped, isTooFar, shown: isBeyond ? await findPart([first.way], further, findEnd) : here }
}
