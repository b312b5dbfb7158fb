import { Group, Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { moveByArrows } from '../../parts/RecordTable.tsx'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import classes from './inbox.module.css'

interface Selection {
  selectedId: string | null
  detail: RefObject<HTMLDivElement | null>
}

/**
 * What is chosen in the address. Where there is room for both sides the newest row is shown until somebody chooses,
 * and stays while others arrive above it.
 */
export function useSelection(
  chosen: string | undefined,
  rows: ReadonlyArray<{ id: string }>,
  isReady: boolean,
): Selection {
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

interface SelectListProps<T> {
  label: string
  list: { rows: readonly T[]; total: number; more: { has: boolean; isLoading: boolean; load: () => void } }
  selection: Selection
  onSelect: (id: string) => void
  renderRow: (row: T) => ReactNode
  renderDetail: (id: string, listed: T | undefined) => ReactNode
}

/** A list and what is chosen in it, beside each other. Arrow keys move, Enter opens. */
export function SelectList<T extends { id: string }>(props: SelectListProps<T>) {
  const { label, list, selection, onSelect, renderRow, renderDetail } = props
  const { rows, total, more } = list
  const { selectedId } = selection
  const listed = rows.find(({ id }) => id === selectedId)
  return (
    <div className={classes.split}>
      <Paper withBorder className={classes.list}>
        <div role="listbox" aria-label={label} tabIndex={-1} className={classes.rows} onKeyDown={moveByArrows}>
          {rows.map((row, index) => (
            <div
              key={row.id}
              role="option"
              aria-selected={row.id === selectedId}
              tabIndex={(listed ? row === listed : index === 0) ? 0 : -1}
              className={classes.row}
              onClick={() => onSelect(row.id)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' && event.key !== ' ') return
                event.preventDefault()
                onSelect(row.id)
              }}
            >
              {renderRow(row)}
            </div>
          ))}
        </div>
        <Group justify="space-between" px={14} py={8}>
          <Muted>
            {rows.length.toLocaleString()} of {total.toLocaleString()}
          </Muted>
          {more.has && (
            <SecondaryButton size="xs" loading={more.isLoading} onClick={more.load}>
              Show more
            </SecondaryButton>
          )}
        </Group>
      </Paper>
      <div ref={selection.detail} style={{ scrollMarginTop: 70 }}>
        {selectedId && renderDetail(selectedId, listed)}
      </div>
    </div>
  )
}
