import { useDocumentVisibility, useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
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
  // A time of the server, because the browser's clock may be wrong.
  const [since, setSince] = useLocalStorage({
    key: `doorpost.leads-seen.${userId}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const isOnContacts = useRouterState({ select: (state) => state.location.pathname.startsWith('/contacts') })
  const isLooking = useDocumentVisibility() === 'visible' && isOnContacts
  const unseen = useQuery({
    // The noun of contacts: a live message about one counts again.
    queryKey: ['contacts', 'unseen', since],
    queryFn: ({ signal }) => countSince(since, signal),
  })
  const { total = 0, newest = null } = unseen.data ?? {}
  const count = since === '' ? 0 : total
  const isKnown = unseen.data !== undefined
  useEffect(() => {
    if (isKnown && since === '') setSince(newest === null ? BEGINNING : justAfter(newest))
    else if (isLooking && newest !== null) setSince(justAfter(newest))
  }, [isKnown, since, isLooking, newest, setSince])
  useEffect(() => {
    setTitleCount(count)
  }, [count])
  return count
}

async function countSince(since: string, signal: AbortSignal): Promise<{ total: number; newest: string | null }> {
  const query = { limit: 1, ...(since === '' ? {} : { created_after: since }) }
  const { data, pagination } = await answerOf(api.GET('/v1/contacts', { params: { query }, signal }))
  return { total: pagination.total, newest: data[0]?.created_at ?? null }
}

function justAfter(at: string): string {
  return new Date(Date.parse(at) + 1).toISOString()
}
