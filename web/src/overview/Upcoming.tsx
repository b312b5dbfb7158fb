import { Box, SimpleGrid, Stack, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMay, useRead } from '../api/client.ts'
import type { Upcoming as UpcomingReport } from '../api/schema.ts'
import { IconCalendarPlus } from '../parts/icons.tsx'
import { PagePart } from '../parts/Page.tsx'
import { PLATFORM } from '../parts/platforms.tsx'
import { useTimeZone } from '../parts/Time.tsx'
import { AnchorLink, ButtonLink, Empty, Hint, Muted, Read, Small, Strong } from '../parts/ui.tsx'
import { formatTime } from '../parts/wall-clock.ts'
import classes from './Overview.module.css'
import { formatDay } from './report.ts'

const LISTED = 6

const ALL_POSTS = (
  <AnchorLink to="/posts" size="sm">
    All posts
  </AnchorLink>
)

export function Upcoming() {
  const zone = useTimeZone()
  const upcoming = useRead(['reports', 'upcoming', zone], '/v1/reports/upcoming', { query: { time_zone: zone } })
  return (
    <PagePart title="Going out in 7 days" p="lg" actions={ALL_POSTS}>
      <Read of={upcoming}>{(data) => (data.total === 0 ? <Nothing /> : <Week report={data} zone={zone} />)}</Read>
    </PagePart>
  )
}

function Nothing() {
  const may = useMay()
  return (
    <Empty
      icon={IconCalendarPlus}
      title="Nothing is scheduled"
      action={may.write && <ButtonLink to="/posts/new">Compose a post</ButtonLink>}
    >
      Posts that are scheduled for the next seven days stand here in the order they go out.
    </Empty>
  )
}

function Week({ report, zone }: { report: UpcomingReport; zone: string }) {
  const { days, series, total, complete, next } = report
  const counts = days.map((_, index) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0))
  const most = Math.max(...counts, 1)
  return (
    <Stack gap="md">
      <SimpleGrid component="ul" cols={7} spacing={6} m={0} p={0}>
        {days.map((day, index) => (
          <Stack component="li" key={day} align="center" gap={0} miw={0}>
            <span className={classes.column} aria-hidden>
              <Box w="100%" h={`${(counts[index]! / most) * 100}%`} bg="var(--mantine-primary-color-filled)" />
            </span>
            <Strong component="span">{counts[index]}</Strong>
            <Tooltip label={formatDay(day, 'long')}>
              <Hint component="span">{index === 0 ? 'Today' : formatDay(day, 'weekday')}</Hint>
            </Tooltip>
          </Stack>
        ))}
      </SimpleGrid>
      <Stack gap={0} component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        {next.slice(0, LISTED).map((post) => {
          const { label, icon: Sign } = PLATFORM[post.platform]
          return (
            <li key={post.id}>
              <Link to="/posts/$id" params={{ id: post.id }} className={classes.line}>
                <Sign size={20} aria-label={label} role="img" className={classes.sign} />
                <Stack component="span" gap={0} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
                  <Small lineClamp={1} component="span">
                    {post.text ?? 'A post without text'}
                  </Small>
                  <Hint component="span">{formatTime(post.scheduled_date, zone)}</Hint>
                </Stack>
              </Link>
            </li>
          )
        })}
      </Stack>
      {total > LISTED && (
        <Muted>
          {complete
            ? `${(total - LISTED).toLocaleString()} more in these days.`
            : 'And many more: not all were counted.'}
        </Muted>
      )}
    </Stack>
  )
}
