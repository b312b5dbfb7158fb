import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Stack } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useMay, useRead } from '../api/client.ts'
import type { Upcoming as UpcomingReport } from '../api/schema.ts'
import { Help } from '../parts/Help.tsx'
import { IconCalendarPlus } from '../parts/icons.tsx'
import { Page, PagePart } from '../parts/Page.tsx'
import { networkWith } from '../parts/platforms.tsx'
import { Hint, Muted, Small, useTimeZone } from '../parts/text.tsx'
import { AnchorLink, ButtonLink, Empty, Loading, Read } from '../parts/ui.tsx'
import { dayAndTime } from '../posts/times.ts'
import { Figures } from './Figures.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { MailSuggestion } from './MailSuggestion.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import classes from './Overview.module.css'

/** Figures first, then what needs attention, then what comes next. */
export function Overview() {
  const { t } = useLingui()
  const zone = useTimeZone()
  const attention = useRead(['reports', 'attention'], '/v1/reports/attention', {
    // No event announces failing endpoints and expiring accounts.
    refetchInterval: 60_000,
  })
  const upcoming = useRead(['reports', 'upcoming', zone], '/v1/reports/upcoming', { query: { time_zone: zone } })
  return (
    <Page
      title={t`Home`}
      help={
        <Help about={t`Home`} page="users#getting-around">
          <Trans>
            New leads and clicks, what needs attention, and what goes out next. Each figure leads to its details.
          </Trans>
        </Help>
      }
    >
      <Together>
        <Figures attention={attention.data} upcoming={upcoming.data} />
        <MailSuggestion />
        <FirstSteps />
        <div className={classes.areas}>
          <Read of={attention} rows={3}>
            {(report) => <NeedsYou report={report} />}
          </Read>
          <PagePart title={t`What comes next`} p="lg" actions={<AllPosts />}>
            <Read of={upcoming}>{(data) => (data.total === 0 ? <Nothing /> : <Next report={data} zone={zone} />)}</Read>
          </PagePart>
        </div>
      </Together>
    </Page>
  )
}

/** One slow response must not hold back the rest. */
const PATIENCE_MS = 10_000

const isFirst = { predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined }

/** No taller than the screen, so that it cannot move the page. */
const HIDDEN = { overflow: 'hidden', maxHeight: 'calc(100dvh - 200px)', visibility: 'hidden' } as const

/** Shows all parts at once, so that none moves another when it arrives. */
function Together({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const waiting = useIsFetching(isFirst)
  const [isReady, setReady] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked again when an answer has come
  useEffect(() => {
    // The effects of the parts run before this one, so their requests are sent, and cached responses reach them in
    // tasks that were queued earlier.
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

const LISTED = 6

function AllPosts() {
  return (
    <AnchorLink to="/posts" size="sm">
      <Trans>All posts</Trans>
    </AnchorLink>
  )
}

function Nothing() {
  const { t } = useLingui()
  const may = useMay()
  return (
    <Empty
      icon={IconCalendarPlus}
      title={t`Nothing is scheduled`}
      action={
        may.write && (
          <ButtonLink to="/posts/new" variant="default">
            <Trans>Compose a post</Trans>
          </ButtonLink>
        )
      }
    >
      <Trans>Posts of the next seven days stand here in the order they go out.</Trans>
    </Empty>
  )
}

function Next({ report: { total, complete, next }, zone }: { report: UpcomingReport; zone: string }) {
  const { t } = useLingui()
  const more = total - Math.min(LISTED, next.length)
  return (
    <>
      <ol className={classes.next}>
        {next.slice(0, LISTED).map((post) => {
          const { label, icon: Sign } = networkWith(post.platform, post.provider && { provider: post.provider })
          return (
            <li key={post.id}>
              <Link to="/posts/$id" params={{ id: post.id }} className={classes.line}>
                <Sign size={20} aria-label={label} role="img" className={classes.sign} />
                <Stack component="span" gap={0} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
                  <Small lineClamp={1} component="span">
                    {post.text ?? t`A post without text`}
                  </Small>
                  <Hint component="span">{dayAndTime(post.scheduled_date, zone)}</Hint>
                </Stack>
              </Link>
            </li>
          )
        })}
      </ol>
      {more > 0 && (
        <Muted>{complete ? <Trans>{more} more in the next seven days.</Trans> : <Trans>And many more.</Trans>}</Muted>
      )}
    </>
  )
}
