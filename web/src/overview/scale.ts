/** Whole numbers at even steps, from 0 to the first that no bar exceeds. */
export function ticksUpTo(most: number, about = 4): number[] {
  const raw = Math.max(1, most / about)
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = Math.max(1, [1, 2, 5, 10].find((times) => times * power >= raw)! * power)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

/** Which days get a label, so that labels are at least `gap` apart. The last day always has one. */
export function labelled(days: number, band: number, gap: number): number[] {
  const every = Math.max(1, Math.ceil(gap / band))
  return Array.from({ length: days }, (_, index) => index).filter((index) => (days - 1 - index) % every === 0)
}
