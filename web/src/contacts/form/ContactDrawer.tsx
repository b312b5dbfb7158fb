import { Drawer, Fieldset, Stack, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, dataOf, fieldErrors, isProblem, messageOf, onceKey } from '../../api/client.ts'
import type { Contact } from '../../api/schema.ts'
import { DialogButtons, ErrorAlert, Form, useApiForm } from '../../parts/form.tsx'
import { tell } from '../../parts/tell.ts'
import { fullName } from '../names.ts'
import { ExtraFields } from './ExtraFields.tsx'
import { type ContactValues, checkExtra, placeErrors, toNew, toPatch, toValues } from './values.ts'

interface ContactDrawerProps {
  opened: boolean
  onClose: () => void
  /** To be changed; a new one when there is none. */
  contact?: Contact
}

export function ContactDrawer({ opened, onClose, contact }: ContactDrawerProps) {
  const [isDirty, setDirty] = useState(false)
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size="md"
      title={contact ? 'Edit contact' : 'New contact'}
      styles={{ title: { fontWeight: 600 } }}
      // A click beside it must not throw away what was typed.
      closeOnClickOutside={!isDirty}
      closeOnEscape={!isDirty}
    >
      <ContactForm contact={contact ?? null} onDone={onClose} onDirty={setDirty} />
    </Drawer>
  )
}

interface ContactFormProps {
  /** Null makes a new one. */
  contact: Contact | null
  onDone: () => void
  onDirty: (isDirty: boolean) => void
}

function ContactForm({ contact, onDone, onDirty }: ContactFormProps) {
  const queries = useQueryClient()
  const once = useRef(onceKey())
  const form = useApiForm<ContactValues>({
    initialValues: toValues(contact),
    validate: (values) => ({
      ...(values.first_name.trim() === '' ? { first_name: 'Type a first name: every contact has one.' } : {}),
      ...checkExtra(values.extra),
    }),
    send: async (values) => {
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
    },
    place: (error, { extra }) => {
      if (isProblem(error, 'idempotency_mismatch')) once.current = onceKey()
      const { fields, others } = placeErrors(fieldErrors(error), extra)
      if (others.length > 0) return { fields, others: [others.join(' ')] }
      return { fields, others: Object.keys(fields).length === 0 ? [messageOf(error)] : [] }
    },
  })
  const isDirty = form.isDirty()
  useEffect(() => {
    onDirty(isDirty)
    return () => onDirty(false)
  }, [isDirty, onDirty])

  return (
    <Form of={form} withRefusal={false}>
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
      {form.refusal && <ErrorAlert>{form.refusal.texts}</ErrorAlert>}
      <DialogButtons
        label={contact === null ? 'Add contact' : 'Save changes'}
        of={form}
        disabled={contact !== null && !isDirty}
        back="Go back"
        onBack={onDone}
      />
    </Form>
  )
}
