import { Modal, Radio, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api, dataOf } from '../api/client.ts'
import { useRefresh } from '../api/queries.ts'
import type { DialogProps } from '../parts/dialogs/MakeDialog.tsx'
import { DialogButtons, Form, useApiForm } from '../parts/forms/form.tsx'

export function NewForm({ opened, onClose }: DialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Make a form" closeOnClickOutside={false}>
      <NewFormFields onClose={onClose} />
    </Modal>
  )
}

function NewFormFields({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const refresh = useRefresh()
  const form = useApiForm({
    initialValues: { name: '', kind: 'contact' },
    send: async ({ name, kind }, once) => {
      const body = { name, ...(kind === 'email' && { email_only: true }) }
      const made = await dataOf(api.POST('/v1/forms', { params: { header: once }, body }))
      void refresh('forms')
      await navigate({ to: '/forms/$id', params: { id: made.id } })
    },
  })
  return (
    <Form of={form}>
      <TextInput
        label="Name"
        description="You see it in lists and at contacts. It is also the heading of the form’s page, until you write another."
        placeholder="Contact us"
        maxLength={100}
        withAsterisk
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Radio.Group label="It asks for" {...form.getInputProps('kind')}>
        <Stack gap="xs" mt="xs">
          <Radio value="contact" label="Name, e-mail, company and a message" description="A contact form." />
          <Radio value="email" label="The e-mail address only" description="For a newsletter or a waiting list." />
        </Stack>
      </Radio.Group>
      <DialogButtons label="Make the form" of={form} onBack={onClose} />
    </Form>
  )
}
