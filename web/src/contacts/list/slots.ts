/** An element of the list, and the row that it shows now. */
export interface Slot {
  key: number
  index: number
}

/**
 * Rows that come into view take over the elements of those that left it. To make elements is what costs in a fast scroll: all rows are new
 * in every frame then, and the browser works out the style of each cell. While one scrolls, no element changes its place either; at rest
 * they stand in the order of the rows again, as screen readers read them.
 */
export function toSlots(before: readonly Slot[], indexes: readonly number[], isMoving: boolean): Slot[] {
  const wanted = new Set(indexes)
  const shown = new Set(before.map(({ index }) => index))
  const coming = indexes.filter((index) => !shown.has(index))
  const slots: Slot[] = []
  for (const slot of before) {
    if (wanted.has(slot.index)) {
      slots.push(slot)
      continue
    }
    const index = coming.shift()
    if (index !== undefined) slots.push({ key: slot.key, index })
  }
  let key = Math.max(-1, ...before.map((slot) => slot.key))
  for (const index of coming) slots.push({ key: ++key, index })
  return isMoving ? slots : slots.sort((a, b) => a.index - b.index)
}
