import { Autocomplete, Button, Collapse, Group, Pill, Select, Stack } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useFormNames } from '../../forms/reads.ts'
import { DayRange } from '../../parts/tables/DayRange.tsx'
import { SearchField } from '../../parts/tables/SearchField.tsx'
import { SecondaryButton } from '../../parts/variants.ts'
import { useContactValues } from '../lead-reads.ts'
import { ME_WORD, NOBODY_WORD, useOwners, useStatuses } from '../statuses.ts'
import classes from './FilterBar.module.css'
import { type Filters, NO_FILTERS, ORIGIN_FILTERS, showDays } from './filters.ts'

interface FilterBarProps {
  filters: Filters
  onChange: (change: Filters) => void
}

const VALUE_FILTERS = [
  ['Source', 'source', 'utm_source'],
  ['Medium', 'medium', 'utm_medium'],
  ['Tag', 'tag', 'tag'],
] as const

const WORDS: Record<string, string> = { [ME_WORD]: 'Me', [NOBODY_WORD]: 'Nobody' }

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const values = useContactValues()
  const { all } = useStatuses()
  const { choices } = useOwners()
  const fields = (
    <div className={classes.fields}>
      <Select
        aria-label="Status"
        placeholder="Status"
        data={all.map(({ key: value, label }) => ({ value, label }))}
        value={filters.status ?? null}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        onChange={(status) => onChange({ status: status ?? '' })}
      />
      <Select
        aria-label="Owner"
        placeholder="Owner"
        data={[...Object.entries(WORDS).map(([value, label]) => ({ value, label })), ...choices]}
        value={filters.owner ?? null}
        clearable
        clearButtonProps={{ 'aria-label': 'Any owner' }}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        onChange={(owner) => onChange({ owner: owner ?? '' })}
      />
      {VALUE_FILTERS.map(([label, name, field]) => (
        <ValueFilter
          key={name}
          label={label}
          value={filters[name]}
          values={values.data?.[field].map(({ value }) => value)}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
      <FormFilter filters={filters} told={values.data?.form.map(({ value }) => value) ?? []} onChange={onChange} />
      <DayRange
        from={filters.from}
        to={filters.to}
        placeholder="Created on any day"
        clearLabel="Any day"
        onChange={(days) => onChange(days ?? { from: '', to: '' })}
      />
    </div>
  )
  return (
    <Stack gap={8}>
      <Group gap="xs" wrap="nowrap">
        <SearchField
          label="Search contacts"
          placeholder="Search by name, e-mail or company"
          value={filters.q ?? ''}
          onChange={(q) => onChange({ q })}
        />
        {isNarrow && (
          <SecondaryButton
            leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            Filters
          </SecondaryButton>
        )}
      </Group>
      {isNarrow ? <Collapse in={isOpen}>{fields}</Collapse> : fields}
    </Stack>
  )
}

/** Our own forms by their names, and names that senders told: one list for whoever looks for a form. */
function FormFilter({ filters, told, onChange }: FilterBarProps & { told: readonly string[] }) {
  const { names, nameOf } = useFormNames()
  const idOf = new Map([...names].map(([id, name]) => [name, id]))
  return (
    <ValueFilter
      label="Form"
      value={filters.form_id ? nameOf(filters.form_id) : filters.form}
      values={[...new Set([...idOf.keys(), ...told])]}
      onChange={(value) => {
        const id = idOf.get(value)
        onChange(id === undefined ? { form: value, form_id: '' } : { form: '', form_id: id })
      }}
    />
  )
}

interface ValueFilterProps {
  label: string
  value: string | undefined
  values: readonly string[] | undefined
  onChange: (value: string) => void
}

/** The values that occur are offered; any other may be typed. */
function ValueFilter({ label, value = '', values = [], onChange }: ValueFilterProps) {
  const [text, setText] = useState(value)
  useEffect(() => {
    setText(value)
  }, [value])
  const commit = (next: string) => next.trim() !== value && onChange(next.trim())
  return (
    <Autocomplete
      aria-label={label}
      placeholder={label}
      data={[...values]}
      value={text}
      maxLength={255}
      clearable
      clearButtonProps={{ 'aria-label': `Any ${label.toLowerCase()}` }}
      maxDropdownHeight={320}
      limit={100}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      // Opened again, it offers all values, not only the chosen one.
      filter={text === value ? ({ options }) => options : undefined}
      onChange={(next) => {
        setText(next)
        if (next === '') commit('')
      }}
      onOptionSubmit={commit}
      onBlur={() => commit(text)}
      onKeyDown={(event) => event.key === 'Enter' && commit(text)}
    />
  )
}

type Chip = [label: string, clear: Filters]

/** What the list is narrowed by, each to be taken away with a click. */
export function FilterChips({ filters, onChange }: FilterBarProps) {
  const chips = [['Search', 'q'] as const, ...VALUE_FILTERS].flatMap(([label, name]): Chip[] =>
    filters[name] ? [[`${label}: ${filters[name]}`, { [name]: '' }]] : [],
  )
  for (const [name, label] of ORIGIN_FILTERS) if (filters[name]) chips.push([label, { [name]: '' }])
  const { nameOf: formName } = useFormNames()
  const form = filters.form_id ? formName(filters.form_id) : filters.form
  if (form) chips.push([`Form: ${form}`, { form: '', form_id: '' }])
  const { labelOf } = useStatuses()
  const { nameOf } = useOwners()
  if (filters.status) chips.push([`Status: ${labelOf(filters.status)}`, { status: '' }])
  if (filters.owner) chips.push([`Owner: ${WORDS[filters.owner] ?? nameOf(filters.owner)}`, { owner: '' }])
  if (filters.from || filters.to) chips.push([`Created: ${showDays(filters)}`, { from: '', to: '' }])
  return (
    <Group gap={6}>
      {chips.map(([label, clear]) => (
        <Pill
          key={label}
          size="md"
          withRemoveButton
          maw={320}
          onRemove={() => onChange(clear)}
          removeButtonProps={{ 'aria-label': `Remove ${label}`, tabIndex: 0, 'aria-hidden': false }}
        >
          {label}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onChange(NO_FILTERS)}>
        Clear all
      </Button>
    </Group>
  )
}
