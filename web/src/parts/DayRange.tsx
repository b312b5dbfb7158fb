import '@mantine/dates/styles.layer.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group } from '@mantine/core'
import { DatePicker, DatePickerInput } from '@mantine/dates'
import { useEffect, useState } from 'react'
import { calendarProps, showDay } from './calendar.ts'
import { IconCalendar } from './icons.tsx'
import { useTimeZone } from './text.tsx'
import { SmallButton } from './ui.tsx'
import { addDays, showDayRange, showWall, todayIn } from './wall-clock.ts'

type Days = [first: string | null, last: string | null]

/** Days are written as 2026-11-16. A single day is both start and end. */
export function DayRange(props: {
  from: string | undefined
  to: string | undefined
  placeholder: string
  clearLabel: string
  maxDate?: string
  onChange: (days: { from: string; to: string } | null) => void
}) {
  const { from = null, to = null, placeholder, clearLabel, maxDate, onChange } = props
  const [days, setDays] = useState<Days>([from, to])
  useEffect(() => {
    setDays([from, to])
  }, [from, to])
  const commit = ([first, last]: Days) => onChange(first === null ? null : { from: first, to: last ?? first })
  return (
    <DatePickerInput
      {...calendarProps()}
      type="range"
      allowSingleDateInRange
      placeholder={placeholder}
      valueFormatter={({ date }) => (Array.isArray(date) ? showRange(date) : '')}
      leftSection={<IconCalendar size={16} />}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
      {...(maxDate === undefined ? {} : { maxDate })}
      value={days}
      onChange={(next) => {
        setDays(next)
        if ((next[0] === null) === (next[1] === null)) commit(next)
      }}
      popoverProps={{ withRoles: false, onClose: () => days[0] !== null && days[1] === null && commit(days) }}
    />
  )
}

/** "Tue 24 Nov 2026 – …" while the second day is missing; empty if there is none. */
function showRange([first, last]: ReadonlyArray<string | Date | null>): string {
  if (first == null) return ''
  const [from, to] = [first, last].map((day) => (day == null ? '…' : showDay(String(day).slice(0, 10))))
  return from === to ? from! : `${from} – ${to}`
}

interface DayRangePanelProps {
  from: string | undefined
  to: string | undefined
  onChange: (days: { from: string; to: string }) => void
}

/** The same choice without a field around it: usual spans, and a calendar for others. */
export function DayRangePanel({ from, to, onChange }: DayRangePanelProps) {
  const { t } = useLingui()
  const today = todayIn(useTimeZone())
  const [days, setDays] = useState<Days>([from ?? null, to ?? null])
  const spans = [
    [t`Today`, today],
    [t`Last 7 days`, addDays(today, -6)],
    [t`Last 30 days`, addDays(today, -29)],
    [t`Last 90 days`, addDays(today, -89)],
  ] as const
  return (
    <>
      <Group gap={6} px={4} pb="xs" role="group" aria-label={t`Usual spans`}>
        {spans.map(([label, first]) => (
          <SmallButton key={label} onClick={() => onChange({ from: first, to: today })}>
            {label}
          </SmallButton>
        ))}
      </Group>
      <DatePicker
        type="range"
        allowSingleDateInRange
        value={days}
        defaultDate={to ?? today}
        maxDate={today}
        {...calendarProps()}
        // The buttons of the heading are named by the month and year that they show.
        ariaLabels={withoutHeading(calendarProps().ariaLabels)}
        onChange={(next) => {
          setDays(next)
          const [first, last] = next
          if (first !== null && last !== null) onChange({ from: first, to: last })
        }}
      />
      {days[0] !== null && days[1] === null && (
        <SmallButton mt="xs" onClick={() => onChange({ from: days[0]!, to: days[0]! })}>
          <Trans>Only this day</Trans>
        </SmallButton>
      )}
    </>
  )
}

function withoutHeading({ monthLevelControl: _, yearLevelControl: __, ...labels }: Record<string, string>) {
  return labels
}

/** A span of days in words. */
export function useShowDays() {
  const { t } = useLingui()
  return ({ from, to }: { from?: string; to?: string }): string => {
    if (from && to) return showDayRange(from, to)
    const day = showWall((from || to)!, { dateStyle: 'medium' })
    return from ? t`since ${day}` : t`until ${day}`
  }
}
