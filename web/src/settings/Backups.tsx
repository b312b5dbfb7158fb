import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Code, Group, Paper, Progress, Stack } from '@mantine/core'
import { api, useMay, useRead } from '../api/client.ts'
import type { Backups as BackupState, StoredBackup } from '../api/schema.ts'
import { countOf } from '../contacts/names.ts'
import { useAction } from '../parts/action.ts'
import { Help } from '../parts/Help.tsx'
import { IconAlertTriangle, icon } from '../parts/icons.tsx'
import { formatBytes, formatList, formatNumber, formatShare } from '../parts/locale.ts'
import { CodeLine } from '../parts/Secret.tsx'
import { type Column, type Fact, RecordTable } from '../parts/tables.tsx'
import { Heading, Hint, Muted, Small, Time, Wrapped } from '../parts/text.tsx'
import { Empty, Read, StateBadge } from '../parts/ui.tsx'
import { FactsCard, OwnersOnly, Section } from './Section.tsx'

const IconCalendarOff = icon`M9 5h9a2 2 0 0 1 2 2v9m-.184 3.839a2 2 0 0 1 -1.816 1.161h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 1.158 -1.815M16 3v4M8 3v1M4 11h7m4 0h5M3 3l18 18`
const IconDatabaseExport = icon`M4 6c0 1.657 3.582 3 8 3s8 -1.343 8 -3s-3.582 -3 -8 -3s-8 1.343 -8 3M4 6v6c0 1.657 3.582 3 8 3c1.118 0 2.183 -.086 3.15 -.241M20 12v-6M4 12v6c0 1.657 3.582 3 8 3c.157 0 .312 -.002 .466 -.005M16 19h6M19 16l3 3l-3 3`

export function Backups() {
  const { own } = useMay()
  const backups = useRead(['backups'], '/v1/backups', {
    enabled: own,
    // There is no event for backups.
    refetchInterval: ({ state }) => (state.data?.in_progress ? 1_500 : 30_000),
  })
  const make = useAction(() => api.POST('/v1/backups'), 'backups', 'reports')
  const isBusy = backups.data === undefined || backups.data.in_progress !== null
  const action = own && (
    <Button
      leftSection={<IconDatabaseExport size={18} />}
      disabled={isBusy}
      loading={make.isPending}
      onClick={() => make.mutate()}
    >
      <Trans>Back up now</Trans>
    </Button>
  )
  return (
    <Section
      title={t`Backups`}
      help={
        <Help about={t`Backups`} page="backup#in-the-dashboard">
          <Trans>A backup has everything but the files of a bucket. Keep a copy of it on another machine.</Trans>
        </Help>
      }
      lead={t`Copies of everything that Doorpost stores. If the disk or the database is lost, one of them brings it back.`}
      actions={action}
    >
      <OwnersOnly what={t`Only owners see backups and make them.`} />
      {own && (
        <Read of={backups} rows={6}>
          {(data) => (
            <Stack gap="lg">
              {data.in_progress && <BackupProgress of={data.in_progress} />}
              <BackupProblem backups={data} />
              <BackupFacts backups={data} />
              <KeptBackups backups={data} />
            </Stack>
          )}
        </Read>
      )}
    </Section>
  )
}

function BackupProblem({ backups: { problem, schedule } }: { backups: BackupState }) {
  return (
    <Stack gap="md">
      {problem && (
        <Alert
          color="red"
          icon={<IconAlertTriangle />}
          title={problem.code === 'failed' ? t`The last backup failed` : t`Backups are overdue`}
        >
          <Wrapped>
            {problem.reason} (<Time at={problem.since} inherit span />)
          </Wrapped>
        </Alert>
      )}
      {schedule === null && (
        <Alert color="orange" icon={<IconCalendarOff />} title={t`Automatic backups are off`}>
          <Wrapped>
            <Trans>
              To turn them on, set <Code>BACKUP_SCHEDULE=03:00</Code> (every night at three, UTC) where Doorpost runs,
              and restart it.
            </Trans>
          </Wrapped>
        </Alert>
      )}
    </Stack>
  )
}

/** The number of rows is an estimate. */
const MOST_PERCENT = 99

function BackupProgress({ of }: { of: NonNullable<BackupState['in_progress']> }) {
  const { state, asked_by, started_at, rows, expected_rows } = of
  const isWaiting = state === 'waiting'
  const percent = expected_rows ? Math.min(MOST_PERCENT, Math.floor((rows / expected_rows) * 100)) : null
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="sm">
            <StateBadge state={isWaiting ? 'pending' : 'running'} />
            <Small role="status">
              {isWaiting ? t`A backup is about to begin` : t`A backup is being made`}
              {percent !== null && ` (${formatShare(percent / 100)})`}
            </Small>
          </Group>
          <Muted component="div">
            {asked_by === null ? t`By schedule` : t`For ${asked_by}`}, <Time at={started_at} inherit span />
          </Muted>
        </Group>
        <Progress
          value={percent ?? 100}
          size="lg"
          animated
          color="teal"
          aria-label={t`How much of the backup is made`}
        />
        <Muted>
          {isWaiting
            ? t`If this stays so for more than a minute, no worker is running: start Doorpost with ROLE all or worker.`
            : t`Everything works as usual meanwhile, and you can leave this page.`}
        </Muted>
      </Stack>
    </Paper>
  )
}

