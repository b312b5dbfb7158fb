import { ScrollArea, Table } from '@mantine/core'
import { formatDay } from './days.ts'
import type { PlotProps } from './Plot.tsx'

/** The numbers of the plot, newest day first. */
export function CountsTable({ report: { days }, series }: PlotProps) {
  const newestFirst = days.map((_, index) => days.length - 1 - index)
  return (
    <ScrollArea.Autosize
      mah={420}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Contacts by day' }}
    >
      <Table stickyHeader aria-label="Contacts by day" verticalSpacing={6} miw={120 + series.length * 90}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            <Table.Th ta="right">All</Table.Th>
            {series.map(({ key, label }) => (
              <Table.Th key={key} ta="right">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newestFirst.map((index) => (
            <Table.Tr key={days[index]}>
              <Table.Th scope="row" fw={500} style={{ whiteSpace: 'nowrap' }}>
                {formatDay(days[index]!)}
              </Table.Th>
              <Table.Td ta="right" fw={600}>
                {series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0)}
              </Table.Td>
              {series.map(({ key, counts }) => (
                <Table.Td key={key} ta="right">
                  {counts[index] ?? 0}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
