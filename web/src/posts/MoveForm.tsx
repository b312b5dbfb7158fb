import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { fieldErrors } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { FormError } from '../parts/states.tsx'
import { useTimeZone } from '../parts/Time.tsx'
import { SecondaryButton } from '../parts/variants.ts'
import { wallOf } from '../parts/wall-clock.ts'
import { moveProblem, useMovePost } from './move.ts'

/** Moves a post without dragging, for keyboards and small screens. */
export function MoveForm({ post, onDone, onClose }: { post: Post; onDone: () => void; onClose: () => void }) {
  const zone = useTimeZone()
  const move = useMovePost()
  const form = useForm({
    initialValues: { scheduled_date: post.scheduled_date ? wallOf(post.scheduled_date, zone).slice(0, 16) : '' },
    validate: { scheduled_date: (wall) => moveProblem(wall, zone) },
  })
  const submit = form.onSubmit(({ scheduled_date }) =>
    move.mutate(
      { post, wall: scheduled_date.length === 16 ? `${scheduled_date}:00` : scheduled_date },
      { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          type="datetime-local"
          label="New date and time"
          description={`As the clocks show it in ${zone}`}
          data-autofocus
          {...form.getInputProps('scheduled_date')}
        />
        <FormError error={move.error} fields={form.values} />
        <Group justify="flex-end" gap="xs">
          <SecondaryButton onClick={onClose}>Leave it</SecondaryButton>
          <Button type="submit" loading={move.isPending}>
            {post.status === 'draft' ? 'Plan for then' : 'Move it'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
