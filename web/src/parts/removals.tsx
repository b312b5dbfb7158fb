import { plural, t } from '@lingui/core/macro'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, dataOf, isProblem, onceKey, useMe, useRead } from '../api/client.ts'
import { hide, showAgain } from '../api/leaving.ts'
import type { Removal, RemovalNoun } from '../api/schema.ts'
import { messageNames, tell } from './ui.tsx'
import { offerUndoUntilClosed } from './undo.tsx'

// Undo instead of a question (docs/decisions/0026-undo.md): the server waits before it deletes, and all tabs hide what waits.

const KEY = ['removals']
const POLL_MS = 2_000
/** Less than the ten seconds that each request gives. */
const EXTEND_EVERY_MS = 4_000

/** The queries that have records of a noun, in addition to those that events make stale. */
const STALE: Record<RemovalNoun, string[]> = {
  contacts: ['contacts', 'people'],
  notes: ['contacts'],
  views: ['views'],
  posts: ['posts', 'reports'],
  media: ['media'],
  forms: ['forms', 'held'],
  held: ['forms', 'held', 'contacts', 'people', 'reports'],
}

/** Those whose counts leave out what waits, too. */
const COUNTED: Partial<Record<RemovalNoun, string[][]>> = {
  posts: [['posts', 'calendar'], ['reports']],
  held: [['reports']],
}

/** How the page that deleted says it. After a reload, and in other tabs, the message only counts. */
const words = new Map<string, string>()

/** Takes records out of all lists at once. The server deletes them when the time for Undo is over. */
export function useRemoval(noun: RemovalNoun) {
  const queries = useQueryClient()
  return async (records: ReadonlyArray<{ id: string; version?: number }>, done: string): Promise<void> => {
    const ids = records.map(({ id }) => id)
    const body = { noun, records: records.map(({ id, version = null }) => ({ id, version })) }
    hide(ids)
    try {
      const removal = await dataOf(api.POST('/v1/removals', { params: { header: onceKey() }, body }))
      words.set(removal.id, done)
      // An answer that is on its way does not have it.
      await queries.cancelQueries({ queryKey: KEY })
      queries.setQueryData<Removal[]>(KEY, (known = []) => [removal, ...known])
    } catch (error) {
      showAgain(ids)
      tell.problem(error)
    }
  }
}

interface Shown {
  removal: Removal
  close: () => void
}

/** Hides what waits in the workspace, and shows the messages of one's own removals. For the frame of all pages. */
export function useRemovals(): void {
  const queries = useQueryClient()
  const { data: me } = useMe()
  // The live stream says when there is something to read.
  const { data: removals } = useRead(KEY, '/v1/removals', {
    initialData: [],
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? POLL_MS : false),
  })
  const shown = useRef(new Map<string, Shown>())
  const userId = me?.user.id

  useEffect(() => {
    if (removals === undefined || userId === undefined) return
    const known = shown.current
    for (const [id, { removal, close }] of known) {
      const now = removals.find((each) => each.id === id)
      if (now?.state === removal.state) continue
      close()
      known.delete(id)
      if (isPending(removal) && !(now && isPending(now))) void settle(removal)
    }
    for (const removal of removals) {
      if (isPending(removal)) hide(removal.record_ids)
      if (known.has(removal.id)) continue
      for (const queryKey of COUNTED[removal.noun] ?? []) void queries.invalidateQueries({ queryKey })
      const isOwn = removal.user_id === userId
      known.set(removal.id, { removal, close: isOwn ? announce(removal) : () => {} })
    }

    /** Reads the lists again before the records may show in them. */
    async function settle({ noun, record_ids }: Removal): Promise<void> {
      for (const each of STALE[noun]) queries.removeQueries({ queryKey: [each], type: 'inactive' })
      await Promise.all(STALE[noun].map((each) => queries.invalidateQueries({ queryKey: [each] })))
      showAgain(record_ids)
    }

    function announce(removal: Removal): () => void {
      if (removal.state === 'waiting') return offer(removal, () => void undo(removal))
      return removal.state === 'refused' ? tellRefusal(removal) : () => {}
    }

    async function undo(removal: Removal): Promise<void> {
      try {
        await discard(removal.id)
        showAgain(removal.record_ids)
      } catch (error) {
        const isTooLate = isProblem(error, 'not_found')
        tell.problem(isTooLate ? new Error(t`It was too late for Undo: it is deleted.`) : error)
        if (!isTooLate) known.set(removal.id, { removal, close: announce(removal) })
      }
      void queries.invalidateQueries({ queryKey: KEY })
    }
  }, [removals, userId, queries])

  useEffect(() => {
    const known = shown.current
    return () => {
      for (const { removal, close } of known.values()) {
        close()
        showAgain(removal.record_ids)
      }
      known.clear()
    }
  }, [])
}

/** The server waits for as long as the pointer or the keyboard is on the message. */
function offer({ id, record_ids }: Removal, undo: () => void): () => void {
  const counted = plural(record_ids.length, { one: '# record is deleted.', other: '# records are deleted.' })
  let holding: ReturnType<typeof setInterval> | undefined
  const extend = () => {
    // It may be over by now, which the list of removals tells.
    api.POST('/v1/removals/{id}/extend', { params: { path: { id } } }).catch(() => clearInterval(holding))
  }
  const onRelease = () => clearInterval(holding)
  const onHold = () => {
    clearInterval(holding)
    holding = setInterval(extend, EXTEND_EVERY_MS)
    extend()
  }
  return offerUndoUntilClosed(words.get(id) ?? counted, undo, { onHold, onRelease })
}

/** Says why records are still there, until it is read. */
function tellRefusal({ id, record_ids, reason }: Removal): () => void {
  const counted = plural(record_ids.length, { one: '# record was not deleted.', other: '# records were not deleted.' })
  const message = `${counted} ${reason}`
  let isRead = true
  const onClose = () => {
    if (isRead) discard(id).catch(() => {})
  }
  notifications.show({ id, message, color: 'red', autoClose: false, role: 'alert', onClose, ...messageNames() })
  return () => {
    isRead = false
    notifications.hide(id)
  }
}

function discard(id: string): Promise<unknown> {
  return api.DELETE('/v1/removals/{id}', { params: { path: { id } } })
}

function isPending({ state }: Removal): boolean {
  return state !== 'refused'
}
