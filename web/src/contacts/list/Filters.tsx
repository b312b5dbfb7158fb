import { Autocomplete, Button, Collapse, Group, Modal, Pill, Select, Stack, TextInput } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { api, dataOf, useMay, useRead } from '../../api/client.ts'
import type { View } from '../../api/schema.ts'
import { useFormNames } from '../../forms/reads.ts'
import { DayRange } from '../../parts/DayRange.tsx'
import { useConfirm } from '../../parts/dialogs.tsx'
import { choices, DialogButtons, Form, useApiForm, useChange, useDraftOf } from '../../parts/forms.tsx'
import { IconBookmark, IconTrash, icon } from '../../parts/icons.tsx'
import { SearchField } from '../../parts/tables.tsx'
import { SecondaryButton, SmallButton } from '../../parts/ui.tsx'
import { useContactValues, useOwners, useStatuses } from '../reads.ts'
import classes from './Filters.module.css'
import {
  type Filters,
  fromView,
  hasAny,
  NO_FILTERS,
  ORIGIN_FILTERS,
  sameFilters,
  showDays,
  toQuery,
} from './filters.ts'

const IconAdjustmentsHorizontal = icon`M12 6a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M4 6l8 0M16 6l4 0M6 12a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M4 12l2 0M10 12l10 0M15 18a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M4 18l11 0M19 18l1 0`
const IconBookmarkPlus = icon`M12 17l-6 4v-14a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v5M16 19h6M19 16v6`

interface FilterBarProps {
  filters: Filters
  onChange: (change: Filters) => void
}

const VALUE_FILTERS = [
  ['Source', 'source', 'utm_source'],
  ['Medium', 'medium', 'utm_medium'],
  ['Tag', 'tag', 'tag'],
] as const

const SELECTED = { status: 'Status', owner: 'Owner' }

const OWNER_WORDS: Record<string, string> = { me: 'Me', none: 'Nobody' }

export function FilterBar({ filters, onChange }: FilterBarProps) {
  const [isOpen, { toggle }] = useDisclosure()
  const isNarrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const values = useContactValues()
  const { all } = useStatuses()
  const owners = useOwners().choices
  const data = {
    status: all.map(({ key: value, label }) => ({ value, label })),
    owner: [...choices(OWNER_WORDS), ...owners],
  }
  const fields = (
    <div className={classes.fields}>
      {(['status', 'owner'] as const).map((name) => (
        <Select
          key={name}
          aria-label={SELECTED[name]}
          placeholder={SELECTED[name]}
          data={data[name]}
          value={filters[name] ?? null}
          clearable
          clearButtonProps={{ 'aria-label': `Any ${name}` }}
          comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
          onChange={(value) => onChange({ [name]: value ?? '' })}
        />
      ))}
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
            leftSection={<IconAdjustmentsHorizontal size={16} />}
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

/** Our forms by name, and the form names that senders gave. */
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

/** Offers the values that occur; others may be typed. */
function ValueFilter({ label, value = '', values = [], onChange }: ValueFilterProps) {
  const [text, setText] = useDraftOf(value)
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
      // When opened again, it offers all values, not only the chosen one.
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
  if (filters.owner) chips.push([`Owner: ${OWNER_WORDS[filters.owner] ?? nameOf(filters.owner)}`, { owner: '' }])
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

interface ViewsProps {
  filters: Filters
  zone: string
  onChange: (filters: Filters) => void
}

export function Views({ filters, zone, onChange }: ViewsProps) {
  const may = useMay()
  const change = useChange('views')
  const [isSaving, saving] = useDisclosure()
  const [question, ask] = useConfirm()
  const saved = useRead(['views'], '/v1/views', { query: { limit: 100 }, staleTime: 60_000 })
  const views = (saved.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name))
  const open = views.find((view) => sameFilters(fromView(view.filter, zone), filters))
  const canSave = may.write && hasAny(filters) && open === undefined
  if (views.length === 0 && !canSave) return null
  const remove = (view: View) =>
    ask({
      title: `Delete the view "${view.name}"?`,
      label: 'Delete the view',
      children: 'It is gone for the whole team. The contacts stay.',
      onConfirm: () =>
        change(api.DELETE('/v1/views/{id}', { params: { path: { id: view.id } } }), 'The view is deleted.'),
    })
  return (
    <Group gap={6} role="group" aria-label="Saved views">
      {views.map((view) => (
        <SmallButton
          key={view.id}
          variant={view === open ? 'filled' : 'default'}
          aria-pressed={view === open}
          maw={260}
          leftSection={<IconBookmark size={14} />}
          onClick={() => onChange({ ...NO_FILTERS, ...(view === open ? {} : fromView(view.filter, zone)) })}
        >
          {view.name}
        </SmallButton>
      ))}
      {canSave && (
        <SmallButton variant="subtle" leftSection={<IconBookmarkPlus size={14} />} onClick={saving.open}>
          Save this view
        </SmallButton>
      )}
      {may.write && open && (
        <SmallButton variant="subtle" leftSection={<IconTrash size={14} />} onClick={() => remove(open)}>
          Delete this view
        </SmallButton>
      )}
      <Modal opened={isSaving} onClose={saving.close} title="Save this view" centered>
        <SaveForm onDone={saving.close} filters={filters} zone={zone} />
      </Modal>
      {question}
    </Group>
  )
}

function SaveForm({ onDone, filters, zone }: Pick<ViewsProps, 'filters' | 'zone'> & { onDone: () => void }) {
  const change = useChange('views')
  const form = useApiForm({
    initialValues: { name: '' },
    send: async ({ name }) => {
      const body = { name, filter: toQuery(filters, zone) }
      await change(dataOf(api.POST('/v1/views', { body })), 'The view is saved for the whole team.')
      onDone()
    },
  })
  return (
    <Form of={form}>
      <TextInput
        label="Name"
        description="The search and the filters are kept under it, for everybody of the team."
        placeholder="New leads of the fair"
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <DialogButtons of={form} label="Save" onBack={onDone} />
    </Form>
  )
}