function BackupFacts({ backups }: { backups: BackupState }) {
  const { schedule, place, keep, has_key, last, problem, last_failure, last_rehearsal } = backups
  const rows: Fact[] = [
    [t`Last good backup`, last ? <LastBackup key="last" of={last} /> : t({ message: 'None yet', context: 'backup' })],
    [t`Automatic backups`, schedule ? <Schedule key="schedule" of={schedule} /> : t`Off`, 'BACKUP_SCHEDULE'],
    place.kind === 'bucket'
      ? [t`Bucket`, place.name.replace(/^the bucket /, ''), 'BACKUP_BUCKET']
      : [t`Folder`, place.name, 'BACKUP_DIR'],
    [t`Kept`, keptInWords(keep), 'BACKUP_KEEP_DAILY, BACKUP_KEEP_WEEKLY'],
    [t`Key for tokens and secrets`, has_key ? t`In the backups, encrypted with the passphrase` : noKey()],
    [t`Last test`, last_rehearsal ? <Rehearsal key="test" of={last_rehearsal} /> : noTest()],
  ]
  if (last_failure && problem?.code !== 'failed')
    rows.push([
      t`Last failure`,
      <Wrapped key="failure">
        <Trans>
          <Time at={last_failure.at} inherit span />. {last_failure.reason} A backup was made since.
        </Trans>
      </Wrapped>,
    ])
  return <FactsCard label={t`How backups are doing`} facts={rows} nameWidth="38%" />
}

const noKey = () =>
  t`Not in the backups. Keep SECRET_KEY, or the file secret-key of the data folder, somewhere else: without it all accounts have to be connected again after a restore.`
const noTest = () => t`None yet. A test restores a backup into a temporary database and checks everything in it.`

function LastBackup({ of: { finished_at, bytes, is_missing, ...of } }: { of: StoredBackup }) {
  const counts = (['contact', 'post', 'file'] as const).flatMap((one) => {
    const count = of[`${one}s`]
    return count === null ? [] : countOf(count, one)
  })
  return (
    <>
      <Time at={finished_at} size="sm" fw={600} />
      <Small>{[formatBytes(bytes), ...counts].join(', ')}</Small>
      {is_missing && (
        <Wrapped c="red">
          <Trans>Its file is no longer in the folder.</Trans>
        </Wrapped>
      )}
    </>
  )
}

function Schedule({ of: { every_minutes, next_at } }: { of: NonNullable<BackupState['schedule']> }) {
  return (
    <>
      <Small>
        {every_minutes === 1_440
          ? t`Every day`
          : plural(every_minutes / 60, { one: 'Every hour', other: 'Every # hours' })}
      </Small>
      <Hint component="div">
        <Trans>
          Next: <Time at={next_at} exact inherit span />
        </Trans>
      </Hint>
    </>
  )
}

function keptInWords({ daily, weekly }: BackupState['keep']): string {
  const spans = [daily > 0 && countOf(daily, 'day'), weekly > 0 && countOf(weekly, 'week')].filter(
    (span) => span !== false,
  )
  if (spans.length === 0) return t`All of the last 24 hours`
  return t`All of the last 24 hours, then the newest of each of ${formatList(spans)}`
}

function Rehearsal({ of }: { of: NonNullable<BackupState['last_rehearsal']> }) {
  return (
    <>
      <Time at={of.rehearsed_at} size="sm" fw={600} />
      <Wrapped c={of.problem === null ? undefined : 'red'}>{of.problem ?? t`The backup is good.`}</Wrapped>
      <Hint style={{ overflowWrap: 'anywhere' }}>{of.file}</Hint>
    </>
  )
}

const columns = (): ReadonlyArray<Column<StoredBackup>> => [
  { title: t`Made`, render: (backup) => <Made of={backup} /> },
  { title: t`File`, wideOnly: true, render: ({ file }) => <Wrapped>{file}</Wrapped> },
  { title: t`Contacts`, wideOnly: true, count: ({ contacts }) => contacts },
  { title: t`Posts`, wideOnly: true, count: ({ posts }) => posts },
  {
    title: t`Size`,
    align: 'right',
    render: ({ bytes }) => <Small style={{ whiteSpace: 'nowrap' }}>{formatBytes(bytes)}</Small>,
  },
]

function KeptBackups({ backups }: { backups: BackupState }) {
  const { kept, kept_count: count, kept_bytes: bytes, rehearse_command: command, in_progress } = backups
  if (kept.length === 0) {
    if (in_progress) return null
    return (
      <Empty icon={IconDatabaseExport} title={t`No backup is here yet`}>
        <Trans>Make the first one with “Back up now”. Doorpost keeps running.</Trans>
      </Empty>
    )
  }
  return (
    <Stack gap="xs">
      <Heading order={3}>
        <Trans>Kept backups</Trans>
      </Heading>
      <Muted>
        {t`${countOf(count, 'backup')}, ${formatBytes(bytes)} together. Old ones are removed by themselves.`}{' '}
        {kept.length < count && t`The newest ${formatNumber(kept.length)} are listed.`}
      </Muted>
      <RecordTable label={t`Kept backups`} columns={columns()} rows={kept} idOf={({ id }) => id} />
      {command && (
        <>
          <Muted>
            <Trans>To test the newest one, run this where Doorpost runs:</Trans>
          </Muted>
          <CodeLine value={command} />
        </>
      )}
    </Stack>
  )
}

function Made({ of: { started_at, asked_by, is_missing } }: { of: StoredBackup }) {
  return (
    <>
      <Time at={started_at} exact size="sm" />
      <Hint>
        {asked_by === null ? t`by schedule` : t({ message: `for ${asked_by}`, comment: 'Who asked for a backup' })}
      </Hint>
      {is_missing && <StateBadge state="failed" label={t`File is gone`} />}
    </>
  )
}
