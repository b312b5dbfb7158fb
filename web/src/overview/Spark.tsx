/** A small plot beside a figure: one bar for each day. It repeats what the figure says. */
export function Spark({ counts }: { counts: readonly number[] }) {
  const most = Math.max(...counts, 1)
  const band = 100 / Math.max(counts.length, 1)
  return (
    <svg width="100%" height="40" viewBox="0 0 100 40" preserveAspectRatio="none" aria-hidden>
      {counts.map((count, index) => {
        const height = count === 0 ? 1 : Math.max(2, (count / most) * 40)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its day
            key={index}
            x={index * band + band * 0.1}
            width={band * 0.8}
            y={40 - height}
            height={height}
            fill={count === 0 ? 'var(--mantine-color-default-border)' : 'var(--mantine-primary-color-filled)'}
          />
        )
      })}
    </svg>
  )
}
