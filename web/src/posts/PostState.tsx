import { Code, Group, Loader, Paper, Radio, Spoiler, Stack, Text, TextInput, ThemeIcon, Timeline } from '@mantine/core'
import { api, useMay } from '../api/client.ts'
import type { Attempt, Post, Resolution } from '../api/schema.ts'
import { Form, SubmitButton, useApiForm, useChange } from '../parts/forms.tsx'
import { IconCalendarTime, IconPencil } from '../parts/icons.tsx'
import { Heading, Hint, Muted, Small, Time, useTimeZone, Wrapped } from '../parts/text.tsx'
import tones from '../parts/tones.module.css'
import { AnchorLink, OutsideLink, Read, stateLook } from '../parts/ui.tsx'
import { formatTime, showWall, wallOf } from '../parts/wall-clock.ts'
import { StateIcon } from './PostParts.tsx'
import { isWebLink, platformName, type State } from './post.ts'
import { useAttempts } from './reading.ts'

export function StatePanel({ post }: { post: Post }) {
  const zone = useTimeZone()
  const may = useMay()
  const { state, reason, permalink } = post.publication
  const { title, next } = sayState(post, (at) => formatTime(at, zone))
  const { tone } = stateLook(state)
  return (
    <Paper withBorder p="md" className={tones[tone]} style={{ borderLeft: '4px solid var(--tone)' }}>
      <Group align="flex-start" wrap="nowrap" gap="md">
        <ThemeIcon size={40} radius="xl" bg="var(--tone-soft)" c="var(--tone-text)">
          {tone === 'work' && !awaitsAccount(post) ? (
            <Loader size={20} color="currentColor" />
          ) : (
            <StateIcon state={state} size={22} />
          )}
        </ThemeIcon>
        <Stack gap="xs" miw={0} flex={1}>
          <div aria-live="polite">
            <Heading>{title}</Heading>
            {reason && (
              <Text mt={4} style={{ overflowWrap: 'anywhere' }}>
                {reason}
              </Text>
            )}
            <Muted mt={4}>{next}</Muted>
          </div>
          {state === 'published' && isWebLink(permalink) && (
            <OutsideLink href={permalink} w="fit-content">
              See it on {platformName(post)}
            </OutsideLink>
          )}
          {(state === 'held' || awaitsAccount(post)) && (
            <AnchorLink to="/settings/connections" w="fit-content">
              Go to the connections
            </AnchorLink>
          )}
          {(state === 'unconfirmed' || awaitsAccount(post)) && may.write && <Settle post={post} />}
        </Stack>
      </Group>
    </Paper>
  )
}

interface Findings {
  outcome: Resolution['outcome'] | ''
  permalink: string
}

function Settle({ post }: { post: Post }) {
  const change = useChange('posts')
  const platform = platformName(post)
  const form = useApiForm<Findings>({
    initialValues: { outcome: '', permalink: '' },
    validate: {
      outcome: (outcome) => (outcome === '' ? 'Choose what you see on the account.' : null),
      permalink: (link, { outcome }) =>
        outcome === 'published' && link.trim() !== '' && !isWebLink(link)
          ? 'Paste the whole address of the post, beginning with https://, or leave this empty.'
          : null,
    },
    send: async ({ outcome, permalink }) => {
      if (outcome === '') return
      const link = outcome === 'published' && permalink.trim() ? { permalink: permalink.trim() } : {}
      await change(
        api.POST('/v1/posts/{id}/resolve', { params: { path: { id: post.id } }, body: { outcome, ...link } }),
        outcome === 'published' ? 'Settled: it is published.' : 'Settled: it is not out. You can try again.',
      )
    },
  })
  return (
    <Form of={form} gap="sm">
      <Radio.Group label={`What do you see on ${platform}?`} {...form.getInputProps('outcome')}>
        <Stack gap="xs" mt="xs">
          <Radio value="published" label="It is there" />
          <Radio value="not_published" label="It is not there" />
        </Stack>
      </Radio.Group>
      {form.values.outcome === 'published' && (
        <TextInput
          label={`Link to the post on ${platform}`}
          description="If you have it at hand: others then find the post from here."
          type="url"
          placeholder="https://"
          {...form.getInputProps('permalink')}
        />
      )}
      <SubmitButton of={form} w="fit-content">
        Settle it
      </SubmitButton>
    </Form>
  )
}

