import { Group, Paper, SegmentedControl, Stack, Table } from '@mantine/core'
import { IconClick } from '@tabler/icons-react'
import type { Link, LinkDays } from '../api/schema.ts'
import { Plot } from '../overview/Plot.tsx'
import { COLORS, formatDay, RANGES, type Range, type Series } from '../overview/report.ts'
import { Empty, Read } from '../parts/states.tsx'
import { useUrl } from '../parts/useUrl.ts'
import { Heading, Muted, SmallButton, Wrapped } from '../parts/variants.ts'
import { addDays } from '../parts/wall-clock.ts'
import { useLinkDays } from './reads.ts'

/** Clicks of people by day, and where they came from. */
export function LinkClicks({ link }: { link: Link }) {
  const [url, change] = useUrl()
  const range: Range = RANGES.find((days) => String(days) === url.days) ?? 30
  const isTable = url.view === 'table'
  const to = new Date().toISOString().slice(0, 10)
  const days = useLinkDays(link.id, { from: addDays(to, 1 - range), to })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="clicks-by-day">
      <Group justify="space-between" align="flex-start" mb="md">
        <div>
          <Heading id="clicks-by-day">Clicks by day</Heading>
          <Muted>Of people. Days begin and end at midnight UTC.</Muted>
        </div>
        <Group gap="xs">
          <SegmentedControl
            size="xs"
            aria-label="Days"
            data={RANGES.map((days) => ({ value: String(days), label: `${days} days` }))}
            value={String(range)}
            onChange={(days) => change({ days: days === '30' ? undefined : days })}
          />
          <SmallButton aria-pressed={isTable} onClick={() => change({ view: isTable ? undefined : 'table' })}>
            {isTable ? 'Show as plot' : 'Show as table'}
          </SmallButton>
        </Group>
      </Group>
      <Read of={days} rows={6}>
        {(data) => {
          const series = seriesOf(data)
          if (series.total === 0) {
            return (
              <Empty icon={IconClick} title={`No clicks in the last ${range} days`}>
                When somebody opens {link.url}, it is counted here within a few seconds.
              </Empty>
            )
          }
          return (
            <Stack gap="lg">
              {isTable ? (
                <DaysTable days={data.days} />
              ) : (
                <Plot
                  report={{ days: data.days.map(({ day }) => day), total: series.total }}
                  series={[series]}
                  what="clicks"
                />
              )}
              <Sources sources={data.sources} />
            </Stack>
          )
        }}
      </Read>
    </Paper>
  )
}

function seriesOf({ days }: LinkDays): Series {
  const counts = days.map(({ clicks }) => clicks)
  const total = counts.reduce((sum, count) => sum + count, 0)
  return { key: 'clicks', label: 'Clicks', value: null, color: COLORS[0]!, total, counts }
}

/** Days on which nobody came are left out: the plot shows them. */
function DaysTable({ days }: Pick<LinkDays, 'days'>) {
  const rows = days.filter(({ clicks, bots, previews, heads }) => clicks + bots + previews + heads > 0).toReversed()
  return (
    <Table.ScrollContainer minWidth={360} maxHeight={420}>
      <Table verticalSpacing={6} aria-label="Clicks by day">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            <Table.Th ta="right">Clicks</Table.Th>
            <Table.Th ta="right">Visitors</Table.Th>
            <Table.Th ta="right">Bots</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ day, clicks, visitors, bots, previews, heads }) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={500}>
                {formatDay(day)}
              </Table.Th>
              <Table.Td ta="right">{clicks.toLocaleString()}</Table.Td>
              <Table.Td ta="right">{visitors.toLocaleString()}</Table.Td>
              <Table.Td ta="right">{(bots + previews + heads).toLocaleString()}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const HOSTS: Record<string, string> = { '': 'Not known (mail, apps, typed in)', other: 'Other websites' }

function Sources({ sources }: Pick<LinkDays, 'sources'>) {
  return (
    <Table verticalSpacing={6} aria-label="Where visitors came from" maw={560}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Where visitors came from</Table.Th>
          <Table.Th ta="right">Clicks</Table.Th>
          <Table.Th ta="right">Visitors</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sources.map(({ host, clicks, visitors }) => (
          <Table.Tr key={host}>
            <Table.Th scope="row" fw={500}>
              <Wrapped>{HOSTS[host] ?? host}</Wrapped>
            </Table.Th>
            <Table.Td ta="right">{clicks.toLocaleString()}</Table.Td>
            <Table.Td ta="right">{visitors.toLocaleString()}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
