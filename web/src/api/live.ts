import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** The queries that an event makes stale, by the first word of its type. */
const NOUNS: Record<string, string[]> = {
  contact: ['contacts', 'people', 'links', 'reports', 'forms'],
  post: ['posts', 'links', 'reports'],
  connection: ['connections', 'reports'],
  webhook: ['webhooks', 'reports'],
  endpoint: ['endpoints', 'reports'],
}

const AT_MOST_EVERY_MS = 700

type State = 'connecting' | 'open' | 'lost'

export interface LiveEvent {
  type: string
  subject_id: string
  /** No notification is shown for it. */
  quiet?: true
}

/** Keeps the stream open and refetches what changed. */
export function useLive(onEvents: (events: readonly LiveEvent[]) => void): State {
  const queries = useQueryClient()
  const [state, setState] = useState<State>('connecting')
  const listener = useRef(onEvents)
  listener.current = onEvents
  useEffect(() => {
    return openStream(queries, setState, (events) => listener.current(events))
  }, [queries])
  return state
}

function openStream(
  queries: QueryClient,
  setState: (state: State) => void,
  onEvents: (events: readonly LiveEvent[]) => void,
): () => void {
  const due = new Set<string>()
  let events: LiveEvent[] = []
  let source: EventSource
  let wasLost = false
  let flushing: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    flushing = undefined
    for (const noun of due) void queries.invalidateQueries({ queryKey: [noun] })
    due.clear()
    onEvents(events)
    events = []
  }
  const everything = () => void queries.invalidateQueries()
  const open = () => {
    source = new EventSource('/v1/live')
    source.onopen = () => {
      setState('open')
      // The stream replays events, but settings and keys are not in it, so they are refetched.
      if (wasLost) everything()
      wasLost = false
    }
    source.onerror = () => {
      wasLost = true
      setState('lost')
      if (source.readyState !== EventSource.CLOSED) return
      // The browser gives up after an error response. If the session has ended, this request gets a 401.
      void queries.invalidateQueries({ queryKey: ['me'] })
      reopening = setTimeout(open, 3_000)
    }
    source.addEventListener('reset', everything)
    source.addEventListener('removals', () => void queries.invalidateQueries({ queryKey: ['removals'] }))
    source.onmessage = ({ data }) => {
      if (!data) return
      const event: LiveEvent = JSON.parse(data)
      events.push(event)
      for (const noun of ['events', ...(NOUNS[event.type.split('.')[0]!] ?? [])]) due.add(noun)
      flushing ??= setTimeout(flush, AT_MOST_EVERY_MS)
    }
  }
  open()
  return () => {
    source.close()
    clearTimeout(flushing)
    clearTimeout(reopening)
  }
}