/** White icons on these have a contrast of 4.5 or more. */
const COLOR = { good: 'teal.7', wait: 'blue.8', work: 'violet.8', warn: 'orange.9', bad: 'red.9', none: 'gray.7' }

export function Story({ post }: { post: Post }) {
  const attempts = useAttempts(post)
  return (
    <Paper withBorder p="md">
      <Stack gap="md">
        <Heading>Step by step</Heading>
        <Read of={attempts} rows={3}>
          {(list) => <Steps post={post} attempts={[...list].sort((a, b) => a.number - b.number)} />}
        </Read>
      </Stack>
    </Paper>
  )
}

function Steps({ post, attempts }: { post: Post; attempts: Attempt[] }) {
  const zone = useTimeZone()
  const next = nextOf(post, (at) => formatTime(at, zone))
  return (
    <Timeline bulletSize={26} lineWidth={2} active={attempts.length}>
      <Timeline.Item bullet={<IconPencil size={14} />} title="Written">
        <Time at={post.created_at} exact size="sm" c="dimmed" />
      </Timeline.Item>
      {attempts.map((attempt) => {
        const [outcome, state] = sayOutcome(attempt.outcome)
        return (
          <Timeline.Item
            key={`${attempt.number} ${attempt.started_at}`}
            bullet={<StateIcon state={state} />}
            title={`Attempt ${attempt.number}: ${outcome}`}
            color={COLOR[stateLook(state).tone]}
          >
            <AttemptSteps attempt={attempt} platform={platformName(post)} zone={zone} />
          </Timeline.Item>
        )
      })}
      {next && (
        <Timeline.Item bullet={<IconCalendarTime size={14} />} title="Next" lineVariant="dashed">
          <Muted>{next}</Muted>
        </Timeline.Item>
      )}
    </Timeline>
  )
}

function AttemptSteps({ attempt, platform, zone }: { attempt: Attempt; platform: string; zone: string }) {
  const { message, code, platform_code, answer, steps, started_at } = attempt
  return (
    <Stack gap={6}>
      <Time at={started_at} exact size="sm" c="dimmed" />
      {message && <Wrapped>{message}</Wrapped>}
      <Stack component="ol" gap={2} m={0} p={0}>
        {steps.map(({ at, step, message }) => (
          <Group component="li" key={`${at} ${step}`} gap={10} align="baseline" wrap="nowrap">
            <Hint component="time" dateTime={at} miw={82} style={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
              {showWall(wallOf(at, zone), { timeStyle: 'medium' })}
            </Hint>
            <Small>{message}</Small>
          </Group>
        ))}
      </Stack>
      {code && (
        <Hint component="div">
          {sayCode(code)} · <Code>{platform_code ? `${code}, ${platform_code}` : code}</Code>
        </Hint>
      )}
      {answer && (
        <Spoiler
          maxHeight={0}
          showLabel={`Show what ${platform} answered`}
          hideLabel="Hide the answer"
          styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}
        >
          <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {showAnswer(answer)}
          </Code>
        </Spoiler>
      )}
    </Stack>
  )
}

function nextOf(post: Post, when: (at: string) => string): string | null {
  const { state, deferred_until } = post.publication
  if (state === 'deferred' && deferred_until) return `Tried again ${when(deferred_until)}.`
  if (state === 'waiting' && post.scheduled_date) return `Goes out ${when(post.scheduled_date)}.`
  if (state === 'held') return 'Goes on when the account can post again.'
  if (state === 'missed' || state === 'unconfirmed') return 'You decide.'
  return null
}

function showAnswer(answer: Record<string, unknown>): string {
  const { status, body, ...rest } = answer
  const head = status === undefined ? '' : `Status ${String(status)}\n`
  const others = Object.keys(rest).length > 0 ? `\n${JSON.stringify(rest, null, 2)}` : ''
  return `${head}${typeof body === 'string' ? layOut(body) : JSON.stringify(body ?? null, null, 2)}${others}`
}

function layOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** It was sent without a response, and the account cannot be read. */
function awaitsAccount({ publication: { state, deferred_until, reason } }: Post): boolean {
  return state === 'confirming' && deferred_until === null && reason !== null
}

