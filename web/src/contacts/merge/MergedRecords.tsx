import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import { UNDO_DAYS } from '../../../../src/contacts/merge/rules.ts'
import { useMay } from '../../api/client.ts'
import type { MergedContact } from '../../api/schema.ts'
import { More } from '../../parts/Page.tsx'
import { type Fact, Facts } from '../../parts/tables.tsx'
import { Heading, Muted, Time, useTimeZone } from '../../parts/text.tsx'
import { SecondaryButton } from '../../parts/ui.tsx'
import { formatTime } from '../../parts/wall-clock.ts'
import { FIELD_LABELS, fullName, ORIGIN_FIELDS, PERSON_FIELDS, readableName } from '../names.ts'
import { useOwners, useStatuses } from '../reads.ts'
import { useUndoMerge } from './undo.ts'

const UNDO_MS = UNDO_DAYS * 24 * 3_600_000

interface MergedRecordsProps {
  survivorId: string
  merged: readonly MergedContact[]
}

/** The records that were merged into a contact, as they were then, with Undo. */
export function MergedRecords({ survivorId, merged }: MergedRecordsProps) {
  const { t } = useLingui()
  const may = useMay()
  const undo = useUndoMerge()
  const zone = useTimeZone()
  const last = merged
    .map(({ merged_at }) => merged_at)
    .sort()
    .at(-1)!
  const newest = merged.filter(({ merged_at }) => merged_at === last)
  const until = new Date(new Date(last).getTime() + UNDO_MS)
  const isPossible = until.getTime() > Date.now()
  const end = formatTime(until, zone)
  return (
    <section aria-label={t`Merged records`}>
      <Group justify="space-between" mb="xs">
        <Heading>
          <Trans>Merged records</Trans>
        </Heading>
        {may.write && isPossible && (
          <SecondaryButton size="xs" loading={undo.isPending} onClick={() => undo.mutate(survivorId)}>
            {merged.length > newest.length ? t`Undo the newest merge` : t`Undo the merge`}
          </SecondaryButton>
        )}
      </Group>
      <Muted mb="xs">
        {plural(merged.length, {
          one: '# record of the same person was merged into this one. Links to it lead here.',
          other: '# records of the same person were merged into this one. Links to them lead here.',
        })}{' '}
        {isPossible ? t`The newest merge can be undone until ${end}.` : t`This can no longer be undone.`}
      </Muted>
      <Stack gap="xs">
        {merged.map((record) => (
          <More key={record.id} label={<Title record={record} />}>
            <Record record={record} />
          </More>
        ))}
      </Stack>
    </section>
  )
}

function Title({ record }: { record: MergedContact }) {
  const name = [fullName(record), record.email].filter(Boolean).join(' · ')
  return (
    <Trans>
      {name}, merged <Time at={record.merged_at} inherit span />
    </Trans>
  )
}

function Record({ record }: { record: MergedContact }) {
  const { t } = useLingui()
  const { labelOf } = useStatuses()
  const { nameOf } = useOwners()
  const fields = (names: typeof PERSON_FIELDS) => names.map((name): Fact => [FIELD_LABELS[name], record[name]])
  const facts: Fact[] = [
    ...fields(PERSON_FIELDS),
    [t`Status`, labelOf(record.status)],
    [t`Owner`, record.owner_id && nameOf(record.owner_id)],
    [t`Tags`, record.tags.join(', ')],
    ...Object.entries(record.extra).map(([name, value]): Fact => [readableName(name), String(value)]),
    ...fields(ORIGIN_FIELDS),
    [t`Created`, <Time key="at" at={record.created_at} exact size="sm" />],
  ]
  return <Facts label={fullName(record)} facts={facts.filter(([, value]) => value)} />
}
