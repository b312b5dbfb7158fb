import { Alert, Group } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Small, SmallButton } from '../variants.ts'

interface ConflictProps {
  /** The noun that somebody else has changed: "form". */
  what: string
  /** The place of what was typed: "in this form". */
  place: string
  onTheirs: () => void
  onMine: () => void
}

export function Conflict({ what, place, onTheirs, onMine }: ConflictProps) {
  return (
    <Alert
      color="orange"
      role="alert"
      icon={<IconUsers aria-hidden />}
      title={`Somebody else has changed this ${what}`}
    >
      <Small mb="sm">
        Their version is stored, yours is {place}. Load theirs and what you changed here is gone; keep yours and it
        replaces theirs when you save.
      </Small>
      <Group gap="xs">
        <SmallButton onClick={onTheirs}>Load their version</SmallButton>
        <SmallButton onClick={onMine}>Keep mine</SmallButton>
      </Group>
    </Alert>
  )
}
