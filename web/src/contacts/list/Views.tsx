import { Group, Modal, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBookmark, IconBookmarkPlus, IconTrash } from '@tabler/icons-react'
import { api, dataOf } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import type { View } from '../../api/schema.ts'
import { useMay } from '../../api/session.ts'
import { useConfirm } from '../../parts/dialogs/ConfirmButton.tsx'
import { DialogButtons, Form, useApiForm } from '../../parts/forms/form.tsx'
import { useChange } from '../../parts/forms/useChange.ts'
import { SmallButton } from '../../parts/variants.ts'
import { type Filters, fromView, hasAny, NO_FILTERS, sameFilters, toQuery } from './filters.ts'

interface ViewsProps {
  filters: Filters
  zone: string
  onChange: (filters: Filters) => void
}

/** Filters that were saved under a name, for the whole team. */
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
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => onChange({ ...NO_FILTERS, ...(view === open ? {} : fromView(view.filter, zone)) })}
        >
          {view.name}
        </SmallButton>
      ))}
      {canSave && (
        <SmallButton variant="subtle" leftSection={<IconBookmarkPlus size={14} aria-hidden />} onClick={saving.open}>
          Save this view
        </SmallButton>
      )}
      {may.write && open && (
        <SmallButton variant="subtle" leftSection={<IconTrash size={14} aria-hidden />} onClick={() => remove(open)}>
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
