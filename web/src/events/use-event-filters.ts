import { useLingui } from '@lingui/react/macro'
import { PROFILES } from '../../../src/platforms/registry.ts'
import { useConnections, useRead } from '../api/client.ts'
import type { EndpointFilters } from '../api/schema.ts'
import { useContactValues, useOwners, useStatuses } from '../contacts/reads.ts'
import { useFormNames } from '../forms/reads.ts'
import type { Filter, FilterChoice } from '../parts/AddFilter.tsx'
import { formatList } from '../parts/locale.ts'
import { PLATFORMS } from '../parts/platforms.tsx'

/** Every filter of an endpoint, and what each is set to in words. */
export function useEventFilters(filters: EndpointFilters, onChange: (filters: EndpointFilters) => void): Filter[] {
  const { t } = useLingui()
  const values = useContactValues().data
  const statuses = useStatuses()
  const owners = useOwners()
  const forms = useFormNames()
  const { data: webhooks = [] } = useRead(['webhooks', 'names'], '/v1/webhooks', { query: { limit: 1000 } })
  const { data: accounts = [] } = useConnections()

  const filterOf = (name: string, label: string, choices: readonly FilterChoice[], takesText = false): Filter => {
    const value = filters[name]
    return {
      name,
      label,
      choices,
      takesText,
      chosen: value === undefined ? [] : [value],
      shown: value === undefined ? null : (choices.find((choice) => choice.value === value)?.label ?? value),
      onChange: (next) => {
        const { [name]: _, ...others } = filters
        onChange(next === '' ? others : { ...others, [name]: next })
      },
    }
  }
  const text = (name: string, label: string, known: ReadonlyArray<{ value: string }> = []) =>
    filterOf(
      name,
      label,
      known.map(({ value }) => ({ value, label: value })),
      true,
    )
  const named = (all: ReadonlyArray<{ id: string; name: string | null }>) =>
    all.map(({ id, name }) => ({ value: id, label: name ?? id }))
  const formats = PLATFORMS.map((format) => ({
    value: format,
    label: formatList(
      PROFILES.filter((profile) => profile.format === format).map((profile) => profile.label),
      'disjunction',
    ),
  }))
  /** Filters by id, which only programs set, are shown and can be removed. */
  const others = (['link_id', 'post_id', 'group_id', 'author_id'] as const)
    .filter((name) => filters[name] !== undefined)
    .map((name) => ({ ...filterOf(name, name, []), choices: undefined }))

  return [
    text(
      'utm_source',
      t({ message: 'Source', comment: 'Where a lead came from: newsletter, LinkedIn' }),
      values?.utm_source,
    ),
    text('utm_medium', t({ message: 'Medium', comment: 'The kind of source: email, social' }), values?.utm_medium),
    text('utm_campaign', t`Campaign`),
    text('utm_term', t({ message: 'Term', comment: 'A search word that was paid for' })),
    text('utm_content', t({ message: 'Content', comment: 'Which of several links in one place' })),
    filterOf(
      'status',
      t`Status`,
      statuses.all.map(({ key, label }) => ({ value: key, label })),
    ),
    filterOf(
      'owner_id',
      t({ message: 'Owner', comment: 'The person of the team who looks after a contact' }),
      owners.choices,
    ),
    filterOf('form_id', t`Form`, named([...forms.names].map(([id, name]) => ({ id, name })))),
    filterOf('webhook_id', t`Webhook`, named(webhooks)),
    filterOf('platform', t`Network`, formats),
    filterOf(
      'connection_id',
      t`Account`,
      named(accounts.map(({ id, name, handle }) => ({ id, name: name ?? handle }))),
    ),
    ...others,
  ]
}
