import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Alert, Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { api, dataOf, type TeamRole, useMay, useMe, useRead, useRefresh } from '../api/client.ts'
import type { Invitation, InvitationWithLink, Member, NewInvitation } from '../api/schema.ts'
import { ROLES } from '../entry/roles.ts'
import { useChange } from '../parts/action.ts'
import { ConfirmButton, type MadeProps, MakeDialog, type MakeFormProps, useConfirm } from '../parts/dialogs.tsx'
import { choices, DialogButtons, FixedSelect, Form, useApiForm, useUrl } from '../parts/forms.tsx'
import { Help } from '../parts/Help.tsx'
import { IconMail, IconMailOff, icon } from '../parts/icons.tsx'
import { ShownOnce } from '../parts/Secret.tsx'
import { type Column, RecordList } from '../parts/tables.tsx'
import { Muted, RecordName, Small, Tag, Time } from '../parts/text.tsx'
import { Empty, SecondaryButton, SmallButton, tell } from '../parts/ui.tsx'
import { OwnersOnly, Section } from './Section.tsx'

const IconMailOpened = icon`M3 9l9 6l9 -6l-9 -6l-9 6M21 9v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10M3 19l6 -6M15 13l6 6`
const IconUserMinus = icon`M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0M6 21v-2a4 4 0 0 1 4 -4h4c.348 0 .686 .045 1.009 .128M16 19h6`
const IconUserPlus = icon`M8 7a4 4 0 1 0 8 0a4 4 0 0 0 -8 0M16 19h6M19 16v6M6 21v-2a4 4 0 0 1 4 -4h4`

export function Team() {
  const may = useMay()
  const [{ new: isNew }, change] = useUrl()
  const dialog = { open: () => change({ new: 'yes' }), close: () => change({ new: undefined }) }
  return (
    <Stack gap="xl">
      <Section
        title={t`Team`}
        help={
          <Help about={t`Team`} page="users#the-team">
            <Trans>
              Owners invite people and connect accounts. Editors work with contacts and posts, and viewers read.
            </Trans>
          </Help>
        }
        lead={t`Who signs in here, and what they may do.`}
        actions={
          may.own && (
            <Button leftSection={<IconUserPlus size={18} />} onClick={dialog.open}>
              <Trans>Invite somebody</Trans>
            </Button>
          )
        }
      >
        <OwnersOnly what={t`Only owners invite people and change roles.`} />
        <Members />
      </Section>
      {may.own && <Invitations onInvite={dialog.open} />}
      <MakeDialog<InvitationWithLink>
        opened={may.own && isNew === 'yes'}
        onClose={dialog.close}
        modal={(made) => ({ title: made ? t`Invitation for ${made.email}` : t`Invite somebody` })}
        Form={InviteForm}
        Result={Made}
      />
    </Stack>
  )
}

function Members() {
  const me = useMe().data
  const may = useMay()
  const change = useChange('team', 'me')
  const [dialog, ask] = useConfirm()
  const members = useRead(['team', 'members'], '/v1/team')
  const setRole = ({ id, name }: Member, role: TeamRole) =>
    change(
      api.PATCH('/v1/team/{user_id}', { params: { path: { user_id: id } }, body: { role } }),
      t`The role of ${name} is changed.`,
    )
  const choose = (member: Member, role: TeamRole) => {
    if (role === member.role) return
    if (member.id !== me?.user.id) return void setRole(member, role).catch(tell.problem)
    ask({
      title: t`Change your own role?`,
      label: t`Change my role`,
      children: t`You will no longer be an owner: keys, team and workspace are then closed to you, and only another owner can change that.`,
      onConfirm: () => setRole(member, role),
    })
  }
  const askRemove = (member: Member) =>
    ask({
      title: t`Remove ${member.name} from the team?`,
      label: t`Remove from the team`,
      children:
        member.id === me?.user.id
          ? t`You are signed out everywhere at once. What you made stays. To come back, you need a new invitation.`
          : t`They are signed out everywhere at once. What they made stays. To come back, a new invitation is needed.`,
      onConfirm: () =>
        change(
          api.DELETE('/v1/team/{user_id}', { params: { path: { user_id: member.id } } }),
          t`${member.name} is no longer in the team.`,
        ),
    })

  const columns: Array<Column<Member> | false> = [
    {
      title: t`Name`,
      render: ({ id, name, email }) => (
        <>
          <RecordName>{id === me?.user.id ? t`${name} (you)` : name}</RecordName>
          <Muted style={{ overflowWrap: 'anywhere' }}>{email}</Muted>
        </>
      ),
    },
    {
      title: t`Role`,
      render: (member) =>
        may.own ? (
          <FixedSelect
            aria-label={t`Role of ${member.name}`}
            data={choices(ROLES)}
            value={member.role}
            size="xs"
            w={{ base: 116, sm: 120 }}
            onChange={(role) => role && choose(member, role as TeamRole)}
          />
        ) : (
          <Small>{ROLES[member.role].label}</Small>
        ),
    },
    {
      title: t`Sign-in`,
      wideOnly: true,
      render: ({ two_factor: hasCode, passkeys }) => (
        <Group gap={6}>
          {hasCode && (
            <Tag fw={500}>
              <Trans>Second factor</Trans>
            </Tag>
          )}
          {passkeys > 0 && <Tag fw={500}>{plural(passkeys, { one: '# passkey', other: '# passkeys' })}</Tag>}
          {!hasCode && passkeys === 0 && (
            <Muted>
              <Trans>Password only</Trans>
            </Muted>
          )}
        </Group>
      ),
    },
    { title: t`Joined`, wideOnly: true, render: ({ joined_at: at }) => <Time at={at} size="sm" /> },
    may.own && {
      title: t`Actions`,
      align: 'right',
      render: (member) => <Remove member={member} onClick={() => askRemove(member)} />,
    },
  ]
  return (
    <>
      <RecordList
        label={t`Team`}
        columns={columns}
        of={{ ...members, rows: members.data ?? [] }}
        waiting={3}
        empty={null}
      />
      {dialog}
    </>
  )
}

