export interface Slot {
  key: number
  index: number
}

/**
 * Rows that come into view reuse the elements of rows that left it: creating elements is what makes fast scrolling slow. While
 * scrolling, elements keep their order; at rest they follow the rows, for screen readers.
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
