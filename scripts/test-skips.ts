/** Why tests were skipped, and how many for each reason, by the output of a run. A group that is skipped counts once. */
export function countSkips(output: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [, reason = ''] of output.matchAll(/^ *﹣ .* \([\d.]+ms\) # (.+)$/gm)) {
    const known = reason === 'SKIP' ? 'no reason is given' : reason
    counts.set(known, (counts.get(known) ?? 0) + 1)
  }
  return counts
}
