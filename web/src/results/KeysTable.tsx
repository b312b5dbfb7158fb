import { Box, Group, ScrollArea, Table } from '@mantine/core'
import type { AttributionReport } from '../api/schema.ts'
import { AnchorLink } from '../parts/links.tsx'
import { Muted, Wrapped } from '../parts/variants.ts'
import { changeOf, colorsOf, DIMENSIONS, nameOf, rowKey } from './results.ts'

/** The numbers of the plot by key, with those of the period before. The colours are its legend. */
export function KeysTable({ report, days }: { report: AttributionReport; days: number }) {
  const { by, rows, totals } = report
  const colors = colorsOf(report)
  const hasClicks = totals.clicks !== null
  return (
    <ScrollArea.Autosize
      mah={520}
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': `Leads by ${DIMENSIONS[by].label.toLowerCase()}` }}
    >
      <Table
        stickyHeader
        verticalSpacing={6}
        horizontalSpacing={6}
        aria-label={`Leads by ${DIMENSIONS[by].label.toLowerCase()}`}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{DIMENSIONS[by].label}</Table.Th>
            <Table.Th ta="right">Leads</Table.Th>
            <Table.Th ta="right">Before</Table.Th>
            {hasClicks && <Table.Th ta="right">Clicks</Table.Th>}
            {hasClicks && <Table.Th ta="right">Visitors</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowKey(row)}>
              <Table.Th scope="row" fw={500} miw={110}>
                <Group gap={8} wrap="nowrap" align="flex-start">
                  <Box
                    component="span"
                    aria-hidden
                    mt={5}
                    w={12}
                    h={12}
                    flex="none"
                    bg={colors.get(rowKey(row)) ?? 'transparent'}
                    style={{ borderRadius: 3 }}
                  />
                  <Wrapped lineClamp={2} title={nameOf(by, row)}>
                    {by === 'post' && row.key !== null ? (
                      <AnchorLink to="/posts/$id" params={{ id: row.key }} inherit>
                        {nameOf(by, row)}
                      </AnchorLink>
                    ) : (
                      nameOf(by, row)
                    )}
                  </Wrapped>
                </Group>
              </Table.Th>
              <Table.Td ta="right" fw={600}>
                {row.leads.toLocaleString()}
              </Table.Td>
              <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
                {row.leads_before.toLocaleString()}{' '}
                <Muted component="span">{changeOf(row.leads, row.leads_before)}</Muted>
              </Table.Td>
              {hasClicks && <Table.Td ta="right">{row.clicks?.toLocaleString()}</Table.Td>}
              {hasClicks && <Table.Td ta="right">{row.visitors?.toLocaleString()}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">All</Table.Th>
            <Table.Th ta="right">{totals.leads.toLocaleString()}</Table.Th>
            <Table.Th ta="right" title={`In the ${days} days before`}>
              {totals.leads_before.toLocaleString()}
            </Table.Th>
            {hasClicks && <Table.Th ta="right">{totals.clicks?.toLocaleString()}</Table.Th>}
            {hasClicks && <Table.Th ta="right">{totals.visitors?.toLocaleString()}</Table.Th>}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </ScrollArea.Autosize>
  )
}
