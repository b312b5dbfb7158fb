import { Stack, Table } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useRead } from '../api/client.ts'
import type { Link, LinkDays } from '../api/schema.ts'
import { Plot, usePlotControls } from '../overview/Plot.tsx'
import { COLORS, formatDay, type Series } from '../overview/report.ts'
import { icon } from '../parts/icons.tsx'
import { PagePart } from '../parts/Page.tsx'
import { NumberTable } from '../parts/tables.tsx'
import { Empty, Muted, Read } from '../parts/ui.tsx'
import { addDays } from '../parts/wall-clock.ts'
import { REFRESH_MS } from './LinkForm.tsx'

const IconClick = icon`M3 12l3 0M12 3l0 3M7.8 7.8l-2.2 -2.2M16.2 7.8l2.2 -2.2M7.8 16.2l-2.2 2.2M12 12l9 3l-4 2l-2 4l-3 -9`

export function LinkClicks({ link }: { link: Link }) {
  const { range, isTable, daysControl, tableButton } = usePlotControls()
  const to = new Date().toISOString().slice(0, 10)
  const query = { from: addDays(to, 1 - range), to }
  const days = useRead(['links', link.id, 'days', query], '/v1/links/{id}/days', {
    path: { id: link.id },
    query,
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
  return (
    <PagePart
      title="Clicks by day"
      p="lg"
      lead={<Muted>Of people. Days begin and end at midnight UTC.</Muted>}
      actions={[daysControl, tableButton]}
    >
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
    </PagePart>
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
      <NumberTable
        aria-label="Clicks by day"
        head={['Day', 'Clicks', 'Visitors', 'Bots']}
        rows={rows.map(({ day, clicks, visitors, bots, previews, heads }) => [
          formatDay(day),
          clicks.toLocaleString(),
          visitors.toLocaleString(),
          (bots + previews + heads).toLocaleString(),
        ])}
      />
    </Table.ScrollContainer>
  )
}

const HOSTS: Record<string, string> = { '': 'Not known (mail, apps, typed in)', other: 'Other websites' }

function Sources({ sources }: Pick<LinkDays, 'sources'>) {
  return (
    <NumberTable
      aria-label="Where visitors came from"
      maw={560}
      nameStyle={{ overflowWrap: 'anywhere' }}
      head={['Where visitors came from', 'Clicks', 'Visitors']}
      rows={sources.map(({ host, clicks, visitors }) => [
        HOSTS[host] ?? host,
        clicks.toLocaleString(),
        visitors.toLocaleString(),
      ])}
    />
  )
}
