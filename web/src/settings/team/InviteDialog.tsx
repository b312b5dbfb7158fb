import { Alert, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { IconMail, IconMailOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../api/client.ts'
import type { InvitationWithLink, NewInvitation } from '../../api/schema.ts'
import { ROLES } from '../../entry/roles.ts'
import { DialogButtons, Form, useApiForm } from '../../parts/form.tsx'
import { type DialogProps, MakeDialog } from '../../parts/MakeDialog.tsx'
import { ShownOnce } from '../../parts/Secret.tsx'
import { Muted } from '../../parts/variants.ts'

export function InviteDialog(dialog: DialogProps) {
  return (
    <MakeDialog<InvitationWithLink>
      {...dialog}
      modal={(made) => ({ title: made ? `Invitation for ${made.email}` : 'Invite somebody' })}
      form={(onMade, onCancel) => <InviteForm onMade={onMade} onCancel={onCancel} />}
      result={(made, onDone) => <Made made={made} onDone={onDone} />}
    />
  )
}

function InviteForm({ onMade, onCancel }: { onMade: (made: InvitationWithLink) => void; onCancel: () => void }) {
  const queries = useQueryClient()
  const form = useApiForm<NewInvitation>({
    initialValues: { email: '', role: 'editor' },
    validate: { email: isNotEmpty('Type the e-mail address of the person.') },
    send: async (body) => {
      const made = await dataOf(api.POST('/v1/team/invitations', { body }))
      await queries.invalidateQueries({ queryKey: ['team'] })
      onMade(made)
    },
  })
  return (
    <Form of={form}>
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
      <DialogButtons label="Make the invitation" of={form} onBack={onCancel} mt="xs" />
    </Form>
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
