import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, Paper, SegmentedControl, Text } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import type { ContactsReport } from '../api/schema.ts'
import { useUrl, useUrlChoice } from '../parts/forms.tsx'
import { formatNumber } from '../parts/locale.ts'
import { Muted, Small, Strong } from '../parts/text.tsx'
import { SmallButton } from '../parts/ui.tsx'
import { compare, formatDay, labelled, rangeLabels, type Series, ticksUpTo } from './report.ts'

interface PlotProps {
  report: Pick<ContactsReport, 'days'>
  series: readonly Series[]
  /** For screen readers, which get the table beside it. */
  label: string
}

const HEIGHT = 280
const LEFT = 40
const RIGHT = 20
const TOP = 10
const BOTTOM = 26
const LABEL_GAP = 64
const TIP_WIDTH = 220
const GRID = 'var(--mantine-color-default-border)'
const LABEL = { fill: 'var(--mantine-color-dimmed)', fontSize: 12 }

/**
 * Stacked bars, one per day. A chart library would be half as large as the rest of the first page. Screen readers get the
 * table.
 */
export function Plot(props: PlotProps) {
  const { series, label } = props
  const { days } = props.report
  const { ref, width } = useElementSize()
  const [hovered, setHovered] = useState<number | null>(null)
  const sums = days.map((_, index) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const ticks = ticksUpTo(Math.max(...sums))
  const band = Math.max(0, width - LEFT - RIGHT) / days.length
  const barWidth = Math.max(1, band * 0.72)
  const yOf = (count: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - count / ticks.at(-1)!)
  const middleOf = (index: number) => LEFT + (index + 0.5) * band

  const hover = (event: PointerEvent<SVGSVGElement>) => {
    const at = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT) / band)
    setHovered(at >= 0 && at < days.length ? at : null)
  }

  return (
    <Box ref={ref} pos="relative" mih={HEIGHT}>
      {width > 0 && (
        <svg
          width={width}
          height={HEIGHT}
          style={{ display: 'block', overflow: 'visible', touchAction: 'pan-y' }}
          role="img"
          aria-label={label}
          onPointerMove={hover}
          onPointerDown={hover}
          onPointerLeave={() => setHovered(null)}
        >
          {ticks.map((tick) => (
            <g key={tick}>
              <line x1={LEFT} x2={width - RIGHT} y1={yOf(tick)} y2={yOf(tick)} stroke={GRID} strokeDasharray="4 4" />
              <text x={LEFT - 8} y={yOf(tick)} dy="0.32em" textAnchor="end" {...LABEL}>
                {formatNumber(tick)}
              </text>
            </g>
          ))}
          {hovered !== null && (
            <rect
              x={LEFT + hovered * band}
              y={TOP}
              width={band}
              height={HEIGHT - TOP - BOTTOM}
              fill="light-dark(#e9eef0, #2c3238)"
            />
          )}
          {days.map((day, index) => (
            <g key={day}>
              {stackAt(series, index).map(({ key, color, from, to }) => (
                <rect
                  key={key}
                  x={middleOf(index) - barWidth / 2}
                  y={yOf(to)}
                  width={barWidth}
                  height={yOf(from) - yOf(to)}
                  fill={color}
                />
              ))}
            </g>
          ))}
          {labelled(days.length, band, LABEL_GAP).map((index) => (
            <text key={days[index]} x={middleOf(index)} y={HEIGHT - 6} textAnchor="middle" {...LABEL}>
              {formatDay(days[index]!)}
            </text>
          ))}
        </svg>
      )}
      {hovered !== null && days[hovered] !== undefined && (
        <Paper
          withBorder
          shadow="md"
          p="sm"
          w={TIP_WIDTH}
          pos="absolute"
          top={8}
          left={tipLeft(middleOf(hovered), band, width)}
          style={{ zIndex: 2, pointerEvents: 'none' }}
        >
          <Strong mb={4}>{formatDay(days[hovered], 'long')}</Strong>
          {series
            .filter(({ counts }) => counts[hovered]! > 0)
            .map(({ key, label, color, counts }) => (
              <Group key={key} gap={8} wrap="nowrap">
                <Box component="span" w={10} h={10} flex="none" bg={color} style={{ borderRadius: 3 }} />
                <Small truncate flex={1}>
                  {label}
                </Small>
                <Small>{formatNumber(counts[hovered]!)}</Small>
              </Group>
            ))}
          <Group justify="space-between" mt={4}>
            <Muted>
              <Trans>All</Trans>
            </Muted>
            <Strong>{formatNumber(sums[hovered]!)}</Strong>
          </Group>
        </Paper>
      )}
    </Box>
  )
}

function stackAt(series: readonly Series[], index: number) {
  let to = 0
  return series.flatMap(({ key, color, counts }) => {
    const from = to
    to += counts[index] ?? 0
    return to > from ? [{ key, color, from, to }] : []
  })
}

/** Beside the bar, on the side with more space. */
function tipLeft(middle: number, band: number, width: number): number {
  const right = middle + band / 2 + 8
  return right + TIP_WIDTH <= width ? right : Math.max(0, middle - band / 2 - 8 - TIP_WIDTH)
}

interface TotalProps {
  of: number
  before: number | undefined
  days: number
}

/** "120 in 30 days. 12 % more than in the 30 days before." */
export function Total({ of, before, days }: TotalProps) {
  return (
    <Text c="dimmed">
      <Text component="span" fw={600} size="xl" c="var(--mantine-color-text)">
        {formatNumber(of)}
      </Text>{' '}
      {plural(days, { one: 'in one day.', other: 'in # days.' })} {before !== undefined && compare(of, before, days)}
    </Text>
  )
}

/** Both are in the URL. */
export function usePlotControls() {
  const { t } = useLingui()
  const [{ view }, change] = useUrl()
  const days = useUrlChoice('days', rangeLabels(), '30')
  const isTable = view === 'table'
  return {
    range: Number(days.value),
    isTable,
    daysControl: <SegmentedControl key="days" size="xs" aria-label={t`Days`} {...days} />,
    tableButton: (
      <SmallButton key="table" aria-pressed={isTable} onClick={() => change({ view: isTable ? undefined : 'table' })}>
        {isTable ? t`Show as plot` : t`Show as table`}
      </SmallButton>
    ),
  }
}
