import { Stack } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { useRead } from '../../api/queries.ts'
import type { Invitation } from '../../api/schema.ts'
import { ROLES } from '../../entry/roles.ts'
import { ConfirmButton } from '../../parts/ConfirmButton.tsx'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { Empty, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Muted, RecordName, SecondaryButton } from '../../parts/variants.ts'
import { Section } from '../Section.tsx'

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
  const queries = useQueryClient()
  const revoke = async () => {
    await api.DELETE('/v1/team/invitations/{id}', { params: { path: { id } } })
    tell.done(`The invitation of ${email} is revoked.`)
    await queries.invalidateQueries({ queryKey: ['team'] })
  }
  return (
    <ConfirmButton
      button={{ children: 'Revoke', size: 'xs', 'aria-label': `Revoke the invitation of ${email}` }}
      title={`Revoke the invitation of ${email}?`}
      label="Revoke the invitation"
      onConfirm={revoke}
    >
      The link stops working at once. You can invite the same address again.
    </ConfirmButton>
  )
}

export function Invitations({ onInvite }: { onInvite: () => void }) {
  const invitations = useRead(['team', 'invitations'], () => api.GET('/v1/team/invitations'))
  return (
    <Section
      title="Open invitations"
      lead="They work once, for seven days. Inviting the same address again makes a new link."
    >
      <Read of={invitations} rows={2}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon={IconMailOpened}
              title="No open invitation"
              action={<SecondaryButton onClick={onInvite}>Invite somebody</SecondaryButton>}
            >
              Invite the people you work with. Each gets a link and chooses a password.
            </Empty>
          ) : (
            <RecordTable label="Open invitations" columns={COLUMNS} rows={rows} idOf={({ id }) => id} />
          )
        }
      </Read>
    </Section>
  )
}
