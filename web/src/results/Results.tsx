import { i18n, type MessageDescriptor } from '@lingui/core'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Box, Group, SegmentedControl, Stack, Text, UnstyledButton } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type QueryOf, useRead, writeQuery } from '../api/client.ts'
import type { AttributionReport } from '../api/schema.ts'
import { Plot, Total } from '../overview/Plot.tsx'
import { formatDay, rangeLabels, type Series } from '../overview/report.ts'
import { fileForPeople, useSeparator } from '../parts/csv-format.ts'
import { DayRange } from '../parts/DayRange.tsx'
import { choices, FixedSelect, useUrl, useUrlChoice } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconChartBar, IconDownload, IconInfoCircle } from '../parts/icons.tsx'
import { formatNumber } from '../parts/locale.ts'
import { Page, PagePart } from '../parts/Page.tsx'
import { NumberTable } from '../parts/tables.tsx'
import { Muted, Strong, Wrapped } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, Empty, Read, SecondaryButton, SmallButton } from '../parts/ui.tsx'
import { showDayRange } from '../parts/wall-clock.ts'
import classes from './Results.module.css'
import { type By, colorsOf, DIMENSIONS, nameOf, type Report, readPeriod, rowKey, TOUCHES, toSeries } from './results.ts'

/** The labels of the moment's language. */
function labelsOf<K extends string>(of: Record<K, { label: MessageDescriptor }>): Record<K, string> {
  const entries = Object.entries(of) as Array<[K, (typeof of)[K]]>
  return Object.fromEntries(entries.map(([key, { label }]) => [key, i18n._(label)])) as Record<K, string>
}

export function Results() {
  const { t } = useLingui()
  const [url, change] = useUrl()
  const dimension = useUrlChoice('by', labelsOf(DIMENSIONS), 'post')
  const touches = useUrlChoice('touch', labelsOf(TOUCHES), 'last')
  const today = new Date().toISOString().slice(0, 10)
  const { from, to, days, range } = readPeriod(url, today)
  const query = { by: dimension.value, touch: touches.value, from, to }
  const report = useRead(['reports', 'attribution', query], '/v1/reports/attribution', {
    query,
    placeholderData: keepPreviousData,
  })
  const [first, last] = [formatDay(from), formatDay(to)]
  const nothing =
    range === null
      ? t`No leads and no clicks from ${first} to ${last}`
      : plural(range, {
          one: 'No leads and no clicks in the last # day',
          other: 'No leads and no clicks in the last # days',
        })

  return (
    <Page
      title={t`Results`}
      help={
        <Help about={t`Results`} page="attribution">
          <Trans>Which posts, sources and forms brought your leads. Every contact that comes in is a lead.</Trans>{' '}
          {t(TOUCHES[touches.value].explained)} <Trans>Days begin and end at midnight UTC.</Trans>
        </Help>
      }
      actions={
        <>
          <FileLink query={{ ...query, table: 'keys' }}>{t`Table as CSV`}</FileLink>
          <FileLink query={{ ...query, table: 'days' }}>{t`Days as CSV`}</FileLink>
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <FixedSelect label={t`Split by`} w={150} {...dimension} />
        <SegmentedControl aria-label={t`First or last touch`} {...touches} />
        <SegmentedControl
          aria-label={t`Days`}
          data={choices(rangeLabels())}
          value={range === null ? '' : String(range)}
          onChange={(days) => change({ days: days === '30' ? undefined : days, from: undefined, to: undefined })}
        />
        <DayRange
          from={range === null ? from : undefined}
          to={range === null ? to : undefined}
          placeholder={t`Other days`}
          clearLabel={t`The last days`}
          maxDate={today}
          onChange={(chosen) => change({ days: undefined, ...(chosen ?? { from: undefined, to: undefined }) })}
        />
      </Group>
      <Read of={report} rows={8}>
        {(data) => {
          const { leads, leads_before, clicks } = data.totals
          if (leads > 0 || leads_before > 0 || clicks) return <Shown report={data as Report} days={days} />
          return (
            <Empty
              icon={IconChartBar}
              title={nothing}
              action={
                <ButtonLink to="/posts/new">
                  <Trans>Compose a post</Trans>
                </ButtonLink>
              }
            >
              <Trans>
                Put short links into your posts and a form of Doorpost on the page they lead to: then each lead says
                which post brought it. No cookie and no visitor id is involved.
              </Trans>
            </Empty>
          )
        }}
      </Read>
    </Page>
  )
}

function FileLink({ query, children }: { query: QueryOf<'/v1/reports/attribution/export'>; children: string }) {
  const { separator } = useSeparator()
  const file = { ...query, ...fileForPeople(), separator }
  return (
    <SecondaryButton
      component="a"
      href={`/v1/reports/attribution/export?${writeQuery(file)}`}
      download
      leftSection={<IconDownload size={16} />}
    >
      {children}
    </SecondaryButton>
  )
}

function Shown({ report, days }: { report: Report; days: number }) {
  const { t } = useLingui()
  const { totals, rows, by } = report
  const isUnexplained = totals.leads > 0 && rows.every(({ kind, leads }) => kind === 'none' || leads === 0)
  return (
    <Stack gap="lg">
      {isUnexplained && (
        <Alert color="gray" icon={<IconInfoCircle />}>
          <Trans>
            Nothing is known about what brought these leads. Use short links in your posts and forms made here, or split
            by something else.
          </Trans>
        </Alert>
      )}
      <ByDay key={by} report={report} days={days} />
      <PagePart title={t`Where the leads came from`} p="lg" miw={0}>
        <KeysTable report={report} days={days} />
      </PagePart>
    </Stack>
  )
}

function ByDay({ report, days }: { report: Report; days: number }) {
  const { t } = useLingui()
  const { totals, complete } = report
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isTable, setTable] = useState(false)
  const series = toSeries(report)
  const shown = series.filter(({ key }) => !hidden.has(key))
  const toggle = (key: string) =>
    setHidden(new Set(hidden.has(key) ? [...hidden].filter((one) => one !== key) : [...hidden, key]))
  return (
    <PagePart
      title={t`Leads by day`}
      p="lg"
      miw={0}
      lead={
        <>
          <Total of={totals.leads} before={totals.leads_before} days={days} />
          <Muted>
            <Trans comment="The period that the numbers are compared with">
              Before: {showDayRange(report.before.from, report.before.to)}
            </Trans>
          </Muted>
        </>
      }
      actions={
        <SmallButton aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? <Trans>Show as plot</Trans> : <Trans>Show as table</Trans>}
        </SmallButton>
      }
    >
      {isTable ? (
        <DaysTable days={report.days} series={shown} />
      ) : (
        <Plot
          report={report}
          series={shown}
          label={plural(totals.leads, {
            one: 'Leads by day: # in all. “Show as table” has the same numbers.',
            other: 'Leads by day: # in all. “Show as table” has the same numbers.',
          })}
        />
      )}
      <Legend series={series} hidden={hidden} onToggle={toggle} />
      {!complete && (
        <Muted mt="sm">
          <Trans>The newest contacts are still being sorted in. Look again in a minute.</Trans>
        </Muted>
      )}
    </PagePart>
  )
}

