import { Paper } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { useUrl } from '../../parts/forms.tsx'
import { type More, moveByArrows, ShownOf } from '../../parts/tables.tsx'
import { Read } from '../../parts/ui.tsx'
import classes from './inbox.module.css'

interface SelectListProps<T> {
  label: string
  of: ComponentProps<typeof Read>['of'] & {
    rows: readonly T[]
    total: number
    more: More
  }
  /** Name of the choice in the URL. */
  param: string
  empty: ReactNode
  lead?: ReactNode
  renderRow: (row: T, isSelected: boolean) => ReactNode
  renderDetail: (id: string, listed: T | undefined) => ReactNode
}

/**
 * A list beside the chosen row. Arrow keys move, Enter opens. On wide screens the newest row is shown until one is chosen, and
 * stays while others arrive.
 */
export function SelectList<T extends { id: string }>(props: SelectListProps<T>) {
  const { label, of, param, empty, lead, renderRow, renderDetail } = props
  const { rows, total, more } = of
  const [{ [param]: chosen }, set] = useUrl()
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false })
  const [pinned, setPinned] = useState<string | null>(null)
  const isReady = of.data !== undefined
  const first = rows[0]?.id ?? null
  const isPinned = rows.some(({ id }) => id === pinned)
  useEffect(() => {
    if (isReady && !isPinned) setPinned(first)
  }, [isReady, isPinned, first])

  // On phones the detail is below the list.
  const detail = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen && !isWide) detail.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [chosen, isWide])

  const selectedId = chosen ?? (isWide ? pinned : null)
  const listed = rows.find(({ id }) => id === selectedId)
  const select = (id: string) => set({ [param]: id })
  const list = () => (
    <>
      {lead}
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
                onClick={() => select(row.id)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' && event.key !== ' ') return
                  event.preventDefault()
                  select(row.id)
                }}
              >
                {renderRow(row, row.id === selectedId)}
              </div>
            ))}
          </div>
          <ShownOf shown={rows.length} total={total} more={more} px={14} py={8} />
        </Paper>
        <div ref={detail} style={{ scrollMarginTop: 70 }}>
          {selectedId && (
            <Paper withBorder p="md">
              {renderDetail(selectedId, listed)}
            </Paper>
          )}
        </div>
      </div>
    </>
  )
  return <Read of={of}>{() => (rows.length === 0 ? empty : list())}</Read>
}
