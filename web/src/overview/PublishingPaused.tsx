import { Alert, Button, Group, Modal, Stack, Table } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { api, useMay, useRead } from '../api/client.ts'
import type { Attention, PublishingState } from '../api/schema.ts'
import { IconPlayerPause } from '../parts/icons.tsx'
import { PlatformName } from '../parts/platforms.tsx'
import { Time } from '../parts/Time.tsx'
import { Muted, Problem, Read, SecondaryButton, Small, tell } from '../parts/ui.tsx'

/** After a restore of the database: nothing goes out until an owner has looked. */
export function PublishingPaused({ pause }: { pause: NonNullable<Attention['publishing']> }) {
  const { own } = useMay()
  const [isOpen, setOpen] = useState(false)
  return (
    <Alert color="red" icon={<IconPlayerPause />} title="Publishing is paused" mb="sm">
      <Stack gap="xs" align="flex-start">
        <Small>
          {pause.reason} Nothing goes out until {own ? 'you have' : 'an owner has'} looked. Posts that are due wait.
        </Small>
        {own && (
          <Button size="xs" color="red.8" onClick={() => setOpen(true)}>
            Look, then resume
          </Button>
        )}
      </Stack>
      {isOpen && <LookAndResume onClose={() => setOpen(false)} />}
    </Alert>
  )
}

const OUTCOME: Record<string, string> = {
  found: 'It is there',
  not_found: 'It is not there',
  cannot_tell: 'Cannot be read',
  failed: 'Could not be asked',
}

const ON_RESUME: Record<PublishingState['posts'][number]['on_resume'], string> = {
  nothing: 'Nothing: it counts as published',
  sent: 'Goes out',
  missed: 'Missed: it is too late',
  unconfirmed: 'Waits until you say whether it is there',
}

function LookAndResume({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  // A worker reads the accounts in the meantime.
  const state = useRead(['publishing'], '/v1/publishing', { refetchInterval: 3_000 })
  const run = useMutation({
    mutationFn: async (verb: 'look' | 'resume') => {
      await api.POST(`/v1/publishing/${verb}`)
      await queries.invalidateQueries()
      if (verb === 'look') return
      tell.done('Publishing has resumed.')
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title="Look, then resume publishing" size="xl">
      <Stack>
        <Read of={state} rows={4}>
          {(data) => <Findings state={data} />}
        </Read>
        {run.error && <Problem error={run.error} />}
        <Group justify="flex-end">
          <SecondaryButton loading={run.isPending} onClick={() => run.mutate('look')}>
            Read the accounts again
          </SecondaryButton>
          <Button color="teal" loading={run.isPending} onClick={() => run.mutate('resume')}>
            I have looked: resume
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function Findings({ state: { looked_at, posts } }: { state: PublishingState }) {
  return (
    <>
      <Small>
        {looked_at === null ? (
          'Your accounts are being read, to find posts that are already public.'
        ) : (
          <>
            Your accounts were read <Time at={looked_at} inherit />. Check what could not be read, then resume.
          </>
        )}
      </Small>
      {posts.length === 0 ? (
        <Muted>No post is due, so nothing goes out at once.</Muted>
      ) : (
        <Table.ScrollContainer minWidth={560}>
          <Table
            aria-label="Posts that are due"
            data={{ head: ['Post', 'Date', 'On the account', 'When you resume'], body: posts.map(toCells) }}
          />
        </Table.ScrollContainer>
      )}
    </>
  )
}

function toCells({ id, platform, text, due_at, outcome, note, on_resume }: PublishingState['posts'][number]) {
  return [
    <Fragment key="post">
      <PlatformName platform={platform} />{' '}
      <Link to="/posts/$id" params={{ id }}>
        {text || 'Post without words'}
      </Link>
    </Fragment>,
    <Time key="date" at={due_at} exact />,
    <span key="outcome" title={note ?? undefined}>
      {outcome === null ? 'Not looked for yet' : OUTCOME[outcome]}
    </span>,
    ON_RESUME[on_resume],
  ]
}
