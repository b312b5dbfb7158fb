import type { ComponentProps, ReactNode } from 'react'
import { RecordTable } from './RecordTable.tsx'
import { Read } from './states.tsx'

type TableProps<T> = ComponentProps<typeof RecordTable<T>>

interface RecordListProps<T> extends Omit<TableProps<T>, 'rows' | 'total' | 'more' | 'idOf'> {
  of: ComponentProps<typeof Read<unknown>>['of'] & Pick<TableProps<T>, 'rows' | 'total' | 'more'>
  idOf?: (row: T) => string
  /** Instead of a table without rows. */
  empty: ReactNode
  /** How many rows the skeleton has. */
  waiting?: number
}

/** A table of what is read. */
export function RecordList<T extends object>({ of, idOf = idIn, empty, waiting, ...table }: RecordListProps<T>) {
  const { rows, total, more } = of
  return (
    <Read of={of} rows={waiting}>
      {() => (rows.length === 0 ? empty : <RecordTable {...table} idOf={idOf} rows={rows} total={total} more={more} />)}
    </Read>
  )
}

const idIn = (row: object) => (row as { id: string }).id