/** `when` formats a time in the workspace's zone. */
function sayState(post: Post, when: (at: string) => string): { title: string; next: string } {
  const platform = platformName(post)
  const { state, published_at, deferred_until } = post.publication
  const date = post.scheduled_date
  const isAhead = date !== null && Date.parse(date) > Date.now()
  const titles: Record<State, string> = {
    none: date ? `A draft, planned for ${when(date)}` : 'A draft without a date',
    waiting: isAhead ? `Goes out ${when(date)}` : 'About to be sent',
    preparing: 'Being prepared',
    sending: 'Being sent',
    confirming: awaitsAccount(post) ? 'Sent, but the account cannot be read' : 'Being checked',
    published: published_at ? `Published ${when(published_at)}` : 'Published',
    deferred: deferred_until ? `Postponed until ${when(deferred_until)}` : 'Postponed',
    held: 'Held: the account cannot post',
    missed: date ? `Missed: it should have gone out ${when(date)}` : 'Missed',
    failed: `${platform} did not take it`,
    unconfirmed: 'Not known yet whether it is out',
    cancelled: 'Cancelled',
  }
  const next: Record<State, string> = {
    none: 'A draft does not go out by itself. Edit it to schedule it, or publish it now.',
    waiting: isAhead
      ? 'Doorpost sends it by itself then. Until it does, you can change, move or cancel it.'
      : `Its time has come. It goes to ${platform} in a moment.`,
    preparing: `Its files are on their way to ${platform}. Nothing can be seen there yet, and it can still be cancelled.`,
    sending: `${platform} has it now. The answer shows up here by itself.`,
    confirming: awaitsAccount(post)
      ? `Doorpost looks by itself when the account is connected again. Do not post it by hand before you have looked on ${platform}.`
      : `The answer of ${platform} was lost, so Doorpost looks there whether the post is out. That can take a quarter of an hour. Do not post it by hand meanwhile.`,
    published: `It is on ${platform}. From here on it can be changed only there.`,
    deferred: 'It is tried again by itself then. Nothing is needed from you.',
    held: 'Fix the account in the settings, under connections. If that is done soon the post goes out by itself; if it takes longer it counts as missed, and you decide.',
    missed: 'It came too late to be sent without asking you. Publish it now, or move it to another time.',
    failed: 'Nothing is out. Edit it and try again, or move it to another time.',
    unconfirmed: `Doorpost sent it and could not learn how it ended. It is not sent again, so that it is never posted twice. Look at the account on ${platform}, then say what you see.`,
    cancelled: 'It does not go out. Edit it to schedule it again, publish it now, or delete it.',
  }
  return { title: titles[state], next: next[state] }
}

const OUTCOMES: Record<string, [words: string, state: State]> = {
  published: ['Published', 'published'],
  failed: ['Refused', 'failed'],
  retry: ['Did not work, tried again later', 'deferred'],
  deferred: ['Postponed', 'deferred'],
  held: ['Held, the account cannot post', 'held'],
  unconfirmed: ['Ended without an answer', 'unconfirmed'],
  cancelled: ['Cancelled', 'cancelled'],
}

function sayOutcome(outcome: string | null): [words: string, state: State] {
  return outcome === null ? ['Under way', 'sending'] : (OUTCOMES[outcome] ?? [outcome, 'sending'])
}

const CODES: Record<string, string> = {
  rejected_content: 'The content was refused',
  permission_missing: 'The account has not allowed this',
  duplicate_on_platform: 'The same text was posted already',
  auth_expired: 'The approval of the account ended',
  account_restricted: 'The account is restricted',
  out_of_credit: 'The plan of the account is used up',
  version_sunset: 'The platform has switched off what Doorpost speaks',
  rate_limited: 'The limit of the platform is reached',
  media_unreachable: 'A file could not be fetched',
  storage_away: 'The store for files does not answer',
  media_processing: 'A file could not be processed',
  platform_down_before_send: 'The platform could not be reached',
  not_ready: 'The platform was not ready',
  ambiguous: 'The answer was lost',
}

function sayCode(code: string): string {
  return CODES[code] ?? code.replaceAll('_', ' ')
}
