import { plural, t } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Modal, Radio, Stack } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem } from '../api/client.ts'
import type { Post, PostCalendar } from '../api/schema.ts'
import { DayTimeField } from '../parts/DayField.tsx'
import { DialogButtons, Form, useApiForm } from '../parts/forms.tsx'
import { Muted, useTimeZone } from '../parts/text.tsx'
import { Problem, SecondaryButton, tell } from '../parts/ui.tsx'
import { instantOf, wallOf } from '../parts/wall-clock.ts'
import { useAccountNames } from './accounts.ts'
import { type Entry, memberOf, movable, withMoved } from './entries.ts'
import { changePost, readPost, useMoveTogether } from './reading.ts'
import { cityOf, dayAndTime } from './times.ts'

interface MoveFormProps {
  post: Post
  /** The posts of its group, itself included. */
  together?: readonly Post[]
  onDone: () => void
  onClose: () => void
}

/** Without dragging: for keyboards and small screens. */
export function MoveForm({ post, together = [], onDone, onClose }: MoveFormProps) {
  const { t } = useLingui()
  const zone = useTimeZone()
  const city = cityOf(zone)
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
      <DayTimeField
        label={t`New date and time`}
        description={t`As clocks in ${city} show it`}
        {...form.getInputProps('scheduled_date')}
      />
      {together.length > 1 && (
        <ScopeChoice label={t`What is moved?`} name={name} count={together.length} value={scope} onChange={setScope} />
      )}
      <DialogButtons
        of={form}
        label={isForAll ? t`Move them` : post.status === 'draft' ? t`Plan for then` : t`Move it`}
        back={t`Leave it`}
        onBack={onClose}
      />
    </Form>
  )
}

export interface AskedMove {
  entry: Entry
  wall: string
}

export function MoveQuestion({ asked, onClose }: { asked: AskedMove | null; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Modal opened={asked !== null} onClose={onClose} title={t`Move together or alone?`} centered>
      {asked && <Question {...asked} onDone={onClose} />}
    </Modal>
  )
}

const ALL = 'all'

function Question({ entry, wall, onDone }: AskedMove & { onDone: () => void }) {
  const { t } = useLingui()
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
  const when = dayAndTime(`${wall.slice(0, 19)}Z`, 'UTC')
  return (
    <Stack>
      <Radio.Group label={t`What moves to ${when}?`} value={which} onChange={setWhich}>
        <Stack gap="xs" mt="xs">
          <Radio
            value={ALL}
            label={able.length === 1 ? nameOf(able[0]!) : plural(able.length, { other: 'All # posts' })}
          />
          {able.length > 1 &&
            able.map((member) => {
              const name = nameOf(member)
              return <Radio key={member.id} value={member.id} label={t`Only ${name}`} />
            })}
        </Stack>
      </Radio.Group>
      {staying > 0 && (
        <Muted>
          <Plural
            value={staying}
            one="One post stays: what is cancelled, on its way or published does not move."
            other="# posts stay: what is cancelled, on its way or published does not move."
          />
        </Muted>
      )}
      {move.error && <Problem error={move.error} />}
      <Group justify="flex-end" gap="xs">
        <SecondaryButton onClick={onDone}>
          <Trans>Leave them</Trans>
        </SecondaryButton>
        <Button loading={move.isPending} onClick={() => move.mutate()} data-autofocus>
          <Trans comment="A post to another time">Move</Trans>
        </Button>
      </Group>
    </Stack>
  )
}

export type Scope = 'one' | 'all'

interface ScopeChoiceProps {
  label: string
  /** "X @example" */
  name: string
  count: number
  value: Scope
  onChange: (scope: Scope) => void
}

export function ScopeChoice({ label, name, count, value, onChange }: ScopeChoiceProps) {
  const { t } = useLingui()
  return (
    <Radio.Group label={label} value={value} onChange={(scope) => onChange(scope as Scope)}>
      <Stack gap="xs" mt="xs">
        <Radio value="all" label={plural(count, { other: 'All # posts that were composed together' })} />
        <Radio value="one" label={t`Only the one on ${name}`} />
      </Stack>
    </Radio.Group>
  )
}

interface Move {
  post: Post
  wall: string
}

export function moveProblem(wall: string, zone: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall)) return t`Type a date and a time.`
  if (wall.slice(0, 16) > wallOf(Date.now(), zone).slice(0, 16)) return null
  return t`This time has passed. Choose a later one, or open the post and publish it now.`
}

async function movePost({ post, wall }: Move, zone: string): Promise<Post> {
  const { data: current, etag } = await readPost(post.id)
  if (current.scheduled_date !== post.scheduled_date) {
    throw new ApiProblem(
      409,
      'changed',
      t`Somebody else has moved this post meanwhile. Look where it is now, then move it.`,
    )
  }
  // Sent as a local time: the API refuses times that the zone skips.
  return (await changePost(post.id, etag, { scheduled_date: wall.slice(0, 19), time_zone: zone })).data
}

function dated(post: Post, wall: string, zone: string): Post {
  return { ...post, scheduled_date: instantOf(wall, zone).toISOString() }
}

/** Moves it in the calendar at once, and back if the API refuses. */
export function useMovePost() {
  const queries = useQueryClient()
  const zone = useTimeZone()
  return useMutation({
    mutationFn: (move: Move) => movePost(move, zone),
    onMutate: async ({ post, wall }: Move) => {
      await queries.cancelQueries({ queryKey: CALENDARS })
      // A post of a group moves when the calendar is refetched.
      if (post.group_id === null) moveInCalendars(queries, post, dated(post, wall, zone))
    },
    onError: (_error, { post, wall }) => {
      if (post.group_id === null) moveInCalendars(queries, dated(post, wall, zone), post)
    },
    onSuccess: (moved, { wall }) => {
      const when = dayAndTime(`${wall.slice(0, 19)}Z`, 'UTC')
      tell.done(moved.status === 'draft' ? t`Planned for ${when}. It is still a draft.` : t`It goes out ${when}.`)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
}

export const CALENDARS = ['posts', 'calendar'] as const

function moveInCalendars(queries: QueryClient, before: Post, after: Post): void {
  queries.setQueriesData<PostCalendar>(
    { queryKey: CALENDARS },
    (calendar) => calendar && withMoved(calendar, before, after),
  )
}
