import { Alert, Button, Group, Modal, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { api, useMay, useRead } from '../api/client.ts'
import type { Attention, PublishingState } from '../api/schema.ts'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck, IconPlayerPause, icon } from '../parts/icons.tsx'
import { PagePart } from '../parts/Page.tsx'
import { PLATFORM, PlatformName } from '../parts/platforms.tsx'
import { Muted, Small, Strong, Time } from '../parts/text.tsx'
import { Problem, Read, SecondaryButton, SmallButton, tell } from '../parts/ui.tsx'
import { formatSince } from '../parts/wall-clock.ts'
import { DONE } from './FirstSteps.tsx'
import classes from './Overview.module.css'

const IconExclamationCircle = icon`M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 9v4M12 16v.01`

const LISTED = 7
const SIGN = { bad: IconExclamationCircle, warn: IconAlertTriangle }
const COLOR = { bad: 'light-dark(#c92a2a, #ff8787)', warn: 'light-dark(#b35309, #ffa94d)' }

export function NeedsYou() {
  const attention = useRead(['reports', 'attention'], '/v1/reports/attention', {
    // No event announces failing endpoints and expiring accounts.
    refetchInterval: 60_000,
  })
  return (
    <PagePart title="Needs attention" p="lg">
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
        <IconCircleCheck size={20} color={DONE} />
        <Text c="dimmed">All fine: nothing needs attention.</Text>
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
              <Link to={line.to} search={line.search ?? {}} className={classes.line}>
                <Sign size={20} className={classes.sign} color={COLOR[line.tone]} />
                <Stack component="span" gap={0} miw={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
                  <Strong lineClamp={3} component="span">
                    {line.title}
                  </Strong>
                  <Muted lineClamp={3} component="span">
                    {line.hint}
                  </Muted>
                </Stack>
                <IconChevronRight size={18} className={classes.sign} color="var(--mantine-color-dimmed)" />
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

interface Line {
  id: string
  tone: 'bad' | 'warn'
  title: string
  hint: string
  to: string
  search?: Record<string, string>
}

type PostState = keyof Attention['posts']

const POSTS: Record<PostState, [tone: Line['tone'], one: string, many: string, hint: string]> = {
  failed: ['bad', 'A post failed', 'posts failed', 'Read why, change it if needed, and try again.'],
  unconfirmed: [
    'bad',
    'A post may or may not be out',
    'posts may or may not be out',
    'Look on the platform, then say what you found.',
  ],
  missed: ['warn', 'A post missed its time', 'posts missed their time', 'Publish it now or give it a new date.'],
  confirming: [
    'bad',
    'A post may be out and waits for its account',
    'posts may be out and wait for their account',
    'Connect the account again, and Doorpost looks. Or open the posts and say what you found.',
  ],
  held: ['warn', 'A post is held', 'posts are held', 'They wait until the account works again.'],
}

function toLines(report: Attention): Line[] {
  const { backups, uploads, failed_mails: mails, held_submissions: held } = report
  const lines: Array<Line | null | undefined | false> = [
    backups && {
      id: 'backups',
      tone: 'bad',
      title: backups.code === 'failed' ? 'The last backup failed' : 'Backups are overdue',
      hint: backups.reason,
      to: '/settings/backups',
    },
    uploads && { id: 'uploads', tone: 'bad', title: 'Files cannot be stored', hint: uploads.reason, to: '/media' },
    ...Object.entries(report.posts).map(([state, part]) => postLine(state as PostState, part)),
    ...report.connections.map(connectionLine),
    ...(report.rejections ?? []).map(({ webhook_id, name, count, newest }) => ({
      id: `rejected ${webhook_id}`,
      tone: 'bad' as const,
      title: `${name} refused ${countOf(count, 'a delivery', 'deliveries')} in the last 24 hours`,
      hint: `${newest.reason} See what came, and accept what is yours.`,
      to: `/webhooks/${webhook_id}`,
      search: { tab: 'rejected' },
    })),
    ...(report.unmapped ?? []).map(({ webhook_id, name, count }) => ({
      id: `unmapped ${webhook_id}`,
      tone: 'warn' as const,
      title: `${name}: ${countOf(count, 'a delivery', 'deliveries')} did not become a contact`,
      hint: 'Fix the mapping, then replay what it missed.',
      to: `/webhooks/${webhook_id}`,
      search: { mapping: 'failed' },
    })),
    ...(report.endpoints ?? []).map(endpointLine),
    mails?.newest && {
      id: 'failed mails',
      tone: 'warn',
      title: `${countOf(mails.count, 'A mail', 'mails')} could not be sent in the last week`,
      hint: mails.newest.reason ?? 'The mail server did not take it. Check the address and the settings of mail.',
      to: placeOf(mails.newest),
    },
    !!held?.count && {
      id: 'held submissions',
      tone: 'warn',
      title: `${countOf(held!.count, 'A submission of a form is', 'submissions of forms are')} held`,
      hint: 'They look like spam. Accept those that are not: the others go by themselves after 30 days.',
      to: '/forms/held',
    },
  ]
  const tones = Object.groupBy(
    lines.filter((line) => !!line),
    ({ tone }) => tone,
  )
  return [...(tones.bad ?? []), ...(tones.warn ?? [])]
}

/** Most mails are about a contact. */
function placeOf({ contact_id, form_id }: { contact_id: string | null; form_id: string | null }): string {
  if (contact_id !== null) return `/contacts/${contact_id}`
  return form_id === null ? '/settings/team' : `/forms/${form_id}`
}

/** One post is quoted; several are counted and link to the list. */
function postLine(state: PostState, { count, newest: [post] }: Attention['posts'][PostState]): Line | null {
  if (count === 0 || post === undefined) return null
  const [tone, one, many, hint] = POSTS[state]
  if (count === 1) {
    const title = `${one} on ${PLATFORM[post.platform].label}${post.text ? `: “${post.text}”` : ''}`
    return { id: post.id, tone, title, hint: post.reason ?? hint, to: `/posts/${post.id}` }
  }
  const title = countOf(count, one, many)
  if (state === 'confirming') return { id: state, tone, title, hint, to: '/settings/connections' }
  return { id: state, tone, title, hint, to: '/posts', search: { view: 'list', state } }
}

function connectionLine(connection: Attention['connections'][number]): Line {
  const { id, platform, handle, name, problem, reason, works_until } = connection
  const who = `${PLATFORM[platform].label} account ${name ?? handle ?? ''}`.trim()
  const [title, hint] = {
    needs_reconnect: [`The ${who} has to be connected again`, 'Its posts wait until you connect it again.'],
    held: [`The ${who} is held by the platform`, 'Its posts wait. See what the platform wants from you.'],
    expiring: [
      `The approval of the ${who} ends ${works_until ? formatSince(works_until) : 'soon'}`,
      'Connect it again before then, so that no post has to wait.',
    ],
  }[problem] as [string, string]
  const tone = problem === 'needs_reconnect' ? 'bad' : 'warn'
  return { id, tone, title, hint: reason ?? hint, to: '/settings/connections' }
}

function endpointLine({ id, url, status, failing_since }: NonNullable<Attention['endpoints']>[number]): Line {
  const to = `/events/endpoints/${id}`
  if (status === 'disabled') {
    const hint = 'Turn it on again when it works, and send what it missed.'
    return { id, tone: 'bad', title: `Doorpost gave up on the endpoint ${url}`, hint, to }
  }
  const began = failing_since ? `It began ${formatSince(failing_since)}. ` : ''
  const hint = `${began}See what it answers; it is tried again by itself.`
  return { id, tone: 'warn', title: `The endpoint ${url} fails`, hint, to }
}

/** The API counts to a thousand. */
function countOf(count: number, one: string, many: string): string {
  return count === 1 ? one : `${count >= 1_000 ? '1,000 or more' : count} ${many}`
}

/** After a restore, nothing goes out until an owner has checked. */
function PublishingPaused({ pause }: { pause: NonNullable<Attention['publishing']> }) {
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
  // Meanwhile a worker reads the accounts.
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
