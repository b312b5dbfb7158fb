import { Box, Group, Text } from '@mantine/core'
import type { AttributionReport } from '../api/schema.ts'
import { AnchorLink } from '../parts/links.tsx'
import { NumberTable } from '../parts/tables/NumberTable.tsx'
import { Muted, Wrapped } from '../parts/variants.ts'
import { type By, changeOf, colorsOf, DIMENSIONS, nameOf, rowKey } from './results.ts'

/** The numbers of the plot by key, with those of the period before. The colours are its legend. */
export function KeysTable({ report, days }: { report: AttributionReport; days: number }) {
  const { by, rows, totals } = report
  const colors = colorsOf(report)
  const { label } = DIMENSIONS[by]
  const clicksOf = ({ clicks, visitors }: Pick<typeof totals, 'clicks' | 'visitors'>) =>
    totals.clicks === null ? [] : [clicks?.toLocaleString(), visitors?.toLocaleString()]
  return (
    <NumberTable
      stickyHeader
      mah={520}
      horizontalSpacing={6}
      nameStyle={{ minWidth: 110 }}
      aria-label={`Leads by ${label.toLowerCase()}`}
      head={[label, 'Leads', 'Before', ...(totals.clicks === null ? [] : ['Clicks', 'Visitors'])]}
      rows={rows.map((row) => [
        <Name key="name" by={by} row={row} color={colors.get(rowKey(row))} />,
        <Text key="leads" span inherit fw={600}>
          {row.leads.toLocaleString()}
        </Text>,
        <span key="before" style={{ whiteSpace: 'nowrap' }}>
          {row.leads_before.toLocaleString()} <Muted component="span">{changeOf(row.leads, row.leads_before)}</Muted>
        </span>,
        ...clicksOf(row),
      ])}
      foot={[
        'All',
        totals.leads.toLocaleString(),
        <span key="before" title={`In the ${days} days before`}>
          {totals.leads_before.toLocaleString()}
        </span>,
        ...clicksOf(totals),
      ]}
    />
  )
}

function Name({ by, row, color = 'transparent' }: { by: By; row: AttributionReport['rows'][number]; color?: string }) {
  const name = nameOf(by, row)
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Box component="span" aria-hidden mt={5} w={12} h={12} flex="none" bg={color} style={{ borderRadius: 3 }} />
      <Wrapped lineClamp={2} title={name}>
        {by === 'post' && row.key !== null ? (
          <AnchorLink to="/posts/$id" params={{ id: row.key }} inherit>
            {name}
          </AnchorLink>
        ) : (
          name
        )}
      </Wrapped>
    </Group>
  )
}
