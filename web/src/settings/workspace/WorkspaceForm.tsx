import { Group, Paper, Select, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { Workspace } from '../../api/schema.ts'
import { ME } from '../../api/session.ts'
import { Form, SubmitButton, useApiForm } from '../../parts/form.tsx'
import { tell } from '../../parts/tell.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import { LateWindow, Origins } from './own-or-setting.tsx'
import { changesOf, toForm } from './values.ts'

export function WorkspaceForm({ workspace, isReadOnly }: { workspace: Workspace; isReadOnly: boolean }) {
  const queries = useQueryClient()
  const zones = useMemo(zonesOf, [])
  const form = useApiForm({
    initialValues: toForm(workspace),
    validate: {
      name: isNotEmpty('Give the workspace a name.'),
      late_window_minutes: (value, { window }) =>
        window === 'own' && !(Number(value) >= 1 && Number(value) <= 10_080)
          ? 'Type how many minutes, from 1 to 10,080 (a week).'
          : null,
    },
    send: async (values) => {
      const saved = await dataOf(api.PATCH('/v1/workspace', { body: changesOf(form.getInitialValues(), values) }))
      queries.setQueryData(['workspace'], saved)
      form.setInitialValues(toForm(saved))
      form.setValues(toForm(saved))
      tell.done('The settings are saved.')
      await queries.invalidateQueries({ queryKey: ME })
    },
  })
  return (
    <Paper withBorder radius="md" p="lg" maw={720}>
      <Form of={form} gap="lg">
        <TextInput
          label="Name"
          description="Shown at the top of every page and in invitations."
          maxLength={100}
          required
          readOnly={isReadOnly}
          {...form.getInputProps('name')}
        />
        <Select
          label="Time zone"
          description="The dashboard shows and takes all times in it."
          data={zones}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No such time zone. Search for a city, such as Lisbon."
          readOnly={isReadOnly}
          maxDropdownHeight={280}
          {...form.getInputProps('time_zone')}
        />
        <LateWindow form={form} effective={workspace.effective} isReadOnly={isReadOnly} />
        <Origins form={form} effective={workspace.effective} isReadOnly={isReadOnly} />
        {!isReadOnly && (
          <Group>
            <SubmitButton of={form} disabled={!form.isDirty()}>
              Save
            </SubmitButton>
            {form.isDirty() && <SecondaryButton onClick={form.reset}>Undo the changes</SecondaryButton>}
          </Group>
        )}
      </Form>
    </Paper>
  )
}

/** Browsers leave UTC itself out of their list. */
function zonesOf(): string[] {
  return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
}