interface LegendProps {
  series: readonly Series[]
  hidden: ReadonlySet<string>
  onToggle: (key: string) => void
}

/** A click hides or shows a series. Names and totals are shown, so that colour is not the only key. */
function Legend({ series, hidden, onToggle }: LegendProps) {
  const { t } = useLingui()
  if (series.length < 2) return null
  return (
    <ul className={classes.legend} aria-label={t`What the plot shows`}>
      {series.map(({ key, label, color, total }) => (
        <li key={key}>
          <UnstyledButton className={classes.entry} aria-pressed={!hidden.has(key)} onClick={() => onToggle(key)}>
            <span className={classes.swatch} style={{ background: color }} />
            <span className={classes.label}>{label}</span>
            <Muted component="span">{formatNumber(total)}</Muted>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

function DaysTable({ days, series }: { days: readonly string[]; series: readonly Series[] }) {
  const { t } = useLingui()
  const newestFirst = days.map((_, index) => days.length - 1 - index)
  const sumAt = (index: number) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0)
  return (
    <NumberTable
      stickyHeader
      mah={420}
      nameStyle={{ whiteSpace: 'nowrap' }}
      aria-label={t`Leads by day`}
      miw={120 + series.length * 90}
      head={[t`Day`, t`All`, ...series.map(({ label }) => label)]}
      rows={newestFirst.map((index) => [
        formatDay(days[index]!),
        <Strong key="all">{formatNumber(sumAt(index))}</Strong>,
        ...series.map(({ counts }) => formatNumber(counts[index] ?? 0)),
      ])}
    />
  )
}

/** Its colours are the legend of the plot. */
function KeysTable({ report, days }: { report: Report; days: number }) {
  const { t } = useLingui()
  const { by, rows, totals } = report
  const colors = colorsOf(report)
  const label = t(DIMENSIONS[by].label)
  const before: ReactNode = <Plural value={days} one="The day before" other="The # days before" />
  const clicksOf = ({ clicks, visitors }: Pick<typeof totals, 'clicks' | 'visitors'>) =>
    totals.clicks === null ? [] : [formatNumber(clicks ?? 0), formatNumber(visitors ?? 0)]
  return (
    <NumberTable
      stickyHeader
      mah={640}
      verticalSpacing={10}
      nameStyle={{ minWidth: 110, width: '50%' }}
      aria-label={t({ message: `Leads by ${label}`, comment: 'Leads by post, by network, by source' })}
      head={[label, t`Leads`, before, ...(totals.clicks === null ? [] : [t`Clicks`, t`Visitors`])]}
      rows={rows.map((row) => [
        <Name key="name" by={by} row={row} color={colors.get(rowKey(row))} />,
        <Text key="leads" span inherit fw={600}>
          {formatNumber(row.leads)}
        </Text>,
        formatNumber(row.leads_before),
        ...clicksOf(row),
      ])}
      foot={[t`All`, formatNumber(totals.leads), formatNumber(totals.leads_before), ...clicksOf(totals)]}
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
