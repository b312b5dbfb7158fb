import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import { useEffect, useState } from 'react'
import classes from './DayRange.module.css'
import { IconCalendar } from './icons.tsx'

const CALENDAR = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
}

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
      type="range"
      allowSingleDateInRange
      placeholder={placeholder}
      valueFormat="D MMM YYYY"
      leftSection={<IconCalendar size={16} />}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
      classNames={{ day: classes.day }}
      {...(maxDate === undefined ? {} : { maxDate })}
      value={days}
      onChange={(next) => {
        setDays(next)
        if ((next[0] === null) === (next[1] === null)) commit(next)
      }}
      hideOutsideDates
      ariaLabels={CALENDAR}
      popoverProps={{ withRoles: false, onClose: () => days[0] !== null && days[1] === null && commit(days) }}
    />
  )
}
