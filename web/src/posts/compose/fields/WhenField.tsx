import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { formatSince, formatTime, zoneNames } from '../../../parts/time/wall-clock.ts'
import { FixedSelect, FormPart, Hint, PartTitle, SecondaryButton } from '../../../parts/variants.ts'
import classes from '../compose.module.css'
import { useComposer } from '../composer.ts'
import { issuesAt } from '../draft/checks.ts'
import { instantOf, suggestions } from '../draft/when.ts'
import { Messages } from './Messages.tsx'

const NOTES = 'compose-when-notes'
const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * Date and time in a chosen zone, and the same moment in UTC and in the reader's zone. There is a problem after a try to
 * schedule, or when date and time are half filled in.
 */
export function WhenField({ problem }: { problem: string | null }) {
  const { draft, chosen, issues, change } = useComposer()
  const zones = useMemo(() => [...new Set([draft.zone, ...zoneNames()])].sort(), [draft.zone])
  const instant = instantOf(draft)
  const at = issuesAt(issues, 'when', chosen)
  const isWrong = problem !== null || at.some(({ level }) => level === 'error')
  // Messages about date and time stand below both.
  const field = { error: isWrong, attributes: { input: { 'aria-describedby': NOTES } } }
  return (
    <FormPart>
      <PartTitle>When</PartTitle>
      <Stack gap="xs">
        <div className={classes.whenRow}>
          <TextInput
            id="compose-date"
            label="Date"
            type="date"
            max="9999-12-31"
            value={draft.date}
            onChange={(event) => change({ date: event.currentTarget.value })}
            {...field}
          />
          <TextInput
            id="compose-time"
            label="Time"
            type="time"
            value={draft.time}
            onChange={(event) => change({ time: event.currentTarget.value.slice(0, 5) })}
            {...field}
          />
          <FixedSelect
            className={classes.zone}
            label="Time zone"
            data={zones}
            value={draft.zone}
            searchable
            nothingFoundMessage="No zone of this name. Try a large city near by."
            onChange={(zone) => zone && change({ zone })}
          />
        </div>
        <Group gap="xs">
          {suggestions(new Date(), draft.zone).map(({ label, local }) => (
            <SecondaryButton key={label} size="compact-sm" onClick={() => change(local)}>
              {label}
            </SecondaryButton>
          ))}
          {instant !== null && (
            <Button size="compact-sm" variant="subtle" onClick={() => change({ date: '', time: '' })}>
              No date
            </Button>
          )}
        </Group>
        <div id={NOTES} aria-live="polite">
          {problem !== null && <span className={`${classes.message} ${classes.error}`}>{problem}</span>}
          <Messages issues={at} named={chosen.length > 1} />
          {instant !== null && 'at' in instant && (
            <Hint>
              {formatSince(instant.at)}
              {draft.zone !== 'UTC' && ` · ${formatTime(instant.at, 'UTC')} in UTC`}
              {draft.zone !== OWN_ZONE && OWN_ZONE !== 'UTC' && ` · ${formatTime(instant.at, OWN_ZONE)} where you are`}
            </Hint>
          )}
          {instant === null && problem === null && (
            <Hint>Without a date it can be saved as a draft or published now.</Hint>
          )}
        </div>
      </Stack>
    </FormPart>
  )
}
