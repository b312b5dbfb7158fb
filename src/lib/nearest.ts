/**
 * The known name that `name` is probably a typo of: other case or separators, or at most 2 edits (1 in a short name).
 */
export function findNearest(name: string, known: readonly string[]): string | null {
  if (name.length > 40) return null
  const plain = toPlain(name)
  if (plain === '') return null
  let best = plain.length < 5 ? 2 : 3
  let nearest: string | null = null
  for (const each of known) {
    const wanted = toPlain(each)
    if (Math.abs(wanted.length - plain.length) >= best) continue
    const distance = measureDistance(plain, wanted)
    // For a name of one letter, every other letter is one edit away.
    if (distance < best && distance < wanted.length) {
      best = distance
      nearest = each
    }
  }
  return nearest
}

function toPlain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/**
 * Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours. None of our dependencies has
 * it.
 */
function measureDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, substitution)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1)
      row.push(cost)
    }
    beforeLast = last
    last = row
  }
  return last[b.length]!
}
