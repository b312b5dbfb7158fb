import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Fieldset, Group, Input, PasswordInput, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { AddFilter } from '../parts/AddFilter.tsx'
import { IconPlus, IconTrash } from '../parts/icons.tsx'
import { Muted } from '../parts/text.tsx'
import { LinkButton, SmallButton } from '../parts/ui.tsx'
import { type EndpointFormValues, newLine } from './endpoint-values.ts'
import { useEventFilters } from './use-event-filters.ts'

type EndpointForm = Pick<
  UseFormReturnType<EndpointFormValues>,
  'values' | 'errors' | 'setFieldValue' | 'getInputProps' | 'insertListItem' | 'removeListItem'
>

const HEADERS_MAX = 10

/** Filters and headers, folded away until somebody wants or has some. */
export function EndpointMore({ form }: { form: EndpointForm }) {
  const { t } = useLingui()
  const { kind, filters, headers } = form.values
  const hasSome = headers.length > 0 || Object.keys(filters).length > 0
  const [isOpen, { toggle }] = useDisclosure(hasSome)
  const hasProblem = Object.keys(form.errors).some((path) => /^(?:headers|filters)/.test(path))
  const isShown = isOpen || hasProblem
  return (
    <Stack gap="sm">
      <LinkButton ta="left" w="fit-content" onClick={toggle} aria-expanded={isShown}>
        {kind === 'webhook' ? t`More: filters and headers` : t`More: filters`}
      </LinkButton>
      {isShown && <FilterFields form={form} />}
      {isShown && kind === 'webhook' && <HeaderFields form={form} />}
    </Stack>
  )
}

function FilterFields({ form }: { form: EndpointForm }) {
  const { t } = useLingui()
  const change = (filters: EndpointFormValues['filters']) => form.setFieldValue('filters', filters)
  const filters = useEventFilters(form.values.filters, change)
  return (
    <Fieldset legend={t`Filters`} variant="filled">
      <Stack gap="sm">
        <Muted>
          <Trans>
            Only events that match all filters are sent. Events without these values, such as deleted contacts, are left
            out.
          </Trans>
        </Muted>
        <Group gap="xs">
          <AddFilter filters={filters} onClearAll={() => change({})} />
        </Group>
        {form.errors.filters && <Input.Error>{form.errors.filters}</Input.Error>}
      </Stack>
    </Fieldset>
  )
}

function HeaderFields({ form }: { form: EndpointForm }) {
  const { t } = useLingui()
  const { headers } = form.values
  return (
    <Fieldset legend={t`Headers`} variant="filled">
      <Stack gap="sm">
        <Muted>
          <Trans>
            Sent with every message, such as a password that your program wants. Values are stored encrypted and not
            shown again.
          </Trans>
        </Muted>
        {headers.map((line, index) => (
          <Group key={line.key} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={t`Name of header ${index + 1}`}
              placeholder={t`Name`}
              autoComplete="off"
              flex={2}
              miw={0}
              {...form.getInputProps(`headers.${index}.name`)}
            />
            <PasswordInput
              aria-label={t`Value of header ${index + 1}`}
              placeholder={
                line.stored !== null && line.stored === line.name.trim() ? t`Stored. Type to replace it.` : t`Value`
              }
              autoComplete="new-password"
              flex={3}
              miw={0}
              {...form.getInputProps(`headers.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={line.name ? t`Remove ${line.name}` : t`Remove header ${index + 1}`}
              onClick={() => form.removeListItem('headers', index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {form.errors.headers && <Input.Error>{form.errors.headers}</Input.Error>}
        {headers.length < HEADERS_MAX && (
          <SmallButton
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem('headers', newLine())}
          >
            <Trans>Add a header</Trans>
          </SmallButton>
        )}
      </Stack>
    </Fieldset>
  )
}
