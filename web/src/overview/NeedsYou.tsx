import { Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconExclamationCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '../api/queries.ts'
import { PagePart } from '../parts/page/PagePart.tsx'
import { Read } from '../parts/states.tsx'
import { Muted, SmallButton, Strong } from '../parts/variants.ts'
import { type Line, toLines } from './attention.ts'
import { DONE } from './FirstSteps.tsx'
import classes from './Overview.module.css'
import { PublishingPaused } from './PublishingPaused.tsx'

const LISTED = 7
const SIGN = { bad: IconExclamationCircle, warn: IconAlertTriangle }
const COLOR = { bad: 'light-dark(#c92a2a, #ff8787)', warn: 'light-dark(#b35309, #ffa94d)' }

/** What waits for a person. Each line says what to do and links to the place. */
export function NeedsYou() {
  const attention = useRead(['reports', 'attention'], '/v1/reports/attention', {
    // There is no event for failing endpoints and expiring accounts.
    refetchInterval: 60_000,
  })
  return (
    <PagePart title="Needs a person" p="lg">
      <Read of={attention} rows={3}>
        {(report) => (
          <>
            {report.publishing && <PublishingPaused pause={report.publishing} />}
            {(report.publishing === null || toLines(report).length > 0) && <Lines lines={toLines(report)} />}
          </>
        )}
      </Read>
    </PagePart>
  )
}

function Lines({ lines }: { lines: Line[] }) {
  const [isLong, setLong] = useState(false)
  if (lines.length === 0) {
    return (
      <Group gap="xs" wrap="nowrap">
        <IconCircleCheck size={20} color={DONE} aria-hidden />
        <Text c="dimmed">All fine: nothing waits for you.</Text>
      </Group>
    )
  }
  const shown = isLong ? lines : lines.slice(0, LISTED)
  return (
    <>
      <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((line) => {
          const Sign = SIGN[line.tone]
          return (
            <li key={line.id}>
              <Link to={line.to} params={line.params ?? {}} search={line.search ?? {}} className={classes.line}>
                <Sign size={20} className={classes.sign} color={COLOR[line.tone]} aria-hidden />
                <Stack component="span" gap={0} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
                  <Strong lineClamp={3} component="span">
                    {line.title}
                  </Strong>
                  <Muted lineClamp={3} component="span">
                    {line.hint}
                  </Muted>
                </Stack>
                <IconChevronRight size={18} className={classes.sign} color="var(--mantine-color-dimmed)" aria-hidden />
              </Link>
            </li>
          )
        })}
      </Stack>
      {lines.length > LISTED && (
        <SmallButton mt="xs" onClick={() => setLong(!isLong)}>
          {isLong ? 'Show fewer' : `Show ${lines.length - LISTED} more`}
        </SmallButton>
      )}
    </>
  )
}
