import { Paper, ScrollArea, Table } from '@mantine/core'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { Read } from '../states.tsx'
import { Muted } from '../variants.ts'
import { type More, ShownOf } from './ShownOf.tsx'

export interface Column<T> {
  title: string
  render?: (row: T) => ReactNode
  /** Instead of `render`: a number, at the right. */
  count?: (row: T) => number | null
  width?: number | string
  /** Hidden on a narrow screen. */
  wideOnly?: boolean
  align?: 'left' | 'right'
}

interface RecordTableProps<T> {
  label: string
  /** What is false is left out. */
  columns: ReadonlyArray<Column<T> | false>
  rows: readonly T[]
  idOf: (row: T) => string
  onOpen?: (row: T) => void
  total?: number
  more?: More
  selectedId?: string | null
}

/** The arrow keys move through the rows; Enter or a click opens one. */
export function RecordTable<T>({ label, rows, idOf, onOpen, total, more, selectedId, ...table }: RecordTableProps<T>) {
  const columns = table.columns.filter((column) => column !== false)
  return (
    <Paper withBorder radius="md" style={{ overflow: 'hidden' }}>
      <ScrollArea type="auto">
        <Table highlightOnHover={onOpen !== undefined} verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, width, ...column }) => (
                <Table.Th key={title} w={width} {...placeOf(column)}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody onKeyDown={moveByArrows}>
            {rows.map((row, index) => (
              <Table.Tr
                key={idOf(row)}
                {...(onOpen && {
                  style: { cursor: 'pointer', outlineOffset: -2 },
                  tabIndex: (selectedId ? selectedId === idOf(row) : index === 0) ? 0 : -1,
                  onClick: (event) => isPlain(event.target) && onOpen(row),
                  onKeyDown: (event) => {
                    if (event.key === 'Enter' && event.target === event.currentTarget) onOpen(row)
                  },
                })}
                {...(selectedId === idOf(row) && { 'data-selected': true, 'aria-selected': true })}
              >
                {columns.map(({ title, render, count, ...column }) => (
                  <Table.Td key={title} {...placeOf({ count, ...column })}>
                    {count ? (count(row)?.toLocaleString() ?? <Muted>–</Muted>) : render?.(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {total !== undefined && (
        <ShownOf
          shown={rows.length}
          total={total}
          more={more}
          p="sm"
          style={{ borderTop: '1px solid var(--mantine-color-default-border)' }}
        />
      )}
    </Paper>
  )
}

function placeOf<T>({ count, wideOnly, align }: Omit<Column<T>, 'title'>) {
  return { ta: align ?? (count ? 'right' : 'left'), visibleFrom: wideOnly ? 'sm' : undefined }
}

interface RecordListProps<T> extends Omit<RecordTableProps<T>, 'rows' | 'total' | 'more' | 'idOf'> {
  of: ComponentProps<typeof Read<unknown>>['of'] & Pick<RecordTableProps<T>, 'rows' | 'total' | 'more'>
  idOf?: (row: T) => string
  empty: ReactNode
  waiting?: number
}

export function RecordList<T extends object>({ of, idOf = idIn, empty, waiting, ...table }: RecordListProps<T>) {
  const { rows, total, more } = of
  return (
    <Read of={of} rows={waiting}>
      {() => (rows.length === 0 ? empty : <RecordTable {...table} idOf={idOf} rows={rows} total={total} more={more} />)}
    </Read>
  )
}

const idIn = (row: object) => (row as { id: string }).id

/** A click on a button or link inside a row is not a click on the row. */
function isPlain(target: EventTarget): boolean {
  return !(target as Element).closest('a, button, input, [role="menuitem"]')
}

/** Up, down, Home and End, for any list of elements with a tabindex. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > [tabindex]')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  if (at === -1) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  const row = next === undefined ? undefined : rows[next]
  if (row === undefined) return
  event.preventDefault()
  rows[at]!.tabIndex = -1
  row.tabIndex = 0
  row.focus()
}
