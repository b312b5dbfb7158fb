import { useLingui } from '@lingui/react/macro'
import { Box, Group, SegmentedControl, SimpleGrid, Stack, Tooltip } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { keepPreviousData, useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { type QueryOf, useMay, useRead } from '../api/client.ts'
import type { Upcoming as UpcomingReport } from '../api/schema.ts'
import { useUrlChoice } from '../parts/forms.tsx'
import { IconAddressBook, IconCalendarPlus } from '../parts/icons.tsx'
import { Page, PagePart } from '../parts/Page.tsx'
import { PLATFORM } from '../parts/platforms.tsx'
import { NumberTable } from '../parts/tables.tsx'
import { Hint, Muted, Small, Strong, useTimeZone, Wrapped } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, Empty, Loading, Read } from '../parts/ui.tsx'
import { addDays, formatTime, todayIn } from '../parts/wall-clock.ts'
import { FirstSteps } from './FirstSteps.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import classes from './Overview.module.css'
import { Plot, type PlotProps, Total, usePlotControls } from './Plot.tsx'
import { formatDay, GROUPS, type Grouping, toSeries } from './report.ts'

/** On narrow screens, what needs attention comes first. */
export function Overview() {
  const { t } = useLingui()
  return (
    <Page title={t`Home`}>
      <Together>
        <FirstSteps />
        <div className={classes.areas}>
          <div style={{ gridArea: 'needs' }}>
            <NeedsYou />
          </div>
          <div style={{ gridArea: 'contacts' }}>
            <ContactsPlot />
          </div>
          <div style={{ gridArea: 'upcoming' }}>
            <Upcoming />
          </div>
        </div>
      </Together>
    </Page>
  )
}

/** One slow response must not hold back the rest. */
const PATIENCE_MS = 10_000

const isFirst = { predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined }

/** No taller than the screen, so that it cannot move the page. */
const HIDDEN = { overflow: 'hidden', maxHeight: 'calc(100dvh - 200px)', visibility: 'hidden' } as const

/** Shows all parts at once, so that none moves another when it arrives. */
function Together({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const waiting = useIsFetching(isFirst)
  const [isReady, setReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again when an answer has come
  useEffect(() => {
    // The effects of the parts run before this one, so their requests are sent, and cached responses reach them in
    // tasks that were queued earlier.
    const timer = setTimeout(() => {
      if (queries.isFetching(isFirst) === 0) setReady(true)
    })
    return () => clearTimeout(timer)
  }, [queries, waiting])
  useTimeout(() => setReady(true), PATIENCE_MS, { autoInvoke: true })
  return (
    <Box pos="relative">
      {!isReady && (
        <div className={classes.wait}>
          <Loading rows={4} height={120} />
        </div>
      )}
      <Stack gap="lg" style={isReady ? undefined : HIDDEN}>
        {children}
      </Stack>
    </Box>
  )
}

function ContactsPlot() {
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

/** Totals, so that colour is not the only key. */
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

const LISTED = 6

const ALL_POSTS = (
  <AnchorLink to="/posts" size="sm">
    All posts
  </AnchorLink>
)

function Upcoming() {
  const zone = useTimeZone()
  const upcoming = useRead(['reports', 'upcoming', zone], '/v1/reports/upcoming', { query: { time_zone: zone } })
  return (
    <PagePart title="Going out in 7 days" p="lg" actions={ALL_POSTS}>
      <Read of={upcoming}>{(data) => (data.total === 0 ? <Nothing /> : <Week report={data} zone={zone} />)}</Read>
    </PagePart>
  )
}

function Nothing() {
  const may = useMay()
  return (
    <Empty
      icon={IconCalendarPlus}
      title="Nothing is scheduled"
      action={may.write && <ButtonLink to="/posts/new">Compose a post</ButtonLink>}
    >
      Posts that are scheduled for the next seven days stand here in the order they go out.
    </Empty>
  )
}

function Week({ report, zone }: { report: UpcomingReport; zone: string }) {
  const { days, series, total, complete, next } = report
  const counts = days.map((_, index) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const most = Math.max(...counts, 1)
  return (
    <Stack gap="md">
      <SimpleGrid component="ul" cols={7} spacing={6} m={0} p={0}>
        {days.map((day, index) => (
          <Stack component="li" key={day} align="center" gap={0} miw={0}>
            <span className={classes.column} aria-hidden>
              <Box w="100%" h={`${(counts[index]! / most) * 100}%`} bg="var(--mantine-primary-color-filled)" />
            </span>
            <Strong component="span">{counts[index]}</Strong>
            <Tooltip label={formatDay(day, 'long')}>
              <Hint component="span">{index === 0 ? 'Today' : formatDay(day, 'weekday')}</Hint>
            </Tooltip>
          </Stack>
        ))}
      </SimpleGrid>
      <Stack gap={0} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {next.slice(0, LISTED).map((post) => {
          const { label, icon: Sign } = PLATFORM[post.platform]
          return (
            <li key={post.id}>
              <Link to="/posts/$id" params={{ id: post.id }} className={classes.line}>
                <Sign size={20} aria-label={label} role="img" className={classes.sign} />
                <Stack component="span" gap={0} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
                  <Small lineClamp={1} component="span">
                    {post.text ?? 'A post without text'}
                  </Small>
                  <Hint component="span">{formatTime(post.scheduled_date, zone)}</Hint>
                </Stack>
              </Link>
            </li>
          )
        })}
      </Stack>
      {total > LISTED && (
        <Muted>
          {complete
            ? `${(total - LISTED).toLocaleString()} more in these days.`
            : 'And many more: not all were counted.'}
        </Muted>
      )}
    </Stack>
  )
}