/** An icon on narrow screens. */
function Remove({ member, onClick }: { member: Member; onClick: () => void }) {
  const label = t`Remove ${member.name}`
  return (
    <>
      <SmallButton visibleFrom="sm" aria-label={label} onClick={onClick}>
        <Trans>Remove</Trans>
      </SmallButton>
      <ActionIcon variant="default" size="lg" hiddenFrom="sm" aria-label={label} onClick={onClick}>
        <IconUserMinus size={18} />
      </ActionIcon>
    </>
  )
}

const columns = (): Column<Invitation>[] => [
  {
    title: t`For`,
    render: ({ email, role, invited_by: by }) => (
      <Stack gap={0}>
        <RecordName>{email}</RecordName>
        <Muted>
          {by === null
            ? t`${ROLES[role].label}, invited on the command line`
            : t`${ROLES[role].label}, invited by ${by}`}
        </Muted>
      </Stack>
    ),
  },
  { title: t`Sent`, wideOnly: true, render: ({ created_at: at }) => <Time at={at} size="sm" /> },
  { title: t`Works until`, wideOnly: true, render: ({ expires_at: at }) => <Time at={at} size="sm" exact /> },
  { title: t`Actions`, align: 'right', render: (invitation) => <Revoke invitation={invitation} /> },
]

function Revoke({ invitation: { id, email } }: { invitation: Invitation }) {
  const change = useChange('team')
  const params = { path: { id } }
  return (
    <ConfirmButton
      button={{ children: t`Revoke`, size: 'xs', 'aria-label': t`Revoke the invitation of ${email}` }}
      title={t`Revoke the invitation of ${email}?`}
      label={t`Revoke the invitation`}
      onConfirm={() =>
        change(api.DELETE('/v1/team/invitations/{id}', { params }), t`The invitation of ${email} is revoked.`)
      }
    >
      <Trans>The link stops working at once. You can invite the same address again.</Trans>
    </ConfirmButton>
  )
}

function Invitations({ onInvite }: { onInvite: () => void }) {
  const invitations = useRead(['team', 'invitations'], '/v1/team/invitations')
  return (
    <Section
      title={t`Open invitations`}
      lead={t`They work once, for seven days. Inviting the same address again makes a new link.`}
    >
      <RecordList
        label={t`Open invitations`}
        columns={columns()}
        of={{ ...invitations, rows: invitations.data ?? [] }}
        waiting={2}
        empty={
          <Empty
            icon={IconMailOpened}
            title={t`No open invitation`}
            action={<SecondaryButton onClick={onInvite}>{t`Invite somebody`}</SecondaryButton>}
          >
            <Trans>Invite the people you work with. Each gets a link and chooses a password.</Trans>
          </Empty>
        }
      />
    </Section>
  )
}

function InviteForm({ onMade, onCancel }: MakeFormProps<InvitationWithLink>) {
  const refresh = useRefresh()
  const form = useApiForm<NewInvitation>({
    keptAs: 'invitation',
    initialValues: { email: '', role: 'editor' },
    validate: { email: isNotEmpty(t`Type the e-mail address of the person.`) },
    send: async (body) => {
      const made = await dataOf(api.POST('/v1/team/invitations', { body }))
      await refresh('team')
      onMade(made)
    },
  })
  return (
    <Form of={form}>
      <TextInput
        label={t`E-mail`}
        description={t`They sign in with it.`}
        type="email"
        autoComplete="off"
        required
        data-autofocus
        {...form.getInputProps('email')}
      />
      <Radio.Group label={t`Role`} {...form.getInputProps('role')}>
        <Stack gap="xs" mt={6}>
          {Object.entries(ROLES).map(([value, { label, may }]) => (
            <Radio key={value} value={value} label={label} description={may} />
          ))}
        </Stack>
      </Radio.Group>
      <DialogButtons label={t`Make the invitation`} of={form} onBack={onCancel} mt="xs" />
    </Form>
  )
}

function Made({ made: { email, link, mail }, onDone }: MadeProps<InvitationWithLink>) {
  return (
    <Stack>
      {mail.sent ? (
        <Alert color="teal" icon={<IconMail />}>
          <Trans>The link was sent to {email}. You can also give it to them yourself.</Trans>
        </Alert>
      ) : (
        <Alert color="blue" icon={<IconMailOff />} title={t`No mail was sent`}>
          {mail.problem ?? t`Send the link to ${email} yourself.`}
        </Alert>
      )}
      {link !== null && <ShownOnce what="link" value={link} />}
      <Muted>
        <Trans>It works once, for seven days. Anyone who opens it can join, so send it only to this person.</Trans>
      </Muted>
      <Group justify="flex-end">
        <Button onClick={onDone}>
          <Trans>Done</Trans>
        </Button>
      </Group>
    </Stack>
  )
}
