import { ActionIcon, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { api } from '../api/client.ts'
import { useRead } from '../api/queries.ts'
import type { Member } from '../api/schema.ts'
import { type TeamRole, useMay, useMe } from '../api/session.ts'
import { ROLES } from '../entry/roles.ts'
import { useConfirm } from '../parts/dialogs/ConfirmButton.tsx'
import { choices } from '../parts/forms/choices.ts'
import { useChange } from '../parts/forms/useChange.ts'
import { type Column, RecordList } from '../parts/tables/RecordTable.tsx'
import { tell } from '../parts/tell.ts'
import { Time } from '../parts/time/Time.tsx'
import { FixedSelect, Muted, RecordName, Small, SmallButton, Tag } from '../parts/variants.ts'
import { Invitations, InviteDialog } from './Invitations.tsx'
import { OwnersOnly, Section } from './Section.tsx'

export function Team() {
  const may = useMay()
  const [isInviting, dialog] = useDisclosure()
  return (
    <Stack gap="xl">
      <Section
        title="Team"
        lead="Who signs in here, and what they may do."
        actions={
          may.own && (
            <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={dialog.open}>
              Invite somebody
            </Button>
          )
        }
      >
        <OwnersOnly what="Only owners invite people and change roles." />
        <Members />
      </Section>
      {may.own && <Invitations onInvite={dialog.open} />}
      <InviteDialog opened={isInviting} onClose={dialog.close} />
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
      `${name} is ${role === 'viewer' ? 'a' : 'an'} ${role} now.`,
    )
  const choose = (member: Member, role: TeamRole) => {
    if (role === member.role) return
    if (member.id !== me?.user.id) return void setRole(member, role).catch(tell.problem)
    ask({
      title: 'Change your own role?',
      label: 'Change my role',
      children:
        'You will no longer be an owner: keys, team and workspace are then closed to you, and only another owner can change that.',
      onConfirm: () => setRole(member, role),
    })
  }
  const remove = ({ id }: Member) => api.DELETE('/v1/team/{user_id}', { params: { path: { user_id: id } } })
  const askRemove = (member: Member) =>
    ask({
      title: `Remove ${member.name} from the team?`,
      label: 'Remove from the team',
      children: `${member.id === me?.user.id ? 'You are' : 'They are'} signed out everywhere at once. What they made stays. To come back, a new invitation is needed.`,
      onConfirm: () => change(remove(member), `${member.name} is no longer in the team.`),
    })

  const columns: Array<Column<Member> | false> = [
    { title: 'Name', render: (member) => <Person member={member} isMe={member.id === me?.user.id} /> },
    {
      title: 'Role',
      render: (member) =>
        may.own ? (
          <FixedSelect
            aria-label={`Role of ${member.name}`}
            data={choices(ROLES)}
            value={member.role}
            size="xs"
            w={{ base: 92, sm: 120 }}
            onChange={(role) => role && choose(member, role as TeamRole)}
          />
        ) : (
          <Small>{ROLES[member.role].label}</Small>
        ),
    },
    { title: 'Sign-in', wideOnly: true, render: (member) => <Proofs member={member} /> },
    { title: 'Joined', wideOnly: true, render: ({ joined_at: at }) => <Time at={at} size="sm" /> },
    may.own && {
      title: 'Actions',
      align: 'right',
      render: (member) => <Remove member={member} onClick={() => askRemove(member)} />,
    },
  ]
  return (
    <>
      <RecordList
        label="Team"
        columns={columns}
        of={{ ...members, rows: members.data ?? [] }}
        waiting={3}
        empty={null}
      />
      {dialog}
    </>
  )
}

/** An icon where there is no room for the word. */
function Remove({ member: { name }, onClick }: { member: Member; onClick: () => void }) {
  const label = `Remove ${name}`
  return (
    <>
      <SmallButton visibleFrom="sm" aria-label={label} onClick={onClick}>
        Remove
      </SmallButton>
      <ActionIcon variant="default" size="lg" hiddenFrom="sm" aria-label={label} onClick={onClick}>
        <IconUserMinus size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

function Person({ member: { name, email }, isMe }: { member: Member; isMe: boolean }) {
  return (
    <Stack gap={0}>
      <RecordName>
        {name}
        {isMe && ' (you)'}
      </RecordName>
      <Muted style={{ overflowWrap: 'anywhere' }}>{email}</Muted>
    </Stack>
  )
}

function Proofs({ member: { two_factor: hasCode, passkeys } }: { member: Member }) {
  return (
    <Group gap={6}>
      {hasCode && <Tag fw={500}>Second factor</Tag>}
      {passkeys > 0 && <Tag fw={500}>{passkeys === 1 ? 'Passkey' : `${passkeys} passkeys`}</Tag>}
      {!hasCode && passkeys === 0 && <Muted>Password only</Muted>}
    </Group>
  )
}
