import { Alert, Button, Fieldset, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, dataOf, fieldErrors, isProblem, messageOf, onceKey } from '../../api/client.ts'
import type { Contact } from '../../api/schema.ts'
import { tell } from '../../parts/tell.ts'
import { SecondaryButton } from '../../parts/variants.ts'
import { fullName } from '../names.ts'
import { ExtraFields } from './ExtraFields.tsx'
import { type ContactValues, checkExtra, placeErrors, toNew, toPatch, toValues } from './values.ts'

interface ContactFormProps {
  /** Null makes a new one. */
  contact: Contact | null
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

export function ContactForm({ contact, onDone, onDirty }: ContactFormProps) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const once = useRef(onceKey())
  const form = useForm<ContactValues>({
    initialValues: toValues(contact),
    validate: (values) => ({
      ...(values.first_name.trim() === '' ? { first_name: 'Type a first name: every contact has one.' } : {}),
      ...checkExtra(values.extra),
    }),
  })
  const isDirty = form.isDirty()
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  const save = async (values: ContactValues) => {
    setBusy(true)
    setProblem(null)
    try {
      const saved =
        contact === null
          ? await dataOf(api.POST('/v1/contacts', { params: { header: once.current }, body: toNew(values) }))
          : await dataOf(
              api.PATCH('/v1/contacts/{id}', { params: { path: { id: contact.id } }, body: toPatch(values, contact) }),
            )
      queries.setQueryData(['contacts', 'one', saved.id], saved)
      void queries.invalidateQueries({ queryKey: ['contacts'] })
      void queries.invalidateQueries({ queryKey: ['people'] })
      tell.done(contact === null ? `${fullName(saved)} is added.` : 'The changes are saved.')
      onDone()
    } catch (error) {
      const { fields, others } = placeErrors(fieldErrors(error), values.extra)
      form.setErrors(fields)
      if (isProblem(error, 'idempotency_mismatch')) once.current = onceKey()
      if (others.length > 0) setProblem(others.join(' '))
      else if (Object.keys(fields).length === 0) setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack>
        <TextInput label="First name" required data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label="Last name" {...form.getInputProps('last_name')} />
        <TextInput
          label="E-mail"
          type="email"
          inputMode="email"
          description="Contacts with the same address are shown as one person."
          {...form.getInputProps('email')}
        />
        <TextInput label="Company" {...form.getInputProps('company')} />
        <Fieldset legend="Where the contact came from" variant="filled">
          <Stack gap="sm">
            <TextInput
              label="Source"
              description="Such as newsletter or linkedin (utm_source)."
              {...form.getInputProps('utm_source')}
            />
            <TextInput
              label="Medium"
              description="Such as email or social (utm_medium)."
              {...form.getInputProps('utm_medium')}
            />
          </Stack>
        </Fieldset>
        <ExtraFields form={form} />
        {problem !== null && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
            {problem}
          </Alert>
        )}
        <Group justify="flex-end">
          <SecondaryButton onClick={onDone}>Go back</SecondaryButton>
          <Button type="submit" loading={isBusy} disabled={contact !== null && !isDirty}>
            {contact === null ? 'Add contact' : 'Save changes'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
