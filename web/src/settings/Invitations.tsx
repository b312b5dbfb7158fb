import { Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { IconMail, IconMailOff, IconMailOpened } from '@tabler/icons-react'
import { api, dataOf } from '../api/client.ts'
import { useRead, useRefresh } from '../api/queries.ts'
import type { Invitation, InvitationWithLink, NewInvitation } from '../api/schema.ts'
import { ROLES } from '../entry/roles.ts'
import { ConfirmButton } from '../parts/dialogs/ConfirmButton.tsx'
import { type DialogProps, type MadeProps, MakeDialog, type MakeFormProps } from '../parts/dialogs/MakeDialog.tsx'
import { ShownOnce } from '../parts/dialogs/Secret.tsx'
import { DialogButtons, Form, useApiForm } from '../parts/forms/form.tsx'
import { useChange } from '../parts/forms/useChange.ts'
import { Empty } from '../parts/states.tsx'
import { type Column, RecordList } from '../parts/tables/RecordTable.tsx'
import { Time } from '../parts/time/Time.tsx'
import { Muted, RecordName, SecondaryButton, Small } from '../parts/variants.ts'
import { Section } from './Section.tsx'

const COLUMNS: Column<Invitation>[] = [
  {
    title: 'For',
    render: ({ email, role, invited_by: by }) => (
      <Stack gap={0}>
        <RecordName>{email}</RecordName>
        <Muted>
          {ROLES[role].label}, invited {by === null ? 'on the command line' : `by ${by}`}
        </Muted>
      </Stack>
    ),
  },
  { title: 'Sent', wideOnly: true, render: ({ created_at: at }) => <Time at={at} size="sm" /> },
  { title: 'Works until', wideOnly: true, render: ({ expires_at: at }) => <Time at={at} size="sm" exact /> },
  { title: 'Actions', align: 'right', render: (invitation) => <Revoke invitation={invitation} /> },
]

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const change = useChange('team')
  const revoke = () => api.DELETE('/v1/team/invitations/{id}', { params: { path: { id } } })
  return (
    <ConfirmButton
      button={{ children: 'Revoke', size: 'xs', 'aria-label': `Revoke the invitation of ${email}` }}
      title={`Revoke the invitation of ${email}?`}
      label="Revoke the invitation"
      onConfirm={() => change(revoke(), `The invitation of ${email} is revoked.`)}
    >
      The link stops working at once. You can invite the same address again.
    </ConfirmButton>
  )
}

export function Invitations({ onInvite }: { onInvite: () => void }) {
  const invitations = useRead(['team', 'invitations'], '/v1/team/invitations')
  return (
    <Section
      title="Open invitations"
      lead="They work once, for seven days. Inviting the same address again makes a new link."
    >
      <RecordList
        label="Open invitations"
        columns={COLUMNS}
        of={{ ...invitations, rows: invitations.data ?? [] }}
        waiting={2}
        empty={
          <Empty
            icon={IconMailOpened}
            title="No open invitation"
            action={<SecondaryButton onClick={onInvite}>Invite somebody</SecondaryButton>}
          >
            Invite the people you work with. Each gets a link and chooses a password.
          </Empty>
        }
      />
    </Section>
  )
}

export function InviteDialog(dialog: DialogProps) {
  return (
    <MakeDialog<InvitationWithLink>
      {...dialog}
      modal={(made) => ({ title: made ? `Invitation for ${made.email}` : 'Invite somebody' })}
      Form={InviteForm}
      Result={Made}
    />
  )
}

function InviteForm({ onMade, onCancel }: MakeFormProps<InvitationWithLink>) {
  const refresh = useRefresh()
  const form = useApiForm<NewInvitation>({
    initialValues: { email: '', role: 'editor' },
    validate: { email: isNotEmpty('Type the e-mail address of the person.') },
    send: async (body) => {
      const made = await dataOf(api.POST('/v1/team/invitations', { body }))
      await refresh('team')
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

function Made({ made: { email, link, mail }, onDone }: MadeProps<InvitationWithLink>) {
  return (
    <Stack>
      {mail.sent ? (
        <Alert color="teal" icon={<IconMail aria-hidden />}>
          The link was sent to {email}. You can also give it to them yourself.
        </Alert>
      ) : (
        <Alert color="blue" icon={<IconMailOff aria-hidden />} title="No mail was sent">
          <Small>{mail.problem ?? `Send the link to ${email} yourself.`}</Small>
        </Alert>
      )}
      {link !== null && <ShownOnce what="link" value={link} />}
      <Muted>It works once, for seven days. Whoever opens it joins, so send it only to this person.</Muted>
      <Group justify="flex-end">
        <Button onClick={onDone}>Done</Button>
      </Group>
    </Stack>
  )
}
