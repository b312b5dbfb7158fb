import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import { useEffect, useState } from 'react'
import { calendarProps, showDay } from './calendar.ts'
import { IconCalendar } from './icons.tsx'

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
