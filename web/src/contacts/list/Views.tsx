import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { api, dataOf, useMay, useRead } from '../../api/client.ts'
import type { View } from '../../api/schema.ts'
import { useChange } from '../../parts/action.ts'
import { DialogButtons, Form, useApiForm } from '../../parts/forms.tsx'
import { IconBookmark, IconTrash, icon } from '../../parts/icons.tsx'
import { compareNames } from '../../parts/locale.ts'
import { useRemoval } from '../../parts/removals.tsx'
import { SmallButton } from '../../parts/ui.tsx'
import { type Filters, fromView, hasAny, NO_FILTERS, sameFilters, toQuery } from './filters.ts'

const IconBookmarkPlus = icon`M12 17l-6 4v-14a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4v5M16 19h6M19 16v6`

interface ViewsProps {
  filters: Filters
  zone: string
  onChange: (filters: Filters) => void
}

function useViews({ filters, zone }: Pick<ViewsProps, 'filters' | 'zone'>) {
  const saved = useRead(['views'], '/v1/views', { query: { limit: 100 }, staleTime: 60_000 })
  const views = (saved.data ?? []).toSorted((a, b) => compareNames(a.name, b.name))
  return { views, open: views.find((view) => sameFilters(fromView(view.filter, zone), filters)) }
}

/** Filters that the team keeps under a name. */
export function Views({ filters, zone, onChange }: ViewsProps) {
  const { t } = useLingui()
  const may = useMay()
  const removal = useRemoval('views')
  const { views, open } = useViews({ filters, zone })
  if (views.length === 0) return null
  const remove = ({ id, name }: View) =>
    void removal([{ id }], t`The view “${name}” is deleted for the whole team. The contacts stay.`)
  return (
    <Group gap={6} role="group" aria-label={t`Saved views`}>
      {views.map((view) => (
        <SmallButton
          key={view.id}
          variant={view === open ? 'light' : 'default'}
          aria-pressed={view === open}
          maw={260}
          leftSection={<IconBookmark size={14} />}
          onClick={() => onChange({ ...NO_FILTERS, ...(view === open ? {} : fromView(view.filter, zone)) })}
        >
          {view.name}
        </SmallButton>
      ))}
      {may.write && open && (
        <SmallButton variant="subtle" leftSection={<IconTrash size={14} />} onClick={() => remove(open)}>
          <Trans>Delete this view</Trans>
        </SmallButton>
      )}
    </Group>
  )
}

/** Beside the filters, unless they are saved already. */
export function SaveView({ filters, zone }: Pick<ViewsProps, 'filters' | 'zone'>) {
  const { t } = useLingui()
  const may = useMay()
  const [isSaving, saving] = useDisclosure()
  const { open } = useViews({ filters, zone })
  if (!may.write || !hasAny(filters) || open !== undefined) return null
  return (
    <>
      <Button variant="subtle" size="compact-sm" leftSection={<IconBookmarkPlus size={14} />} onClick={saving.open}>
        <Trans>Save this view</Trans>
      </Button>
      <Modal opened={isSaving} onClose={saving.close} title={t`Save this view`} centered>
        <SaveForm onDone={saving.close} filters={filters} zone={zone} />
      </Modal>
    </>
  )
}

function SaveForm({ onDone, filters, zone }: Pick<ViewsProps, 'filters' | 'zone'> & { onDone: () => void }) {
  const { t } = useLingui()
  const change = useChange('views')
  const form = useApiForm({
    keptAs: 'view',
    initialValues: { name: '' },
    send: async ({ name }) => {
      const body = { name, filter: toQuery(filters, zone) }
      await change(dataOf(api.POST('/v1/views', { body })), t`The view is saved for the whole team.`)
      onDone()
    },
  })
  return (
    <Form of={form}>
      <TextInput
        label={t`Name`}
        description={t`Everybody in the team sees the view, with this search and these filters.`}
        placeholder={t`New leads of the fair`}
        maxLength={60}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <DialogButtons of={form} label={t`Save`} onBack={onDone} />
    </Form>
  )
}
