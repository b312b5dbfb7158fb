import { Stack } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiProblem, api, dataOf } from '../../api/client.ts'
import type { Invitation } from '../../api/schema.ts'
import { ROLES } from '../../entry/roles.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { RecordName } from '../../parts/more-variants.ts'
import { type Column, RecordTable } from '../../parts/RecordTable.tsx'
import { Empty, Read } from '../../parts/states.tsx'
import { Time } from '../../parts/Time.tsx'
import { tell } from '../../parts/tell.ts'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import { Section } from '../Section.tsx'

export function Invitations({ onInvite }: { onInvite: () => void }) {
  const queries = useQueryClient()
  const [revoked, setRevoked] = useState<Invitation | null>(null)
  const invitations = useQuery<Invitation[], ApiProblem>({
    queryKey: ['team', 'invitations'],
    queryFn: () => dataOf(api.GET('/v1/team/invitations')),
  })
  const revoke = async ({ id, email }: Invitation) => {
    await api.DELETE('/v1/team/invitations/{id}', { params: { path: { id } } })
    tell.done(`The invitation of ${email} is revoked.`)
    await queries.invalidateQueries({ queryKey: ['team'] })
  }
  const columns: Column<Invitation>[] = [
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
    {
      title: 'Actions',
      align: 'right',
      render: (invitation) => (
        <SecondaryButton
          size="xs"
          aria-label={`Revoke the invitation of ${invitation.email}`}
          onClick={() => setRevoked(invitation)}
        >
          Revoke
        </SecondaryButton>
      ),
    },
  ]
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
            <RecordTable label="Open invitations" columns={columns} rows={rows} idOf={({ id }) => id} />
          )
        }
      </Read>
      <Confirm
        opened={revoked !== null}
        onClose={() => setRevoked(null)}
        title={`Revoke the invitation of ${revoked?.email ?? ''}?`}
        label="Revoke the invitation"
        onConfirm={() => revoke(revoked!)}
      >
        The link stops working at once. You can invite the same address again.
      </Confirm>
    </Section>
  )
}
