import { useMediaQuery } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/** Filters, what is chosen and how it is shown, all of it in the address. */
export function useParamsOf(webhookId: string) {
  const search = useSearch({ from: '__root__' })
  const navigate = useNavigate()
  const set = (change: Record<string, string | undefined>) =>
    void navigate({
      to: `/webhooks/${webhookId}`,
      search: { ...search, ...change },
      replace: true,
      resetScroll: false,
    })
  return { search, set }
}

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
