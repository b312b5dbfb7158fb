import { Group, Paper, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../api/client.ts'
import { Read } from '../parts/states.tsx'
import { Heading, Muted, SecondaryButton } from '../parts/variants.ts'
import { type Line, toLines } from './attention.ts'
import classes from './Overview.module.css'
import { PublishingPaused } from './PublishingPaused.tsx'

const LISTED = 7

/** What waits for a person. Each line says what to do and links to the place. */
export function NeedsYou() {
  const attention = useQuery({
    queryKey: ['reports', 'attention'],
    queryFn: ({ signal }) => dataOf(api.GET('/v1/reports/attention', { signal })),
    // There is no event for failing endpoints and expiring accounts.
    refetchInterval: 60_000,
  })
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="needs-you">
      <Heading id="needs-you" mb="sm">
        Needs a person
      </Heading>
      <Read of={attention} rows={3}>
        {(report) => (
          <>
            {report.publishing && <PublishingPaused pause={report.publishing} />}
            {(report.publishing === null || toLines(report).length > 0) && <Lines lines={toLines(report)} />}
          </>
        )}
      </Read>
    </Paper>
  )
}

function Lines({ lines }: { lines: Line[] }) {
  const [isLong, setLong] = useState(false)
  if (lines.length === 0) {
    return (
      <Group gap="xs" wrap="nowrap">
        <IconCircleCheck size={20} className={classes.done} aria-hidden />
        <Text c="dimmed">All fine: nothing waits for you.</Text>
      </Group>
    )
  }
  const shown = isLong ? lines : lines.slice(0, LISTED)
  return (
    <>
      <Stack gap={0} component="ul" m={0} p={0} className={classes.plain}>
        {shown.map((line) => {
          const Sign = line.tone === 'bad' ? IconExclamationCircle : IconAlertTriangle
          return (
            <li key={line.id}>
              <Link to={line.to} params={line.params ?? {}} search={line.search ?? {}} className={classes.line}>
                <Sign size={20} className={`${classes.sign} ${classes[line.tone]}`} aria-hidden />
                <Stack component="span" gap={0} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
                  <Text size="sm" fw={600} lineClamp={3} component="span">
                    {line.title}
                  </Text>
                  <Muted lineClamp={3} component="span">
                    {line.hint}
                  </Muted>
                </Stack>
                <IconChevronRight size={18} className={classes.go} aria-hidden />
              </Link>
            </li>
          )
        })}
      </Stack>
      {lines.length > LISTED && (
        <SecondaryButton size="xs" mt="xs" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show ${lines.length - LISTED} more`}
        </SecondaryButton>
      )}
    </>
  )
}
