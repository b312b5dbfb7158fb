import { ConfirmButton } from '../../parts/dialogs/ConfirmButton.tsx'
import { isCancellable } from '../post.ts'
import type { Member } from './entries.ts'
import { useGroupActions } from './use-group.ts'

interface CancelAllProps {
  groupId: string
  members: readonly Member[]
  onDone: () => void
}

/** Cancels what can be cancelled of a group, after asking. */
export function CancelAll({ groupId, members, onDone }: CancelAllProps) {
  const group = useGroupActions(groupId)
  const count = members.filter(({ state }) => isCancellable(state)).length
  if (count === 0) return null
  const what = count === 1 ? 'the post' : `all ${count} posts`
  return (
    <ConfirmButton
      button={{ children: `Cancel ${what}` }}
      title={`Cancel ${what}?`}
      label={`Cancel ${what}`}
      onConfirm={async () => {
        await group.act('cancel', count === 1 ? 'The post is cancelled.' : 'The posts are cancelled.')
        onDone()
      }}
    >
      They do not go out. They stay here among the drafts, and you can schedule them again. To cancel one of them, open
      it.
    </ConfirmButton>
  )
}
