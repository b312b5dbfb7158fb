import { ScrollArea, Table, type TableProps } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'

type Row = readonly [name: ReactNode, ...numbers: ReactNode[]]

interface NumberTableProps extends TableProps {
  'aria-label': string
  head: Row
  rows: readonly Row[]
  foot?: Row
  nameStyle?: CSSProperties
  /** A taller one scrolls, also with the keyboard. */
  mah?: number
}

export function NumberTable({ head, rows, foot, nameStyle, mah, ...table }: NumberTableProps) {
  const shown = (
    <Table verticalSpacing={6} {...table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{head[0]}</Table.Th>
          {numbersOf(head, Table.Th)}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and a row keeps no state
          <Table.Tr key={index}>
            <Table.Th scope="row" fw={500} style={nameStyle}>
              {row[0]}
            </Table.Th>
            {numbersOf(row, Table.Td)}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {foot && (
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{foot[0]}</Table.Th>
            {numbersOf(foot, Table.Th)}
          </Table.Tr>
        </Table.Tfoot>
      )}
    </Table>
  )
  if (mah === undefined) return shown
  const region = { tabIndex: 0, role: 'region', 'aria-label': table['aria-label'] }
  return (
    <ScrollArea.Autosize mah={mah} type="auto" viewportProps={region}>
      {shown}
    </ScrollArea.Autosize>
  )
}

function numbersOf([, ...numbers]: Row, Cell: typeof Table.Td | typeof Table.Th) {
  return numbers.map((number, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the order never changes
    <Cell key={index} ta="right">
      {number}
    </Cell>
  ))
}
