import { Group, type GroupProps } from '@mantine/core'
import { Muted, SecondaryButton } from './variants.ts'

interface ShownOfProps extends GroupProps {
  shown: number
  total: number
  more: { has: boolean; isLoading: boolean; load: () => void }
}

/** Below a list that is read in pages: how much of it is shown, and a button for more. */
export function ShownOf({ shown, total, more, ...others }: ShownOfProps) {
  return (
    <Group justify="space-between" {...others}>
      <Muted>
        {shown.toLocaleString()} of {total.toLocaleString()}
      </Muted>
      {more.has && (
        <SecondaryButton size="xs" loading={more.isLoading} onClick={more.load}>
          Show more
        </SecondaryButton>
      )}
    </Group>
  )
}
