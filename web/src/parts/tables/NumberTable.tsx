import { Table, type TableProps } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'

interface NumberTableProps extends TableProps {
  'aria-label': string
  head: readonly string[]
  /** Each begins with its name. */
  rows: ReadonlyArray<readonly [name: string, ...numbers: ReactNode[]]>
  nameStyle?: CSSProperties
}

/** Names, and numbers at the right. */
export function NumberTable({ head: [first, ...columns], rows, nameStyle, ...table }: NumberTableProps) {
  return (
    <Table verticalSpacing={6} {...table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first}</Table.Th>
          {columns.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the order never changes
            <Table.Th key={index} ta="right">
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([name, ...numbers]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={500} style={nameStyle}>
              {name}
            </Table.Th>
            {numbers.map((number, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Table.Td key={index} ta="right">
                {number}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
