import { ActionIcon, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import type { ContactValues } from './values.ts'

const EXTRA_MAX = 50

/** Whatever else is known of a contact: a name and a value in each line. */
export function ExtraFields({ form }: { form: UseFormReturnType<ContactValues> }) {
  const { extra } = form.values
  return (
    <Fieldset legend="Additional fields" variant="filled">
      <Stack gap="sm">
        {extra.length === 0 && <Muted>Anything else you know, such as phone or city.</Muted>}
        {extra.map((line, index) => (
          <Group key={line.key} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={`Name of additional field ${index + 1}`}
              placeholder="Name"
              flex={2}
              miw={0}
              {...form.getInputProps(`extra.${index}.name`)}
            />
            <TextInput
              aria-label={`Value of additional field ${index + 1}`}
              placeholder="Value"
              flex={3}
              miw={0}
              {...form.getInputProps(`extra.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={line.name ? `Remove ${line.name}` : `Remove additional field ${index + 1}`}
              onClick={() => form.removeListItem('extra', index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {extra.length < EXTRA_MAX && (
          <SecondaryButton
            size="xs"
            w="fit-content"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => form.insertListItem('extra', { key: crypto.randomUUID(), name: '', value: '' })}
          >
            Add a field
          </SecondaryButton>
        )}
      </Stack>
    </Fieldset>
  )
}
