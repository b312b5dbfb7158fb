import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMemo } from 'react'
import { DayField, TimeField } from '../../parts/DayField.tsx'
import { FixedSelect } from '../../parts/forms.tsx'
import { IconClock } from '../../parts/icons.tsx'
import { FormPart, Hint, PartTitle, Small, useOwnZone } from '../../parts/text.tsx'
import { LinkButton, SecondaryButton } from '../../parts/ui.tsx'
import { formatSince, todayIn, zoneNames } from '../../parts/wall-clock.ts'
import { cityOf, isSameClock, timeInWords } from '../times.ts'
import { issuesAt } from './checks.ts'
import classes from './compose.module.css'
import { useComposer } from './composer.ts'
import { instantOf, suggestions } from './draft.ts'
import { Messages } from './fields.tsx'

/** The place of the date, to show it. */
export const DATE_FIELD = 'compose-date'

/** Says the time in words, also where the reader is, and which clock counts. */
export function WhenField({ problem }: { problem: string | null }) {
  const { t } = useLingui()
  const { draft, chosen, issues, change } = useComposer()
  const ownZone = useOwnZone()
  const instant = instantOf(draft)
  const at = issuesAt(issues, 'when', chosen)
  const isWrong = problem !== null || at.some(({ level }) => level === 'error')
  return (
    <FormPart>
      <PartTitle>
        <Trans comment="The time of a post">When</Trans>
      </PartTitle>
      <Stack gap="xs">
        <div className={classes.whenRow}>
          <div id={DATE_FIELD}>
            <DayField
              label={t`Date`}
              value={draft.date}
              minDate={todayIn(draft.zone)}
              error={isWrong}
              onChange={(date) => change({ date })}
            />
          </div>
          <TimeField label={t`Time`} value={draft.time} error={isWrong} onChange={(time) => change({ time })} />
        </div>
        <Group gap="xs">
          {suggestions(new Date(), draft.zone).map(({ label, local }) => (
            <SecondaryButton key={label} size="compact-sm" onClick={() => change(local)}>
              {label}
            </SecondaryButton>
          ))}
          {instant !== null && (
            <Button size="compact-sm" variant="subtle" onClick={() => change({ date: '', time: '' })}>
              <Trans>No date</Trans>
            </Button>
          )}
        </Group>
        <div aria-live="polite">
          {problem !== null && <span className={`${classes.message} ${classes.error}`}>{problem}</span>}
          <Messages issues={at} named={chosen.length > 1} />
          {instant !== null && 'at' in instant && (
            <>
              <Small fw={600}>{timeInWords(instant.at, draft.zone, ownZone)}</Small>
              <Hint>{formatSince(instant.at)}</Hint>
            </>
          )}
          {instant === null && problem === null && (
            <Hint>
              <Trans>Without a date you can save a draft, or publish now.</Trans>
            </Hint>
          )}
        </div>
        <Zone />
      </Stack>
    </FormPart>
  )
}

/** Which clock counts. Folded until somebody wants another one; a warning where it is not the reader's. */
function Zone() {
  const { t } = useLingui()
  const { draft, change } = useComposer()
  const { zone } = draft
  const ownZone = useOwnZone()
  const [isOpen, { open }] = useDisclosure()
  const zones = useMemo(() => [...new Set([zone, ...zoneNames()])].sort(), [zone])
  const instant = instantOf(draft)
  const moment = instant !== null && 'at' in instant ? instant.at : Date.now()
  const [city, own] = [cityOf(zone), cityOf(ownZone)]
  if (isOpen) {
    return (
      <FixedSelect
        label={t`Time zone`}
        data={zones}
        value={zone}
        searchable
        data-autofocus
        autoFocus
        maw={320}
        nothingFoundMessage={t`No zone of this name. Try a large city near by.`}
        onChange={(next) => next && change({ zone: next })}
      />
    )
  }
  const another = (
    <LinkButton size="xs" onClick={open}>
      <Trans>Use another time zone</Trans>
    </LinkButton>
  )
  if (isSameClock(moment, zone, ownZone)) {
    return (
      <Hint component="div">
        <Trans>Time in {city}.</Trans> {another}
      </Hint>
    )
  }
  return (
    <Alert color="orange" p="xs" icon={<IconClock />}>
      <Small>
        <Trans>
          This is the time in {city}, the zone of your workspace. Yours is the time in {own}.
        </Trans>
      </Small>
      <Group gap="md">
        <LinkButton size="xs" onClick={() => change({ zone: ownZone })}>
          <Trans>Use the time in {own}</Trans>
        </LinkButton>
        {another}
      </Group>
    </Alert>
  )
}
