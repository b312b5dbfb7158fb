import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Drawer, Fieldset, Group, Stack, TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ContactField, EXTRA_FIELDS_MAX } from '../../../src/contact-fields.ts'
import { api, dataOf, useRefresh } from '../api/client.ts'
import type { Contact } from '../api/schema.ts'
import type { DialogProps } from '../parts/dialogs.tsx'
import { DialogButtons, Form, FormProblem, useApiForm } from '../parts/forms.tsx'
import { IconPlus, IconTrash } from '../parts/icons.tsx'
import { Muted } from '../parts/text.tsx'
import { SmallButton, tell } from '../parts/ui.tsx'
import { type ContactValues, checkExtra, fieldFor, toNew, toPatch, toValues } from './contact-values.ts'
import { FIELD_LABELS, fullName, ORIGIN_FIELDS, PERSON_FIELDS } from './names.ts'

interface ContactDrawerProps extends DialogProps {
  /** Null creates one. */
  contact: Contact | null
}

export function ContactDrawer({ opened, onClose, contact }: ContactDrawerProps) {
  const { t } = useLingui()
  const [isDirty, setDirty] = useState(false)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={contact ? t`Edit contact` : t`New contact`}
      styles={{ title: { fontWeight: 600 } }}
      // A click outside must not discard what was typed.
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isDirty}
    >
      <ContactForm contact={contact} onDone={onClose} onDirty={setDirty} />
    </Drawer>
  )
}

type Inputs = Partial<Record<ContactField, TextInputProps & { 'data-autofocus'?: true }>>

function useInputs(): Inputs {
  const { t } = useLingui()
  return {
    first_name: { required: true, 'data-autofocus': true },
    email: {
      type: 'email',
      inputMode: 'email',
      description: t`Contacts with the same address are shown as one person.`,
    },
    utm_source: { description: t`Such as newsletter or linkedin.` },
    utm_medium: { description: t`Such as email or social.` },
  }
}

interface ContactFormProps extends Pick<ContactDrawerProps, 'contact'> {
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

function ContactForm({ contact, onDone, onDirty }: ContactFormProps) {
  const { t } = useLingui()
  const inputs = useInputs()
  const queries = useQueryClient()
  const refresh = useRefresh()
  const form = useApiForm<ContactValues>({
    keptAs: `contact.${contact?.id ?? 'new'}`,
    initialValues: toValues(contact),
    validate: (values) => ({
      ...(values.first_name.trim() === '' ? { first_name: t`Type a first name: every contact has one.` } : {}),
      ...checkExtra(values.extra),
    }),
    send: async (values, once) => {
      const saved = await dataOf(
        contact === null
          ? api.POST('/v1/contacts', { params: { header: once }, body: toNew(values) })
          : api.PATCH('/v1/contacts/{id}', { params: { path: { id: contact.id } }, body: toPatch(values, contact) }),
      )
      queries.setQueryData(['contacts', saved.id], saved)
      void refresh('contacts', 'people')
      tell.done(contact === null ? t`${fullName(saved)} is added.` : t`The changes are saved.`)
      onDone()
    },
    fieldFor,
  })
  const isDirty = form.isDirty()
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  const inputOf = (name: ContactField) => (
    <TextInput key={name} label={FIELD_LABELS[name]} {...inputs[name]} {...form.getInputProps(name)} />
  )
  return (
    <Form of={form} withRefusal={false}>
      {PERSON_FIELDS.map(inputOf)}
      <Fieldset legend={t`Where the contact came from`} variant="filled">
        <Stack gap="sm">{ORIGIN_FIELDS.map(inputOf)}</Stack>
      </Fieldset>
      <ExtraFields form={form} />
      {form.refusal && <FormProblem {...form.refusal} />}
      <DialogButtons
        label={contact === null ? t`Add contact` : t`Save changes`}
        of={form}
        disabled={contact !== null && !isDirty}
        back={t`Cancel`}
        onBack={onDone}
      />
    </Form>
  )
}

function ExtraFields({ form }: { form: UseFormReturnType<ContactValues> }) {
  const { t } = useLingui()
  const { extra } = form.values
  return (
    <Fieldset legend={t`Additional fields`} variant="filled">
      <Stack gap="sm">
        {extra.length === 0 && <Muted>{t`Anything else you know, such as phone or city.`}</Muted>}
        {extra.map((line, index) => (
          <Group key={line.key} gap="xs" align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={t`Name of additional field ${index + 1}`}
              placeholder={t`Name`}
              flex={2}
              miw={0}
              {...form.getInputProps(`extra.${index}.name`)}
            />
            <TextInput
              aria-label={t`Value of additional field ${index + 1}`}
              placeholder={t`Value`}
              flex={3}
              miw={0}
              {...form.getInputProps(`extra.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={line.name ? t`Remove ${line.name}` : t`Remove additional field ${index + 1}`}
              onClick={() => form.removeListItem('extra', index)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        ))}
        {extra.length < EXTRA_FIELDS_MAX && (
          <SmallButton
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem('extra', { key: crypto.randomUUID(), name: '', value: '' })}
          >
            <Trans>Add a field</Trans>
          </SmallButton>
        )}
      </Stack>
    </Fieldset>
  )
}
