import { Box, Stack } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Page } from '../parts/Page.tsx'
import { Loading } from '../parts/ui.tsx'
import { ContactsPlot } from './ContactsPlot.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import classes from './Overview.module.css'
import { Upcoming } from './Upcoming.tsx'

/** On a narrow screen, what needs a person comes first. */
export function Overview() {
  return (
    <Page title="Overview">
      <Together>
        <FirstSteps />
        <div className={classes.areas}>
          <div style={{ gridArea: 'needs' }}>
            <NeedsYou />
          </div>
          <div style={{ gridArea: 'contacts' }}>
            <ContactsPlot />
          </div>
          <div style={{ gridArea: 'upcoming' }}>
            <Upcoming />
          </div>
        </div>
      </Together>
    </Page>
  )
}

/** One slow answer must not hold back the rest for ever. */
const PATIENCE_MS = 10_000

/** Queries without an answer so far. */
const isFirst = { predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined }

/** As tall as the screen: what is below it cannot push the page about. */
const HIDDEN = { overflow: 'hidden', maxHeight: 'calc(100dvh - 200px)', visibility: 'hidden' } as const

/** Shows parts with their own queries at the same moment, so that none moves another when its answer comes. */
function Together({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const waiting = useIsFetching(isFirst)
  const [isReady, setReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again when an answer has come
  useEffect(() => {
    // By now the parts have sent their requests: their effects run before this one. An answer that is stored is told to its part
    // in a task of its own, and those were queued before this one.
    const timer = setTimeout(() => {
      if (queries.isFetching(isFirst) === 0) setReady(true)
    })
    return () => clearTimeout(timer)
  }, [queries, waiting])
  useTimeout(() => setReady(true), PATIENCE_MS, { autoInvoke: true })
  return (
    <Box pos="relative">
      {!isReady && (
        <div className={classes.wait}>
          <Loading rows={4} height={120} />
        </div>
      )}
      <Stack gap="lg" style={isReady ? undefined : HIDDEN}>
        {children}
      </Stack>
    </Box>
  )
}
