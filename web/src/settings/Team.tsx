import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconUserPlus } from '@tabler/icons-react'
import { useMay } from '../api/session.ts'
import { OwnersOnly, Section } from './Section.tsx'
import { Invitations, InviteDialog } from './team/Invitations.tsx'
import { Members } from './team/Members.tsx'

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
