import { Code, Group, Paper, Spoiler, Stack, Timeline } from '@mantine/core'
import { IconCalendarTime, IconPencil } from '@tabler/icons-react'
import type { Attempt, Post } from '../../api/schema.ts'
import { stateLook } from '../../parts/StateBadge.tsx'
import { Read } from '../../parts/states.tsx'
import { Time, useTimeZone } from '../../parts/time/Time.tsx'
import { formatTime, showWall, wallOf } from '../../parts/time/wall-clock.ts'
import { Heading, Hint, Muted, Small, Wrapped } from '../../parts/variants.ts'
import { platformName } from '../post.ts'
import { useAttempts } from '../reading.ts'
import { StateIcon } from '../StateIcon.tsx'
import { sayCode, sayOutcome, sayStep } from './words.ts'

/** White icons on these have a contrast of 4.5 or more. */
const COLOR = { good: 'teal.7', wait: 'blue.8', work: 'violet.8', warn: 'orange.9', bad: 'red.9', none: 'gray.7' }

/** The publication step by step, from draft to what comes next. */
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
      <Timeline.Item bullet={<IconPencil size={14} aria-hidden />} title="Written">
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
        <Timeline.Item bullet={<IconCalendarTime size={14} aria-hidden />} title="Next" lineVariant="dashed">
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
        {steps.map(({ at, step }) => (
          <Group component="li" key={`${at} ${step}`} gap={10} align="baseline" wrap="nowrap">
            <Hint component="time" dateTime={at} miw={82} style={{ flexShrink: 0, fontVariantNumeric: 'tabular-nums' }}>
              {showWall(wallOf(at, zone), { timeStyle: 'medium' })}
            </Hint>
            <Small>{sayStep(step, platform)}</Small>
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

/** The body is text; JSON is indented. */
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
