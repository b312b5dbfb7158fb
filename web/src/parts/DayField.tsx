import '@mantine/dates/styles.layer.css'
import { useLingui } from '@lingui/react/macro'
import { type __BaseInputProps, Group, Input } from '@mantine/core'
import { DatePickerInput, TimePicker } from '@mantine/dates'
import { useState } from 'react'
import { calendarProps, showDay } from './calendar.ts'
import { IconCalendar } from './icons.tsx'
import { hasHalfDays } from './locale.ts'

interface FieldProps extends Pick<__BaseInputProps, 'label' | 'description' | 'error' | 'required'> {
  /** Empty if nothing is chosen. Optional, because the props of a form's field are. */
  value?: string
  onChange: (value: string) => void
  disabled?: boolean
  'aria-label'?: string
}

interface DayFieldProps extends FieldProps {
  placeholder?: string
  minDate?: string
  maxDate?: string
  clearable?: boolean
}

/** One day, such as 2026-11-24. */
export function DayField({ value = '', onChange, placeholder, clearable = false, ...field }: DayFieldProps) {
  const { t } = useLingui()
  const name = field['aria-label']
  const shown = value === '' ? (placeholder ?? t`Choose a day`) : showDay(value)
  return (
    <DatePickerInput
      {...calendarProps()}
      {...field}
      // Says what it shows, too.
      aria-label={name === undefined ? undefined : `${name}, ${shown}`}
      value={value || null}
      onChange={(day) => onChange(day?.slice(0, 10) ?? '')}
      placeholder={placeholder ?? t`Choose a day`}
      valueFormatter={({ date }) => (typeof date === 'string' ? showDay(date.slice(0, 10)) : '')}
      leftSection={<IconCalendar size={16} />}
      clearable={clearable}
      clearButtonProps={{ 'aria-label': t`Clear the day` }}
      popoverProps={{ withRoles: false }}
      styles={{ placeholder: { color: 'var(--mantine-color-dimmed)' } }}
    />
  )
}

/** A time of the day, such as 09:30, shown with 12 or 24 hours as the language has it. */
export function TimeField({ value = '', onChange, ...field }: FieldProps) {
  const { t } = useLingui()
  return (
    <TimePicker
      {...field}
      value={value}
      onChange={(time) => onChange(time.slice(0, 5))}
      format={hasHalfDays() ? '12h' : '24h'}
      hoursInputLabel={t`Hours`}
      minutesInputLabel={t`Minutes`}
      amPmInputLabel={t`Morning or afternoon`}
      amPmLabels={{ am: t({ message: 'AM', comment: 'Before noon' }), pm: t({ message: 'PM', comment: 'After noon' }) }}
    />
  )
}

function partsOf(value: string): [day: string, time: string] {
  const [day = '', time = ''] = value.split('T')
  return [day, time.slice(0, 5)]
}

/** A day and a time in one value, such as 2026-11-24T09:30; empty while one of them is missing. */
export function DayTimeField({ value = '', onChange, label, error, description, ...field }: FieldProps) {
  const { t } = useLingui()
  const [[day, time], setParts] = useState(() => partsOf(value))
  const set = (nextDay: string, nextTime: string) => {
    setParts([nextDay, nextTime])
    onChange(nextDay === '' || nextTime === '' ? '' : `${nextDay}T${nextTime}`)
  }
  return (
    <Input.Wrapper label={label} error={error} description={description} labelElement="div">
      <Group gap="xs" grow preventGrowOverflow={false} wrap="nowrap" mt={4}>
        <DayField {...field} aria-label={t`Day`} value={day} onChange={(next) => set(next, time)} />
        <TimeField {...field} aria-label={t`Time`} value={time} onChange={(next) => set(day, next)} />
      </Group>
    </Input.Wrapper>
  )
}
