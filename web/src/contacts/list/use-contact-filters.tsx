import { useLingui } from '@lingui/react/macro'
import { useFormNames } from '../../forms/reads.ts'
import type { Filter, FilterChoice } from '../../parts/AddFilter.tsx'
import { DayRangePanel, useShowDays } from '../../parts/DayRange.tsx'
import { formatNumber } from '../../parts/locale.ts'
import { useContactValues, useLinkName, useOwners, usePostName, useStatuses } from '../reads.ts'
import type { Filters } from './filters.ts'

/** Every filter of the list, and what each is set to in words. */
export function useContactFilters(filters: Filters, onChange: (change: Filters) => void): Filter[] {
  const { t } = useLingui()
  const { data: values } = useContactValues()
  const { all, labelOf } = useStatuses()
  const owners = useOwners()
  const forms = useFormNames()
  const postName = usePostName(filters.post ?? null)
  const linkName = useLinkName(filters.link ?? null)
  const showDays = useShowDays()

  const counts = (list: ReadonlyArray<{ value: string; contacts: number }> = []) =>
    new Map(list.map(({ value, contacts }) => [value, formatNumber(contacts)]))
  const statusCounts = counts(values?.status)
  const ownerCounts = counts(values?.owner_id)
  const ownerWords: Record<string, string> = { me: t`Me`, none: t`Nobody` }
  const idOfForm = new Map([...forms.names].map(([id, name]) => [name, id]))
  const toldForms = values?.form.map(({ value }) => value) ?? []

  const single = (name: keyof Filters, label: string, choices: FilterChoice[], shown?: string): Filter => ({
    name,
    label,
    choices,
    chosen: filters[name] ? [filters[name]] : [],
    shown: filters[name] ? (shown ?? filters[name]) : null,
    onChange: (value) => onChange({ [name]: value }),
  })
  const occurring = (name: 'tag' | 'source' | 'medium', label: string): Filter => {
    const field = name === 'tag' ? name : (`utm_${name}` as const)
    const choices = values?.[field].map(({ value, contacts }) => ({
      value,
      label: value,
      hint: formatNumber(contacts),
    }))
    return { ...single(name, label, choices ?? []), takesText: true }
  }
  /** Other pages link with it. */
  const chip = (name: keyof Filters, label: string, shown: string): Filter => ({
    name,
    label,
    shown: filters[name] ? shown : null,
    onChange: () => onChange({ [name]: '' }),
  })

  return [
    single(
      'status',
      t`Status`,
      all.map(({ key: value, label }) => ({ value, label, hint: statusCounts.get(value) })),
      filters.status && labelOf(filters.status),
    ),
    single(
      'owner',
      t`Owner`,
      [
        ...Object.entries(ownerWords).map(([value, label]) => ({ value, label })),
        ...owners.choices.map((choice) => ({ ...choice, hint: ownerCounts.get(choice.value) })),
      ],
      filters.owner && (ownerWords[filters.owner] ?? owners.nameOf(filters.owner)),
    ),
    occurring('tag', t`Tag`),
    {
      // Our forms by name, and the form names that senders gave.
      name: 'form',
      label: t`Form`,
      shown: (filters.form_id ? forms.nameOf(filters.form_id) : filters.form) || null,
      chosen: [filters.form_id ? forms.nameOf(filters.form_id) : (filters.form ?? '')],
      choices: [...new Set([...idOfForm.keys(), ...toldForms])].map((name) => ({ value: name, label: name })),
      takesText: true,
      onChange: (value) => {
        const id = idOfForm.get(value)
        onChange(id === undefined ? { form: value, form_id: '' } : { form: '', form_id: id })
      },
    },
    occurring('source', t({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' })),
    occurring('medium', t({ message: 'Medium', comment: 'The kind of source: email, social' })),
    {
      name: 'created',
      label: t`Created`,
      shown: filters.from || filters.to ? showDays(filters) : null,
      editor: (close) => (
        <DayRangePanel
          from={filters.from}
          to={filters.to}
          onChange={(days) => {
            onChange(days)
            close()
          }}
        />
      ),
      onChange: () => onChange({ from: '', to: '' }),
    },
    chip('post', t`Came through the post`, postName),
    chip('link', t`Came through the link`, linkName),
  ]
}
