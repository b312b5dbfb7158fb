import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiProblem } from '../api/client.ts'
import type { Post } from '../api/schema.ts'
import { tell } from '../parts/tell.ts'
import { useTimeZone } from '../parts/time/Time.tsx'
import { instantOf, showWall, wallOf } from '../parts/time/wall-clock.ts'
import { CALENDARS, moveInCalendars } from './calendar/slots.ts'
import { changePost, readPost } from './reading.ts'

interface Move {
  post: Post
  /** The new date and time in the workspace's zone. */
  wall: string
}

/** Why the post cannot be moved there, or null. */
export function moveProblem(wall: string, zone: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(wall)) return 'Type a date and a time.'
  if (wall.slice(0, 16) > wallOf(Date.now(), zone).slice(0, 16)) return null
  return 'This time has passed. Choose a later one, or open the post and publish it now.'
}

async function movePost({ post, wall }: Move, zone: string): Promise<Post> {
  const current = await readPost(post.id)
  if (current.post.scheduled_date !== post.scheduled_date) {
    throw new ApiProblem(
      409,
      'changed',
      'Somebody else has moved this post meanwhile. Look where it is now, then move it.',
    )
  }
  // As a local time: the API refuses times that the zone skips.
  return (await changePost(current, { scheduled_date: wall.slice(0, 19), time_zone: zone })).post
}

function dated(post: Post, wall: string, zone: string): Post {
  return { ...post, scheduled_date: instantOf(wall, zone).toISOString() }
}

/** Moves it in the calendar at once, and back when the API refuses. */
export function useMovePost() {
  const queries = useQueryClient()
  const zone = useTimeZone()
  return useMutation({
    mutationFn: (move: Move) => movePost(move, zone),
    onMutate: async ({ post, wall }: Move) => {
      await queries.cancelQueries({ queryKey: CALENDARS })
      // One of a group stands with the others, and is shown in its new place when the calendar is read again.
      if (post.group_id === null) moveInCalendars(queries, post, dated(post, wall, zone))
    },
    onError: (_error, { post, wall }) => {
      if (post.group_id === null) moveInCalendars(queries, dated(post, wall, zone), post)
    },
    onSuccess: (moved, { wall }) => {
      const when = showWall(wall.slice(0, 19), { dateStyle: 'full', timeStyle: 'short' })
      tell.done(moved.status === 'draft' ? `Planned for ${when}. It is still a draft.` : `Moved: it goes out ${when}.`)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['posts'] }),
  })
}
