import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../parts/states.tsx'
import { showWall } from '../../parts/time/wall-clock.ts'
import { Muted, SecondaryButton } from '../../parts/variants.ts'
import { type Entry, movable } from './entries.ts'
import { useAccountNames, useMoveTogether } from './use-group.ts'

export interface AskedMove {
  entry: Entry
  /** The new date and time in the workspace's zone. */
  wall: string
  /** Puts it back where it was. */
  revert: () => void
}

/** Posts of a group were dragged: do all of them move, or one? */
export function MoveQuestion({ asked, onClose }: { asked: AskedMove | null; onClose: () => void }) {
  const leave = () => {
    asked?.revert()
    onClose()
  }
  return (
    <Modal opened={asked !== null} onClose={leave} title="Move together or alone?" centered>
      {asked && <Question {...asked} onLeave={leave} onDone={onClose} />}
    </Modal>
  )
}

const ALL = 'all'

function Question({ entry, wall, onLeave, onDone }: AskedMove & { onLeave: () => void; onDone: () => void }) {
  const [which, setWhich] = useState(ALL)
  const nameOf = useAccountNames()
  const moveTogether = useMoveTogether()
  const able = movable(entry.members)
  const move = useMutation({
    mutationFn: () => {
      const chosen = which === ALL ? able : able.filter(({ id }) => id === which)
      return moveTogether(entry.post.group_id!, chosen, wall)
    },
    onSuccess: onDone,
  })
  const staying = entry.members.length - able.length
  return (
    <Stack>
      <Radio.Group
        label={`What moves to ${showWall(wall, { dateStyle: 'full', timeStyle: 'short' })}?`}
        value={which}
        onChange={setWhich}
      >
        <Stack gap="xs" mt="xs">
          <Radio value={ALL} label={able.length === 1 ? nameOf(able[0]!) : `All ${able.length} posts`} />
          {able.length > 1 &&
            able.map((member) => <Radio key={member.id} value={member.id} label={`Only ${nameOf(member)}`} />)}
        </Stack>
      </Radio.Group>
      {staying > 0 && (
        <Muted>
          {staying === 1 ? 'One post stays' : `${staying} posts stay`}: what is cancelled, on its way or published does
          not move.
        </Muted>
      )}
      {move.error && <Problem error={move.error} />}
      <Group justify="flex-end" gap="xs">
        <SecondaryButton onClick={onLeave}>Leave them</SecondaryButton>
        <Button loading={move.isPending} onClick={() => move.mutate()} data-autofocus>
          Move
        </Button>
      </Group>
    </Stack>
  )
}
