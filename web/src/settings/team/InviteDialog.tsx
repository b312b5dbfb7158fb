import { Alert, Button, Group, Modal, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMail, IconMailOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import type { InvitationWithLink, NewInvitation } from '../../api/schema.ts'
import { FormProblem } from '../../entry/FormProblem.tsx'
import { ROLES } from '../../entry/roles.ts'
import { useSubmit } from '../../entry/useSubmit.ts'
import { ShownOnce } from '../../parts/Secret.tsx'
import { Muted, SecondaryButton } from '../../parts/variants.ts'

/** Invites somebody and shows the link, this once. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [made, setMade] = useState<InvitationWithLink | null>(null)
  const close = () => {
    onClose()
    setMade(null)
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={made ? `Invitation for ${made.email}` : 'Invite somebody'}
      size="lg"
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
    >
      {made ? <Made made={made} onDone={close} /> : <InviteForm onMade={setMade} onCancel={close} />}
    </Modal>
  )
}

function InviteForm({ onMade, onCancel }: { onMade: (made: InvitationWithLink) => void; onCancel: () => void }) {
  const queries = useQueryClient()
  const form = useForm<NewInvitation>({
    initialValues: { email: '', role: 'editor' },
    validate: { email: (value) => (value.trim() === '' ? 'Type the e-mail address of the person.' : null) },
  })
  const { isBusy, refusal, run } = useSubmit(form)
  const submit = form.onSubmit((values) =>
    run(async () => {
      const made = await dataOf(api.POST('/v1/team/invitations', { body: values }))
      await queries.invalidateQueries({ queryKey: ['team'] })
      onMade(made)
    }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormProblem of={refusal} />
        <TextInput
          label="E-mail"
          description="They sign in with it."
          type="email"
          autoComplete="off"
          required
          data-autofocus
          {...form.getInputProps('email')}
        />
        <Radio.Group label="Role" {...form.getInputProps('role')}>
          <Stack gap="xs" mt={6}>
            {Object.entries(ROLES).map(([value, { label, may }]) => (
              <Radio key={value} value={value} label={label} description={may} />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end" mt="xs">
          <SecondaryButton onClick={onCancel}>Cancel</SecondaryButton>
          <Button type="submit" loading={isBusy}>
            Make the invitation
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Made({ made: { email, link, mail }, onDone }: { made: InvitationWithLink; onDone: () => void }) {
  return (
    <Stack>
      {mail.sent ? (
        <Alert color="teal" icon={<IconMail aria-hidden />}>
          The link was sent to {email}. You can also give it to them yourself.
        </Alert>
      ) : (
        <Alert color="blue" icon={<IconMailOff aria-hidden />} title="No mail was sent">
          <Text size="sm">{mail.problem ?? `Send the link to ${email} yourself.`}</Text>
        </Alert>
      )}
      <ShownOnce what="link" value={link} />
      <Muted>It works once, for seven days. Whoever opens it joins, so send it only to this person.</Muted>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  )
}
