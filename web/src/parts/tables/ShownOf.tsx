import { Group, type GroupProps } from '@mantine/core'
import { Muted, SmallButton } from '../variants.ts'

export interface More {
  has: boolean
  isLoading: boolean
  load: () => void
}

interface ShownOfProps extends GroupProps {
  shown: number
  total: number
  more?: More | undefined
}

/** Below a list that is read in pages: how much of it is shown, and a button for more. */
export function ShownOf({ shown, total, more, ...others }: ShownOfProps) {
  return (
    <Group justify="space-between" {...others}>
      <Muted>
        {shown.toLocaleString()} of {total.toLocaleString()}
      </Muted>
      {more?.has && (
        <SmallButton loading={more.isLoading} onClick={more.load}>
          Show more
        </SmallButton>
      )}
    </Group>
  )
}
