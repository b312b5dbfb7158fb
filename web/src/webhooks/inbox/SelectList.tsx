import { Group, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { moveByArrows } from '../../parts/RecordTable.tsx'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import classes from './inbox.module.css'

interface SelectListProps<T extends { id: string }> {
  label: string
  rows: readonly T[]
  selectedId: string | null
  onSelect: (id: string) => void
  render: (row: T) => ReactNode
  total: number
  more: { has: boolean; isLoading: boolean; load: () => void }
}

/** The left side of an inbox. Arrow keys move, Enter opens. */
export function SelectList<T extends { id: string }>(props: SelectListProps<T>) {
  const { label, rows, selectedId, onSelect, render, total, more } = props
  const isHere = rows.some(({ id }) => id === selectedId)
  return (
    <Paper withBorder className={classes.list}>
      <div role="listbox" aria-label={label} tabIndex={-1} className={classes.rows} onKeyDown={moveByArrows}>
        {rows.map((row, index) => (
          <div
            key={row.id}
            role="option"
            aria-selected={row.id === selectedId}
            tabIndex={(isHere ? row.id === selectedId : index === 0) ? 0 : -1}
            className={classes.row}
            onClick={() => onSelect(row.id)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' && event.key !== ' ') return
              event.preventDefault()
              onSelect(row.id)
            }}
          >
            {render(row)}
          </div>
        ))}
      </div>
      <Group justify="space-between" className={classes.foot}>
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
  )
}
