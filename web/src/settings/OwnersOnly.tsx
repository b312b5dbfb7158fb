import { Alert, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useMay } from '../api/session.ts'
import { ROLES } from '../entry/roles.ts'

/** Says why something is not offered to this person. Owners see nothing of it. */
export function OwnersOnly({ what }: { what: string }) {
  const { own, role } = useMay()
  if (own) return null
  return (
    <Alert color="gray" icon={<IconLock aria-hidden />} title="For owners only" maw={720}>
      <Text size="sm">
        {what} You are {role === 'editor' ? 'an' : 'a'} {ROLES[role].label.toLowerCase()}. Ask an owner: they are listed
        under Team.
      </Text>
    </Alert>
  )
}
