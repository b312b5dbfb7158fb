import { Group, SegmentedControl, Stack } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type QueryOf, useRead } from '../api/client.ts'
import { useUrlChoice } from '../parts/forms.tsx'
import { IconAddressBook } from '../parts/icons.tsx'
import { PagePart } from '../parts/Page.tsx'
import { useTimeZone } from '../parts/Time.tsx'
import { NumberTable } from '../parts/tables.tsx'
import { AnchorLink, Empty, Muted, Read, Strong, Wrapped } from '../parts/ui.tsx'
import { addDays, todayIn } from '../parts/wall-clock.ts'
import { Plot, type PlotProps, Total, usePlotControls } from './Plot.tsx'
import { formatDay, GROUPS, type Grouping, toSeries } from './report.ts'

export function ContactsPlot() {
  const zone = useTimeZone()
  const { range, isTable, daysControl, tableButton } = usePlotControls()
  const groups = useUrlChoice('by', GROUPS, 'source')
  const group = groups.value
  const to = todayIn(zone)
  const from = addDays(to, 1 - range)
  const split = { time_zone: zone, by: GROUPS[group].by }
  const report = useReport({ from, to, ...split })
  const before = useReport({ from: addDays(from, -range), to: addDays(from, -1), ...split })

  return (
    <PagePart
      title="Contacts"
      p="lg"
      lead={report.data && <Total of={report.data.total} before={before.data?.total} days={range} />}
      actions={[daysControl, <SegmentedControl key="by" size="xs" aria-label="Split by" {...groups} />, tableButton]}
    >
      <Read of={report} rows={6}>
        {(data) => {
          if (data.total === 0) {
            return (
              <Empty icon={IconAddressBook} title={`No contacts in the last ${range} days`}>
                Contacts come in from forms on your website, from your programs with an API key, from webhooks, or from
                a CSV file. Each new one is counted here on the day it came.
              </Empty>
            )
          }
          const series = toSeries(data, group)
          if (isTable) return <CountsTable report={data} series={series} />
          return (
            <Stack gap="sm">
              <Plot report={data} series={series} />
              <Legend series={series} group={group} days={{ from, to }} />
            </Stack>
          )
        }}
      </Read>
    </PagePart>
  )
}

function useReport(query: QueryOf<'/v1/reports/contacts'>) {
  const options = { query, placeholderData: keepPreviousData }
  return useRead(['reports', 'contacts', query], '/v1/reports/contacts', options)
}

interface LegendProps extends Pick<PlotProps, 'series'> {
  group: Grouping
  days: { from: string; to: string }
}

/** With totals, so that colours are not the only key. Each links to the contacts of these days. */
function Legend({ series, group, days }: LegendProps) {
  return (
    <Group gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {series.map(({ key, label, value, color, total }) => (
        <Group key={key} gap={6} component="li" wrap="nowrap">
          <span aria-hidden style={{ width: 12, height: 12, borderRadius: 3, background: color, flexShrink: 0 }} />
          <Wrapped>
            {value === null ? (
              label
            ) : (
              <AnchorLink to="/contacts" search={{ [group]: value, ...days }} inherit c="inherit">
                {label}
              </AnchorLink>
            )}{' '}
            <Muted component="span">{total.toLocaleString()}</Muted>
          </Wrapped>
        </Group>
      ))}
    </Group>
  )
}

function CountsTable({ report: { days }, series }: PlotProps) {
  const newestFirst = days.map((_, index) => days.length - 1 - index)
  return (
    <NumberTable
      stickyHeader
      mah={420}
      nameStyle={{ whiteSpace: 'nowrap' }}
      aria-label="Contacts by day"
      miw={120 + series.length * 90}
      head={['Day', 'All', ...series.map(({ label }) => label)]}
      rows={newestFirst.map((index) => [
        formatDay(days[index]!),
        <Strong key="all">{series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0)}</Strong>,
        ...series.map(({ counts }) => counts[index] ?? 0),
      ])}
    />
  )
}
