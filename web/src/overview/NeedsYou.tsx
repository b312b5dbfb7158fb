import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, useMay } from '../api/client.ts'
import type { Attention } from '../api/schema.ts'
import { useAction } from '../parts/action.ts'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck, icon } from '../parts/icons.tsx'
import { More, PagePart } from '../parts/Page.tsx'
import { Muted, Strong } from '../parts/text.tsx'
import { SmallButton } from '../parts/ui.tsx'
import { type Line, useLines } from './attention.ts'
import { DONE } from './FirstSteps.tsx'
import classes from './Overview.module.css'
import { PublishingPaused } from './Paused.tsx'

const IconExclamationCircle = icon`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 9v4M12 16v.01`

const LISTED = 7
const SIGN = { bad: IconExclamationCircle, warn: IconAlertTriangle }
export const TONE = { bad: 'light-dark(#c92a2a, #ff8787)', warn: 'light-dark(#b35309, #ffa94d)' }

export function NeedsYou({ report }: { report: Attention }) {
  const { t } = useLingui()
  const lines = useLines(report)
  return (
    <div id="attention">
      <PagePart title={t`Needs attention`} p="lg">
        {report.publishing && <PublishingPaused pause={report.publishing} />}
        {lines.length > 0 ? <Lines lines={lines} /> : report.publishing === null && <AllFine />}
      </PagePart>
    </div>
  )
}

function AllFine() {
  return (
    <Group gap="xs" wrap="nowrap">
      <IconCircleCheck size={20} color={DONE} />
      <Text c="dimmed">
        <Trans>All fine: nothing needs attention.</Trans>
      </Text>
    </Group>
  )
}

function Lines({ lines }: { lines: Line[] }) {
  const [isLong, setLong] = useState(false)
  const hidden = lines.length - LISTED
  return (
    <>
      <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {(isLong ? lines : lines.slice(0, LISTED)).map((line) => (
          <LineItem key={line.id} of={line} />
        ))}
      </Stack>
      {hidden > 0 && (
        <SmallButton mt="xs" onClick={() => setLong(!isLong)}>
          {isLong ? <Trans>Show fewer</Trans> : <Trans>Show {hidden} more</Trans>}
        </SmallButton>
      )}
    </>
  )
}

function LineItem({ of: { tone, title, hint, technical, to, search, act } }: { of: Line }) {
  const may = useMay()
  const Sign = SIGN[tone]
  return (
    <li>
      <Link to={to} search={search ?? {}} className={classes.line}>
        <Sign size={20} className={classes.sign} color={TONE[tone]} />
        <Stack component="span" gap={0} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
          <Strong lineClamp={3} component="span">
            {title}
          </Strong>
          <Muted lineClamp={3} component="span">
            {hint}
          </Muted>
        </Stack>
        <IconChevronRight size={18} className={classes.sign} color="var(--mantine-color-dimmed)" />
      </Link>
      {act && may.write && <Act {...act} />}
      {technical && may.own && (
        <More>
          <Muted>{technical}</Muted>
        </More>
      )}
    </li>
  )
}

function Act({ verb, postId: id }: NonNullable<Line['act']>) {
  const path = { params: { path: { id } } }
  const run = useAction(
    () => (verb === 'retry' ? api.POST('/v1/posts/{id}/retry', path) : api.POST('/v1/posts/{id}/publish', path)),
    'posts',
    'reports',
  )
  return (
    <SmallButton className={classes.act} loading={run.isPending} onClick={() => run.mutate()}>
      {verb === 'retry' ? <Trans>Try again</Trans> : <Trans>Publish now</Trans>}
    </SmallButton>
  )
}
