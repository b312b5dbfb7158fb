import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Post } from '../api/schema.ts'
import { DialogButtons, Form, useApiForm } from '../parts/forms/form.tsx'
import { useTimeZone } from '../parts/time/Time.tsx'
import { wallOf } from '../parts/time/wall-clock.ts'
import { memberOf } from './groups/entries.ts'
import { type Scope, ScopeChoice } from './groups/ScopeChoice.tsx'
import { useAccountNames, useMoveTogether } from './groups/use-group.ts'
import { moveProblem, useMovePost } from './move.ts'

interface MoveFormProps {
  post: Post
  /** The posts that were composed together with it, itself among them. */
  together?: readonly Post[]
  onDone: () => void
  onClose: () => void
}

/** Moves a post, or all posts of its group, without dragging: for keyboards and small screens. */
export function MoveForm({ post, together = [], onDone, onClose }: MoveFormProps) {
  const zone = useTimeZone()
  const one = useMovePost()
  const moveTogether = useMoveTogether()
  const name = useAccountNames()(post)
  const [scope, setScope] = useState<Scope>(together.length > 1 ? 'all' : 'one')
  const isForAll = together.length > 1 && scope === 'all'
  const form = useApiForm({
    initialValues: { scheduled_date: post.scheduled_date ? wallOf(post.scheduled_date, zone).slice(0, 16) : '' },
    validate: { scheduled_date: (wall) => moveProblem(wall, zone) },
    send: async ({ scheduled_date }) => {
      const wall = scheduled_date.length === 16 ? `${scheduled_date}:00` : scheduled_date
      await (isForAll ? moveTogether(post.group_id!, together.map(memberOf), wall) : one.mutateAsync({ post, wall }))
      onDone()
    },
  })
  return (
    <Form of={form} gap="sm">
      <TextInput
        type="datetime-local"
        label="New date and time"
        description={`As the clocks show it in ${zone}`}
        data-autofocus
        {...form.getInputProps('scheduled_date')}
      />
      {together.length > 1 && (
        <ScopeChoice label="What is moved?" name={name} count={together.length} value={scope} onChange={setScope} />
      )}
      <DialogButtons
        of={form}
        label={isForAll ? 'Move them' : post.status === 'draft' ? 'Plan for then' : 'Move it'}
        back="Leave it"
        onBack={onClose}
      />
    </Form>
  )
}
