import { Button, Group, Pill } from '@mantine/core'
import { type Filters, showDays } from './filters.ts'

interface FilterChipsProps {
  filters: Filters
  onChange: (change: Filters) => void
}

export const NO_FILTERS: Filters = { q: '', source: '', medium: '', form: '', from: '', to: '' }

/** What the list is narrowed by, each to be taken away with a click. */
export function FilterChips({ filters, onChange }: FilterChipsProps) {
  const { q, source, medium, form, from, to } = filters
  const chips: Array<[label: string, clear: Filters]> = []
  if (q) chips.push([`Search: ${q}`, { q: '' }])
  if (source) chips.push([`Source: ${source}`, { source: '' }])
  if (medium) chips.push([`Medium: ${medium}`, { medium: '' }])
  if (form) chips.push([`Form: ${form}`, { form: '' }])
  if (from || to) chips.push([`Created: ${showDays(filters)}`, { from: '', to: '' }])
  if (chips.length === 0) return null
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
