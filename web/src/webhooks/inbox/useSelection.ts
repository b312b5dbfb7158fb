import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/**
 * What is chosen in the address. Where there is room for both sides the newest row is shown until somebody chooses,
 * and stays while others arrive above it.
 */
export function useSelection(chosen: string | undefined, rows: ReadonlyArray<{ id: string }>, isReady: boolean) {
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [pinned, setPinned] = useState<string | null>(null)
  const first = rows[0]?.id ?? null
  const isPinned = rows.some(({ id }) => id === pinned)
  useEffect(() => {
    if (isReady && !isPinned) setPinned(first)
  }, [isReady, isPinned, first])

  // On a phone the detail is below the list: a choice goes there.
  const detail = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen && !isWide) detail.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [chosen, isWide])
  return { selectedId: chosen ?? (isWide ? pinned : null), detail }
}
