import { Alert, Box, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { type QueryOf, useRead, writeQuery } from '../api/client.ts'
import type { AttributionReport } from '../api/schema.ts'
import { Plot, Total } from '../overview/Plot.tsx'
import { formatDay, RANGE_LABELS } from '../overview/report.ts'
import { DayRange } from '../parts/DayRange.tsx'
import { choices, useUrl, useUrlChoice } from '../parts/forms.tsx'
import { IconChartBar, IconDownload, IconInfoCircle } from '../parts/icons.tsx'
import { Page, PagePart } from '../parts/Page.tsx'
import { NumberTable } from '../parts/tables.tsx'
import { Muted, Wrapped } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, Empty, FixedSelect, Read, SecondaryButton } from '../parts/ui.tsx'
import classes from './Results.module.css'
import { type By, changeOf, colorsOf, DIMENSIONS, nameOf, readPeriod, rowKey, TOUCHES, toSeries } from './results.ts'

export function Results() {
  const [url, change] = useUrl()
  const dimension = useUrlChoice('by', DIMENSIONS, 'post')
  const touches = useUrlChoice('touch', TOUCHES, 'last')
  const today = new Date().toISOString().slice(0, 10)
  const { from, to, days, range } = readPeriod(url, today)
  const query = { by: dimension.value, touch: touches.value, from, to }
  const report = useRead(['reports', 'attribution', query], '/v1/reports/attribution', {
    query,
    placeholderData: keepPreviousData,
  })
  const when = range === null ? `from ${formatDay(from)} to ${formatDay(to)}` : `in the last ${range} days`

  return (
    <Page
      title="Results"
      lead="Which posts, sources and forms brought your leads. Every contact that comes in is a lead."
      actions={
        <>
          <FileLink query={{ ...query, table: 'keys' }}>Table as CSV</FileLink>
          <FileLink query={{ ...query, table: 'days' }}>Days as CSV</FileLink>
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <FixedSelect label="Split by" w={150} {...dimension} />
        <SegmentedControl aria-label="First or last touch" {...touches} />
        <SegmentedControl
          aria-label="Days"
          data={choices(RANGE_LABELS)}
          value={range === null ? '' : String(range)}
          onChange={(days) => change({ days: days === '30' ? undefined : days, from: undefined, to: undefined })}
        />
        <DayRange
          from={range === null ? from : undefined}
          to={range === null ? to : undefined}
          placeholder="Other days"
          clearLabel="The last days"
          maxDate={today}
          onChange={(chosen) => change({ days: undefined, ...(chosen ?? { from: undefined, to: undefined }) })}
        />
      </Group>
      <Muted>{TOUCHES[touches.value].explained} Days begin and end at midnight UTC.</Muted>
      <Read of={report} rows={8}>
        {(data) => {
          const { leads, leads_before, clicks } = data.totals
          if (leads > 0 || leads_before > 0 || clicks) return <Shown report={data} days={days} />
          return (
            <Empty
              icon={IconChartBar}
              title={`No leads and no clicks ${when}`}
              action={<ButtonLink to="/posts/new">Compose a post</ButtonLink>}
            >
              A lead is counted for the link it came through: a short link of a post carries a code, and a form on the
              page it leads to sends that code along as dp. UTM parameters (utm_source, utm_medium, utm_campaign) that a
              form, a webhook or an import brings count too. No cookie and no visitor id is involved.
            </Empty>
          )
        }}
      </Read>
    </Page>
  )
}

function FileLink({ query, children }: { query: QueryOf<'/v1/reports/attribution/export'>; children: string }) {
  return (
    <SecondaryButton
      component="a"
      href={`/v1/reports/attribution/export?${writeQuery(query)}`}
      download
      leftSection={<IconDownload size={16} />}
    >
      {children}
    </SecondaryButton>
  )
}

function Shown({ report, days }: { report: AttributionReport; days: number }) {
  const { totals, rows, by } = report
  const isUnexplained = totals.leads > 0 && rows.every(({ kind, leads }) => kind === 'none' || leads === 0)
  return (
    <Stack gap="lg">
      {isUnexplained && (
        <Alert color="gray" icon={<IconInfoCircle />}>
          None of these leads says which {DIMENSIONS[by].label.toLowerCase()} brought it. Let your form send the dp and
          utm_ parameters of its page along, or choose another split.
        </Alert>
      )}
      <div className={classes.areas}>
        <PagePart
          title="Leads by day"
          p="lg"
          miw={0}
          lead={<Total of={totals.leads} before={totals.leads_before} days={days} />}
        >
          <Plot
            report={{ days: report.days, total: totals.leads }}
            series={toSeries(report)}
            what="leads"
            elsewhere="“Days as CSV” has the same numbers."
          />
          {!report.complete && (
            <Muted mt="sm">The newest contacts are still being sorted in. Look again in a minute.</Muted>
          )}
        </PagePart>
        <PagePart title={`By ${DIMENSIONS[by].label.toLowerCase()}`} p="lg" miw={0}>
          <KeysTable report={report} days={days} />
        </PagePart>
      </div>
    </Stack>
  )
}

/** Its colours are the legend of the plot. */
function KeysTable({ report, days }: { report: AttributionReport; days: number }) {
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
