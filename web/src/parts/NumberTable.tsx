import { Table, type TableProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface NumberTableProps extends TableProps {
  'aria-label': string
  head: readonly string[]
  /** Each begins with its name. */
  rows: ReadonlyArray<readonly [name: string, ...numbers: ReactNode[]]>
}

/** Names, and numbers at the right. */
export function NumberTable({ head: [first, ...columns], rows, ...table }: NumberTableProps) {
  return (
    <Table verticalSpacing={6} {...table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first}</Table.Th>
          {columns.map((title) => (
            <Table.Th key={title} ta="right">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, ...numbers]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Table.Th>
            {columns.map((title, index) => (
              <Table.Td key={title} ta="right">
                {numbers[index]}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
