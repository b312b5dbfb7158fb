import { useDocumentVisibility, useLocalStorage } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { answerOf, api } from '../api/client.ts'
import { setTitleCount } from '../parts/page-title.ts'

/** Before all contacts, for a workspace that has none. */
const BEGINNING = '1970-01-01T00:00:00.000Z'

/**
 * How many leads came since this person last looked at the contacts in this browser. The first visit counts as a look. The
 * title of the tab shows it too.
 */
export function useUnseenLeads(userId: string): number {
  const queries = useQueryClient()
  // A time of the server, because the browser's clock may be wrong.
  const [since, setSince] = useLocalStorage({
    key: `doorpost.leads-seen.${userId}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const isOnContacts = useRouterState({ select: (state) => state.location.pathname.startsWith('/contacts') })
  const isLooking = useDocumentVisibility() === 'visible' && isOnContacts
  const unseen = useQuery({
    queryKey: keyOf(since),
    queryFn: ({ signal }) => countSince(since, signal),
  })
  const { total = 0, newest = null } = unseen.data ?? {}
  const count = since === '' ? 0 : total
  const isKnown = unseen.data !== undefined
  useEffect(() => {
    const isFirstVisit = isKnown && since === ''
    if (!isFirstVisit && !(isLooking && newest !== null)) return
    const next = newest === null ? BEGINNING : justAfter(newest)
    // Nothing has come since then, so no request is needed.
    queries.setQueryData(keyOf(next), { total: 0, newest: null })
    setSince(next)
  }, [isKnown, since, isLooking, newest, setSince, queries])
  useEffect(() => {
    setTitleCount(count)
  }, [count])
  return count
}

/** The noun of contacts: a live message about one counts again. */
const keyOf = (since: string) => ['contacts', 'unseen', since]

async function countSince(since: string, signal: AbortSignal): Promise<{ total: number; newest: string | null }> {
  const query = { limit: 1, ...(since === '' ? {} : { created_after: since }) }
  const { data, pagination } = await answerOf(api.GET('/v1/contacts', { params: { query }, signal }))
  return { total: pagination.total, newest: data[0]?.created_at ?? null }
}

function justAfter(at: string): string {
  return new Date(Date.parse(at) + 1).toISOString()
}
